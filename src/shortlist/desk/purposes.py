"""The purposes of Sets, in the words of whoever made them; kept on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shortlist.desk.database import Database, format_now

if TYPE_CHECKING:
    import sqlite3

_EXPECTED_KEPT = 100


class Purposes(Database):
    """Part of `desk.store.Store`, whose transactions and account it uses."""

    def note_purpose(self, set_id: str, purpose: str) -> None:
        """Write down what a Set is for; nothing but blanks forgets it."""
        with self._change() as db:
            self._note(db, set_id, purpose)

    def purposes(self) -> dict[str, str]:
        """What each Set is for, by its id, where it was written down."""
        sql = "SELECT set_id, purpose FROM purposes WHERE account = ?"
        return dict(self._rows(sql, (self.account,)))

    def expect_set(self, key: str, purpose: str) -> None:
        """Write down what a Set is for before it is asked for, under the idempotency key of its
        creation: the program may end before the answer comes."""
        with self._change() as db:
            db.execute(
                "DELETE FROM expected_sets WHERE account = ? AND key = ?", (self.account, key)
            )
            if purpose.strip():
                db.execute(
                    "INSERT INTO expected_sets VALUES (?, ?, ?, ?)",
                    (self.account, key, purpose.strip(), format_now()),
                )
            db.execute(
                "DELETE FROM expected_sets WHERE account = ? AND key IN (SELECT key FROM "
                "expected_sets WHERE account = ? ORDER BY at DESC LIMIT -1 OFFSET ?)",
                (self.account, self.account, _EXPECTED_KEPT),
            )

    def set_came(self, key: str, set_id: str) -> str:
        """The Set that was asked for under `key` is `set_id`: what it is for goes with it.

        Returns what that is; nothing where it was not said.
        """
        with self._change() as db:
            row = db.execute(
                "DELETE FROM expected_sets WHERE account = ? AND key = ? RETURNING purpose",
                (self.account, key),
            ).fetchone()
            if row is None:
                return ""
            self._note(db, set_id, row[0])
            return str(row[0])

    def _note(self, db: sqlite3.Connection, set_id: str, purpose: str) -> None:
        db.execute("DELETE FROM purposes WHERE account = ? AND set_id = ?", (self.account, set_id))
        if purpose.strip():
            db.execute(
                "INSERT INTO purposes VALUES (?, ?, ?)", (self.account, set_id, purpose.strip())
            )
