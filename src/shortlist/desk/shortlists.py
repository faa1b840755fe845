"""Named shortlists, notes and tags of people, whatever the account; kept on this machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shortlist.desk.database import Database, dump, format_now, load
from shortlist.desk.places import DeskError


class Shortlists(Database):
    """Part of `desk.store.Store`, whose transactions it uses."""

    def add_to(self, shortlist: str, people: Iterable[Mapping[str, Any]]) -> int:
        """Put people (with `person_id`) on a named shortlist; who is on it already stays.

        Returns how many were not on it before.
        """
        with self._change() as db:
            before = db.total_changes
            db.executemany(
                "INSERT OR IGNORE INTO members VALUES (?, ?, ?, ?)",
                ((shortlist, person["person_id"], dump(person), format_now()) for person in people),
            )
            return db.total_changes - before

    def remove_from(self, shortlist: str, person_ids: Iterable[str]) -> None:
        with self._change() as db:
            db.executemany(
                "DELETE FROM members WHERE shortlist = ? AND person_id = ?",
                ((shortlist, person_id) for person_id in person_ids),
            )

    def shortlists(self) -> list[tuple[str, int]]:
        """Names of the shortlists, with how many people are on each."""
        sql = "SELECT shortlist, count(*) FROM members GROUP BY shortlist ORDER BY shortlist"
        return [(name, count) for name, count in self._rows(sql)]

    def rename_shortlist(self, name: str, new: str) -> None:
        """Give a shortlist another name; `DeskError` when there is one of that name."""
        with self._change() as db:
            sql = "SELECT 1 FROM members WHERE shortlist = ? LIMIT 1"
            if db.execute(sql, (new,)).fetchone():
                raise DeskError(f"There is a shortlist {new} already. Choose another name.")
            db.execute("UPDATE members SET shortlist = ? WHERE shortlist = ?", (new, name))

    def delete_shortlist(self, name: str) -> int:
        """Delete a shortlist; how many people were on it. Notes and tags stay."""
        with self._change() as db:
            sql = "DELETE FROM members WHERE shortlist = ?"
            return db.execute(sql, (name,)).rowcount

    def shortlists_of(self, person_id: str) -> list[str]:
        """Names of the shortlists a person is on."""
        sql = "SELECT shortlist FROM members WHERE person_id = ? ORDER BY shortlist"
        return [name for (name,) in self._rows(sql, (person_id,))]

    def member(self, shortlist: str, person_id: str) -> dict[str, Any] | None:
        """Somebody on a shortlist, as they were put there, or `None`."""
        sql = "SELECT body FROM members WHERE shortlist = ? AND person_id = ?"
        rows = self._rows(sql, (shortlist, person_id))
        return load(rows[0][0], dict) if rows else None

    def members(self, shortlist: str) -> list[dict[str, Any]]:
        """The people on a shortlist, in the order in which they were put there."""
        sql = "SELECT body FROM members WHERE shortlist = ? ORDER BY at, person_id"
        return [load(body, dict) for (body,) in self._rows(sql, (shortlist,))]

    def remark(
        self, person_id: str, *, note: str | None = None, tags: Sequence[str] | None = None
    ) -> None:
        """Write a note on a person, set their tags, or both; what is `None` stays."""
        with self._change() as db:
            db.execute(
                "INSERT INTO remarks (person_id) VALUES (?) ON CONFLICT DO NOTHING", (person_id,)
            )
            db.execute(
                "UPDATE remarks SET note = coalesce(?, note), tags = coalesce(?, tags) "
                "WHERE person_id = ?",
                (note, None if tags is None else dump(list(tags)), person_id),
            )

    def remarks(self) -> dict[str, dict[str, Any]]:
        """`note` and `tags` of everyone who has any, by person id."""
        rows = self._rows(
            "SELECT person_id, note, tags FROM remarks WHERE note <> '' OR tags <> '[]'"
        )
        return {person: {"note": note, "tags": load(tags, list)} for person, note, tags in rows}
