"""The slow parts of the service, started behind a server that already answers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shortlist.service.services import Part, Services
from shortlist.service.sets.room import open_work

if TYPE_CHECKING:
    from shortlist.service.enrich.room import Enrichment

log = logging.getLogger("shortlist.parts")


def start_parts(services: Services) -> None:
    """Bring up each part as soon as those it needs are up.

    One that fails says why in `/readyz` and in the log; those that can go on without it do.
    """
    _start(services.index, lambda: _index(services))
    _start(services.finder, lambda: _finder(services))
    _start(services.judge, lambda: _judge(services))
    _start(services.enrichment, lambda: _enrichment(services))
    _start(services.work, lambda: open_work(services))


def stop_parts(services: Services) -> None:
    """Stop what was started, in the opposite order."""
    stops: list[Callable[[], None]] = [services.hub.close]
    if services.work.ready:
        stops.append(services.work.wait(0).stop)
    if services.enrichment.ready:
        stops.append(services.enrichment.wait(0).close)
    if services.index.ready:
        stops.append(services.index.wait(0).close)
    if services.web is not None:
        stops.append(services.web.close)
    for stop in stops:
        try:
            stop()
        except Exception:
            log.exception("stopping failed")


def _start(part: Part[Any], make: Callable[[], Any]) -> None:
    try:
        part.set(make())
        log.info("ready", extra={"part": part.name})
    except Exception as error:
        part.fail(f"{type(error).__name__}: {error}")
        log.exception("failed to start", extra={"part": part.name})


def _index(services: Services) -> Any:
    from shortlist.service.index.open import open_index

    return open_index(services.engine, services.data_dir)


def _finder(services: Services) -> Any:
    from shortlist.service.search.finder import open_finder

    return open_finder(services.index.wait(0))


def _judge(services: Services) -> Any:
    from shortlist.service.sets.judge import open_judge

    return open_judge(services.index.wait(0))


def _enrichment(services: Services) -> Enrichment:
    from shortlist.service.enrich.room import Enrichment

    return Enrichment(services.config)
