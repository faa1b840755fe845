"""Opening the people index of a data folder."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from sqlalchemy import Engine

from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.embedding import Embedder, MiniLm
from shortlist.service.index.projection import Progress, Projection
from shortlist.service.index.sample import ensure_sample

log = logging.getLogger("shortlist.index")

PATIENCE_SECONDS = 60.0
"""How long an import may keep the shard before opening it gives up."""


def open_index(
    engine: Engine,
    data_dir: Path,
    *,
    embedder: Embedder | None = None,
    shard_name: str = "shard",
    sample: bool = True,
    follow: bool = True,
    progress: Progress | None = None,
) -> EmbeddedIndex:
    """The index of `data_dir`, caught up with the database of `engine`, whose schema exists.

    With `sample`, a database without people gets the synthetic sample directory. With `follow`,
    a thread keeps up with changes. The embedding model loads on a thread of its own. Each process
    needs its own `shard_name`. Raises `IndexUnavailable` when another process keeps the shard.
    """
    chosen = embedder or MiniLm()
    loading = threading.Thread(target=_load, args=(chosen,), name="embedding-model")
    loading.start()
    folder = data_dir / "index" / shard_name
    if sample:
        ensure_sample(engine, folder, chosen.model)
    projection = Projection(
        engine, folder, chosen.model, chosen.dimension, patience_seconds=PATIENCE_SECONDS
    )
    try:
        index = EmbeddedIndex(engine, projection, chosen, loading)
        index.catch_up(progress)
    except BaseException:
        projection.close()
        raise
    if follow:
        index.follow()
    return index


def _load(embedder: Embedder) -> None:
    if isinstance(embedder, MiniLm):
        try:
            embedder.load()
        except Exception:
            # Whoever embeds first gets the same error, and can answer for it.
            log.exception("the embedding model could not be loaded")
