"""Immediate storage, on this machine, of what was paid for and what it brought."""

from __future__ import annotations

import logging
from asyncio import to_thread
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.live.messages import NotKept

if TYPE_CHECKING:
    from shortlist.contract.enrich import EnrichResponse
    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.receipts import Receipt
    from shortlist.desk.store import Store
    from shortlist.desk.yields import Outcome
    from shortlist.tui.live.context import AppContext
    from shortlist.tui.live.session import Session
    from shortlist.tui.live.state import Subject

KEPT_EVERY_SECONDS: Final = 10.0
_log = logging.getLogger("shortlist.tui")


class Ledger:
    """Of one account. A file that cannot be written costs only what it would have kept."""

    def __init__(self, context: AppContext, session: Session) -> None:
        self._context, self._session = context, session
        self._sets_kept = float("-inf")
        self._told_unkept = False

    def keep_set(self, the_set: PeopleSet) -> None:
        """A Set as it was read now: at once, for the next start and for other programs."""
        wire = the_set.to_wire()
        self.keep(lambda store: store.remember_sets([wire]))

    def keep_receipts(self, receipts: Sequence[Receipt], outcomes: Sequence[Outcome] = ()) -> None:
        """What was charged for what, and what lookups came to."""

        def keep(store: Store) -> None:
            store.add_receipts(receipts)
            store.add_outcomes(outcomes)

        if receipts or outcomes:
            self.keep(keep)

    def keep_contacts(self, person: str, answer: EnrichResponse) -> None:
        """What enrichment answered for one person: found or not, it is never asked again."""

        def keep(store: Store) -> None:
            for name, result in answer.data.items():
                store.remember_contact(person, name, result.to_wire())

        self.keep(keep)

    def keep_lookup(
        self, subject: Subject, answer: EnrichResponse, key: str, *, hidden: bool
    ) -> None:
        """What a lookup was charged, and how it turned out. `hidden`: it found somebody who is
        left out."""
        from shortlist.desk.charges import enrich_receipts, outcomes_of

        at = self._context.clock()
        domain = subject.anchor.fields.get("company_domain", "")
        self.keep_receipts(
            enrich_receipts(subject.key, subject.name, answer, key, at, hidden=hidden),
            outcomes_of(key, domain, answer, at),
        )

    def note_sets(self, sets: Sequence[PeopleSet]) -> None:
        """Receipts of Sets that have ended."""
        from shortlist.desk.charges import set_receipts

        def keep(store: Store) -> None:
            asked = store.recall("asked", {})
            receipts = set_receipts(sets, asked if isinstance(asked, dict) else {})
            if receipts:
                store.add_receipts(receipts)

        self.keep(keep)

    async def keep_sets(self, sets: Sequence[PeopleSet]) -> None:
        """The Sets as they were read, for when the service is away; at most every so often."""
        from time import monotonic

        told = monotonic()
        if self._session.store is None or told - self._sets_kept < KEPT_EVERY_SECONDS:
            return
        self._sets_kept = told
        bodies = [the_set.to_wire() for the_set in sets]
        await to_thread(self.keep, lambda store: store.remember_sets(bodies))

    def note_asked(self, set_id: str, key: str) -> None:
        """Under which key, and in which request, a Set was made."""
        request_id = self._context.calls.request_id_of(key)

        def keep(store: Store) -> None:
            asked = store.recall("asked", {})
            store.remember("asked", {**asked, set_id: [key, request_id]})

        self.keep(keep)

    def keep(self, what: Callable[[Store], Any]) -> bool:
        """Write to the file of this machine; whether it is there now. One that cannot be written
        is told of once, until it can."""
        if (store := self._session.store) is None:
            return False
        from shortlist.desk.store import Unkept

        try:
            what(store)
        except Unkept as error:
            _log.warning("The file of this machine could not be written", exc_info=True)
            if not self._told_unkept:
                self._told_unkept = True
                self._session.post(NotKept(str(error)))
            return False
        self._told_unkept = False
        return True
