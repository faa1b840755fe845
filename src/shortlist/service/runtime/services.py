"""The services that every endpoint is given as `call.services`."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine

from shortlist.service.config import Config, ConfigError
from shortlist.service.folder import INDEX_OF_ONE
from shortlist.service.index.port import PeopleIndex
from shortlist.service.runtime.part import Part
from shortlist.service.search.port import Finder, Judge
from shortlist.service.sets.hub import EventHub
from shortlist.service.sets.visibility import Visibility
from shortlist.service.web.pages import WebPages, open_web
from shortlist.service.work.durable import Work

if TYPE_CHECKING:
    from shortlist.service.enrich.resolver import ContactResolver
    from shortlist.service.http.idempotency import Claim
    from shortlist.service.http.metrics import Metrics

PART_WAIT_SECONDS = 10.0
"""How long a request waits for a part that is still starting."""


@dataclass(slots=True)
class Services:
    """Everything an endpoint may use. Thread-safe."""

    config: Config
    data_dir: Path
    engine: Engine
    """For everything that must outlive a power cut."""
    quick_engine: Engine
    """The same database, committed without waiting for the disk: counts and leases only."""
    index: Part[PeopleIndex] = field(default_factory=lambda: Part("the people index"))
    finder: Part[Finder] = field(default_factory=lambda: Part("search"))
    judge: Part[Judge] = field(default_factory=lambda: Part("the criteria judge"))
    enrichment: Part[ContactResolver] = field(default_factory=lambda: Part("enrichment"))
    work: Part[Work] = field(default_factory=lambda: Part("durable work"))
    """The durable work of this process; begun with `start` after the commit that promises it."""
    shard_name: str = INDEX_OF_ONE
    """Where this process keeps its search index; several processes each have their own."""
    claims: dict[str, Claim] = field(default_factory=dict)
    """The idempotency keys that requests of this process hold now, by request id."""
    listening: threading.Event = field(default_factory=threading.Event)
    """Set once this process answers HTTP."""
    asked: threading.Event = field(default_factory=threading.Event)
    """Set once a first request was let in."""
    answered: threading.Event = field(default_factory=threading.Event)
    """Set once it was answered."""
    stopping: threading.Event = field(default_factory=threading.Event)
    """Set when the service begins to stop: open streams end, nothing new is started."""
    background: list[threading.Thread] = field(default_factory=list)
    """Threads that may be in native code, such as the embedding model's."""
    visible: Visibility = field(init=False)
    """Who of the people in Sets may still be shown."""
    hub: EventHub = field(init=False)
    """The event streams of this process."""
    web: WebPages | None = field(init=False)
    """Evidence pages from the public web; None where none is configured."""

    metrics: Metrics | None = field(init=False)
    """Figures for Prometheus; None where nobody asks for them."""

    def __post_init__(self) -> None:
        self.web = open_web(self.config.web)
        self.visible = Visibility(lambda: self.index.wait(PART_WAIT_SECONDS))
        self.hub = EventHub(self.engine, self.visible, self.stopping)
        self.metrics = _open_metrics(self) if self.config.metrics.enabled else None

    def parts(self) -> dict[str, str]:
        """The state of each part by name, for `/readyz`."""
        return {
            name: getattr(self, name).state
            for name in ("index", "finder", "judge", "work", "enrichment")
        }


def _open_metrics(services: Services) -> Metrics:
    try:
        from shortlist.service.http.metrics import Metrics
    except ModuleNotFoundError as missing:
        if missing.name != "prometheus_client":
            raise
        raise ConfigError("[metrics] needs its library: pip install '.[local,metrics]'") from None
    return Metrics(services)
