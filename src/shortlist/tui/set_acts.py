"""What a person does with Sets: cancel, replay, combine, and note what one is for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shortlist.contract.limits import people_price
from shortlist.tui.words import credits, people, plain

if TYPE_CHECKING:
    from textual.app import App

    from shortlist.tui.messages import RecordingRead
    from shortlist.tui.state import AppState, SetWork
    from shortlist.tui.tracker import Tracker

    class _Base(App[None]):
        state: AppState
        tracker: Tracker

        def tell(self, *topics: str) -> None: ...
        def say(self, text: str, severity: Any = "information") -> None: ...
else:
    _Base = object


class SetActs(_Base):
    """Mixed into the app."""

    def ask_cancel(self, entry: SetWork) -> None:
        """Cancel a running Set, after saying what will be charged."""
        from textual.content import Content

        from shortlist.tui.dialogs.confirm import Confirm

        admitted = entry.the_set.item_count
        content = Content.assemble(
            (plain(entry.the_set.newest.query if entry.the_set.newest else "", 200), "bold"),
            f"\n\n{people(admitted)} admitted so far: they stay, and "
            f"{credits(people_price(admitted))} will be charged for them. "
            "Those admitted until the service has stopped count too.",
        )

        def decided(yes: bool | None) -> None:
            if yes:
                entry.canceling = True
                self.tracker.cancel_set(entry.the_set.id)
                self.tell("sets")

        self.push_screen(Confirm("Cancel this Set?", content, "Cancel the Set", "Go on"), decided)

    def replay_set(self, entry: SetWork) -> None:
        """Play a finished Set again from its events."""
        from shortlist.tui.dialogs.replay import ReplayView

        self.push_screen(ReplayView(entry.the_set))
        self.tracker.read_recording(entry.the_set)

    def on_recording_read(self, event: RecordingRead) -> None:
        from shortlist.tui.dialogs.replay import ReplayView

        view = self.screen
        if isinstance(view, ReplayView) and view.the_set.id == event.set_id:
            view.load(event)

    def ask_purpose(self, entry: SetWork) -> None:
        """Note what a Set is for; it is kept on this machine and goes with its exports."""
        from shortlist.tui.dialogs.line import Line

        set_id = entry.the_set.id

        def noted(text: str | None) -> None:
            if text is not None:
                self.note_purpose(set_id, text)

        self.push_screen(
            Line(
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
