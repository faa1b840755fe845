"""Sets at work: brought up with the other slow parts of the service."""

from __future__ import annotations

from typing import Any

from shortlist.service.person.run import PERSON_WORK, PersonJob
from shortlist.service.runtime.part import WhenUp
from shortlist.service.runtime.services import Services
from shortlist.service.sets.run import SEARCH_WORK, SearchJob
from shortlist.service.work.durable import Work
from shortlist.service.work.port import Job


def open_work(services: Services) -> Work:
    """The durable work of this process, launching in the background. Index, finder and judge may
    come up later: work waits for them, and is cancelled without them."""
    index: Any = WhenUp(services.index)
    finder: Any = WhenUp(services.finder)
    judge: Any = WhenUp(services.judge)
    search = SearchJob(services.engine, index, finder, judge, told=services.hub.wake)
    person = PersonJob(services.engine, index, services.web)
    jobs: dict[str, Job] = {SEARCH_WORK: search, PERSON_WORK: person}
    work = Work(services.engine, services.quick_engine, services.data_dir, jobs)
    work.launch()
    return work
