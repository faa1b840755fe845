"""What a person does with Sets: cancel, replay, combine, and note what one is for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shortlist.contract.limits import people_price
from shortlist.tui.kit.words import credits, people, plain
from shortlist.tui.live import messages

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.app import App

    from shortlist.contract.sets import SetItem
    from shortlist.tui.live.state import AppState, SetWork
    from shortlist.tui.live.tracker import Tracker

    class _Base(App[None]):
        state: AppState
        tracker: Tracker

        def show_list(self, title: str, items: Iterable[SetItem]) -> None: ...
        def tell(self, *topics: str) -> None: ...
        def say(self, text: str, severity: Any = "information") -> None: ...
else:
    _Base = object


class SetActs(_Base):
    """Mixed into the app."""

    def ask_cancel(self, entry: SetWork) -> None:
        """Cancel a running Set, after saying what will be charged."""
        from textual.content import Content

        from shortlist.tui.kit.dialogs.confirm import Confirm

        admitted = entry.the_set.item_count
        so_far = "Those admitted so far stay, and will be charged"
        if admitted is not None:
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

        self.push_screen(Confirm("Cancel this Set?", content, "Cancel the Set", "Go on"), decided)

    def replay_set(self, entry: SetWork) -> None:
        """Play a finished Set again from its events."""
        from shortlist.tui.features.sets.replay import ReplayView

        self.push_screen(ReplayView(entry.the_set))
        self.tracker.read_recording(entry.the_set)

    def on_recording_read(self, event: messages.RecordingRead) -> None:
        from shortlist.tui.features.sets.replay import ReplayView

        view = self.screen
        if isinstance(view, ReplayView) and view.the_set.id == event.set_id:
            view.load(event)

    def combine_sets(self, chosen: Sequence[SetWork]) -> None:
        """Compare and combine Sets; one alone is compared with all others that ended."""
        from shortlist.tui.features.sets.combination import SETS_MOST, read_comparison, title_of
        from shortlist.tui.features.sets.combine_dialog import Combination, Combine

        sets = [entry.the_set for entry in chosen]
        alone = len(sets) == 1
        if alone:
            others = [
                e.the_set for e in self.state.sets.known.values() if e.the_set.item_count != 0
            ]
            sets += [the_set for the_set in others if the_set.id != sets[0].id]
        if len(sets) < 2:
            self.say("There is no other Set to compare with. space chooses Sets.")
            return
        if len(sets) > SETS_MOST:
            sets = sets[:SETS_MOST]
            self.say(f"The newest {SETS_MOST} are compared.")
        dialog = Combine(sets, "seen" if alone else "any")

        def decided(combination: Combination | None) -> None:
            comparison = dialog.comparison
            if combination is None or comparison is None:
                return
            title = title_of(comparison, *combination)
            self.show_list(title, comparison.items(*combination))

        async def read() -> None:
            comparison = await read_comparison(self.tracker, sets, self.state.purposes)
            self.post_message(messages.ComparisonRead(comparison))

        self.push_screen(dialog, decided)
        self.run_worker(read(), group="comparison", exclusive=True, exit_on_error=False)

    def on_comparison_read(self, event: messages.ComparisonRead) -> None:
        from shortlist.tui.features.sets.combine_dialog import Combine

        view, read = self.screen, [the_set.id for the_set in event.comparison.sets]
        if isinstance(view, Combine) and [the_set.id for the_set in view.sets] == read:
            view.load(event.comparison)

    def ask_purpose(self, entry: SetWork) -> None:
        """Note what a Set is for; it is kept on this machine and goes with its exports."""
        from shortlist.tui.kit.dialogs.line import LinePrompt

        set_id = entry.the_set.id

        def noted(text: str | None) -> None:
            if text is not None:
                self.note_purpose(set_id, text)

        self.push_screen(
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
