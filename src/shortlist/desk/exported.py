"""Which files people were written into, so that it can be said of each where they went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from shortlist.desk.searches import now

if TYPE_CHECKING:
    import sqlite3

__all__ = ["ExportSeen", "Exported"]

EXPORTS_KEPT: Final = 1_000


class ExportSeen(NamedTuple):
    """A file that somebody was written into."""

    at: str
    path: str
    """Where it was written, or `standard output`."""
    format: str
    set_id: str
    purpose: str


class Exported:
    """Mixed into `desk.store.Store`, whose transactions it uses; of any account."""

    if TYPE_CHECKING:

        def _change(self) -> AbstractContextManager[sqlite3.Connection]: ...
        def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]: ...

    def note_export(
        self,
        path: str,
        format: str,
        anchors: Iterable[str],
        *,
        set_id: str = "",
        purpose: str = "",
    ) -> None:
        """Keep that a file was written now, and whom it holds: `anchors` as `left_out.anchors_of`
        has them, of everybody in it."""
        with self._change() as db:
            made = db.execute(
                "INSERT INTO exports (at, path, format, set_id, purpose) VALUES (?, ?, ?, ?, ?)",
                (now(), path, format, set_id, purpose),
            ).lastrowid
            db.executemany(
                "INSERT OR IGNORE INTO exported VALUES (?, ?)",
                ((made, anchor) for anchor in anchors),
            )
            old = "SELECT id FROM exports ORDER BY id DESC LIMIT -1 OFFSET ?"
            db.execute(f"DELETE FROM exported WHERE export IN ({old})", (EXPORTS_KEPT,))
            db.execute(f"DELETE FROM exports WHERE id IN ({old})", (EXPORTS_KEPT,))

    def exports_of(self, anchors: Iterable[str]) -> list[ExportSeen]:
        """The files that hold whoever has one of `anchors`, newest first."""
        known = sorted(set(anchors))
        marks = ", ".join("?" * len(known))
        rows = self._rows(
            "SELECT DISTINCT e.id, e.at, e.path, e.format, e.set_id, e.purpose FROM exports e "
            f"JOIN exported x ON x.export = e.id WHERE x.anchor IN ({marks}) ORDER BY e.id DESC",
            known,
        )
        return [ExportSeen(*row[1:]) for row in rows]
