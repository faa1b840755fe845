"""The dialog that asks whether an agent may spend. No answer is a no."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from shortlist.contract.times import parse_time
from shortlist.tui.kit.dialogs.base import Dialog, SpendButton, buttons
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.words import credits, duration, number, plain, prose

if TYPE_CHECKING:
    from shortlist.desk.agent_calls import AgentCall

_DOES: Final = {
    "search": "A search",
    "create_set": "A new Set",
    "enrich": "Contact details",
}


class Approval(Dialog[bool]):
    """Answers True where it may. `No` has the focus: what one types meanwhile spends nothing."""

    AUTO_FOCUS = "#no"

    def __init__(self, call: AgentCall) -> None:
        super().__init__()
        self._call = call

    def compose(self) -> ComposeResult:
        call = self._call
        does = _DOES.get(call.tool, plain(call.tool, 40))
        profile = f" at {plain(call.profile, 40)}" if call.profile else ""
        with self.frame("An agent asks"):
            yield Static(
                Content.assemble(
                    (f"{does}{profile}\n", "bold"),
                    f"{prose(call.asked, 600)}\n\n",
                    (f"at most {credits(call.credits)}", "bold $warn"),
                    f"; its purse has {number(call.purse_left)} beside these.",
                ),
                markup=False,
            )
            yield Static(id="told", markup=False)
            allow = SpendButton(f"Allow · up to {credits(call.credits)}", id="yes")
            yield from buttons(allow, ("no", "No"))

    def on_mount(self) -> None:
        self._draw()
        self.set_interval(0.5, self._draw)

    def keys_told(self) -> Sequence[Content]:
        label = self.on_button()
        told = hints(self, "dialog.enter", "go.next", dialog_enter=label, go_next="the other")
        return [*told, *hints(self, "dialog.leave", dialog_leave="no")]

    def _draw(self) -> None:
        """How long there is to answer; closed once it was answered elsewhere, or is over."""
        now = self.app.agents.calls.get(self._call.id)
        if now is None or now.state != "waiting":
            if self.is_current:
                self.dismiss(None)
            return
        until = parse_time(self._call.until)
        left = (until - datetime.now(UTC)).total_seconds() if until is not None else 0
        words = f"Without an answer it is no, in {duration(max(0, round(left)))}."
        self.query_one("#told", Static).update(Content.styled(words, "$quiet-text"))

    def pressed(self, id_: str) -> None:
        self.dismiss(id_ == "yes")
