"""The dialog that shows the evidence for a verdict: the quotes, and where they are from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content

from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.pane import HangingText
from shortlist.tui.kit.person import verdicts_content
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import plain

if TYPE_CHECKING:
    from shortlist.contract.sets import SetItem, Verification
    from shortlist.desk.own_verdicts import OwnVerdict


class EvidencePage(Dialog[None]):
    """One criterion of one person at a time; the arrows go to the next criterion."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("evidence.previous", "evidence.next", "evidence.source", "evidence.close"),
        *keys("dialog.close"),
    ]

    def __init__(self, item: SetItem, criterion: str, own: Sequence[OwnVerdict] = ()) -> None:
        """`criterion` is the text of the one to begin with; `own`: what somebody here said."""
        super().__init__()
        self._item, self._own = item, own
        self._at = next(
            (n for n, v in enumerate(item.verification) if plain(v.criterion, 500) == criterion), 0
        )

    def compose(self) -> ComposeResult:
        with self.frame("Evidence", "tall", reads=True):
            yield HangingText(id="page")

    def on_mount(self) -> None:
        self._draw()

    def keys_told(self) -> Sequence[Content]:
        arrows = "evidence.previous+evidence.next"
        return hints(self, arrows, "evidence.source", "dialog.leave", dialog_leave="close")

    @property
    def _verdict(self) -> Verification | None:
        verdicts = self._item.verification
        return verdicts[self._at] if self._at < len(verdicts) else None

    def _draw(self) -> None:
        person = self._item.person
        at = " · ".join(plain(v, 120) for v in (person.title, person.company) if v)
        verdict = self._verdict
        parts: list[Part] = [
            (plain(person.name, 200) or "Name not given", "bold"),
            (f"\n{at}" if at else "", "$quiet-text"),
        ]
        if verdict is None:
            parts.append("\n\nNothing was checked for this person.")
        else:
            count = len(self._item.verification)
            parts.append((f"\n\nCriterion {self._at + 1} of {count}", "$quiet-text"))
            parts.append(verdicts_content([verdict], title="", own=self._own))
            if not any(reference.quote for reference in verdict.references):
                parts.append(("\n  No quote was given for this verdict.", "$quiet-text"))
        self.query_one(HangingText).show(Content.assemble(*parts))

    def action_turn(self, step: int) -> None:
        self._at = max(0, min(self._at + step, len(self._item.verification) - 1))
        self._draw()

    def action_source(self) -> None:
        verdict = self._verdict
        for reference in verdict.references if verdict else ():
            url = plain(reference.url)
            if url.startswith(("https://", "http://")):
                self.app.open_url(url)
                return
        self.app.say("No source with a web address is given.")
