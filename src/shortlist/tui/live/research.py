"""Research of one person: started once, followed while it runs, canceled when asked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.live import messages
from shortlist.tui.live.troubles import trouble_line, trouble_of

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from textual.message import Message

    from shortlist.client import Shortlist
    from shortlist.tui.live.context import AppContext

FIRST_PAUSE: Final = 0.4
LONGEST_PAUSE: Final = 3.0


class Researching:
    """Mixed into the tracker: the requests."""

    if TYPE_CHECKING:
        _context: AppContext
        _client: Shortlist | None

        def _run(self, work: Coroutine[Any, Any, None], group: str) -> None: ...
        def post(self, message: Message) -> None: ...
        def keep_receipts(self, receipts: Any) -> None: ...

    def research(self, person_id: str, key: str) -> None:
        self._run(self._research(person_id, key), "person")

    async def _research(self, person_id: str, key: str) -> None:
        from shortlist.contract.person import PersonRunResponse
        from shortlist.tui.live.receipts import person_receipts

        client = self._client
        assert client is not None
        try:
            answer: Any = await client.start_person(person_id=person_id, idempotency_key=key)
            pause = FIRST_PAUSE
            while isinstance(answer, PersonRunResponse):
                run = answer.data
                self.post(messages.PersonPolled(person_id, run.run_id, run.status))
                await asyncio.sleep(pause)
                pause = min(pause * 1.5, LONGEST_PAUSE)
                answer = await client.get_person_run(run.run_id)
        except Exception as error:
            self.post(messages.PersonResearched(person_id, None, trouble_of(error)))
            return
        self.keep_receipts(person_receipts(person_id, answer, self._context.clock()))
        self.post(messages.PersonResearched(person_id, answer))

    def cancel_run(self, run_id: str) -> None:
        self._run(self._cancel_run(run_id), "person-cancel")

    async def _cancel_run(self, run_id: str) -> None:
        client = self._client
        assert client is not None
        try:
            await client.cancel_person_run(run_id)
        except Exception as error:
            line = trouble_line(trouble_of(error))
            self._context.say(f"The research was not canceled. {line}", "error")
        # The poll under way sees that it was canceled, and ends.
