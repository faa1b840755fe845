"""What was paid for, and what it brought, kept on this machine as soon as it is answered."""

from __future__ import annotations

import logging
from asyncio import to_thread
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from shortlist.contract.enrich import EnrichResponse
    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.receipts import Receipt
    from shortlist.desk.store import Store
    from shortlist.tui.app import ShortlistApp

KEPT_EVERY_SECONDS: Final = 10.0
_log = logging.getLogger("shortlist.tui")


class Ledger:
    """Mixed into the tracker. A file that cannot be written costs only what it would have kept."""

    _app: ShortlistApp
    store: Store | None
    _sets_kept = float("-inf")

    def keep_receipts(self, receipts: Sequence[Receipt]) -> None:
        if receipts:
            self._put(lambda store: store.add_receipts(receipts))

    def keep_contacts(self, person: str, answer: EnrichResponse) -> None:
        """What enrichment answered for one person: found or not, it is never asked again."""

        def keep(store: Store) -> None:
            for name, result in answer.data.items():
                store.remember_contact(person, name, result.to_wire())

        self._put(keep)

    def note_sets(self, sets: Sequence[PeopleSet]) -> None:
        """Receipts of Sets that have ended."""
        from shortlist.tui.money.receipts import set_receipts

        if self.store is not None:
            asked = self.store.recall("asked", {})
            self.keep_receipts(set_receipts(sets, asked if isinstance(asked, dict) else {}))

    async def keep_sets(self, sets: Sequence[PeopleSet]) -> None:
        """The Sets as they were read, for when the service is away; at most every so often."""
        from time import monotonic

        told = monotonic()
        if self.store is None or told - self._sets_kept < KEPT_EVERY_SECONDS:
            return
        self._sets_kept = told
        bodies = [the_set.to_wire() for the_set in sets]
        await to_thread(self._put, lambda store: store.remember_sets(bodies))

    def _note_asked(self, set_id: str, key: str) -> None:
        """Under which key, and in which request, a Set was made."""
        request_id = self._app.calls.request_id_of(key)

        def keep(store: Store) -> None:
            asked = store.recall("asked", {})
            store.remember("asked", {**asked, set_id: [key, request_id]})

        self._put(keep)

    def _put(self, keep: Callable[[Store], Any]) -> None:
        if self.store is None:
            return
        import sqlite3

        try:
            keep(self.store)
        except sqlite3.Error:
            _log.warning("The file of this machine could not be written", exc_info=True)
