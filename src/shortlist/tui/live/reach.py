"""The controller of the link to the service: not ready, away or back, and what is then asked for
again. While it is away, what this machine keeps is shown."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.kit.words import count, number, plain
from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller
from shortlist.tui.live.state import STARTING, SetWork
from shortlist.tui.live.troubles import trouble_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.store import Store
    from shortlist.tui.kit.query.kept_search import KeptSearch
    from shortlist.tui.live.context import AppContext
    from shortlist.tui.live.state import Trouble
    from shortlist.tui.live.tracker import Tracker

UNREACHED: Final = ("unreachable", "outcome_unknown")
"""Codes of a request that got no answer, or none that can be read."""
PROBE_SECONDS: Final = 10.0
"""How often it is asked whether a service that could not be reached is back."""
FIRST_WAIT_SECONDS: Final = 2.0
LONGEST_WAIT_SECONDS: Final = 30.0
"""How long it is waited before what a starting service refused is asked for again; ever longer."""
_KEY_REFUSED = ("missing_api_key", "invalid_api_key", "expired_api_key", "revoked_api_key")


class Reach(Controller):
    """The link to the service, as all features share it."""

    _looking = False
    _waiting = False
    _wait = FIRST_WAIT_SECONDS

    def __init__(
        self,
        context: AppContext,
        *,
        others: Callable[[], Sequence[Controller]],
        ask_for_key: Callable[[Trouble, bool], None],
        past_searches: Callable[[], list[KeptSearch]],
    ) -> None:
        super().__init__(context)
        self._others, self._ask_for_key, self._past_searches = others, ask_for_key, past_searches

    def _recall(self) -> None:
        if self.tracker.store is not None:
            self.tracker.left_out.read()
            for each in self._others():
                each.recall()

    def _fill(self, codes: Sequence[str]) -> None:
        """Read once more what could not be read for one of these reasons; that is told until it
        is there."""
        lacks = [each.fill(codes) for each in self._others()]
        if not any(lacks):
            self._wait = FIRST_WAIT_SECONDS

    def on_link_changed(self, event: messages.LinkChanged) -> None:
        self.state.link = event.link
        if event.link.stage == "ready":
            self.tracker.read_usage()
            if event.link.text:
                self.say(event.link.text, "warning")
            self.tracker.read_journal()
            for each in self._others():
                each.ready()
            self._fill(UNREACHED)
        elif event.link.stage == "failed":
            self.show_what_is_kept()
        self.tell("link")

    def on_store_opened(self, event: messages.StoreOpened) -> None:
        """What was drawn without what is kept is drawn with it, before any service answers."""
        del event
        self._recall()
        self.tell("search", "sets", "people", "remarks", "marks", "enrich", "research", "usage")

    def on_standing_changed(self, event: messages.StandingChanged) -> None:
        """The service stands otherwise: a search that its rate limit refused runs when it may."""
        link = self.state.link
        free = link.standing.held_seconds and not event.standing.held_seconds
        link.standing = event.standing
        self.tell("link")
        if free:
            for each in self._others():
                each.rate_limit_ended()

    def reached(self, trouble: Trouble | None, *, acted: bool) -> None:
        """Note whether the service was reached; what was loaded stays either way. `acted`: somebody
        asked for it."""
        if trouble is not None and trouble.code in _KEY_REFUSED:
            self._ask_for_key(trouble, acted)
        if trouble is not None and trouble.is_over_soon:
            self._fill_in_a_while()
        link = self.state.link
        before = link.offline
        link.offline = trouble if trouble and trouble.code in UNREACHED else None
        if link.offline is not None:
            # An answer that broke off says nothing of the service: look at once.
            self._look_again(PROBE_SECONDS if link.offline.code == "unreachable" else 0.5)
        if (before is None) != (link.offline is None):
            if link.offline is not None:
                self.tracker.lost()
                self.show_what_is_kept()
            else:
                self.state.kept_at = None  # what is read from here on is new
                for each in self._others():
                    each.reached_again()
                self._fill(UNREACHED)
            self.tell("link")

    def _look_again(self, seconds: float) -> None:
        """Ask, in a while, whether the service answers again."""
        if self._looking:
            return
        self._looking = True

        def look() -> None:
            self._looking = False
            if self.state.link.offline is not None and self.tracker.ready:
                self.tracker.read_usage()

        self.context.after(seconds, look)

    def _fill_in_a_while(self) -> None:
        """One look for all that waits, each later than the one before."""
        if self._waiting:
            return
        self._waiting = True

        def look() -> None:
            self._waiting = False
            if self.tracker.ready and self.state.link.offline is None:
                self._fill(STARTING)

        self.context.after(self._wait, look)
        self._wait = min(2 * self._wait, LONGEST_WAIT_SECONDS)

    def on_journal_read(self, event: messages.JournalRead) -> None:
        if event.unresolved:
            requests = count(event.unresolved, "request")
            self.say(
                f"{requests} from before never got an answer. In the palette, `Journal: resume` "
                "asks again under the same keys: nothing is paid twice.",
                "warning",
            )

    def on_journal_resumed(self, event: messages.JournalResumed) -> None:
        if self.tracker.store is not None:
            self.state.purposes = self.tracker.store.purposes()
        words = ", ".join(f"{number(n)} {outcome}" for outcome, n in event.outcomes.items())
        if event.trouble:
            self.say(f"Not all was resumed. {trouble_line(event.trouble)}", "error")
            self.tracker.list_sets()
        else:
            self.say(f"Requests from before: {words or 'none'}.")
            # What a screen still lacks was answered now: asked for once more, that is free.
            self.state.search.revived = False
            for each in self._others():
                each.reached_again()
        self.tracker.read_usage()

    def on_not_kept(self, event: messages.NotKept) -> None:
        self.say(
            f"What is done is not remembered on this machine: {plain(event.reason, 200)}.",
            "warning",
        )

    def show_what_is_kept(self) -> None:
        """The service is away: bring what is kept onto the screens that show nothing yet."""
        store = self.tracker.store
        if store is None or self.state.sets.known or self.state.kept_at is not None:
            return
        past = self._past_searches()[:1]
        work = self._read_what_is_kept(self.tracker, store, past)
        self.context.run(work, group="kept", exit_on_error=False)

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


def _read(store: Store, past: list[KeptSearch]) -> tuple[list[tuple[datetime, PeopleSet]], Any]:
    """On a thread: the Sets that were seen, and who the last search found, each with its time."""
    from shortlist.contract.sets import PeopleSet
    from shortlist.contract.times import parse_time
    from shortlist.tui.kit.query.kept_search import key_of_answer, response_of

    sets = []
    for body in store.sets():
        at = parse_time(body.pop("read_at", None) or body.get("updated_at"))
        if at is not None:
            sets.append((at, PeopleSet.model_validate(body)))
    answer = store.answer(key_of_answer(past[0].asked)) if past else None
    if answer is None or (at := parse_time(answer.get("at"))) is None:
        return sets, None
    return sets, (at, response_of(answer))
