"""The line of chips under the query: what was understood, or what is wrong."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.app import RenderResult
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.widget import Widget

from shortlist.tui.features.search.understanding import Chip
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.message import DataMessage
from shortlist.tui.kit.resting_cursor import RestingCursor
from shortlist.tui.kit.words import in_words

_HEAD = "understood"
_NOT = "not understood"
_GUTTER = len(_NOT) + 2
_ROOMY = 70
"""Cells below which what was understood stands without a word before it."""
_LINES = 2


class _Span(NamedTuple):
    line: int
    start: int
    end: int


class Chips(RestingCursor, Widget, can_focus=False):
    """Chips can be gone through, edited and removed; a click edits one, and its × removes it."""

    BINDINGS: ClassVar[list[BindingType]] = keys(
        "chip.edit", "chip.remove", "chip.previous", "chip.next", "chip.leave"
    )

    class Chosen(DataMessage):
        """A chip is to be edited, or removed."""

        chip: Chip
        remove: bool

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.chips: list[Chip] = []
        self._gone: set[Chip] = set()
        self._told: Content | None = None
        self._at = 0
        self._spans: list[_Span] = []
        self._gutter = _GUTTER

    @property
    def place_of_cursor(self) -> Offset:
        span = self._spans[self._at] if self._at < len(self._spans) else _Span(0, 0, 0)
        return Offset(span.start, span.line)

    # What is shown

    def show(self, chips: list[Chip], gone: set[Chip]) -> None:
        """Show `chips`; those in `gone` are not in the line any more, and are struck out."""
        if chips != self.chips:
            self._at = 0
        self.chips, self._gone, self._told = chips, gone, None
        self._laid_out()

    def tell(self, content: Content) -> None:
        """Say something in place of the chips."""
        self._told = content
        self._laid_out()

    def _laid_out(self) -> None:
        self.can_focus = bool(self.chips) and self._told is None
        self._place()
        wanted = max([1, *(span.line + 1 for span in self._spans)])
        height = min(_LINES, wanted) if self._told is None else self._told.plain.count("\n") + 1
        if self.styles.height is None or self.styles.height.value != height:
            self.styles.height = height
        self.refresh()

    def _place(self) -> None:
        """Where each chip stands: line after line, as wide as there is room."""
        width = max(20, self.size.width or self.app.size.width) - 1
        gutter = self._gutter = _GUTTER if width >= _ROOMY else 1
        self._spans, line, x = [], 0, gutter
        for index, chip in enumerate(self.chips):
            lead = len(_NOT) + 2 if self._first_unread(index) and (index or gutter < _GUTTER) else 0
            wide = min(_width(chip), width - gutter - lead)
            if x > gutter and x + lead + wide > width:
                line, x = line + 1, gutter
                lead = lead if gutter < _GUTTER else 0
            self._spans.append(_Span(line, x + lead, x + lead + wide))
            x += lead + wide + 1

    def _first_unread(self, index: int) -> bool:
        """Whether the words that were not understood begin with this chip."""
        return self.chips[index].kind == "?" and (index == 0 or self.chips[index - 1].kind != "?")

    def on_resize(self) -> None:
        self._laid_out()

    def render(self) -> RenderResult:
        if self._told is not None:
            return self._told
        if not self.chips:
            return ""
        first = 0
        if self.has_focus:
            first = max(0, self._spans[self._at].line - (self.size.height - 1))
        last = max(span.line for span in self._spans)
        lines = [self._line(first + number) for number in range(max(1, self.size.height))]
        if last >= first + self.size.height:
            room = self.size.width - 3
            lines[-1] = Content.assemble(lines[-1].truncate(room, pad=True), (" …", "$quiet-text"))
        return Content("\n").join(lines)

    def _line(self, number: int) -> Content:
        parts: list[Content] = []
        x = 0
        for index, (chip, span) in enumerate(zip(self.chips, self._spans, strict=True)):
            if span.line != number:
                continue
            lead, tone = "", "$quiet-text"
            if self._first_unread(index):
                lead, tone = f"{_NOT} ", "$warn"
            elif index == 0 and self._gutter == _GUTTER:
                lead = _HEAD.ljust(len(_NOT)) + " "
            parts.append(Content.styled(lead.rjust(span.start - x), tone))
            parts.append(self._chip(index, chip, span.end - span.start))
            x = span.end
        return Content.assemble(*parts)

    def _chip(self, index: int, chip: Chip, width: int) -> Content:
        here = self.has_focus and index == self._at
        if here:
            label = value = "bold $cursor-ink on $cursor-ground"
        elif chip in self._gone:
            label = value = "$quiet-text strike"
        elif chip.kind == "?":
            label, value = "$warn on $raised", "$foreground on $raised"
        else:
            label, value = "$quiet-text on $raised", "$tab-ink on $tab-ground"
        mark = "▌" if here else " "
        if chip in self._gone and not here:
            text = Content.assemble(" ", (f"{chip.label}  {in_words(chip.value)}", label), " ")
            return Content.assemble(text.truncate(width - 2, ellipsis=True), "  ")
        text = Content.assemble(
            (f"{mark}{chip.label} ", label), (f" {in_words(chip.value)} ", value)
        )
        close = Content.styled("× ", value)
        return Content.assemble(text.truncate(width - 2, ellipsis=True), close)

    # Keys and mouse

    def action_previous(self) -> None:
        self._move(-1)

    def action_next(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        self._at = max(0, min(self._at + step, len(self.chips) - 1))
        self.refresh()

    def action_edit(self) -> None:
        if self.chips:
            self.post_message(self.Chosen(self.chips[self._at], remove=False))

    def action_remove(self) -> None:
        if self.chips:
            self.post_message(self.Chosen(self.chips[self._at], remove=True))

    def on_click(self, event: events.Click) -> None:
        for index, span in enumerate(self._spans):
            if span.line == event.y and span.start <= event.x < span.end:
                self._at = index
                remove = event.x >= span.end - 2
                self.post_message(self.Chosen(self.chips[index], remove=remove))

    def watch_has_focus(self, _focused: bool) -> None:
        super().watch_has_focus(_focused)
        self.refresh()


def _width(chip: Chip) -> int:
    return cell_len(f" {chip.label}  {in_words(chip.value)} × ")


def pointing(text: str, at: int, width: int) -> Content:
    """What is wrong, under the character of the line it is about."""
    at = max(0, min(at, width - 1))
    if at + 2 + cell_len(text) <= width:
        return Content.assemble(" " * at, ("╰ ", "bold $bad"), text)
    room = max(0, at - 1)
    if cell_len(text) <= room:
        return Content.assemble(" " * (room - cell_len(text)), text, (" ╯", "bold $bad"))
    lines = wrap(text, width - 2)
    start = max(1, min(at, width - max(map(cell_len, lines)) - 1))
    below = "\n".join(" " * start + line for line in lines)
    return Content.assemble(" " * at, ("▲\n", "bold $bad"), below)
