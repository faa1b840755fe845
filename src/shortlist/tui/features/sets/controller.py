"""The controller of Sets: made, listed, followed live, canceled and replayed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from shortlist.contract.limits import people_price
from shortlist.tui.features.sets.agreement import AgreementController
from shortlist.tui.kit.query.syntax import as_sentence
from shortlist.tui.kit.words import credits, people, plain, why_it_stopped
from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller
from shortlist.tui.live.enrichment import new_key
from shortlist.tui.live.set_progress import apply_updates, is_finished, note_point
from shortlist.tui.live.state import SetWork
from shortlist.tui.live.troubles import is_spent, trouble_line
from shortlist.tui.live.while_typing import CountAsked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.tui.features.sets.builder import SetDraft
    from shortlist.tui.kit.query.question import Question
    from shortlist.tui.live.context import AppContext
    from shortlist.tui.live.state import Trouble


class SetsController(Controller):
    """The Sets of the workspace, and the one in view."""

    def __init__(
        self,
        context: AppContext,
        *,
        question: Callable[[], Question | None],
        open_items: Callable[[PeopleSet], None],
        take_items: Callable[[str, list[SetItem]], bool],
        settle_items: Callable[[str], None],
    ) -> None:
        """`question`: the one at hand, for a new Set. The others are what the list of people does:
        open the items of a Set, take live ones in (whether any were new), and settle them once
        the Set has ended."""
        super().__init__(context)
        self._question, self._open_items = question, open_items
        self._take_items, self._settle_items = take_items, settle_items
        self.agreement = AgreementController(context, self.new_set)

    def recall(self) -> None:
        if (store := self.tracker.store) is not None:
            self.state.sets.opened = store.recall("set")
            self.state.purposes = store.purposes()

    def changed_elsewhere(self) -> None:
        if (store := self.tracker.store) is not None:
            self.state.purposes = store.purposes()

    def ready(self) -> None:
        self._read_list()
        self.start_set()

    def reached_again(self) -> None:
        self._read_list()

    def fill(self, codes: Sequence[str]) -> bool:
        work = self.state.sets
        lacks = work.trouble is not None and work.trouble.code in codes
        if lacks and not work.listing:
            self._read_list()
        return lacks

    def _read_list(self) -> None:
        self.state.sets.listing = True
        self.tracker.list_sets()

    def new_set(self, draft: SetDraft | None = None, trouble: Trouble | None = None) -> None:
        """Open the builder: with the query at hand, or with a draft that was refused."""
        if not self.may_spend():
            return
        from shortlist.tui.features.sets.builder import NewSet, SetDraft

        if draft is None:
            asked = self._question()
            query = as_sentence(asked) if asked is not None else ""
            draft = SetDraft(
                query, self.context.settings.set_count if self.context.settings else 25
            )

        sets = self.state.sets
        # People come and go: of another Set it is counted anew.
        sets.counts.clear()
        again = sets.draft if trouble is not None and not is_spent(trouble) else None

        def decided(draft: SetDraft | None) -> None:
            if draft is not None:
                if draft != again:
                    sets.key = new_key()
                sets.draft = draft
                sets.creating = sets.waiting = True
                self.start_set()
                self.go("sets")
                self.tell("sets")

        self.show(NewSet(draft, trouble), decided)

    def count(self, asked: CountAsked) -> bool:
        """Ask how many people meet what a Set would check, told as `counts`; whether that is under
        way: not where it was told before, and where the deployment has no count."""
        known = asked in self.state.sets.counts or not (asked.query and asked.criteria)
        if known or not self.tracker.counts.can_ask:
            return False
        self.tracker.counts.ask(asked)
        return True

    def on_count_read(self, event: messages.CountRead) -> None:
        self.state.sets.counts[event.asked] = event.counted
        self.tell("counts")

    def make_again(self, the_set: PeopleSet) -> None:
        """The builder with what a Set asked for and checked: it says the price first."""
        from shortlist.tui.features.sets.builder import draft_of

        draft = draft_of(the_set, self.state.purposes.get(the_set.id, ""))
        if draft is None:
            self.say("This deployment does not tell what that Set asked for: n makes a new one.")
        else:
            self.new_set(draft)

    def start_set(self) -> None:
        """Make the Set that was decided on: now, or when the service is ready."""
        sets = self.state.sets
        if sets.waiting and sets.draft is not None and self.tracker.ready:
            sets.waiting = self.state.key_asked = False
            self.tracker.create_set(sets.draft, sets.key)

    def keep_purpose(self, set_id: str) -> None:
        """The Set was made: what it is for goes with it."""
        if self.tracker.store is not None:
            self.state.purposes = self.tracker.store.purposes()
        elif (draft := self.state.sets.draft) is not None and draft.purpose:
            self.note_purpose(set_id, draft.purpose)

    def set_refused(self, trouble: Trouble) -> None:
        """A Set was not made: the builder again, as it was filled in, with the reason."""
        self.new_set(self.state.sets.draft, trouble)

    def ask_cancel(self, entry: SetWork) -> None:
        """Cancel a running Set, after saying what will be charged."""
        from textual.content import Content

        from shortlist.tui.kit.dialogs.confirm import Confirm

        admitted = entry.the_set.item_count
        so_far = "Those admitted so far stay, and will be charged"
        if admitted == 0:
            so_far = "Nobody is admitted so far, so that nothing will be charged"
        elif admitted is not None:
            so_far = f"{people(admitted)} admitted so far: they stay, and "
            so_far += f"{credits(people_price(admitted))} will be charged for them"
        content = Content.assemble(
            (plain(entry.the_set.newest.query if entry.the_set.newest else "", 200), "bold"),
            f"\n\n{so_far}. Those admitted until the service has stopped count too.",
        )

        def decided(yes: bool | None) -> None:
            if yes:
                entry.canceling = True
                self.tracker.cancel_set(entry.the_set.id)
                self.tell("sets")

        self.show(Confirm("Cancel this Set?", content, "Cancel the Set", "Go on"), decided)

    def replay_set(self, entry: SetWork) -> None:
        """Play a finished Set again from its events."""
        from shortlist.tui.features.sets.replay import ReplayView

        self.show(ReplayView(entry.the_set))
        self.tracker.read_recording(entry.the_set)

    def on_recording_read(self, event: messages.RecordingRead) -> None:
        from shortlist.tui.features.sets.replay import ReplayView

        view = self.screen
        if isinstance(view, ReplayView) and view.the_set.id == event.set_id:
            view.load(event)

    def ask_purpose(self, entry: SetWork) -> None:
        """Note what a Set is for; it is kept on this machine and goes with its exports."""
        from shortlist.tui.kit.dialogs.prompts import LinePrompt

        set_id = entry.the_set.id

        def noted(text: str | None) -> None:
            if text is not None:
                self.note_purpose(set_id, text)

        self.show(
            LinePrompt(
                "What is this Set for?",
                "Kept on this machine, and written beside each person in exports.",
                self.state.purposes.get(set_id, ""),
            ),
            noted,
        )

    def note_purpose(self, set_id: str, text: str) -> None:
        """Keep what a Set is for; an empty text forgets it."""
        text = text.strip()
        self.state.purposes.pop(set_id, None)
        if text:
            self.state.purposes[set_id] = text
        if self.tracker.store is not None:
            self.tracker.store.note_purpose(set_id, text)
        self.tell("sets")

    def on_sets_listed(self, event: messages.SetsListed) -> None:
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
            work.known = {**known, **{k: v for k, v in work.known.items() if k not in known}}
        self._follow_running()
        self.tell("sets", *(["people"] if first else []))

    def on_sets_seen(self, event: messages.SetsSeen) -> None:
        """Take in Sets of another program, newest first, and follow those that run."""
        work = self.state.sets
        for the_set in event.sets:
            if the_set.id not in work.known:
                work.known[the_set.id] = SetWork(the_set, settled=is_finished(the_set))
        ordered = sorted(work.known.items(), key=_made, reverse=True)
        work.known = dict(ordered)
        if self.tracker.ready:
            self._follow_running()
        self.tell("sets", "people")

    def _take_reading(self, entry: SetWork, the_set: PeopleSet) -> None:
        """A Set that is not followed was read; one that ran before may have ended."""
        from shortlist.client.merging import merge_set

        ran = entry.connection == "listed"
        entry.the_set = the_set = merge_set(entry.the_set, the_set)
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

    def on_set_created(self, event: messages.SetCreated) -> None:
        self.state.sets.creating = False
        if event.created is None:
            self.tell("sets")
            if event.trouble:
                self.set_refused(event.trouble)
            return
        from shortlist.client.merging import merge_set

        work = self.state.sets
        # The list of Sets may have told of it already, and knows less of what was asked for.
        before = work.known.pop(event.created.id, None)
        made = event.created if before is None else merge_set(event.created, before.the_set)
        work.known = {made.id: SetWork(made, connection="connecting"), **work.known}
        work.trouble = None
        self.open_set(event.created.id)
        self.keep_purpose(event.created.id)
        self.look_at(event.created.id, new=True)
        self.tracker.read_usage()
        self.tell("sets")

    def open_set(self, set_id: str) -> None:
        """Make this the Set that Sets and People show."""
        sets = self.state.sets
        sets.opened = set_id
        self.tracker.ledger.keep(lambda store: store.remember("set", set_id))
        self._open_items(sets.known[set_id].the_set)
        self.tell("sets", "people")

    def on_set_canceled(self, event: messages.SetCanceled) -> None:
        from shortlist.client.merging import merge_set

        entry = self.state.sets.known.get(event.set_id)
        if entry is not None:
            entry.canceling = False
            if event.the_set is not None:
                entry.the_set = merge_set(entry.the_set, event.the_set)
        if event.trouble:
            self.say(f"The Set was not canceled. {trouble_line(event.trouble)}", "error")
        self.tracker.read_usage()
        self.tell("sets")

    def on_updates_came(self, event: messages.UpdatesCame) -> None:
        """Everything the live Sets sent since the last tenth of a second."""
        more = False
        for set_id, told in event.by_set.items():
            entry = self.state.sets.known.get(set_id)
            if entry is None:
                continue
            before = entry.connection
            items = apply_updates(entry, told, self.context.clock())
            if before == "live" != entry.connection and not is_finished(entry.the_set):
                self.tracker.doubt()
            more = self._take_items(set_id, items) or more
        self.tell("live", *(["people"] if more else []))

    def on_follow_ended(self, event: messages.FollowEnded) -> None:
        entry = self.state.sets.known.get(event.set_id)
        if entry is None:
            return
        entry.connection, entry.trouble = "", event.trouble
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
            told = " · ".join(filter(None, (name, why_it_stopped(entry.the_set))))
            self.say(told)
            self.context.tell_end(told)
            self.tracker.ledger.note_sets([entry.the_set])
            self.tracker.ledger.keep_set(entry.the_set)
            self._settle_items(entry.the_set.id)


def _made(known: tuple[str, SetWork]) -> datetime:
    """When a Set was made; what does not say so comes last."""
    return known[1].the_set.created_at or datetime.min.replace(tzinfo=UTC)
