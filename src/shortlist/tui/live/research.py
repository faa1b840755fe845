"""Research of one person: started once, followed while it runs, canceled when asked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.live import messages
from shortlist.tui.live.contacts import new_key
from shortlist.tui.live.state import PersonWork
from shortlist.tui.live.troubles import is_spent, trouble_line, trouble_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from datetime import datetime

    from textual.app import App
    from textual.message import Message

    from shortlist.client import Shortlist
    from shortlist.contract.person import Dossier, Person, PersonResponse
    from shortlist.tui.app import ShortlistApp
    from shortlist.tui.live.state import AppState, Trouble
    from shortlist.tui.live.tracker import Tracker

    class _Base(App[None]):
        state: AppState
        tracker: Tracker
        clock: Callable[[], datetime]

        def tell(self, *topics: str) -> None: ...
        def say(self, text: str, severity: Any = "information") -> None: ...
        def refuses(self, person: Person) -> bool: ...
        def reached(self, trouble: Trouble | None) -> None: ...
else:
    _Base = object

FIRST_PAUSE: Final = 0.4
LONGEST_PAUSE: Final = 3.0


class Researching:
    """Mixed into the tracker: the requests."""

    if TYPE_CHECKING:
        _app: ShortlistApp
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
        self.keep_receipts(person_receipts(person_id, answer, self._app.clock()))
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
            self._app.say(f"The research was not canceled. {line}", "error")
        # The poll under way sees that it was canceled, and ends.


class ResearchActs(_Base):
    """Mixed into the app: what becomes of them."""

    def start_research(self, person: Person) -> None:
        """Research one person; nobody who is left out on this machine."""
        person_id = person.person_id
        if self.refuses(person):
            return
        before = self.state.research.get(person_id)
        if before is not None and before.status in ("asking", "done") and not before.trouble:
            return
        lost = before is not None and before.trouble is not None and not is_spent(before.trouble)
        key = before.key if before is not None and lost and before.key else new_key()
        work = PersonWork(person_id, "asking", began=self.clock(), key=key)
        self.state.research[person_id] = work
        self.tracker.research(person_id, key)
        self.tell("research")

    def cancel_research(self, person_id: str) -> None:
        work = self.state.research.get(person_id)
        if work is not None and work.status == "asking" and work.run_id and not work.canceling:
            work.canceling = True
            self.tracker.cancel_run(work.run_id)
            self.tell("research")

    def on_person_polled(self, event: messages.PersonPolled) -> None:
        work = self.state.research.get(event.person_id)
        if work is not None:
            work.run_id, work.run_status = event.run_id, event.status
            self.tell("research")

    def on_person_researched(self, event: messages.PersonResearched) -> None:
        self.reached(event.trouble)
        work = self.state.research.setdefault(event.person_id, PersonWork(event.person_id))
        work.trouble, work.run_status = event.trouble, ""
        if event.answer is not None:
            work.status = "done"
            _take_answer(work, event.answer)
            if work.dossier is not None and self.tracker.is_left_out(
                {"person_id": event.person_id}, *_known_by(work.dossier)
            ):
                work.dossier, work.unsure = None, "Somebody who is left out on this machine."
        elif event.trouble is not None and event.trouble.code == "run_canceled":
            work.status, work.trouble = "canceled", None
        else:
            work.status = "failed"
        work.canceling = False
        self.tracker.read_usage()
        self.tell("research")


def _known_by(dossier: Dossier) -> list[dict[str, str | None]]:
    page = dossier.identity.profile_url
    return [{"person_id": dossier.person_id, "profile_url": page}]


def _take_answer(work: PersonWork, answer: PersonResponse) -> None:
    work.dossier, meta = answer.data, answer.meta
    work.charged = meta.credits_charged
    if answer.data is None:
        work.unsure = meta.reason or "The evidence is not enough."
        work.clues = list(meta.suggested_clues)
