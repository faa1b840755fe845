"""What becomes of what happened: the handlers that change the app's state.

They run on the app's own loop, one after another, so that nothing here needs a lock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.words import count, number, people, plain, why_it_stopped
from shortlist.tui.live import messages
from shortlist.tui.live.contacts import charged_words, new_key, note_lost, take_over_answer, tally
from shortlist.tui.live.reach import UNREACHED
from shortlist.tui.live.state import SetWork, Trouble
from shortlist.tui.live.story import is_finished, note_point, take_all
from shortlist.tui.live.troubles import is_spent, trouble_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from textual.app import App

    from shortlist.client import Update
    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.store import Store
    from shortlist.tui.live.state import AppState, PeopleWork
    from shortlist.tui.live.tracker import Tracker

    class _Base(App[None]):
        state: AppState
        tracker: Tracker
        clock: Callable[[], datetime]
        _key_asked: bool

        def reached(self, trouble: Trouble | None) -> None: ...
        def revive_search(self) -> None: ...
        def fill_what_lacks(self, codes: Sequence[str]) -> None: ...
        def revive_enrichment(self) -> None: ...
        def note_left(self, meta: Any, trouble: Trouble | None = None) -> None: ...
        def tell(self, *topics: str) -> None: ...
        def start_set(self) -> None: ...
        def show_what_is_kept(self) -> None: ...
        def recall_searches(self) -> None: ...
        def note_answer(self, event: messages.SearchAnswered) -> None: ...
        def set_refused(self, trouble: Trouble) -> None: ...
        def keep_purpose(self, set_id: str) -> None: ...
        def say(self, text: str, severity: Any = "information") -> None: ...
        def people_of(self, the_set: PeopleSet) -> PeopleWork: ...
        def keep_live_items(self, set_id: str) -> None: ...
else:
    _Base = object


class Handlers(_Base):
    """Mixed into the app."""

    # The deployment

    _recalled: Store | None = None

    def on_link_changed(self, event: messages.LinkChanged) -> None:
        self.state.link = event.link
        if event.link.stage == "ready":
            self.recall()
            self.tracker.read_usage()
            self.state.sets.listing = True
            self.tracker.list_sets()
            if event.link.text:
                self.say(event.link.text, "warning")
            self.tracker.read_journal()
            self.start_set()
            search = self.state.search
            if search.asked is not None and search.waiting:
                self.start_search(search.asked)
            else:
                self.revive_search()
            self.revive_enrichment()
            self.fill_what_lacks(UNREACHED)
        elif event.link.stage == "failed":
            self.show_what_is_kept()
        elif (store := self.tracker.store) is not None and store is not self._recalled:
            self._recalled = store
            self.recall()  # what is typed is completed before any service answers
        self.tell("link")

    def recall(self) -> None:
        """Take over what this machine remembers of this account."""
        store = self.tracker.store
        if store is not None:
            self.tracker.read_left_out()
            self.recall_searches()
            self.state.sets.opened = store.recall("set")
            self.state.purposes = store.purposes()
            self.state.remarks = store.remarks()

    def on_standing_changed(self, event: messages.StandingChanged) -> None:
        """The service stands otherwise: a search that its rate limit refused runs when it may."""
        link, search = self.state.link, self.state.search
        free = link.standing.held_seconds and not event.standing.held_seconds
        link.standing = event.standing
        self.tell("link")
        limited = search.trouble is not None and search.trouble.code == "rate_limited"
        if free and limited and search.asked is not None:
            self.start_search(search.asked)

    # Search

    def start_search(self, asked: Question) -> None:
        """Run a search; before the service is ready it waits, and runs then."""
        work = self.state.search
        work.generation += 1
        if work.asked != asked or is_spent(work.trouble) or not work.key:
            work.key = new_key()
        work.revived = self._key_asked = False
        work.asked, work.running, work.trouble = asked, True, None
        work.waiting = not self.tracker.ready
        if self.tracker.ready:
            self.tracker.search(work.generation, asked, work.key)
        elif self.state.link.stage == "failed":
            self.tracker.open()
        self.tell("search")

    def on_search_answered(self, event: messages.SearchAnswered) -> None:
        self.reached(event.trouble)
        self.note_left(getattr(event.answer, "meta", None), event.trouble)
        self.note_answer(event)
        work = self.state.search
        if event.generation != work.generation:
            return
        work.running, work.trouble = False, event.trouble
        if event.answer is not None:
            work.answer, work.answered, work.kept_at = event.answer, event.asked, None
            echo = event.answer.data.request
            if echo is not None and echo.synthetic is not None:
                self.state.synthetic = bool(echo.synthetic)
        self.tell("search", "credits")

    # Sets

    def on_sets_listed(self, event: messages.SetsListed) -> None:
        self.reached(event.trouble)
        work = self.state.sets
        work.listing, work.trouble = False, event.trouble
        first = not work.listed
        if event.page is not None:
            work.listed = True
            known = {}
            for the_set in event.page.data:
                entry = work.known.get(the_set.id) or SetWork(the_set)
                known[the_set.id] = entry
                if the_set.id not in self.tracker.following:
                    self._take_reading(entry, the_set)
                self._note_synthetic(the_set)
            work.known = {**known, **{k: v for k, v in work.known.items() if k not in known}}
        self._follow_running()
        self.tell("sets", *(["people"] if first else []))

    def _take_reading(self, entry: SetWork, the_set: PeopleSet) -> None:
        """A Set that is not followed was read; one that ran before may have ended."""
        from shortlist.client.merging import merged_set

        ran = entry.connection == "listed"
        entry.the_set = the_set = merged_set(entry.the_set, the_set)
        if the_set.newest is not None:
            note_point(entry.points, the_set.newest)
        if ran and is_finished(the_set):
            entry.connection = ""
            self._settle(entry)

    def _follow_running(self, but: str = "") -> None:
        """Follow as many running Sets as may be; the others are read now and then."""
        for set_id, entry in self.state.sets.known.items():
            fresh = set_id not in (*self.tracker.following, but) and not entry.trouble
            if fresh and not is_finished(entry.the_set) and self.tracker.following.follow(set_id):
                entry.connection = "connecting"
        self.tracker.following.watch_the_rest()

    def look_at(self, set_id: str, *, new: bool = False) -> None:
        """A person looks at this Set: while it runs it is followed, whichever others are."""
        entry = self.state.sets.known.get(set_id)
        if entry is None or is_finished(entry.the_set) or not self.tracker.ready:
            return
        if set_id not in self.tracker.following:
            entry.connection, entry.trouble = "connecting", None
            # Its stream tells everything from the beginning.
            entry.newest.clear()
            entry.feed.clear()
        if self.tracker.following.prefer(set_id, new=new) is not None:
            self.tracker.following.watch_the_rest()
        self.tell("live")

    def _note_synthetic(self, the_set: PeopleSet) -> None:
        if the_set.synthetic is not None and not self.state.synthetic:
            self.state.synthetic = bool(the_set.synthetic)
            self.tell("credits")

    def on_set_created(self, event: messages.SetCreated) -> None:
        self.reached(event.trouble)
        self.state.sets.creating = False
        if event.created is None:
            self.tell("sets")
            if event.trouble:
                self.set_refused(event.trouble)
            return
        from shortlist.client.merging import merged_set

        work = self.state.sets
        # The list of Sets may have told of it already, and knows less of what was asked for.
        before = work.known.pop(event.created.id, None)
        made = event.created if before is None else merged_set(event.created, before.the_set)
        work.known = {made.id: SetWork(made, connection="connecting"), **work.known}
        work.trouble = None
        self.open_set(event.created.id)
        self._note_synthetic(event.created)
        self.keep_purpose(event.created.id)
        self.look_at(event.created.id, new=True)
        self.tracker.read_usage()
        self.tell("sets")

    def open_set(self, set_id: str) -> None:
        """Make this the Set that Sets and People show."""
        sets, people_work = self.state.sets, self.state.people
        sets.opened = set_id
        self.tracker.keep(lambda store: store.remember("set", set_id))
        if people_work.set_id != set_id:  # also where it showed a list that is no Set
            self.state.people = self.people_of(sets.known[set_id].the_set)
        self.tell("sets", "people")

    def on_set_canceled(self, event: messages.SetCanceled) -> None:
        from shortlist.client.merging import merged_set

        self.reached(event.trouble)
        entry = self.state.sets.known.get(event.set_id)
        if entry is not None:
            entry.canceling = False
            if event.the_set is not None:
                entry.the_set = merged_set(entry.the_set, event.the_set)
        if event.trouble:
            self.say(f"The Set was not canceled. {trouble_line(event.trouble)}", "error")
        self.tracker.read_usage()
        self.tell("sets")

    def take_updates(self, by_set: Mapping[str, Sequence[Update]], *, draw: bool = True) -> None:
        """Everything the live Sets sent since the last tenth of a second."""
        shown, more = self.state.people, False
        for set_id, told in by_set.items():
            entry = self.state.sets.known.get(set_id)
            if entry is None:
                continue
            before = entry.connection
            items = take_all(entry, told, self.clock())
            if before == "live" != entry.connection and not is_finished(entry.the_set):
                self.tracker.doubt()
            if shown.set_id == set_id and shown.complete and shown.items.add(items):
                more = True
        if draw:
            self.tell("live", *(["people"] if more else []))

    def on_follow_ended(self, event: messages.FollowEnded) -> None:
        entry = self.state.sets.known.get(event.set_id)
        if entry is None:
            return
        entry.connection, entry.trouble = "", event.trouble
        self.reached(event.trouble)
        if is_finished(entry.the_set):
            self._settle(entry)
        elif event.trouble:
            self.say(f"The Set is not followed any more. {trouble_line(event.trouble)}", "warning")
        self.tracker.read_usage()
        # One whose following ended before the Set did is read with the others first.
        self._follow_running(but=event.set_id)
        self.tell("sets", "live", "people")

    def _settle(self, entry: SetWork) -> None:
        """A Set has ended: say why, once."""
        if not entry.settled:
            entry.settled = True
            search = entry.the_set.newest
            name = plain(search.query, 60) if search is not None else ""
            self.say(" · ".join(filter(None, (name, why_it_stopped(entry.the_set)))))
            self.tracker.note_sets([entry.the_set])
            if self.state.people.set_id == entry.the_set.id:
                self.state.people.stale = True
                self.keep_live_items(entry.the_set.id)

    # Enrichment

    def on_fields_resolved(self, event: messages.FieldsResolved) -> None:
        self.reached(event.trouble)
        work = self.state.enrich
        work.running = max(0, work.running - 1)
        take_over_answer(work, event)
        if event.trouble and event.trouble.code in UNREACHED:
            note_lost(work, event)
        self.note_left(getattr(event.answer, "meta", None), event.trouble)
        if event.trouble and event.trouble.code != "upstream_unavailable":
            work.trouble = event.trouble
        if not work.running:
            failed = tally(work).get("failed", 0)
            ended = f"has ended, with {count(failed, 'field')} failed" if failed else "is done"
            told = f"Enrichment {ended}: {charged_words(work)} so far."
            if work.lost:
                told = (
                    f"{count(failed, 'field')} got no answer. They are asked for again when the "
                    "service is back, and paid once."
                )
            self.say(told, "warning" if failed else "information")
            self.tracker.read_usage()
        self.tell("enrich")

    # Usage

    def on_usage_read(self, event: messages.UsageRead) -> None:
        self.reached(event.trouble)
        work = self.state.usage
        work.loading, work.trouble = False, event.trouble
        if event.usage is not None:
            work.usage, work.read_at = event.usage, self.clock()
            if event.usage.credits.available is not None:
                self.state.credits = event.usage.credits.available
        self.tracker.read_receipts()
        self.tell("usage", "credits")

    def on_receipts_read(self, event: messages.ReceiptsRead) -> None:
        self.state.usage.receipts = event.receipts
        self.tell("usage")

    # Requests of earlier

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
        self.reached(event.trouble)
        words = ", ".join(f"{number(n)} {outcome}" for outcome, n in event.outcomes.items())
        if event.trouble:
            self.say(f"Not all was resumed. {trouble_line(event.trouble)}", "error")
        else:
            self.say(f"Requests from before: {words or 'none'}.")
        self.tracker.read_usage()
        self.tracker.list_sets()

    # Files

    def on_not_kept(self, event: messages.NotKept) -> None:
        self.say(
            f"What is done is not remembered on this machine: {plain(event.reason, 200)}.",
            "warning",
        )

    def on_file_written(self, event: messages.FileWritten) -> None:
        if event.trouble:
            self.say(f"Nothing was written. {trouble_line(event.trouble)}", "error")
        else:
            gone = event.asked - event.rows
            left_out = f"; {people(gone)} left out on this machine" if gone > 0 else ""
            what = count(event.rows, event.what) if event.what else people(event.rows)
            self.say(f"{what} written to {plain(event.path, 200)}{left_out}")
