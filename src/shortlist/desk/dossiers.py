"""Stored dossiers of person research."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shortlist.desk.database import Database, dump, format_now, load


class Dossiers(Database):
    """Part of `desk.store.Store`, whose transactions and account it uses."""

    def keep_dossier(self, person: str, dossier: Mapping[str, Any]) -> None:
        """Keep what research of a person gave (wire shape), in place of what it gave before."""
        self._put("dossiers", person, dump(dossier), format_now())

    def dossier(self, person: str) -> tuple[dict[str, Any], str] | None:
        """What research of a person gave when it was last read, and when that was."""
        sql = "SELECT body, at FROM dossiers WHERE account = ? AND person = ?"
        rows = self._rows(sql, (self.account, person))
        return (load(rows[0][0], dict), rows[0][1]) if rows else None
