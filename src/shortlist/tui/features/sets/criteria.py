"""The editor of criteria: each on a line of its own, ticked or not, added, edited, moved and
removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widgets import Input

from shortlist.contract.limits import CRITERIA_MAX, CRITERION_MAX_CHARS
from shortlist.desk.pass_counts import PassCounts
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.message import DataMessage
from shortlist.tui.kit.pane import Pane
from shortlist.tui.kit.resting_cursor import RestingCursor
from shortlist.tui.kit.words import plain

if TYPE_CHECKING:
    from shortlist.contract.search import Counted

_HANDLES: Final = "↑↓×"
_TAIL: Final = 7
"""Cells of the handles at the end of a line: each takes the one beside it too."""


class CriteriaLines(RestingCursor, Pane):
    """The lines: those that are ticked, those that are not, and one to add another."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("move.down", "move.up", "move.top", "move.bottom"),
        *keys("line.add", "line.edit", "line.take", "line.remove", "line.raise", "line.lower"),
        *keys("line.undo", "line.editor"),
    ]

    class Changed(Message):
        """The criteria are others now."""

    class EditorAsked(Message):
        """All of them are to be edited in the person's editor."""

    class LineAsked(DataMessage):
        """A line is to be written: `index` is that of a criterion, or the next one's."""

        index: int
        text: str

    def __init__(self, criteria: Sequence[str], *, id: str | None = None) -> None:
        super().__init__(id=id, classes=None)
        self.criteria = list(criteria)
        self._suggested: list[str] = []
        self._found = PassCounts()
        self._counted: Mapping[str, Counted | None] = {}
        self.touched = bool(self.criteria)
        """A person chose these; until then they follow what is suggested."""
        self._before: list[list[str]] = []
        self._at = 0

    def on_mount(self) -> None:
        self.draw()

    def on_resize(self) -> None:
        self.draw()

    def on_focus(self) -> None:
        self.draw()

    def on_blur(self) -> None:
        self.draw()

    def look_at(self, found: PassCounts, counted: Mapping[str, Counted | None]) -> None:
        """Say of each line how many of those who were found pass it; where that is not known, how
        many people of the whole index meet it, as it was `counted`."""
        self._found, self._counted = found, counted
        self.draw()

    def suggest(self, suggested: Sequence[str]) -> None:
        """Other suggestions: ticked, as long as nobody has chosen."""
        if list(suggested) == self._suggested:
            return
        self._suggested = list(suggested)
        if not self.touched:
            self.criteria = list(suggested)
            self._tell()
        self.draw()

    def replace(self, criteria: Sequence[str]) -> None:
        """Other criteria in place of all of them."""
        self._change(list(criteria))

    @property
    def open_suggestions(self) -> list[str]:
        have = {text.casefold() for text in self.criteria}
        return [text for text in self._suggested if text.casefold() not in have]

    @property
    def _count(self) -> int:
        return len(self.criteria) + len(self.open_suggestions) + 1

    # Drawing

    @property
    def place_of_cursor(self) -> Offset:
        return Offset(2, self._at - int(self.scroll_offset.y))

    def draw(self) -> None:
        self._at = max(0, min(self._at, self._count - 1))
        lines = [self._line(index) for index in range(self._count)]
        self.show(Content("\n").join(lines), top=False)
        offset, height = self.scroll_offset.y, max(1, self.size.height)
        if not offset <= self._at < offset + height:
            y = self._at if self._at < offset else self._at - height + 1
            self.scroll_to(y=y, animate=False, immediate=True)
        self.rest_cursor()

    def _line(self, index: int) -> Content:
        here = index == self._at and self.has_focus
        width = self.text_width
        mine = len(self.criteria)
        if index < mine:
            told = self._passing(self.criteria[index])
            text, tone, tail = "  ✓ ", "", told + self._handles(index)
            text += plain(self.criteria[index], CRITERION_MAX_CHARS)
        elif index < self._count - 1:
            suggestion = self.open_suggestions[index - mine]
            tail = f"{self._passing(suggestion)} not checked "
            text, tone = f"  · {plain(suggestion, CRITERION_MAX_CHARS)}", "$quiet-text"
        else:
            text, tone, tail = "  + add a criterion", "$quiet-text", ""
        body = Content.styled(text, tone).truncate(
            max(4, width - len(tail)), ellipsis=True, pad=True
        )
        line = Content.assemble(body, (tail, "$quiet-text"))
        return line.stylize("$cursor-ink on $cursor-ground") if here else line

    def _passing(self, criterion: str) -> str:
        """How many of those who were found pass it, else how many people do in all; nothing where
        neither is known."""
        many = self._found.each(criterion)
        if many is not None:
            return f" {many:,} of {self._found.of:,}"
        if criterion not in self._counted:
            return ""
        counted = self._counted[criterion]
        if counted is None or counted.met is None:
            return " a check tells"
        return f" {counted.met:,} in all"

    def _handles(self, index: int) -> str:
        """What a click at the end of a line does there: up, down, away."""
        up = "↑" if index else " "
        down = "↓" if index < len(self.criteria) - 1 else " "
        return f" {up} {down} × "

    # Moving

    def action_down(self) -> None:
        self._go(self._at + 1)

    def action_up(self) -> None:
        self._go(self._at - 1)

    def action_top(self) -> None:
        self._go(0)

    def action_bottom(self) -> None:
        self._go(self._count - 1)

    def _go(self, at: int) -> None:
        self._at = max(0, min(at, self._count - 1))
        self.draw()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if event.chain > 1:
            self.screen.clear_selection()  # of the whole page, which a double click marks
        if event.button > 1 or self._page.text_selection is not None:
            return  # The end of marking text is no click.
        line = event.screen_y - self._page.region.y
        if line >= self._count:
            return
        self._go(line)
        at = event.screen_x - self._page.region.x - (self.text_width - _TAIL)
        handle = _HANDLES[min(at // 2, 2)] if 0 <= at < _TAIL else ""
        if line >= len(self.criteria):
            self.action_edit_line()
        elif handle == "×":
            self.action_remove_line()
        elif handle:
            self._move(-1 if handle == "↑" else 1)
        elif event.chain == 2:
            self.action_edit_line()

    # Changing

    def _change(self, criteria: list[str]) -> None:
        self._before = [*self._before[-19:], self.criteria]
        self.criteria, self.touched = criteria, True
        self.draw()
        self._tell()

    def _tell(self) -> None:
        # Sent by the lines, whoever had them changed: from its parent a message stops there.
        self.post_message(self.Changed().set_sender(self))

    def action_undo_line(self) -> None:
        if self._before:
            self.criteria = self._before.pop()
            self.draw()
            self._tell()

    def action_take(self) -> None:
        """Tick the line under the cursor, or no longer; it stays to be ticked again."""
        at = self._at - len(self.criteria)
        if at < 0:
            text = self.criteria[self._at]
            if text not in self._suggested:
                self._suggested.append(text)
            self.action_remove_line()
        elif 0 <= at < len(self.open_suggestions) and len(self.criteria) < CRITERIA_MAX:
            self._change([*self.criteria, self.open_suggestions[at]])
            self._go(self._at + 1)

    def action_remove_line(self) -> None:
        if self._at < len(self.criteria):
            self._change([t for n, t in enumerate(self.criteria) if n != self._at])

    def action_raise_line(self) -> None:
        self._move(-1)

    def action_lower_line(self) -> None:
        self._move(1)

    def _move(self, by: int) -> None:
        at, to = self._at, self._at + by
        if at < len(self.criteria) and 0 <= to < len(self.criteria):
            criteria = list(self.criteria)
            criteria[at], criteria[to] = criteria[to], criteria[at]
            self._at = to
            self._change(criteria)

    def action_add_line(self) -> None:
        if len(self.criteria) < CRITERIA_MAX:
            self.post_message(self.LineAsked(len(self.criteria), ""))

    def action_edit_line(self) -> None:
        if self._at < len(self.criteria):
            self.post_message(self.LineAsked(self._at, self.criteria[self._at]))
        elif self._at < self._count - 1:
            self.action_take()
        else:
            self.action_add_line()

    def action_editor(self) -> None:
        self.post_message(self.EditorAsked())

    def write(self, index: int, text: str) -> None:
        """The line at `index` is `text` now; the next index adds one."""
        if text and self.criteria[index : index + 1] != [text]:
            self._at = index
            self._change([*self.criteria[:index], text, *self.criteria[index + 1 :]])


class _Field(Field):
    """Where one line is written; `esc` leaves it, and not the dialog."""

    async def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            event.prevent_default()
            self.post_message(Input.Submitted(self, ""))


class Criteria(Vertical):
    """The criteria of a Set to be, and the field in which one is written."""

    def __init__(self, criteria: Sequence[str], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines = CriteriaLines(criteria, id="lines")
        self._writing = 0

    def compose(self) -> ComposeResult:
        yield self.lines
        field = _Field(id="line-field", max_length=CRITERION_MAX_CHARS, select_on_focus=False)
        field.display = False
        yield field

    def on_criteria_lines_line_asked(self, event: CriteriaLines.LineAsked) -> None:
        event.stop()
        self._begin(event.index, event.text)

    def _begin(self, index: int, text: str) -> None:
        field = self.query_one("#line-field", Input)
        self._writing = index
        field.placeholder = f"Criterion {index + 1}: enter keeps it, esc leaves it"
        field.value = text
        field.display = True
        self.screen.set_focus(field)
        field.cursor_position = len(text)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A new one is followed by the next; an empty line, or a changed one, ends it."""
        event.stop()
        text = " ".join(event.value.split())
        new = self._writing == len(self.lines.criteria)
        self.lines.write(self._writing, text)
        if new and text and len(self.lines.criteria) < CRITERIA_MAX:
            self._begin(len(self.lines.criteria), "")
        else:
            event.input.display = False
            self.lines.focus()
