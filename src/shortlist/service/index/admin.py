"""The index of a data folder, managed from the command line whether or not the service runs."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, func, select

from shortlist.service.db.database_note import database_of
from shortlist.service.db.engine import alone, database_url, open_engine, reading, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.db.schema import datasets, people, suppressions
from shortlist.service.folder import INDEX_OF_ONE, indexes_in
from shortlist.service.index.addresses import anchors_of, anchors_still, ensure_spelt
from shortlist.service.index.embed_missing import Progress, embed_missing
from shortlist.service.index.embedded import read_stats
from shortlist.service.index.embedding import Embedder, MiniLm
from shortlist.service.index.port import IndexStats
from shortlist.service.index.projection import IndexBusy, Projection, is_behind, locked
from shortlist.service.index.shard import POINTS
from shortlist.service.index.store import COUNTER, last_number, remove_people
from shortlist.service.index.suppress import LISTED
from shortlist.service.room import NoRoom

_PATIENCE_SECONDS = 20
"""For a service that takes in what was imported: one that was frozen takes none in."""


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


def update_index(engine: Engine, data_dir: Path) -> str:
    """Bring the search index up to date, so that the next start need not; of several processes'
    the first. Those that a service uses are waited for: whoever was imported is found from then
    on. One that has a cluster follows by itself.

    Returns what keeps it from that, on one line; empty: nothing does."""
    folder = [*indexes_in(data_dir), data_dir / "index" / INDEX_OF_ONE][0]
    there = (folder / POINTS).exists() or not folder.exists()
    return _update(engine, [folder] if there else []) or _await_followers(engine, data_dir)


def update_idle_indexes(engine: Engine, data_dir: Path) -> str:
    """Bring every search index up to date that no process follows now: whoever was taken out or
    left out would lie in it until the next start. Returns what keeps it from that."""
    return _update(engine, [each for each in indexes_in(data_dir) if (each / POINTS).exists()])


def _update(engine: Engine, folders: Iterable[Path]) -> str:
    try:
        for folder in folders:
            with suppress(IndexBusy), _projection(engine, folder) as projection:
                projection.catch_up()
                if projection.no_room is not None:
                    raise projection.no_room
    except NoRoom as error:
        return f"the search index waits for room, and then follows: {error}"
    return ""


def _await_followers(engine: Engine, data_dir: Path) -> str:
    """Wait until the indexes of a running service have seen what is committed; what to say of one
    that has not after `_PATIENCE_SECONDS`."""
    with reading(engine) as connection:
        newest = last_number(connection)
    deadline = time.monotonic() + _PATIENCE_SECONDS
    for folder in indexes_in(data_dir):
        while is_behind(folder, newest):
            if time.monotonic() > deadline:
                return "the service has not taken all of it in yet; a search may miss some people"
            time.sleep(0.05)
    return ""


@contextmanager
def _projection(engine: Engine, folder: Path) -> Iterator[Projection]:
    made = Projection(engine, folder, MiniLm.model, MiniLm.dimension, patience_seconds=0)
    try:
        yield made
    finally:
        made.close()


def stats(engine: Engine) -> tuple[IndexStats, int]:
    """What the index holds, and how many entries the list of those left out has."""
    with reading(engine) as connection:
        count = select(func.count()).select_from(suppressions)
        listed = int(connection.execute(count).scalar_one())
    return read_stats(engine, MiniLm.model), listed


@dataclass(frozen=True, slots=True)
class Removed:
    """What `remove` did."""

    people: int
    names: list[tuple[str, str]]
    """What they alone were known by, kind and value, to erase them elsewhere too."""


def remove(engine: Engine, dataset: str | None, person_ids: list[str]) -> Removed | None:
    """Take out a dataset, or people; None when there is no such dataset."""
    from shortlist.service.erasure import erase

    with writing(engine) as connection:
        if dataset is not None:
            known = select(datasets.c.name).where(datasets.c.name == dataset)
            if connection.execute(known).first() is None:
                return None
            there = select(people.c.id).where(people.c.dataset == dataset)
            there = there.where(people.c.removed_at.is_(None))
            person_ids = list(connection.scalars(there))
        alone(connection, COUNTER)
        spelt = anchors_of(connection, person_ids)
        removed = remove_people(connection, person_ids)
        # What others have too is theirs as well.
        own = spelt - anchors_still(connection, spelt)
    erase(engine)
    ids = [("person_id", person_id) for person_id in person_ids]
    return Removed(removed, [*ids, *((LISTED[kind], value) for kind, value in sorted(own))])


def count_in(engine: Engine, dataset: str) -> int:
    """How many people are in a dataset."""
    with reading(engine) as connection:
        there = (
            select(func.count())
            .select_from(people)
            .where(people.c.dataset == dataset, people.c.removed_at.is_(None))
        )
        return int(connection.execute(there).scalar_one())
