"""Deletion of contact details after `keep_contacts_days` (`config.toml`).

What is older is dropped whenever the file of this machine is opened, which the app and most
commands begin with. Receipts, and how often lookups found something, stay: they name no contact.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from shortlist.contract.times import format_time
from shortlist.desk.config import SettingsError, load_settings
from shortlist.desk.places import Places

_DROPPED: Final = json.dumps({"data": {}, "meta": {}})
"""What stands for an answer that is kept no longer: it is done, and is not asked again."""


def find_oldest_kept(places: Places) -> datetime | None:
    """From when on contact details are kept; `None` where they are kept for as long as one likes.

    Where `config.toml` cannot be read nothing is dropped: the app and the commands say why.
    """
    with contextlib.suppress(SettingsError):
        days = load_settings(places).keep_contacts_days
        if days:
            return datetime.now(UTC) - timedelta(days=days)
    return None


def drop_old_contacts(db: sqlite3.Connection, oldest: datetime) -> int:
    """Drop what was resolved before `oldest`, within a transaction of `db`; how many."""
    sql = "DELETE FROM contacts WHERE at < ?"
    return db.execute(sql, (format_time(oldest),)).rowcount


def drop_old_lookups(places: Places, oldest: datetime) -> None:
    """Drop what runs of `enrich --from` were answered before `oldest`. One that goes on just now
    is left to its next start."""
    for path in (places.data / "bulk").glob("*.db"):
        with contextlib.suppress(sqlite3.Error):
            _drop(path, oldest.timestamp())


def _drop(path: Path, oldest: float) -> None:
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0.2)) as db:
        db.execute("PRAGMA secure_delete = ON")
        dropped = db.execute(
            "UPDATE lookups SET answer = ? WHERE answer IS NOT NULL AND answer <> ? "
            "AND sent_at < ?",
            (_DROPPED, _DROPPED, oldest),
        ).rowcount
        if dropped:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
