"""The filter picker: writes what the query line would say, so that there is one truth."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Label

from shortlist.contract.limits import FILTER_MAX_CHARS, FILTERS_SERVED, SEARCH_RESULTS_MAX
from shortlist.tui.dialogs.parts import Dialog
from shortlist.tui.keys import hints, keys
from shortlist.tui.search.asked import Asked
from shortlist.tui.search.completing import TYPES_SAID
from shortlist.tui.search.query import TYPES, with_filters
from shortlist.tui.widgets.field import Field


class Filters(Dialog[Asked]):
    """Answers the search with what was picked. `enter` searches."""

    AUTO_FOCUS = "#title"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("filters.down", "filters.up", "filters.type"),
    ]

    def __init__(self, asked: Asked) -> None:
        super().__init__()
        self._asked = asked
        self._type = asked.type

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", can_focus=False) as box:
            box.border_title = "Filters"
            own = ("dialog.enter", "go.next", "filters.type", "dialog.leave")
            box.border_subtitle = Content(hints(self, *own, dialog_enter="search"))
            for name in FILTERS_SERVED:
                with Horizontal(classes="row filter"):
                    yield Label(name.capitalize(), classes="name", markup=False)
                    yield Field(
                        self._asked.filters.get(name, ""),
                        id=name,
                        max_length=FILTER_MAX_CHARS,
                        select_on_focus=False,
                    )
            with Horizontal(classes="row filter"):
                yield Label("How many", classes="name", markup=False)
                yield Field(str(self._asked.count), id="count", type="integer", max_length=3)
            with Vertical(classes="row"):
                yield Label(self._type_words(), id="type", markup=False)

    def _type_words(self) -> str:
        return f"Type: {self._type}, {TYPES_SAID[self._type]}"

    def action_next_type(self) -> None:
        self._type = TYPES[(TYPES.index(self._type) + 1) % len(TYPES)]
        self.query_one("#type", Label).update(self._type_words())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        count = self.query_one("#count", Input).value.strip()
        if not count.isdecimal() or not 1 <= int(count) <= SEARCH_RESULTS_MAX:
            self.notify(f"How many is a number from 1 to {SEARCH_RESULTS_MAX}.", markup=False)
            self.query_one("#count", Input).focus()
            return
        values = {name: self.query_one(f"#{name}", Input).value for name in FILTERS_SERVED}
        picked = with_filters(self._asked, values)
        self.dismiss(replace(picked, type=self._type, count=int(count)))
