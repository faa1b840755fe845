"""The history of exports: which files people were written into."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from shortlist.desk.database import Database, format_now
from shortlist.desk.left_out import anchors_of

EXPORTS_KEPT: Final = 1_000
_AS_WRITTEN: Final = "as:"
"""Before a page as it was written: to bring 100,000 to their one form takes longer than to write
the file, and somebody is looked for seldom."""


class ExportRecord(NamedTuple):
    """A file that somebody was written into."""

    at: str
    path: str
    """Where it was written, or `standard output`."""
    format: str
    set_id: str
    purpose: str


class ExportHistory(Database):
    """Part of `desk.store.Store`, whose transactions it uses; of any account."""

    def note_export(
        self,
        path: str,
        format: str,
        people: Iterable[str],
        *,
        set_id: str = "",
        purpose: str = "",
    ) -> None:
        """Keep that a file was written now, and whom it holds: `brief_person` of each."""
        with self._change() as db:
            made = db.execute(
                "INSERT INTO exports (at, path, format, set_id, purpose) VALUES (?, ?, ?, ?, ?)",
                (format_now(), path, format, set_id, purpose),
            ).lastrowid
            db.executemany(
                "INSERT OR IGNORE INTO exported VALUES (?, ?)", ((made, each) for each in people)
            )
            old = "SELECT id FROM exports ORDER BY id DESC LIMIT -1 OFFSET ?"
            db.execute(f"DELETE FROM exported WHERE export IN ({old})", (EXPORTS_KEPT,))
            db.execute(f"DELETE FROM exports WHERE id IN ({old})", (EXPORTS_KEPT,))


def brief_person(row: Mapping[str, Any]) -> list[str]:
    """What a row of a file names somebody by, as it is kept."""
    page = str(row.get("profile_url") or "").strip()
    rest = {name: value for name, value in row.items() if name != "profile_url"}
    return anchors_of(rest) + ([f"{_AS_WRITTEN}{page}"] if page else [])


def is_theirs(kept: str, anchors: Collection[str]) -> bool:
    """Whether what is kept (`brief_person`) names whoever has one of `anchors`."""
    if not kept.startswith(_AS_WRITTEN):
        return kept in anchors
    written = kept.removeprefix(_AS_WRITTEN)
    plain = unquote(written).casefold()
    # The end of a page is in every spelling of it that is all letters.
    ends = (a.rpartition("/")[2] for a in anchors if a.startswith("page:"))
    if not any(not end.isascii() or end.casefold() in plain for end in ends):
        return False
    return any(page in anchors for page in anchors_of({"profile_url": written}))


def exports_of(db: sqlite3.Connection, anchors: Iterable[str]) -> list[ExportRecord]:
    """The files that hold whoever has one of `anchors`, newest first."""
    known = set(anchors)
    found = {
        export
        for export, kept in db.execute("SELECT export, anchor FROM exported")
        if is_theirs(kept, known)
    }
    rows = db.execute("SELECT id, at, path, format, set_id, purpose FROM exports ORDER BY id DESC")
    return [ExportRecord(*row[1:]) for row in rows if row[0] in found]
