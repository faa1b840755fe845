"""The controller that compares Sets: what changed since, and how several share people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller
from shortlist.tui.live.state import SetWork

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.tui.live.context import AppContext


class ComparisonController(Controller):
    """What changed from one Set to another, and who is in several. Nothing of it costs."""

    def __init__(
        self,
        context: AppContext,
        show_list: Callable[[str, list[SetItem]], None],
        make_again: Callable[[PeopleSet], None],
    ) -> None:
        """`show_list` shows people under a title; `make_again` opens the builder on a Set."""
        super().__init__(context)
        self._show_list, self._make_again = show_list, make_again

    def compare(self, chosen: Sequence[SetWork]) -> None:
        """What changed since the same Set was made before; else how several Sets share people."""
        from shortlist.desk.set_differences import predecessor_of

        known = [entry.the_set for entry in self.state.sets.known.values()]
        before = predecessor_of(chosen[0].the_set, known) if len(chosen) == 1 else None
        if before is None:
            self.combine(chosen)
        else:
            self.show_changes(before, chosen[0].the_set)

    def show_changes(self, before: PeopleSet, after: PeopleSet) -> None:
        """Who came, who left and of whom something is told otherwise; free."""
        from shortlist.tui.features.sets.changes import read_changes
        from shortlist.tui.features.sets.changes_dialog import ChangesDialog, Next
        from shortlist.tui.features.sets.combination import read_comparison

        def decided(what: Next | None) -> None:
            if what == "again":
                self._make_again(after)
            elif what == "combine":
                self.combine([SetWork(after), SetWork(before)])

        async def read() -> None:
            pair = [before, after]
            comparison = await read_comparison(self.tracker, pair, self.state.purposes)
            changes = await read_changes(self.tracker, comparison, self.tracker.left_out)
            self.context.post(messages.ChangesRead(changes))

        self.show(ChangesDialog(before, after), decided)
        self.context.run(read(), group="comparison", exclusive=True, exit_on_error=False)

    def _as_it_is(self, the_set: PeopleSet) -> PeopleSet:
        """A Set that a dialog was opened on, and which may have ended since."""
        entry = self.state.sets.known.get(the_set.id)
        return the_set if entry is None else entry.the_set

    def on_changes_read(self, event: messages.ChangesRead) -> None:
        from shortlist.tui.features.sets.changes_dialog import ChangesDialog

        view, changes = self.screen, event.changes
        if isinstance(view, ChangesDialog) and view.sets == [changes.before, changes.after]:
            view.load(changes)

    def combine(self, chosen: Sequence[SetWork]) -> None:
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
            if dialog.wants_changes:
                after, before = map(self._as_it_is, sets)
                self.show_changes(before, after)
                return
            if combination is None or comparison is None:
                return
            title = title_of(comparison, *combination)
            self._show_list(title, comparison.items(*combination))

        async def read() -> None:
            comparison = await read_comparison(self.tracker, sets, self.state.purposes)
            self.context.post(messages.ComparisonRead(comparison))

        self.show(dialog, decided)
        self.context.run(read(), group="comparison", exclusive=True, exit_on_error=False)

    def on_comparison_read(self, event: messages.ComparisonRead) -> None:
        from shortlist.tui.features.sets.combine_dialog import Combine

        view, read = self.screen, [the_set.id for the_set in event.comparison.sets]
        if isinstance(view, Combine) and [the_set.id for the_set in view.sets] == read:
            view.load(event.comparison)
