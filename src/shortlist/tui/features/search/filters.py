"""The filter picker: writes what the query line would say, so that there is one truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Label

from shortlist.contract.limits import FILTER_MAX_CHARS, FILTERS_SERVED, SEARCH_RESULTS_MAX
from shortlist.tui.kit.choice import Choice
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.query.completion import TYPES_SAID
from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.query.syntax import TYPES, with_filters


class Filters(Dialog[Question]):
    """Answers the search with what was picked. `enter` searches."""

    AUTO_FOCUS = "#title"
    spends = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("filters.down", "filters.up", "filters.type"),
    ]

    def __init__(self, asked: Question) -> None:
        super().__init__()
        self._asked = asked

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", can_focus=False) as box:
            box.border_title = "Filters"
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
            with Horizontal(classes="row filter"):
                yield Label("Type", classes="name", markup=False)
                yield Choice(TYPES, TYPES.index(self._asked.type), id="type")
            yield Label(id="type-said", markup=False)

    def keys_told(self) -> Sequence[Content]:
        own = ("dialog.enter", "go.next", "filters.type", "dialog.leave")
        return hints(self, *own, dialog_enter="search")

    def on_mount(self) -> None:
        self._say_type()

    def _say_type(self) -> None:
        said = TYPES_SAID[self.query_one(Choice).value]
        self.query_one("#type-said", Label).update(f"{said[:1].upper()}{said[1:]}")

    def action_next_type(self) -> None:
        self.query_one(Choice).action_step(1)

    def on_choice_changed(self, event: Choice.Changed) -> None:
        event.stop()
        self._say_type()

    def is_changed(self) -> bool:
        return super().is_changed() or self.query_one(Choice).value != self._asked.type

    async def action_enter(self) -> None:
        if isinstance(self.focused, Choice):
            self._search()
        else:
            await super().action_enter()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._search()

    def _search(self) -> None:
        count = self.query_one("#count", Input).value.strip()
        if not count.isdecimal() or not 1 <= int(count) <= SEARCH_RESULTS_MAX:
            self.notify(f"How many is a number from 1 to {SEARCH_RESULTS_MAX}.", markup=False)
            self.query_one("#count", Input).focus()
            return
        values = {name: self.query_one(f"#{name}", Input).value for name in FILTERS_SERVED}
        picked = with_filters(self._asked, values)
        self.dismiss(replace(picked, type=self.query_one(Choice).value, count=int(count)))
