"""Whether the service is reached: offline, back again, or not ready yet, and what is then asked for
once more by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.kit.words import count
from shortlist.tui.live.contacts import take_lost
from shortlist.tui.live.state import STARTING, FieldWork

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import App

    from shortlist.tui.kit.query.question import Question
    from shortlist.tui.live.state import AppState, Trouble
    from shortlist.tui.live.tracker import Tracker

    class _Base(App[None]):
        state: AppState
        tracker: Tracker

        def tell(self, *topics: str) -> None: ...
        def ask_for_key(self, trouble: Trouble) -> None: ...
        def show_what_is_kept(self) -> None: ...
        def back_online(self) -> None: ...
        def start_search(self, asked: Question) -> None: ...
        def say(self, text: str, severity: Any = "information") -> None: ...
        def load_more_items(self) -> None: ...
else:
    _Base = object

UNREACHED: Final = ("unreachable", "outcome_unknown")
"""Codes of a request that got no answer, or none that can be read."""
PROBE_SECONDS: Final = 10.0
"""How often it is asked whether a service that could not be reached is back."""
FIRST_WAIT_SECONDS: Final = 2.0
LONGEST_WAIT_SECONDS: Final = 30.0
"""How long it is waited before what a starting service refused is asked for again; ever longer."""
_KEY_REFUSED = ("missing_api_key", "invalid_api_key", "expired_api_key", "revoked_api_key")


class Reach(_Base):
    """Mixed into the app."""

    _looking = False
    _waiting = False
    _wait = FIRST_WAIT_SECONDS

    def reached(self, trouble: Trouble | None) -> None:
        """Note whether the service was reached; what was loaded stays either way."""
        if trouble is not None and trouble.code in _KEY_REFUSED:
            self.ask_for_key(trouble)
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
                self.back_online()
                self.state.sets.listing = True
                self.tracker.list_sets()
                self.fill_what_lacks(UNREACHED)
                self.revive_search()
                self.revive_enrichment()
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

        self.set_timer(seconds, look)

    def _fill_in_a_while(self) -> None:
        """One look for all that waits, each later than the one before."""
        if self._waiting:
            return
        self._waiting = True

        def look() -> None:
            self._waiting = False
            if self.tracker.ready and self.state.link.offline is None:
                self.fill_what_lacks(STARTING)
                search = self.state.search
                trouble = search.trouble
                if search.asked is not None and trouble is not None and trouble.is_over_soon:
                    self.start_search(search.asked)

        self.set_timer(self._wait, look)
        self._wait = min(2 * self._wait, LONGEST_WAIT_SECONDS)

    def fill_what_lacks(self, codes: Sequence[str]) -> None:
        """Read once more what could not be read for one of these reasons; that is told until it
        is there."""
        sets, usage, people = self.state.sets, self.state.usage, self.state.people
        lacks = [
            work.trouble is not None and work.trouble.code in codes
            for work in (sets, usage, people)
        ]
        if not any(lacks):
            self._wait = FIRST_WAIT_SECONDS
        if lacks[0] and not sets.listing:
            sets.listing = True
            self.tracker.list_sets()
        if lacks[1] and not usage.loading:
            usage.loading = True
            self.tracker.read_usage()
        if lacks[2] and not people.loading:
            self.load_more_items()

    def revive_search(self) -> None:
        """Run a search whose answer was lost, once, under its own key."""
        search = self.state.search
        lost = search.trouble is not None and search.trouble.code in UNREACHED
        if search.asked is not None and lost and not search.revived:
            self.start_search(search.asked)
            search.revived = True

    def revive_enrichment(self) -> None:
        """Ask again, once, for what was agreed to and got no answer, under the same keys."""
        work = self.state.enrich
        again = take_lost(work)
        for subject, fields in again:
            for name in fields:
                subject.fields[name] = FieldWork("asking")
            work.running += 1
            self.tracker.enrich(subject, fields)
        if again:
            work.trouble = None
            fields_ = count(sum(len(fields) for _, fields in again), "field")
            self.say(f"The service is back: {fields_} asked for again, and paid once.")
            self.tell("enrich")
