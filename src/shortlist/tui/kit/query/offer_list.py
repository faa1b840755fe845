"""A list of values that can be taken: below the query line, and in the picker of filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

from shortlist.tui.kit.message import DataMessage
from shortlist.tui.kit.query.completion import OFFERED, Offer
from shortlist.tui.kit.words import plain

_WIDEST: Final = 44
_LONGEST: Final = 400


class OfferList(Widget):
    """Values, the chosen one marked; none is chosen until one moves to it. A line above them may
    say what they are."""

    class Taken(DataMessage):
        """One was clicked."""

        offer: Offer

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._offers: Sequence[Offer] = ()
        self._head, self._told, self._tone = "", "", ""
        self._at, self._top = -1, 0

    @property
    def chosen(self) -> Offer | None:
        return self._offers[self._at] if 0 <= self._at < len(self._offers) else None

    @property
    def first(self) -> Offer | None:
        return self._offers[0] if self._offers else None

    def show(
        self, head: str, offers: Sequence[Offer], told: str = "", tone: str = "$quiet-text"
    ) -> None:
        """`head` says whose values these are; `told` what else there is to say of them. What is
        chosen stays chosen while it is among them."""
        kept = self.chosen
        self._head, self._offers, self._told, self._tone = head, offers, told, tone
        self._at = next((n for n, one in enumerate(offers) if kept and one.text == kept.text), -1)
        self._look()

    def show_at(self, x: int, offers: Sequence[Offer]) -> None:
        """Show `offers` alone, with their labels from cell `x` of the screen; none is chosen."""
        self.let_go()
        labels = max(min(_WIDEST, cell_len(plain(offer.label))) for offer in offers)
        notes = max(cell_len(offer.note) for offer in offers)
        width = min(labels + notes + 6, self.app.size.width)
        self.styles.width, self.styles.height = width, len(offers)
        self.styles.offset = (max(0, min(x, self.app.size.width - width)), 0)
        self.display = True
        self.show("", offers)

    def close(self) -> None:
        self._offers, self._at = (), -1
        self.display = False

    def let_go(self) -> None:
        """Choose none."""
        self._at = -1
        self._look()

    def move(self, step: int) -> bool:
        """Choose the next one; above the first none is chosen. Whether anything was moved to."""
        at = max(-1, min(self._at + step, len(self._offers) - 1))
        moved, self._at = at != self._at, at
        self._look()
        return moved

    def _look(self) -> None:
        at = max(self._at, 0)
        self._top = max(0, min(max(self._top, at - OFFERED + 1), at, len(self._offers) - OFFERED))
        self.refresh()

    def render(self) -> RenderResult:
        shown = self._offers[self._top : self._top + OFFERED]
        lines = [self._line(n, one) for n, one in enumerate(shown, self._top)]
        if self._head:
            width = self.size.width
            told = Content.styled(plain(self._told, _LONGEST), self._tone)
            head = Content.styled(plain(self._head, 60), "bold")
            gap = max(2, width - head.cell_length - told.cell_length)
            line = Content.assemble(head, " " * gap, told)
            lines.insert(0, line.truncate(width, ellipsis=True))
        return Content("\n").join(lines)

    def _line(self, index: int, offer: Offer) -> Content:
        here = index == self._at
        more = index == self._top + OFFERED - 1 and index < len(self._offers) - 1
        note = plain(offer.note, 60) + (" ↓" if more else "")
        end = "" if self._head else " "
        other = f"  {plain(offer.other, 30)}" if offer.other else ""
        width = self.size.width - cell_len(note) - cell_len(other) - cell_len(end)
        label = Content(f"{'▌' if here else ' '} {plain(offer.label, _LONGEST)}")
        label = label.truncate(max(4, width - 1), ellipsis=True)
        gap = " " * max(1, width - label.cell_length)
        quiet = "" if here else "$quiet-text"
        line = Content.assemble(label, (other, quiet), gap, (note, quiet), end)
        return line.stylize("$cursor-ink on $cursor-ground") if here else line

    def on_click(self, event: events.Click) -> None:
        event.stop()
        place = event.get_content_offset(self)
        line = place.y - bool(self._head) if place is not None else -1
        if 0 <= line < len(self._offers) - self._top:
            self.post_message(self.Taken(self._offers[self._top + line]))
