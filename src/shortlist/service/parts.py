"""The slow parts of the service, started behind a server that already answers."""

from __future__ import annotations

from shortlist.service.services import NotReady, Services
from shortlist.service.sets.room import open_work


def start_parts(services: Services) -> None:
    """Bring up the index, search, the judge and durable work, in that order."""
    for name in ("index", "finder", "judge"):
        getattr(services, name).fail("not part of this build yet")
    start_work(services)


def start_work(services: Services) -> None:
    """Bring up durable work: it goes on with what the last process left."""
    try:
        services.work.set(open_work(services))
    except NotReady as error:
        services.work.fail(str(error))
