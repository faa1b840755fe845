"""Sets at work: brought up with the other slow parts of the service."""

from __future__ import annotations

from shortlist.service.person.run import PERSON_WORK, PersonJob
from shortlist.service.services import Services
from shortlist.service.sets.run import SEARCH_WORK, SearchJob
from shortlist.service.work.port import Job
from shortlist.service.work.runtime import Work


def open_work(services: Services) -> Work:
    """The durable work of this process, launching in the background. Needs index, finder and
    judge, which are up by then."""
    search = SearchJob(
        services.engine,
        services.index.wait(0),
        services.finder.wait(0),
        services.judge.wait(0),
        told=services.hub.wake,
    )
    person = PersonJob(services.engine, services.index.wait(0), services.web)
    jobs: dict[str, Job] = {SEARCH_WORK: search, PERSON_WORK: person}
    work = Work(services.engine, services.quick_engine, services.data_dir, jobs)
    work.launch()
    return work
