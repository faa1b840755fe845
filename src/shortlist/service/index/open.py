"""Opening the people index of a data folder."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from shortlist.service.config import IndexConfig
from shortlist.service.index.addresses import ensure_spelt
from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.embedding import Embedder, MiniLm
from shortlist.service.index.port import IndexUnavailable
from shortlist.service.index.projection import Made, Progress, Projection
from shortlist.service.index.sample import ensure_sample
from shortlist.service.index.shard import EmbeddedStore, Store
from shortlist.service.index.store import ensure_compared, identity

log = logging.getLogger("shortlist.index")

PATIENCE_SECONDS = 60.0
"""How long an import may keep the shard before opening it gives up."""


KEY_VARIABLE = "SHORTLIST_QDRANT_API_KEY"
"""Where the cluster's key is read from: never a file, never the command line."""

StoreOf = Callable[[dict[str, Any]], Store]
"""The store of shards that are made with what it is given (see `projection.Made`)."""


def embedded(made: dict[str, Any]) -> Store:
    """Vectors are kept in the data folder."""
    return EmbeddedStore(made["dimension"])


def store_of(config: IndexConfig | None) -> StoreOf:
    """Where `[index]` says that vectors are kept; absent: in the data folder."""
    if config is None:
        return embedded
    try:
        from shortlist.service.index.cluster import ClusterStore, open_client
    except ImportError:
        raise IndexUnavailable(
            "a Qdrant cluster needs its client: pip install '.[local,cluster]'"
        ) from None
    client = open_client(config.qdrant_url, os.environ.get(KEY_VARIABLE))
    return lambda made: ClusterStore(client, config.collection, made)


def is_away(config: IndexConfig | None, error: Exception) -> bool:
    """Whether `error` of `open_index` says that the cluster of `[index]` does not answer now."""
    if config is None:
        return False
    from shortlist.service.index import cluster

    return cluster.is_away(error)


def open_index(
    engine: Engine,
    data_dir: Path,
    *,
    store_of: StoreOf = embedded,
    embedder: Embedder | None = None,
    shard_name: str = "shard",
    sample: bool = True,
    follow: bool = True,
    progress: Progress | None = None,
) -> EmbeddedIndex:
    """The index of `data_dir`, caught up with the database of `engine`, whose schema exists.

    With `sample`, a database without people gets the synthetic sample directory. With `follow`,
    a thread keeps up with changes. The embedding model loads on a thread of its own. Each process
    needs its own `shard_name`. `store_of` says where vectors are kept. Raises `IndexUnavailable`
    when another process keeps the shard.
    """
    # Of a query at a time: a second thread costs more than it saves.
    chosen = embedder or MiniLm(threads=1)
    loading = threading.Thread(target=_load, args=(chosen,), name="embedding-model")
    loading.start()
    folder = data_dir / "index" / shard_name
    store = store_of(asdict(Made(identity(engine), chosen.model, chosen.dimension)))
    if sample:
        ensure_sample(engine, folder if isinstance(store, EmbeddedStore) else None, chosen.model)
    ensure_spelt(engine)
    ensure_compared(engine)
    projection = Projection(
        engine,
        folder,
        chosen.model,
        chosen.dimension,
        store=store,
        patience_seconds=PATIENCE_SECONDS,
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
