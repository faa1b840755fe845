"""The controller of agents' calls: it reads them from this machine's file, and asks about those
that would spend, one after another."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Final

from shortlist.desk.places import DeskError
from shortlist.tui.kit.words import credits
from shortlist.tui.live.context import Controller

if TYPE_CHECKING:
    from shortlist.desk.agent_calls import AgentCall
    from shortlist.tui.live.context import AppContext

LOOK_SECONDS: Final = 0.5


class AgentController(Controller):
    """Has every call of an agent shown, and answers for whoever is at the app."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.calls: dict[str, AgentCall] = {}
        """Of all profiles, by id."""
        self.seen = 0
        """How many changes of them were."""
        self._open: IO[bytes] | None = None
        self._asking = ""
        """The call that is being asked about."""

    def recall(self) -> None:
        if self._open is None and self.context.places is not None:
            from shortlist.desk.agent_calls import say_open

            self._open = say_open(self.context.places)
            self.context.every(LOOK_SECONDS, self.look)
        self.look()

    def look(self) -> None:
        """Take over what changed."""
        store = self.tracker.store
        if store is None:
            return
        try:
            changed = store.agent_calls(self.seen)
        except DeskError:
            return  # the file is away for a moment: it is looked at again
        for call in changed:
            self.seen = max(self.seen, call.changed)
            # What was asked for is not kept in the file: who was asked knows it until the end.
            before = self.calls.get(call.id)
            asked = call.asked or (before.asked if before is not None else "")
            self.calls[call.id] = call._replace(asked=asked)
        if changed:
            self.tell("agents")
        self._ask_next()

    def _ask_next(self) -> None:
        if self._asking:
            return
        waiting = [call for call in self.calls.values() if call.state == "waiting"]
        if not waiting:
            return
        call = min(waiting, key=lambda call: call.until)
        self._asking = call.id
        self._ask(call)

    def _ask(self, call: AgentCall) -> None:
        from shortlist.tui.features.agents.approval import Approval

        def answered(yes: bool | None) -> None:
            self._asking = ""
            store = self.tracker.store
            if store is None or self.calls[call.id].state != "waiting":
                return
            state = "allowed" if yes else "refused"
            if not store.decide_agent_call(call.id, state):
                self.say("That call was answered already, or its time was over.")
            self.look()

        self.context.tell_end(f"An agent asks to spend {credits(call.credits)}")
        self.show(Approval(call), answered)
