"""With the service away: the Sets and the last search that this machine keeps, with their time.

The people of a Set are read from the file by `listing`; what was enriched, by `contacts`.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from shortlist.tui.live import messages
from shortlist.tui.live.state import SetWork

if TYPE_CHECKING:
    from datetime import datetime

    from textual.app import App

    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.store import Store
    from shortlist.tui.kit.query.kept import KeptSearch
    from shortlist.tui.live.state import AppState
    from shortlist.tui.live.tracker import Tracker

    class _Base(App[None]):
        state: AppState
        tracker: Tracker

        def tell(self, *topics: str) -> None: ...
        def recall(self) -> None: ...
        def past_searches(self) -> list[KeptSearch]: ...
else:
    _Base = object


class Offline(_Base):
    """Mixed into the app."""

    def show_what_is_kept(self) -> None:
        """The service is away: bring what is kept onto the screens that show nothing yet."""
        store = self.tracker.store
        if store is None or self.state.sets.known or self.state.kept_at is not None:
            return
        self.recall()
        past = self.past_searches()[:1]
        self.run_worker(
            self._read_what_is_kept(self.tracker, store, past), group="kept", exit_on_error=False
        )

    async def _read_what_is_kept(
        self, tracker: Tracker, store: Store, past: list[KeptSearch]
    ) -> None:
        sets, found = await asyncio.to_thread(_read, store, past)
        tracker.post(messages.KeptWorkRead(sets, past[0].asked if found else None, found))

    def on_kept_work_read(self, event: messages.KeptWorkRead) -> None:
        away = self.state.link.stage == "failed" or self.state.link.offline is not None
        if not away:
            return
        times = []
        sets, search = self.state.sets, self.state.search
        if event.sets and not sets.known:
            sets.known = {the_set.id: SetWork(the_set, settled=True) for _, the_set in event.sets}
            times += [at for at, _ in event.sets]
        if event.found is not None and search.asked is None and search.answer is None:
            search.answer, search.answered = event.found[1], event.asked
            search.kept_at = event.found[0]
            times.append(event.found[0])
        if times:
            # As old as the oldest of it.
            self.state.kept_at = min(times)
        self.tell("link", "sets", "search", "people")

    def back_online(self) -> None:
        """What is read from here on is new."""
        self.state.kept_at = None


def _read(store: Store, past: list[KeptSearch]) -> tuple[list[tuple[datetime, PeopleSet]], Any]:
    """On a thread: the Sets that were seen, and who the last search found, each with its time."""
    from shortlist.contract.sets import PeopleSet
    from shortlist.contract.times import parse_time
    from shortlist.tui.kit.query.kept import key_of_answer, response_of

    sets = []
    for body in store.sets():
        at = parse_time(body.pop("read_at", None) or body.get("updated_at"))
        if at is not None:
            sets.append((at, PeopleSet.model_validate(body)))
    answer = store.answer(key_of_answer(past[0].asked)) if past else None
    if answer is None or (at := parse_time(answer.get("at"))) is None:
        return sets, None
    return sets, (at, response_of(answer))
