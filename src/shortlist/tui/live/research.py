"""Requests to research one person: started once, followed while they run, canceled when asked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.live import messages
from shortlist.tui.live.troubles import trouble_line, trouble_of

if TYPE_CHECKING:
    from shortlist.desk.store import Store
    from shortlist.tui.live.session import Session

FIRST_PAUSE: Final = 0.4
LONGEST_PAUSE: Final = 3.0


class ResearchRequests:
    """Those of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def start(self, person_id: str, key: str) -> None:
        self._session.run(self._follow(person_id, key), "person")

    async def _follow(self, person_id: str, key: str) -> None:
        from shortlist.contract.person import PersonRunResponse
        from shortlist.desk.charges import person_receipts

        client = self._session.client
        try:
            answer: Any = await client.start_person(person_id=person_id, idempotency_key=key)
            pause = FIRST_PAUSE
            while isinstance(answer, PersonRunResponse):
                run = answer.data
                self._session.post(messages.PersonPolled(person_id, run.run_id, run.status))
                await asyncio.sleep(pause)
                pause = min(pause * 1.5, LONGEST_PAUSE)
                answer = await client.get_person_run(run.run_id)
        except Exception as error:
            self._session.post(messages.PersonResearched(person_id, None, trouble_of(error)))
            return
        found, now = answer.data, self._session.context.clock()
        whom = [{"person_id": person_id}]
        if found is not None:
            page = found.identity.profile_url
            whom.append({"person_id": found.person_id, "profile_url": page})
        hidden = self._session.left_out.holds(*whom)
        self._session.ledger.keep_receipts(person_receipts(person_id, answer, now, hidden=hidden))
        if found is not None and not hidden:
            wire, known_by = found.to_wire(), {person_id, found.person_id} - {""}

            def keep(store: Store) -> None:
                for each in known_by:
                    store.keep_dossier(each, wire)

            # Kept before it is told: it is paid, whatever becomes of this program.
            self._session.ledger.keep(keep)
        self._session.post(messages.PersonResearched(person_id, answer))

    def cancel(self, run_id: str) -> None:
        self._session.run(self._cancel(run_id), "person-cancel")

    async def _cancel(self, run_id: str) -> None:
        client = self._session.client
        try:
            await client.cancel_person_run(run_id)
        except Exception as error:
            line = trouble_line(trouble_of(error))
            self._session.context.say(f"The research was not canceled. {line}", "error")
        # The poll under way sees that it was canceled, and ends.
