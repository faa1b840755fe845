"""The state of a run of many lookups, on disk, so that it can be stopped and resumed.

Each lookup has an idempotency key that is on disk before it is first sent, and its answer is on
disk before it counts as done. After a crash what was sent and not answered goes out again with
the same key, and the deployment answers it as it did the first time (interface, section 7).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from shortlist.contract.limits import IDEMPOTENCY_KEEP_HOURS
from shortlist.desk.database import Database, load
from shortlist.desk.places import (
    DeskError,
    Places,
    Unkept,
    appending,
    private_folder,
    refuse_link,
)

_KEEP_DAYS = 30

_SCHEMA = """
CREATE TABLE IF NOT EXISTS run (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lookups (
    number INTEGER PRIMARY KEY, anchor TEXT NOT NULL UNIQUE, key TEXT NOT NULL, sent_at REAL,
    answer TEXT, error TEXT, code TEXT, credits INTEGER NOT NULL DEFAULT 0
);
"""


@dataclass(frozen=True, slots=True)
class Lookup:
    """Where one lookup stands."""

    anchor: dict[str, str]
    answer: dict[str, Any] | None
    """The deployment's answer in our own shape."""
    error: str | None
    """Why there is no answer."""
    credits: float = 0
    key: str = ""
    """Its idempotency key."""

    @property
    def done(self) -> bool:
        return self.answer is not None or self.error is not None


class Lookups(Database):
    """A run of lookups that belongs to an output file."""

    def __init__(
        self, places: Places, *, output: Path, source: Path, fields: Sequence[str], origin: str
    ) -> None:
        """Open what is known of the run that writes `output`, or begin one.

        Raises `DeskError` when the file belongs to something else, or another program is at it.
        """
        import fcntl  # not on Windows

        folder = private_folder(places.data / "bulk")
        _forget_old(folder)
        name = hashlib.sha256(str(output.absolute()).encode()).hexdigest()[:32]
        self._claim: IO[bytes] = appending(folder / f"{name}.lock")
        try:
            fcntl.flock(self._claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._claim.close()
            raise DeskError(f"Another program is writing {output}. Wait for it to end.") from None
        path = folder / f"{name}.db"
        refuse_link(path)
        meant = {"source": str(source.absolute()), "fields": sorted(fields), "origin": origin}
        if path.exists() and self._differs(path, meant):
            if output.exists():
                raise DeskError(
                    f"{output} belongs to a run of another file, deployment or other fields. "
                    "Choose another name with -o."
                )
            path.unlink()
        elif not path.exists() and os.path.lexists(output):
            raise DeskError(f"{output} is already there. Choose another name, or move it away.")
        with self._as_unkept():
            super().__init__(path, "FULL")
            self._db.executescript(_SCHEMA)
            self._db.execute("INSERT OR REPLACE INTO run VALUES ('meant', ?)", (_dump(meant),))
        self._meant: set[str] = set()
        os.utime(path)

    @staticmethod
    def _differs(path: Path, meant: dict[str, Any]) -> bool:
        with contextlib.closing(sqlite3.connect(path)) as db:
            try:
                row = db.execute("SELECT value FROM run WHERE name = 'meant'").fetchone()
                return row is None or bool(load(row[0]) != meant)
            except (sqlite3.DatabaseError, UnicodeError, Unkept):
                return True

    def close(self) -> None:
        super().close()
        self._claim.close()

    # What is known

    def add(self, anchors: Sequence[dict[str, str]]) -> None:
        """Take in lookups; one that is known keeps its key and its answer.

        Only what is taken in is done: who was in the file, or allowed, at an earlier run and no
        longer is, is not asked about.
        """
        meant = [_dump(anchor) for anchor in anchors]
        self._meant.update(meant)
        with self._change():
            self._db.executemany(
                "INSERT OR IGNORE INTO lookups (anchor, key) VALUES (?, ?)",
                ((anchor, _new_key()) for anchor in meant),
            )

    def lookup(self, anchor: dict[str, str]) -> Lookup:
        """Where the lookup of `anchor` stands."""
        rows = self._rows(
            "SELECT answer, error, credits, key FROM lookups WHERE anchor = ?", (_dump(anchor),)
        )
        if not rows:
            return Lookup(anchor, None, None)
        answer, error, credits, key = rows[0]
        return Lookup(anchor, load(answer, dict) if answer else None, error, credits, key)

    def open_count(self) -> int:
        """How many lookups have no answer and no final refusal yet."""
        return len(self.open(resend_stale=True))

    def spent(self) -> float:
        """ACU that the answers so far say they were billed."""
        # Deployments may count in parts of a credit, whose sum is to be told as they are.
        total = self._rows("SELECT coalesce(sum(credits), 0) FROM lookups")[0][0]
        return round(float(total), 6) if isinstance(total, float) else int(total)

    def stale_count(self) -> int:
        """Lookups that were sent so long ago that sending them again could be billed again."""
        return len(self.open(resend_stale=True)) - len(self.open())

    # What the runner writes

    def open(self, *, resend_stale: bool = False) -> list[tuple[dict[str, str], str]]:
        """Anchor and idempotency key of every lookup that is to be done, in the order given.

        Those sent longer ago than deployments keep keys are left out unless `resend_stale`.
        """
        rows = self._rows(
            "SELECT anchor, key, sent_at FROM lookups "
            "WHERE answer IS NULL AND error IS NULL ORDER BY number"
        )
        return [
            (load(anchor, dict), key)
            for anchor, key, sent_at in rows
            if anchor in self._meant and (resend_stale or not _is_stale(sent_at))
        ]

    def unsettled(self) -> set[str]:
        """Keys of the lookups that left and were not answered: each may have been billed."""
        rows = self._rows(
            "SELECT key FROM lookups WHERE sent_at IS NOT NULL AND answer IS NULL AND error IS NULL"
        )
        return {key for (key,) in rows}

    def sent(self, anchor: dict[str, str]) -> None:
        """Written before a lookup leaves for the first time."""
        self._rows(
            "UPDATE lookups SET sent_at = coalesce(sent_at, ?) WHERE anchor = ?",
            (time.time(), _dump(anchor)),
        )

    def answered(self, anchor: dict[str, str], answer: dict[str, Any], credits: float) -> None:
        """Written when the answer is here."""
        self._rows(
            "UPDATE lookups SET answer = ?, credits = ? WHERE anchor = ?",
            (_dump(answer), credits, _dump(anchor)),
        )

    def refused(self, anchor: dict[str, str], error: str, code: str) -> None:
        """Written when the deployment will not answer this lookup as it is."""
        self._rows(
            "UPDATE lookups SET error = ?, code = ? WHERE anchor = ?", (error, code, _dump(anchor))
        )

    def reopen(self, code: str) -> None:
        """Try once more, with new keys, what was refused with `code`."""
        with self._change():
            refused = self._db.execute(
                "SELECT number FROM lookups WHERE code = ?", (code,)
            ).fetchall()
            self._db.executemany(
                "UPDATE lookups SET error = NULL, code = NULL, sent_at = NULL, key = ? "
                "WHERE number = ?",
                ((_new_key(), number) for (number,) in refused),
            )

    def not_run(self, anchor: dict[str, str], *, new_key: bool) -> None:
        """Written when it is certain that nothing was done or billed; it is to be sent again."""
        key = _new_key() if new_key else None
        self._rows(
            "UPDATE lookups SET sent_at = NULL, key = coalesce(?, key) WHERE anchor = ?",
            (key, _dump(anchor)),
        )


def _new_key() -> str:
    return f"bulk-{uuid4().hex}"


def _is_stale(sent_at: float | None) -> bool:
    return sent_at is not None and time.time() - sent_at > IDEMPOTENCY_KEEP_HOURS * 3600


def _forget_old(folder: Path) -> None:
    """Runs that nobody touched for a month; their output has long been where it should be."""
    for path in folder.glob("*.db"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _KEEP_DAYS * 86_400:
                for part in (path, *folder.glob(f"{path.name}-*"), path.with_suffix(".lock")):
                    part.unlink()


def _dump(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
