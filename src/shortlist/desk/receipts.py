"""Receipts: every charge that answers reported, kept on this machine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from shortlist.desk.database import Database

RECEIPTS_KEPT: Final = 100_000


class Receipt(NamedTuple):
    """One charge. `id` is the same for the same charge, however often it is told."""

    id: str
    at: str
    """When, as `contract.times` writes it (UTC)."""
    kind: str
    """`search`, `sets`, `enrich` or `person`."""
    subject: str
    """The person, the Set or the search it was for: an id, or what was asked."""
    name: str
    """The same in words."""
    detail: str
    """The field, or how many people."""
    credits: float
    request_id: str
    key: str
    """The idempotency key it was asked under."""


class Receipts(Database):
    """Part of `desk.store.Store`, whose transactions and account it uses."""

    def add_receipts(self, receipts: Iterable[Receipt]) -> None:
        """Keep receipts. One that is told again is kept once: its first time and request stay,
        and what was charged is what was told last (a Set's grows until it has settled)."""
        with self._change() as db:
            db.executemany(
                "INSERT INTO receipts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (account, id) DO UPDATE SET credits = excluded.credits, "
                "detail = excluded.detail, "
                "request_id = CASE request_id WHEN '' THEN excluded.request_id "
                "ELSE request_id END",
                ((self.account, *receipt) for receipt in receipts),
            )

    def receipts(self, limit: int = RECEIPTS_KEPT) -> list[Receipt]:
        """The charges of this account, newest first."""
        rows = self._rows(
            "SELECT id, at, kind, subject, name, detail, credits, request_id, key FROM receipts "
            "WHERE account = ? ORDER BY at DESC, id LIMIT ?",
            (self.account, limit),
        )
        return [Receipt(*row) for row in rows]
