"""The shard as a projection of the database: opened, updated, and rebuilt when in doubt."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from sqlalchemy import Connection, Engine, Text, and_, cast, select

from shortlist.service.db.engine import reading
from shortlist.service.db.schema import people, vectors
from shortlist.service.index.derive import Row, derived, unpack
from shortlist.service.index.facets import FACETS_VERSION
from shortlist.service.index.port import IndexUnavailable
from shortlist.service.index.shard import POINTS, EmbeddedStore, Shard, Store
from shortlist.service.index.store import identity, last_number
from shortlist.service.index.texts import TEXTS_VERSION
from shortlist.service.room import NoRoom

log = logging.getLogger("shortlist.index")

FORMAT = 5
"""Of the folder and of what the shard stores."""
_BATCH = 1000
_OPTIMISE_FROM = 2000
"""Changes after which merging segments is worth its while."""
_SETTLE_EVERY = 100_000
"""People after whom a segment gets its lasting form (`edge_points.EXACT_UP_TO_KB`): to make that of
250,000 at once took 2.4 GB for half a minute."""


class IndexBusy(IndexUnavailable):
    """Another process keeps the folder."""


Progress = Callable[[int, int], None]
"""Called with how many of how many people are done."""


@dataclass(frozen=True, slots=True)
class Made:
    """What a shard was made with: another one is made anew."""

    database: int
    model: str
    dimension: int
    format: int = FORMAT
    facets: int = FACETS_VERSION
    texts: int = TEXTS_VERSION

    def without_database(self) -> dict[str, Any]:
        """All but the database: what a shard that ships was made with."""
        made = asdict(self)
        del made["database"]
        return made


class Projection:
    """The shard in `folder`, following the database of `engine`.

    Holds the folder's lock while open. Not thread-safe but for `shard`, which is; one thread
    follows. Raises `IndexUnavailable` when another process keeps the folder longer than
    `patience_seconds`.
    """

    def __init__(
        self,
        engine: Engine,
        folder: Path,
        model: str,
        dimension: int,
        *,
        store: Store | None = None,
        patience_seconds: float = 60,
    ) -> None:
        self._engine = engine
        self._folder = folder
        self._store = store or EmbeddedStore(dimension)
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = lock(folder / "lock", patience_seconds)
        try:
            self._made = Made(identity(engine), model, dimension)
            self.untidy = False
            """Whether its files hold whoever was taken out, or lie in many pieces."""
            self.no_room: NoRoom | None = None
            """What keeps it from being tidied up."""
            self.shard, self.followed = self._open()
        except BaseException:
            os.close(self._lock)
            raise

    @property
    def _state(self) -> Path:
        return self._folder / "state.json"

    def _open(self) -> tuple[Shard, int]:
        if not self._state.exists():
            return self._anew()
        try:
            state = orjson.loads(self._state.read_bytes())
            applying, followed = state.pop("applying"), state.pop("followed")
            self.untidy = state.pop("untidy", False)
            if applying:
                why = "it was being changed when its process ended"
            elif state != asdict(self._made):
                why = "it was made of another database or with another model"
            else:
                shard = self._store.load(self._folder)
                return shard, shard.followed or int(followed)
        except NoRoom:
            raise
        except Exception as error:
            why = f"it cannot be read ({type(error).__name__}: {error})"
        log.warning("the search index in %s is made anew: %s", self._folder, why)
        return self._anew()

    def _anew(self) -> tuple[Shard, int]:
        self.untidy = False
        self._state.unlink(missing_ok=True)
        shard = self._store.create(self._folder)
        self._remember(shard.followed, applying=False)
        return shard, shard.followed

    def _remember(self, followed: int, *, applying: bool) -> None:
        _remember(self._state, self._made, followed, applying=applying, untidy=self.untidy)

    def catch_up(self, progress: Progress | None = None) -> None:
        """Apply what the database has and the shard has not, and tidy up where there is room.
        Raises `NoRoom` where people find none: what was applied until then is applied again."""
        with reading(self._engine) as connection:
            newest = last_number(connection)
            if newest > self.followed:
                self._apply(connection, newest, progress)
        if self.untidy:
            self._tidy()

    def _apply(self, connection: Connection, newest: int, progress: Progress | None) -> None:
        # A shard that died in the middle of this is thrown away, not trusted.
        self._remember(self.followed, applying=True)
        self.shard.begin()
        self.followed = max(self.followed, self.shard.followed)
        done = settled = 0
        changed = self._changed_people(connection, newest)
        for gone, points in derived(changed, expected=newest - self.followed):
            self.untidy = bool(self.shard.remove(gone)) or self.untidy
            self.shard.put(points)
            done += len(gone) + len(points)
            if done - settled >= _SETTLE_EVERY:
                self.shard.settle()
                settled = done
            if progress:
                progress(done, len(self.shard))
        for vector_batch in self._changed_vectors(connection, newest):
            self.shard.put_vectors(vector_batch)
            done += len(vector_batch)
        self.shard.flush(newest)
        self.followed = newest
        self.untidy = self.untidy or done >= _OPTIMISE_FROM
        self._remember(newest, applying=False)

    def _tidy(self) -> None:
        """Leave nothing in its files of whoever was taken out."""
        try:
            self.shard.optimise()
        except NoRoom as error:
            self.no_room = error
            return
        self.shard.flush(self.followed)
        self.untidy, self.no_room = False, None
        self._remember(self.followed, applying=False)

    def _changed_people(self, connection: Connection, newest: int) -> Iterator[list[Row]]:
        last = self.followed
        while True:
            rows = connection.execute(
                select(people.c.id, people.c.seq, people.c.removed_at)
                # Read as text: whoever derives the point decodes it.
                .add_columns(cast(people.c.record, Text).label("record"))
                .add_columns(vectors.c.vector, vectors.c.seq.label("vector_seq"))
                .select_from(people.outerjoin(vectors, self._vector_of_person()))
                .where(people.c.seq > last, people.c.seq <= newest)
                .order_by(people.c.seq)
                .limit(_BATCH)
            ).all()
            if not rows:
                return
            yield [
                Row(
                    row.id,
                    None if row.removed_at is not None else row.record,
                    row.vector,
                    max(row.seq, row.vector_seq or 0),
                )
                for row in rows
            ]
            last = rows[-1].seq

    def _changed_vectors(
        self, connection: Connection, newest: int
    ) -> Iterator[list[tuple[str, int, list[float]]]]:
        last = self.followed
        while True:
            rows = connection.execute(
                select(vectors.c.person_id, vectors.c.seq, vectors.c.vector)
                .join(people, self._vector_of_person())
                # Who changed meanwhile came with the vector already.
                .where(people.c.seq <= self.followed, people.c.removed_at.is_(None))
                .where(vectors.c.seq > last, vectors.c.seq <= newest)
                .order_by(vectors.c.seq)
                .limit(_BATCH)
            ).all()
            if not rows:
                return
            yield [(row.person_id, row.seq, unpack(row.vector)) for row in rows]
            last = rows[-1].seq

    def _vector_of_person(self) -> Any:
        return and_(vectors.c.person_id == people.c.id, vectors.c.model == self._made.model)

    def close(self) -> None:
        """Release the shard and its folder."""
        self.shard.close()
        os.close(self._lock)


def begin_from(copy: Callable[[Path], None], folder: Path, made: Made, followed: int) -> None:
    """Begin the shard in `folder`, which holds none, from a copy that saw up to `followed`.

    `copy` puts it into the folder it is given.
    """
    folder.mkdir(parents=True, mode=0o700)
    descriptor = lock(folder / "lock", 0)
    try:
        copy(folder / POINTS)
        _remember(folder / "state.json", made, followed)
    finally:
        os.close(descriptor)


def _remember(
    path: Path, made: Made, followed: int, *, applying: bool = False, untidy: bool = False
) -> None:
    draft = path.with_suffix(".new")
    how = {"followed": followed, "applying": applying, "untidy": untidy}
    draft.write_bytes(orjson.dumps({**asdict(made), **how}))
    draft.replace(path)


def pack(vector: np.ndarray[Any, np.dtype[np.float32]]) -> bytes:
    """A vector as the database stores it: float16, little-endian."""
    return vector.astype("<f2").tobytes()


def lock(path: Path, patience_seconds: float) -> int:
    """Take the lock file at `path`; the descriptor that holds it until closed.

    Raises `IndexBusy` when another process still has it after `patience_seconds`.
    """
    import fcntl  # not on Windows

    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    deadline = time.monotonic() + patience_seconds
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            if time.monotonic() >= deadline:
                os.close(descriptor)
                raise IndexBusy(f"another process is using the index in {path.parent}") from None
            time.sleep(0.05)


def is_behind(folder: Path, number: int) -> bool:
    """Whether a process keeps the index in `folder` up to date, and has yet to see `number`."""
    try:
        os.close(lock(folder / "lock", 0))
    except IndexBusy:
        with suppress(FileNotFoundError):
            return int(orjson.loads((folder / "state.json").read_bytes())["followed"]) < number
        return True  # it is being made anew
    return False


@contextmanager
def locked(path: Path, patience_seconds: float) -> Iterator[None]:
    """Hold the lock file at `path` while the block runs."""
    descriptor = lock(path, patience_seconds)
    try:
        yield
    finally:
        os.close(descriptor)
