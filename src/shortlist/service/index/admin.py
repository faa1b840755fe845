"""The index of a data folder, managed from the command line whether or not the service runs."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine, func, select

from shortlist.service.db.engine import database_url, open_engine, reading, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.db.place import database_of
from shortlist.service.db.schema import datasets, people, suppressions
from shortlist.service.index.addresses import ensure_spelt
from shortlist.service.index.embed_missing import Progress, embed_missing
from shortlist.service.index.embedded import read_stats
from shortlist.service.index.embedding import Embedder, MiniLm
from shortlist.service.index.port import IndexStats, IndexUnavailable
from shortlist.service.index.projection import Projection, locked
from shortlist.service.index.store import remove_dataset, remove_people


@contextmanager
def local_engine(data_dir: Path, database: str | None) -> Iterator[Engine]:
    """The service's database, made and brought up to date if need be."""
    os.umask(0o077)
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = data_dir.resolve()
    engine = open_engine(database_url(folder, database_of(folder, database)))
    try:
        migrate(engine)
        ensure_spelt(engine)
        yield engine
    finally:
        engine.dispose()


def embed_now(
    engine: Engine, data_dir: Path, embedder: Embedder, progress: Progress | None = None
) -> int:
    """Make the vectors that are missing; how many were made.

    One process at a time: a second import waits, and finds most of its vectors made.
    """
    folder = data_dir / "index"
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / "embedding.lock", math.inf):
        return embed_missing(engine, embedder, progress=progress)


def project_now(engine: Engine, data_dir: Path, embedder: Embedder) -> bool:
    """Bring the shard up to date, so that the next start need not; False when it is in use.

    The service that uses it follows by itself.
    """
    try:
        projection = Projection(
            engine,
            data_dir / "index" / "shard",
            embedder.model,
            embedder.dimension,
            patience_seconds=0,
        )
    except IndexUnavailable:
        return False
    try:
        projection.catch_up()
    finally:
        projection.close()
    return True


def stats(engine: Engine) -> tuple[IndexStats, int]:
    """What the index holds, and how many entries the list of those left out has."""
    with reading(engine) as connection:
        count = select(func.count()).select_from(suppressions)
        listed = int(connection.execute(count).scalar_one())
    return read_stats(engine, MiniLm.model), listed


def remove(engine: Engine, dataset: str | None, person_ids: list[str]) -> int | None:
    """Take out a dataset, or people; how many went, or None when there is no such dataset."""
    from shortlist.service.erase import erase

    with writing(engine) as connection:
        if dataset is None:
            removed = remove_people(connection, person_ids)
        else:
            known = select(datasets.c.name).where(datasets.c.name == dataset)
            if connection.execute(known).first() is None:
                return None
            removed = remove_dataset(connection, dataset)
    erase(engine)
    return removed


def count_in(engine: Engine, dataset: str) -> int:
    """How many people are in a dataset."""
    with reading(engine) as connection:
        there = (
            select(func.count())
            .select_from(people)
            .where(people.c.dataset == dataset, people.c.removed_at.is_(None))
        )
        return int(connection.execute(there).scalar_one())
