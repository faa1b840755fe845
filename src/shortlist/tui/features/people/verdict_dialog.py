"""The dialog for a verdict of one's own on somebody of a Set, with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Button, Input, Label, Static

from shortlist.tui.kit.choice import Choice
from shortlist.tui.kit.dialogs.base import Dialog, buttons
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.pane import HangingText
from shortlist.tui.kit.person import verdicts_content
from shortlist.tui.kit.words import plain

if TYPE_CHECKING:
    from shortlist.contract.sets import SetItem, Verification
    from shortlist.desk.own_verdicts import OwnVerdict

_ANSWERS = ("no", "yes")
_CRITERIA_MOST = 10


class Overruling(NamedTuple):
    """What was decided: a verdict and its reason, or that an earlier one is taken back."""

    checked: Verification
    verdict: str
    """`yes` or `no`; empty to take back."""
    reason: str


class VerdictDialog(Dialog[Overruling]):
    """Answers nothing where it was left. Nothing is sent, and nothing costs."""

    AUTO_FOCUS = "#verdict"
    WIDEST = 84

    def __init__(self, item: SetItem, own: Sequence[OwnVerdict]) -> None:
        super().__init__()
        self._item, self._own = item, {each.criterion: each for each in own}
        self._checked = item.verification[:_CRITERIA_MOST]

    def compose(self) -> ComposeResult:
        with self.frame("Your verdict"):
            yield Static(plain(self._item.person.name, 120) or "Name not given", markup=False)
            if len(self._checked) > 1:
                yield Label("Which criterion", classes="label", markup=False)
                numbers = [f"c{n}" for n in range(1, len(self._checked) + 1)]
                yield Choice(numbers, id="criterion")
            yield HangingText(id="said")
            yield Label("Do they meet it?", classes="label", markup=False)
            yield Choice(_ANSWERS, id="verdict")
            yield Label("Why; kept, counted and exported with it", classes="label", markup=False)
            yield Field(id="reason", select_on_focus=False, max_length=500)
            yield Static(id="problem", markup=False)
            yield from buttons(("keep", "Keep"), ("back", "Take back"), ("leave", "Leave"))

    def on_mount(self) -> None:
        self._draw(begins=True)

    def keys_told(self) -> Sequence[Content]:
        verb = "say why" if isinstance(self.focused, Choice) else self.on_button() or "keep"
        return hints(self, "dialog.enter", "dialog.next", "dialog.leave", dialog_enter=verb)

    @property
    def _verdict(self) -> Verification:
        chosen = self.query("#criterion")
        return self._checked[chosen.first(Choice).chosen if chosen else 0]

    @property
    def _before(self) -> OwnVerdict | None:
        verdict = self._verdict
        return self._own.get(" ".join((verdict.criterion or verdict.criterion_id).split()))

    def _draw(self, *, begins: bool = False) -> None:
        before = self._before
        own = [before] if before is not None else []
        self.query_one("#said", HangingText).show(verdicts_content([self._verdict], "", own)[2:])
        self.query_one("#back", Button).display = before is not None
        if begins or before is not None:
            said = before.verdict if before is not None else "no"
            self.query_one("#verdict", Choice).choose(_ANSWERS.index(said))
            field = self.query_one("#reason", Input)
            field.value = before.reason if before is not None else ""
            field.cursor_position = len(field.value)

    def on_choice_changed(self, event: Choice.Changed) -> None:
        if event.choice.id == "criterion":
            self._draw(begins=True)

    def pressed(self, id_: str) -> None:
        if id_ == "back":
            self.dismiss(Overruling(self._verdict, "", ""))
        else:
            self.submit()

    async def action_enter(self) -> None:
        if isinstance(self.focused, Choice):
            self.query_one("#reason", Input).focus()
        else:
            await super().action_enter()

    def submit(self) -> None:
        reason = plain(self.query_one("#reason", Input).value).strip()
        if not reason:
            told = Content.styled("Say why first: a verdict stands on its reason.", "$warn")
            self.query_one("#problem", Static).update(told)
            self.query_one("#reason", Input).focus()
            return
        verdict = self.query_one("#verdict", Choice).value
        self.dismiss(Overruling(self._verdict, verdict, reason))
