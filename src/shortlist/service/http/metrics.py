"""`GET /metrics`: figures of the service for Prometheus, where `[metrics]` asks for them.

Nothing in them is of a person, a key or a query: paths are the templates of routes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter
from fastapi.responses import Response
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector
from sqlalchemy import Connection, func, select

from shortlist.service.clock import now_ms
from shortlist.service.db.engine import reading
from shortlist.service.db.schema import ledger, person_runs, searches
from shortlist.service.http.call import CallDep
from shortlist.service.http.run import endpoint
from shortlist.service.index.store import last_number

if TYPE_CHECKING:
    from shortlist.service.runtime.services import Services

PATH: Final = "/metrics"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 80)
Family = CounterMetricFamily | GaugeMetricFamily

router = APIRouter(include_in_schema=False)


@router.get(PATH)
@endpoint()
def metrics(call: CallDep) -> Response:
    """Every figure, in the text format of Prometheus."""
    found = call.services.metrics
    assert found is not None  # else there is no such route
    return Response(found.text(), media_type=CONTENT_TYPE_LATEST)


class Metrics:
    """The figures of this process and of its database. Thread-safe."""

    def __init__(self, services: Services) -> None:
        self._registry = CollectorRegistry(auto_describe=False)
        self._requests = Counter(
            "shortlist_requests",
            "Requests that this process answered, by the template of their path.",
            ("path", "method", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "shortlist_request_seconds",
            "How long this process took to answer; of a stream, how long it was read.",
            ("path",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        ProcessCollector(registry=self._registry)
        self._registry.register(_StateFigures(services))

    def note(
        self, path: str, method: str, status: int, seconds: float, known: Collection[str]
    ) -> None:
        """Count a request that was answered; a path that is not `known` is told as none."""
        path = path if path in known else "none"
        self._requests.labels(path, method if method in _METHODS else "other", str(status)).inc()
        self._seconds.labels(path).observe(seconds)

    def text(self) -> bytes:
        """All of it, as it is now."""
        return generate_latest(self._registry)


class _StateFigures(Collector):
    """What the database and the parts of the service say when they are asked."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def describe(self) -> list[Family]:
        return []  # nothing is asked of the database before somebody wants it

    def collect(self) -> Iterator[Family]:
        with reading(self._services.engine) as connection:
            yield from _charges(connection)
            yield from _work(connection)
            newest = last_number(connection)
        yield from self._parts()
        yield from self._index(newest)

    def _parts(self) -> Iterator[Family]:
        ready = GaugeMetricFamily("shortlist_part_ready", "Whether it is up.", labels=("part",))
        for name, state in self._services.parts().items():
            ready.add_metric((name,), float(state == "ready"))
        yield ready

    def _index(self, newest: int) -> Iterator[Family]:
        if not self._services.index.ready:
            return
        index = self._services.index.wait(0)
        stats = index.stats()
        yield GaugeMetricFamily("shortlist_people", "People who can be searched.", stats.people)
        by_meaning = "People who can be searched by meaning."
        yield GaugeMetricFamily(
            "shortlist_people_by_meaning", by_meaning, stats.searchable_by_meaning
        )
        behind = "Changes of people that the index of this process does not show yet."
        yield GaugeMetricFamily(
            "shortlist_index_changes_behind", behind, max(newest - index.followed, 0)
        )


def _charges(connection: Connection) -> Iterator[Family]:
    charges = CounterMetricFamily("shortlist_charges", "Charges, by what for.", labels=("kind",))
    credits = CounterMetricFamily("shortlist_charged_credits", "Credits charged.", labels=("kind",))
    query = select(ledger.c.kind, func.count(), func.sum(ledger.c.amount)).group_by(ledger.c.kind)
    for kind, count, amount in connection.execute(query):
        charges.add_metric((kind,), count)
        credits.add_metric((kind,), amount)
    yield charges
    yield credits


def _work(connection: Connection) -> Iterator[Family]:
    """Searches of Sets and runs of research: how many of each status, and how long the oldest that
    is not finished waits."""
    sets = GaugeMetricFamily(
        "shortlist_set_searches", "Searches of Sets, by status.", labels=("status",)
    )
    runs = GaugeMetricFamily(
        "shortlist_research_runs", "Runs of research, by status.", labels=("status",)
    )
    for family, table in ((sets, searches), (runs, person_runs)):
        by_status = select(table.c.status, func.count()).group_by(table.c.status)
        for status, count in connection.execute(by_status):
            family.add_metric((status,), count)
        yield family
    unfinished = searches.c.finished_at.is_(None)
    created = connection.scalar(select(func.min(searches.c.created_at)).where(unfinished))
    waits = 0.0 if created is None else max(now_ms() - created, 0) / 1000
    yield GaugeMetricFamily(
        "shortlist_set_queue_seconds", "Age of the oldest search of a Set not finished.", waits
    )
