"""The slow parts of the service, started behind a server that already answers."""

from __future__ import annotations

from shortlist.service.services import Services


def start_parts(services: Services) -> None:
    """Bring up the index, search, the judge and durable work, in that order."""
    for name in services.parts():
        getattr(services, name).fail("not part of this build yet")
