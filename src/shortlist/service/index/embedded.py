"""The people index in process: records from the database, retrieval from the shard."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy import Connection, Engine, and_, func, select

from shortlist.contract.anchors import normalise
from shortlist.service.db.engine import reading
from shortlist.service.db.schema import (
    datasets,
    people,
    people_anchors,
    vectors,
)
from shortlist.service.index.embedding import Embedder
from shortlist.service.index.persons import groups
from shortlist.service.index.port import (
    ANCHOR_PEOPLE_MAX,
    IndexStats,
    IndexUnavailable,
    Record,
)
from shortlist.service.index.projection import Progress, Projection
from shortlist.service.index.retrieval import (
    Ask,
    Channel,
    Ids,
    Ranked,
    Scored,
    Vectors,
    Where,
)
from shortlist.service.index.store import anybody_listed, last_number, listed_among
from shortlist.service.index.view import View
from shortlist.service.index.watch import changes_of
from shortlist.service.index.web_people import get_web_people, named_on_web
from shortlist.service.room import NoRoom

log = logging.getLogger("shortlist.index")

_CACHED_RECORDS = 4000
_AGAIN_SECONDS = 2.0
_CHUNK = 500


class EmbeddedIndex:
    """`PeopleIndex` and `Retriever` on one machine. Thread-safe, synchronous.

    Records given out are shared: read them, never change them.
    """

    def __init__(
        self,
        engine: Engine,
        projection: Projection,
        embedder: Embedder,
        loading: threading.Thread,
    ) -> None:
        self._engine = engine
        self._projection = projection
        self._embedder = embedder
        self._loading = loading
        self._generation = 0
        self._followed = -1
        # Records as they are at this number of the database's changes, followed or not.
        self._records: OrderedDict[str, Record] = OrderedDict()
        self._records_at = -1
        self._guard = threading.Lock()
        # The shard is changed by one thread at a time.
        self._following = threading.Lock()
        self._stats: tuple[int, IndexStats] | None = None
        self._same: dict[str, tuple[str, ...]] = {}
        self._several: Ids | None = None
        self._synthetic = False
        self._closing = threading.Event()
        self._follower: threading.Thread | None = None
        self._told = False
        """Whether it was told that the disk has no room."""
        self._closed = False

    # --- lifecycle ---------------------------------------------------------------------------

    def catch_up(self, progress: Progress | None = None) -> None:
        """See everything that was committed before the call."""
        with self._following:
            self._projection.catch_up(progress)
            followed = self._projection.followed
            if followed == self._followed:
                return
            with reading(self._engine) as connection:
                self._same = groups(connection)
                self._several = Ids(tuple(self._same)) if self._same else None
                self._synthetic = is_synthetic(connection)
            self._generation += 1
            # Last: what was kept from the generation before has not seen these changes.
            self._followed = followed

    def follow(self) -> None:
        """Keep seeing what other threads and processes commit, within some tenths of a second."""
        self._follower = threading.Thread(target=self._follow, name="index", daemon=True)
        self._follower.start()

    def _follow(self) -> None:
        for _ in changes_of(self._engine, self._closing):
            while not self._caught_up() and not self._closing.wait(_AGAIN_SECONDS):
                pass

    def _caught_up(self) -> bool:
        try:
            self.catch_up()
        except NoRoom as error:
            return self._has_room(error)
        except Exception:
            # Nothing partial is remembered.
            log.exception("the index could not follow the database; trying again")
            return False
        return self._has_room(self._projection.no_room)

    def _has_room(self, error: NoRoom | None) -> bool:
        """Whether there is no `error`; it is told once."""
        if error is not None and not self._told:
            log.warning("the index waits for room, and then follows: %s", error)
        self._told = error is not None
        return error is None

    def close(self) -> None:
        """Stop following and release the shard; a second call does nothing."""
        if self._closed:
            return
        self._closing.set()
        if self._follower is not None:
            self._follower.join()
        # A process that ends while the runtime starts its threads would abort.
        self._loading.join()
        self._closed = True
        self._projection.close()

    # --- PeopleIndex -------------------------------------------------------------------------

    def get(self, person_ids: Sequence[str]) -> dict[str, Record]:
        """As `PeopleIndex.get`, in the order of `person_ids`: what the database holds now, also
        where the shard has not followed yet."""
        found: dict[str, Record] = {}
        if not person_ids:
            return found
        with reading(self._engine) as connection:
            number = last_number(connection)
            with self._guard:
                if number > self._records_at:
                    self._records.clear()
                    self._records_at = number
                if number == self._records_at:
                    for person_id in person_ids:
                        if person_id in self._records:
                            self._records.move_to_end(person_id)
                            found[person_id] = self._records[person_id]
            missing = [person_id for person_id in person_ids if person_id not in found]
            read: dict[str, Record] = {}
            for start in range(0, len(missing), _CHUNK):
                rows = connection.execute(
                    select(people.c.id, people.c.record).where(
                        people.c.id.in_(missing[start : start + _CHUNK]),
                        people.c.removed_at.is_(None),
                    )
                )
                read.update({row.id: row.record for row in rows})
            told = get_web_people(connection, [i for i in missing if i not in read])
        with self._guard:
            # What was read before a change must not outlive it.
            if number == self._records_at:
                self._records.update(read)
                while len(self._records) > _CACHED_RECORDS:
                    self._records.popitem(last=False)
        found.update(read)
        found.update(told)
        return {i: found[i] for i in dict.fromkeys(person_ids) if i in found}

    def find_by_anchor(self, kind: str, value: str) -> list[Record]:
        """As `PeopleIndex.find_by_anchor`; a value that is no such anchor finds nobody."""
        normal = normalise(kind, value)
        if normal is None:
            return []
        with reading(self._engine) as connection:
            rows = connection.execute(
                select(people.c.record)
                .join(people_anchors, people_anchors.c.person_id == people.c.id)
                .where(people_anchors.c.kind == kind, people_anchors.c.value == normal)
                .where(people.c.removed_at.is_(None))
                .order_by(people.c.id)
                .limit(ANCHOR_PEOPLE_MAX)
            )
            return list(rows.scalars())

    def suppressed(self, kind: str, values: Sequence[str]) -> set[str]:
        """As `PeopleIndex.suppressed`: whoever asked a moment ago counts, so the database says."""
        with reading(self._engine) as connection:
            return listed_among(connection, kind, values) if anybody_listed(connection) else set()

    def named_on_web(self, name: str) -> list[Record]:
        """As `PeopleIndex.named_on_web`."""
        with reading(self._engine) as connection:
            return named_on_web(connection, name)

    def same_as(self, person_id: str) -> tuple[str, ...]:
        """As `PeopleIndex.same_as`."""
        same = self._same.get(person_id)
        # Of 1,000 people hardly one has another record, and every answer asks for all of its.
        return () if same is None else tuple(i for i in same if i != person_id)

    @property
    def of_several_records(self) -> Ids | None:
        """As `PeopleIndex.of_several_records`."""
        return self._several

    @property
    def synthetic(self) -> bool:
        """As `PeopleIndex.synthetic`."""
        return self._synthetic

    def stats(self) -> IndexStats:
        """As `PeopleIndex.stats`."""
        generation = self._generation
        if self._stats is None or self._stats[0] != generation:
            self._stats = (generation, read_stats(self._engine, self._embedder.model))
        return self._stats[1]

    # --- Retriever ---------------------------------------------------------------------------

    @property
    def followed(self) -> int:
        """As `PeopleIndex.followed`."""
        return self._followed

    @property
    def generation(self) -> int:
        """As `Retriever.generation`."""
        return self._generation

    def retrieve(self, asks: Sequence[Ask]) -> list[Scored]:
        """As `Retriever.retrieve`."""
        worded = [
            i for i, a in enumerate(asks) if a.channel is Channel.MEANING and a.vector is None
        ]
        ready = list(asks)
        if worded:
            embedded = self.embed([asks[i].text or "" for i in worded])
            for row, i in enumerate(worded):
                ready[i] = replace(asks[i], vector=embedded[row])
        with self._answering():
            return self._projection.shard.retrieve(ready)

    def count(self, where: Where | None = None) -> int:
        """As `Retriever.count`."""
        with self._answering():
            return self._projection.shard.count(where)

    def candidates(
        self, where: Where | None, lifts: Sequence[Where], asks: Sequence[Ask], limit: int
    ) -> View:
        """As `Retriever.candidates`."""
        with self._answering():
            return self._projection.shard.candidates(where, lifts, asks, limit)

    def ranked(self, candidates: View, asks: Sequence[Ask]) -> list[Ranked]:
        """As `Retriever.ranked`."""
        with self._answering():
            return self._projection.shard.ranked(candidates, asks)

    def scan(self, where: Where | None = None, limit: int | None = None) -> list[str]:
        """As `Retriever.scan`."""
        with self._answering():
            return self._projection.shard.scan(where, limit)

    def facet(
        self, key: str, limit: int = 1000, where: Where | None = None
    ) -> list[tuple[str, int]]:
        """As `Retriever.facet`."""
        with self._answering():
            return self._projection.shard.facet(key, limit, where)

    @property
    def model(self) -> str:
        """As `Retriever.model`."""
        return self._embedder.model

    def embed(self, texts: Sequence[str]) -> Vectors:
        """As `Retriever.embed`."""
        return self._embedder.embed(texts)

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Whatever goes wrong inside Qdrant fails the whole answer, by one name."""
        if self._closed:
            raise IndexUnavailable("the index is closed")
        try:
            yield
        except (IndexUnavailable, ValueError, KeyError):
            raise
        except Exception as error:
            raise IndexUnavailable(f"the index failed: {error}") from error


def is_synthetic(connection: Connection) -> bool:
    """Whether there is anybody, and nobody of a dataset that is not synthetic."""
    anybody = select(people.c.id).where(
        people.c.dataset == datasets.c.name, people.c.removed_at.is_(None)
    )
    kinds = connection.scalars(select(datasets.c.synthetic).where(anybody.exists()))
    return set(kinds) == {True}


def read_stats(engine: Engine, model: str) -> IndexStats:
    """What the database holds, counted."""
    with reading(engine) as connection:
        rows = connection.execute(
            select(datasets.c.name, datasets.c.synthetic, func.count())
            .join(people, and_(people.c.dataset == datasets.c.name, people.c.removed_at.is_(None)))
            .group_by(datasets.c.name, datasets.c.synthetic)
            .order_by(datasets.c.name)
        ).all()
        synthetic = is_synthetic(connection)
        with_vectors = connection.execute(
            select(func.count()).select_from(vectors).where(vectors.c.model == model)
        ).scalar_one()
    return IndexStats(
        people=sum(row[2] for row in rows),
        searchable_by_meaning=int(with_vectors),
        synthetic=synthetic,
        datasets={row.name: row[2] for row in rows},
    )
