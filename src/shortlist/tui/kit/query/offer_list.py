"""The list of completions below the query line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

from shortlist.tui.kit.message import DataMessage
from shortlist.tui.kit.query.completion import Offer
from shortlist.tui.kit.words import plain

_WIDEST = 44


class OfferList(Widget):
    """Completions, the chosen one marked; none is chosen until one moves to it."""

    class Taken(DataMessage):
        """One was clicked."""

        offer: Offer

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._offers: Sequence[Offer] = ()
        self._at = -1
        self.display = False

    @property
    def chosen(self) -> Offer | None:
        return self._offers[self._at] if 0 <= self._at < len(self._offers) else None

    @property
    def first(self) -> Offer | None:
        return self._offers[0] if self._offers else None

    def show(self, offers: Sequence[Offer], x: int) -> None:
        """Show `offers` with their labels from cell `x` of the screen."""
        self._offers, self._at = offers, -1
        labels = max(min(_WIDEST, cell_len(plain(offer.label))) for offer in offers)
        notes = max(cell_len(offer.note) for offer in offers)
        width = min(labels + notes + 6, self.app.size.width)
        self.styles.width, self.styles.height = width, len(offers)
        self.styles.offset = (max(0, min(x, self.app.size.width - width)), 0)
        self.display = True
        self.refresh()

    def close(self) -> None:
        self._offers, self._at = (), -1
        self.display = False

    def move(self, step: int) -> None:
        """Choose the next one; before the first none is chosen."""
        self._at = max(-1, min(self._at + step, len(self._offers) - 1))
        self.refresh()

    def render(self) -> RenderResult:
        lines = []
        for index, offer in enumerate(self._offers):
            here = index == self._at
            label = Content(f"{'▌' if here else ' '} {plain(offer.label)}").truncate(
                max(4, self.size.width - cell_len(offer.note) - 2), ellipsis=True
            )
            gap = " " * max(1, self.size.width - label.cell_length - cell_len(offer.note) - 1)
            line = Content.assemble(label, gap, (offer.note, "" if here else "$quiet-text"), " ")
            lines.append(line.stylize("$cursor-ink on $cursor-ground") if here else line)
        return Content("\n").join(lines)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if event.y < len(self._offers):
            self.post_message(self.Taken(self._offers[event.y]))
