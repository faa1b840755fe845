"""Stored searches: recent queries, saved ones, and their answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shortlist.desk.database import Database, dump, format_now, load

_QUERIES_KEPT = 1_000
_ANSWERS_KEPT = 100


class Searches(Database):
    """Part of `desk.store.Store`, whose transactions and account it uses."""

    def remember_query(self, text: str, **details: Any) -> None:
        """Put `text` first in the history, with what else is known of that search."""
        with self._change():
            self._put("queries", text, dump(details), format_now())
            self._keep_newest("queries", "text", _QUERIES_KEPT)

    def queries(self, limit: int = 50) -> list[str]:
        """The last queries, newest first, each once."""
        return [entry["text"] for entry in self.searches(limit)]

    def searches(self, limit: int = 50) -> list[dict[str, Any]]:
        """The last searches, newest first: `text`, `at`, and the details that were given."""
        rows = self._rows(
            "SELECT text, details, at FROM queries WHERE account = ? ORDER BY at DESC LIMIT ?",
            (self.account, limit),
        )
        return [{**load(details, dict), "text": text, "at": at} for text, details, at in rows]

    def save_search(self, name: str, search: Mapping[str, Any]) -> None:
        """Keep a search under a name, in place of one that had it."""
        self._put("saved_searches", name, dump(search))

    def saved_searches(self) -> dict[str, dict[str, Any]]:
        """Saved searches by name."""
        sql = "SELECT name, body FROM saved_searches WHERE account = ? ORDER BY name"
        return {name: load(body, dict) for name, body in self._rows(sql, (self.account,))}

    def forget_search(self, name: str) -> None:
        sql = "DELETE FROM saved_searches WHERE account = ? AND name = ?"
        self._rows(sql, (self.account, name))

    def rename_search(self, name: str, new: str) -> None:
        """Give a saved search another name, in place of one that had it."""
        sql = "UPDATE OR REPLACE saved_searches SET name = ? WHERE account = ? AND name = ?"
        self._rows(sql, (new, self.account, name))

    def keep_answer(self, search: str, answer: Mapping[str, Any]) -> None:
        """Keep who was found by a search (`answer` as JSON) in place of what it found before.

        The last hundred searches are kept.
        """
        with self._change():
            self._put("answers", search, dump(answer), format_now())
            self._keep_newest("answers", "search", _ANSWERS_KEPT)

    def answer(self, search: str) -> dict[str, Any] | None:
        """Who a search found when it was last run, with `at`; `None` when that is not kept."""
        sql = "SELECT body, at FROM answers WHERE account = ? AND search = ?"
        rows = self._rows(sql, (self.account, search))
        return {**load(rows[0][0], dict), "at": rows[0][1]} if rows else None

    def forget_sample(self) -> None:
        """Forget who was found in the synthetic sample: it is searched no more."""
        sql = (
            "DELETE FROM answers WHERE account = ? AND json_valid(body) "
            "AND json_extract(body, '$.data.request.synthetic')"
        )
        self._rows(sql, (self.account,))

    def understood(self, query: str) -> list[str]:
        """What was understood of `query` when it was last searched for, a criterion each; nothing
        where no such search is kept, or its deployment did not tell."""
        found: Any = self.last_answer(query) or {}
        for name in ("data", "request", "plan", "criteria"):
            found = found.get(name) if isinstance(found, dict) else None
        return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []

    def last_answer(self, query: str) -> dict[str, Any] | None:
        """Who was found when `query` was last searched for, with whatever filters."""
        sql = "SELECT search, body FROM answers WHERE account = ? ORDER BY at DESC"
        words = " ".join(query.split())
        for search, body in self._rows(sql, (self.account,)):
            asked = load(search)
            if isinstance(asked, list) and asked[:1] == [words]:
                return dict(load(body, dict))
        return None


def search_key(query: str, filters: Mapping[str, str], type: str, count: int) -> str:
    """What the answer of a search is kept under: the same for the same search, however its
    filters are ordered and its words are spaced."""
    said = {name: " ".join(value.split()) for name, value in sorted(filters.items())}
    return dump([" ".join(query.split()), said, type, count])
