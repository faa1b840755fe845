"""The controller of the people who are left out on this machine: never exported nor enriched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shortlist.tui.kit.words import people
from shortlist.tui.live.context import Controller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shortlist.contract.person import Person
    from shortlist.desk.left_out import LeftOutEntry
    from shortlist.tui.kit.roster import PersonAt
    from shortlist.tui.live.context import AppContext


class LeftOutController(Controller):
    """Who is left out on this machine: never exported, never asked about."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.let_in_lately: list[LeftOutEntry] = []
        """Who was let in again from the list, last one last, while this program lives."""

    def leave_out(self, chosen: Sequence[Person | PersonAt]) -> None:
        """Ask why, and leave these people out; those who all are already are let in again."""
        from shortlist.tui.kit.dialogs.prompts import LinePrompt

        persons: list[Any] = [getattr(entry, "person", entry) for entry in chosen]
        if not persons:
            self.say("Select people with space first, or put the cursor on one.")
            return
        store = self.open_store()
        if store is None:
            return
        bodies = [person.to_wire() for person in persons]
        if all(person in self.state.left_out for person in persons):
            let_in = store.let_in(bodies)
            self._left_out_changed()
            self.say(f"{people(let_in)} let in again.")
            return

        def decided(reason: str | None) -> None:
            if reason is None:
                return
            added = store.leave_out(bodies, reason)
            self._left_out_changed()
            self.say(f"{people(added)} left out: never exported, never enriched. X lists them.")

        title = f"Leave {people(len(persons))} out?"
        about = "Never exported nor asked about from this machine; marked ⊘. Why? May be empty."
        self.show(LinePrompt(title, about), decided)

    def refuses(self, person: Any) -> bool:
        """Whether a person is left out on this machine, and nothing is asked about them; says so.

        The list is read anew: somebody may have been put on it by a command.
        """
        if not self.tracker.left_out.holds(person):
            return False
        self.say("Left out on this machine: not asked for. X lists who is.")
        return True

    # The list itself

    def open_list(self) -> None:
        """Everybody who is left out, in a dialog."""
        from shortlist.tui.features.people.left_out_dialog import LeftOutPeople

        if self.open_store() is not None and not isinstance(self.screen, LeftOutPeople):
            self.show(LeftOutPeople())

    def let_in_again(self, entry: LeftOutEntry) -> None:
        """Take one off the list; `leave_out_again` undoes it."""
        store = self.tracker.store
        if store is not None and store.let_in([entry.to_person()]):
            self.let_in_lately.append(entry)
            self._left_out_changed()

    def leave_out_again(self) -> LeftOutEntry | None:
        """Put who was let in last back on the list, with the reason and the time of before."""
        store = self.tracker.store
        if store is None or not self.let_in_lately:
            return None
        entry = self.let_in_lately.pop()
        store.put_back([entry])
        self._left_out_changed()
        return entry

    def _left_out_changed(self) -> None:
        if self.tracker.store is not None:
            self.state.left_out = self.tracker.store.left_out()
        self.tell("marks")
