"""The processes that do durable work, and detection of those that died.

A process holds a slot of its data folder by a file lock, which the kernel drops the moment the
process dies: a service that is killed and started again gets the same executor id at once, and
with it its own unfinished work. Work of processes that never come back (another machine, fewer
workers) is told by a lease in the database, on the database's clock.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Engine,
    cast,
    delete,
    extract,
    func,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

from shortlist.service.clock import is_held
from shortlist.service.db.engine import reading, writing
from shortlist.service.db.schema import executors

LEASE_MS = 15_000
BEAT_SECONDS = 4.0
_SLOTS = 256


class WorkProcess:
    """This process as durable work knows it: an id, kept alive until `release`."""

    def __init__(self, engine: Engine, data_dir: Path) -> None:
        self._engine = engine
        folder = data_dir / "executors"
        folder.mkdir(parents=True, exist_ok=True)
        self._lock, slot = _claim_slot(folder)
        self.id = f"{_folder_id(folder)}-{slot}"
        self.beat()

    def beat(self) -> None:
        """Say that this process lives."""
        with writing(self._engine) as connection:
            upsert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
            row = upsert(executors).values(id=self.id, lease_until=_now(connection) + LEASE_MS)
            connection.execute(
                row.on_conflict_do_update(
                    index_elements=[executors.c.id],
                    set_={"lease_until": row.excluded.lease_until},
                )
            )

    def dead(self, ids: Iterable[str]) -> list[str]:
        """Those of `ids` that are other processes whose lease has passed."""
        others = set(ids) - {self.id}
        if not others:
            return []
        with reading(self._engine) as connection:
            known = connection.execute(
                select(
                    executors.c.id, executors.c.lease_until, _now(connection).label("now")
                ).where(executors.c.id.in_(others))
            )
            alive = {row.id for row in known if is_held(row.lease_until, row.now)}
            return sorted(others - alive)

    def release(self) -> None:
        """Give the slot back; what this process left undone may be taken over at once."""
        try:
            with writing(self._engine) as connection:
                connection.execute(delete(executors).where(executors.c.id == self.id))
        finally:
            self._lock.close()


def _claim_slot(folder: Path) -> tuple[IO[Any], int]:
    import fcntl  # not on Windows

    for slot in range(_SLOTS):
        lock = (folder / f"{slot}.lock").open("a")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
        else:
            return lock, slot
    raise RuntimeError(f"{folder}: more than {_SLOTS} processes on one data folder")


def _folder_id(folder: Path) -> str:
    """A name that this folder keeps; two folders on one database differ."""
    path = folder / "id"
    try:
        with path.open("x") as fresh:
            fresh.write(secrets.token_hex(6))
    except FileExistsError:
        pass
    return path.read_text().strip()


def _now(connection: Connection) -> ColumnElement[int]:
    """Epoch milliseconds on the database's clock: hosts' clocks differ, this one does not."""
    if connection.dialect.name == "sqlite":
        return cast((func.julianday("now") - 2440587.5) * 86_400_000, BigInteger)
    return cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
