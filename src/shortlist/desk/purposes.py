"""The purposes of Sets, in the words of whoever made them; kept on this machine."""

from __future__ import annotations

from shortlist.desk.database import Database, format_now

_EXPECTED_KEPT = 100


class Purposes(Database):
    """Part of `desk.store.Store`, whose transactions and account it uses."""

    def note_purpose(self, set_id: str, purpose: str) -> None:
        """Write down what a Set is for; nothing but blanks forgets it."""
        if purpose.strip():
            self._put("purposes", set_id, purpose.strip())
        else:
            sql = "DELETE FROM purposes WHERE account = ? AND set_id = ?"
            self._rows(sql, (self.account, set_id))

    def purposes(self) -> dict[str, str]:
        """What each Set is for, by its id, where it was written down."""
        sql = "SELECT set_id, purpose FROM purposes WHERE account = ?"
        return dict(self._rows(sql, (self.account,)))

    def expect_set(self, key: str, purpose: str) -> None:
        """Write down what a Set is for before it is asked for, under the idempotency key of its
        creation: the program may end before the answer comes."""
        with self._change():
            self._forget_expected(key)
            if purpose.strip():
                self._put("expected_sets", key, purpose.strip(), format_now())
            self._keep_newest("expected_sets", "key", _EXPECTED_KEPT)

    def set_came(self, key: str, set_id: str) -> str:
        """The Set that was asked for under `key` is `set_id`: what it is for goes with it.

        Returns what that is; nothing where it was not said.
        """
        with self._change():
            purpose = self._forget_expected(key)
            if purpose:
                self.note_purpose(set_id, purpose)
            return purpose

    def _forget_expected(self, key: str) -> str:
        """What the Set that was to come was for; nothing where none was expected."""
        sql = "DELETE FROM expected_sets WHERE account = ? AND key = ? RETURNING purpose"
        rows = self._rows(sql, (self.account, key))
        return str(rows[0][0]) if rows else ""
