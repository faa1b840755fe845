"""Resuming the embedding that an interrupted import left undone."""

from __future__ import annotations

import logging
import threading
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy import Engine

from shortlist.service.index.embed_missing import embed_missing
from shortlist.service.index.embedding import Embedder, MiniLm
from shortlist.service.index.port import IndexStats, IndexUnavailable, PeopleIndex
from shortlist.service.index.projection import locked
from shortlist.service.room import NoRoom

log = logging.getLogger("shortlist.index")

LOOK_SECONDS = 5.0
TELL_EVERY = 2_000
"""Vectors between two lines of the log."""


def start_embedding(
    engine: Engine,
    data_dir: Path,
    index: PeopleIndex,
    stopping: threading.Event,
    *,
    embedder: Embedder | None = None,
    look_seconds: float = LOOK_SECONDS,
) -> threading.Thread:
    """Watch, on a thread, for people who lack their vector and whom nobody is embedding, and
    embed them; ends when `stopping` is set. `/readyz` and the log tell how far it is."""
    chosen = embedder or MiniLm(threads=1)  # one core: searches need the others
    thread = threading.Thread(
        target=_watch,
        args=(engine, data_dir / "index", index, stopping, chosen, look_seconds),
        name="embed-later",
        daemon=True,
    )
    thread.start()
    return thread


def _watch(
    engine: Engine,
    folder: Path,
    index: PeopleIndex,
    stopping: threading.Event,
    embedder: Embedder,
    look_seconds: float,
) -> None:
    seen: IndexStats | None = None
    while not stopping.wait(look_seconds):
        try:
            stats = index.stats()
            # As before: no import is on its way, or it died.
            if stats == seen and stats.searchable_by_meaning < stats.people:
                _embed(engine, folder, embedder, stopping)
            seen = stats
        except NoRoom as error:
            log.warning("vectors wait for room: %s", error)
            stopping.wait(60)
        except Exception:
            log.exception("vectors could not be made; trying again in a minute")
            stopping.wait(60)


def _embed(engine: Engine, folder: Path, embedder: Embedder, stopping: threading.Event) -> None:
    told = 0

    def tell(made: int, total: int) -> None:
        nonlocal told
        if made - told >= TELL_EVERY or made == total:
            told = made
            log.info("vectors: %d of %d made", made, total)

    with ExitStack() as stack:
        try:
            stack.enter_context(locked(folder / "embedding.lock", 0))
        except IndexUnavailable:
            return  # an import is at work, and makes them itself
        log.info("making the vectors that an import left unmade")
        embed_missing(engine, embedder, progress=tell, stop=stopping.is_set)
