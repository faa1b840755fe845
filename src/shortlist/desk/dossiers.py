"""Stored dossiers of person research."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from shortlist.desk.searches import dump, format_now, load

if TYPE_CHECKING:
    import sqlite3


class Dossiers:
    """Mixed into `desk.store.Store`, whose transactions and account it uses."""

    account: str

    if TYPE_CHECKING:

        def _change(self) -> AbstractContextManager[sqlite3.Connection]: ...
        def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]: ...

    def keep_dossier(self, person: str, dossier: Mapping[str, Any]) -> None:
        """Keep what research of a person gave (wire shape), in place of what it gave before."""
        with self._change() as db:
            db.execute(
                "INSERT OR REPLACE INTO dossiers VALUES (?, ?, ?, ?)",
                (self.account, person, dump(dossier), format_now()),
            )

    def dossier(self, person: str) -> tuple[dict[str, Any], str] | None:
        """What research of a person gave when it was last read, and when that was."""
        sql = "SELECT body, at FROM dossiers WHERE account = ? AND person = ?"
        rows = self._rows(sql, (self.account, person))
        return (load(rows[0][0], dict), rows[0][1]) if rows else None
