"""The start and stop of the slow parts: index, finder, judge, enrichment, durable work."""

from __future__ import annotations

import gc
import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shortlist.service.clock import now_ms
from shortlist.service.db.engine import reading
from shortlist.service.folder import tells_of_a_full_disk
from shortlist.service.index.port import IndexUnavailable
from shortlist.service.runtime.part import Part, WhenUp
from shortlist.service.runtime.services import Services
from shortlist.service.runtime.tidy import start_tidying

if TYPE_CHECKING:
    from shortlist.service.enrich.resolver import ContactResolver
    from shortlist.service.work.durable import Work
    from shortlist.service.work.port import Job

_FIRST_ASKED_SECONDS = 0.4
_FIRST_ANSWERED_SECONDS = 3.0
INDEX_AGAIN_SECONDS = 2.0
"""How long after a cluster was away, or a disk full, the index is tried again."""
_COLLECTED_FROM = 100_000
"""Objects more than before after which the collector looks for rings among them: to look
after each 700, as it does by itself, took 4 to 7 % of a search."""
_STARTING_SECONDS = 5.0
"""How long a stop waits for what is still starting."""

log = logging.getLogger("shortlist.parts")


def start_parts(services: Services) -> None:
    """Bring up each part, on a thread, as soon as those it needs are up.

    One that fails says why in `/readyz` and in the log; those that can go on without it do.
    """
    _in_background(services, "parts", _start_all)


def _in_background(services: Services, name: str, run: Callable[[Services], None]) -> None:
    thread = threading.Thread(target=run, args=(services,), name=name, daemon=True)
    services.background.append(thread)
    thread.start()


def _start_all(services: Services) -> None:
    _start(services, services.enrichment, lambda: _enrichment(services))
    resuming = _left_unfinished(services)
    if resuming:
        # Somebody waits for it already: it goes on as soon as what it needs is up.
        _in_background(services, "resuming", _start_work)
    _start(services, services.index, lambda: _index(services))
    _start(services, services.finder, lambda: _finder(services))
    _start(services, services.judge, lambda: _judge(services))
    if not resuming:
        # Durable work takes over a second of the processor to come up. Whoever started the
        # service to ask it something asks now, and should not wait for that.
        services.listening.wait()
        if services.asked.wait(_FIRST_ASKED_SECONDS) and not services.stopping.is_set():
            services.answered.wait(_FIRST_ANSWERED_SECONDS)
        _start_work(services)
    # What is here by now stays, some hundred thousand objects: looking through all of them for
    # cycles held up every search for a quarter of a second, twice in four hundred searches.
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECTED_FROM)
    start_tidying(services)
    if services.index.ready:
        _embed_later(services)


def stop_parts(services: Services) -> None:
    """Stop what was started, in the opposite order."""
    # First what may still be starting another: a process that ends in the middle of native code
    # aborts.
    deadline = time.monotonic() + _STARTING_SECONDS
    for thread in services.background:
        thread.join(max(deadline - time.monotonic(), 0))
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


def _start(services: Services, part: Part[Any], make: Callable[[], Any]) -> None:
    try:
        part.set(make())
        log.info("ready", extra={"part": part.name})
    except Exception as error:
        part.fail(f"{type(error).__name__}: {error}")
        if services.stopping.is_set():
            log.info("not started: the service is stopping", extra={"part": part.name})
        else:
            log.exception("failed to start", extra={"part": part.name})


def _index(services: Services) -> Any:
    from shortlist.service.index.open import is_away, open_index, store_of

    pause = INDEX_AGAIN_SECONDS
    while True:
        try:
            return open_index(
                services.engine,
                services.data_dir,
                shard_name=services.shard_name,
                store_of=store_of(services.config.index),
                progress=lambda _done, _of: _ensure_wanted(services),
            )
        except Exception as error:
            # A cluster need not be up before this is, and room comes back.
            full = tells_of_a_full_disk(error)
            if not full and not is_away(services.config.index, error):
                raise
            told = f"{type(error).__name__}: {error}"
            services.index.fail(told)  # until it is up
            why = "the disk is full" if full else "the cluster does not answer yet"
            log.warning("%s (%s)", why, told)
            if services.stopping.wait(pause):
                raise
            # To find that there is still no room for everybody takes as long as to make it.
            pause = min(2 * pause, 30 * INDEX_AGAIN_SECONDS) if full else pause


def _ensure_wanted(services: Services) -> None:
    """Raise where the service is to stop: it makes no index to its end, which takes minutes, and
    the processes that help with it are ended in good order."""
    if services.stopping.is_set():
        raise IndexUnavailable("the service is stopping")


def _finder(services: Services) -> Any:
    from shortlist.service.search.finder import open_finder

    index: Any = services.index.wait(0)
    model, reader = services.config.model, None
    if model is not None:
        from shortlist.service.chat_model import ChatModel
        from shortlist.service.reading.chat import ChatReader

        reader = ChatReader(ChatModel(model, services.quick_engine))
    finder = open_finder(index, reader)
    finder.warm()
    return finder


def _judge(services: Services) -> Any:
    from shortlist.service.sets.judge import open_judge

    index: Any = services.index.wait(0)
    finder: Any = services.finder.wait(0)
    built_in = open_judge(index, finder)
    model = services.config.judging
    if model is None:
        return built_in
    from shortlist.service.chat_model import ChatModel
    from shortlist.service.sets.chat_judge import ChatJudge

    return ChatJudge(ChatModel(model, services.quick_engine), built_in)


def _enrichment(services: Services) -> ContactResolver:
    from shortlist.service.enrich.resolver import ContactResolver

    return ContactResolver(services.config)


def _embed_later(services: Services) -> None:
    from shortlist.service.index.embed_later import start_embedding

    index: Any = services.index.wait(0)
    services.background.append(
        start_embedding(services.engine, services.data_dir, index, services.stopping)
    )


def _left_unfinished(services: Services) -> bool:
    """Whether earlier processes left work."""
    from shortlist.service.person.repository import unfinished_runs
    from shortlist.service.sets.repository import unfinished_searches

    try:
        with reading(services.engine) as connection:
            now = now_ms()
            return bool(unfinished_searches(connection, now) or unfinished_runs(connection, now))
    except Exception:
        log.warning("what was left unfinished could not be read", exc_info=True)
        return False


def _start_work(services: Services) -> None:
    services.listening.wait()
    if not services.stopping.is_set():
        _start(services, services.work, lambda: open_work(services))


def open_work(services: Services) -> Work:
    """The durable work of this process, launching in the background. Index, finder and judge may
    come up later: work waits for them, and is cancelled without them."""
    from shortlist.service.person.run import PERSON_WORK, PersonJob
    from shortlist.service.sets.run import SEARCH_WORK, SearchJob
    from shortlist.service.work.durable import Work

    index: Any = WhenUp(services.index)
    finder: Any = WhenUp(services.finder)
    judge: Any = WhenUp(services.judge)
    search = SearchJob(services.engine, index, finder, judge, told=services.hub.wake)
    person = PersonJob(services.engine, index, services.web)
    jobs: dict[str, Job] = {SEARCH_WORK: search, PERSON_WORK: person}
    work = Work(services.engine, services.quick_engine, services.data_dir, jobs)
    work.launch()
    return work
