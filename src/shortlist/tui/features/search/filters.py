"""The dialog that picks filters: it writes what the query line would say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Label

from shortlist.contract.limits import (
    FACETS,
    FILTER_MAX_CHARS,
    FILTERS_SERVED,
    SEARCH_RESULTS_MAX,
    people_price,
)
from shortlist.tui.features.search.picker_search import SAID, first_value, search_of, understood_in
from shortlist.tui.features.search.understanding import Chip
from shortlist.tui.kit.choice import Choice
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.query.completion import TYPES_SAID, Offer
from shortlist.tui.kit.query.facet_book import OfferedValues
from shortlist.tui.kit.query.offer_list import OfferList
from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.query.syntax import COUNTS, TYPES
from shortlist.tui.kit.words import count, credits

if TYPE_CHECKING:
    from shortlist.contract.extensions import FacetValue


class Filters(Dialog[Question]):
    """Answers the search with what was picked. `enter` takes what is chosen, else searches."""

    AUTO_FOCUS = "#title"
    spends = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("filters.down", "filters.up", "filters.type"),
    ]

    def __init__(self, asked: Question, chips: Sequence[Chip] = ()) -> None:
        super().__init__()
        self._asked = asked
        self._understood = understood_in(chips, asked)
        self._refused = ""
        """What was typed that a closed list does not have."""

    def compose(self) -> ComposeResult:
        with self.frame("Filters", "picker"):
            for name in FACETS:
                with Horizontal(classes="row filter"):
                    yield Label(name.capitalize(), classes="name", markup=False)
                    yield Field(
                        first_value(name, self._asked, self._understood),
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
            yield OfferList(id="values")

    def keys_told(self) -> Sequence[Content]:
        own = ("dialog.enter", "filters.down", "go.next", "filters.type", "dialog.leave")
        enter = "take" if self._values.chosen is not None else "search"
        return hints(self, *own, dialog_enter=enter, filters_down="values", go_next="field")

    def on_mount(self) -> None:
        self.app.searches.forget_facets()
        # What is typed there is checked, whether or not one went through its values.
        self.app.searches.listed("seniority", "", {})

    @property
    def _values(self) -> OfferList:
        return self.query_one(OfferList)

    @property
    def _field(self) -> Field | None:
        return self.focused if isinstance(self.focused, Field) else None

    # What can be given

    def on_descendant_focus(self) -> None:
        self._refused = ""
        self._values.let_go()
        self._list()

    def on_input_changed(self, event: Input.Changed) -> None:
        self._refused = ""
        if event.input is self.focused:
            self._values.let_go()
            self._list()
            self.draw_foot()

    def changed(self, topic: str) -> None:
        """More is known of what can be given."""
        if topic in ("facets", "link", "credits"):
            self._list()

    def _list(self) -> None:
        field = self._field
        if field is None:
            said = TYPES_SAID[self.query_one(Choice).value]
            self._values.show("Type", [], said)
        elif field.id == "count":
            prices = [Offer(str(n), str(n), f"up to {credits(people_price(n))}") for n in COUNTS]
            self._values.show("How many", prices)
        else:
            self._list_values(field)

    def _list_values(self, field: Field) -> None:
        name = str(field.id)
        typed = self._typed(field)
        listed = self.app.searches.listed(name, typed, self._others(name))
        # As it was taken, or understood: to have another in its place all are listed.
        taken = typed.casefold() in (one.value.casefold() for one in listed.facet.values)
        none = not listed.facet.values and not listed.asking and self._is_as_understood(name)
        if typed and (taken or none):
            listed = self.app.searches.listed(name, "", self._others(name))
        values = [_value(one, listed, typed) for one in listed.facet.values]
        if self._refused:
            self._values.show(name.capitalize(), values, self._refused, "$warn")
        else:
            self._values.show(name.capitalize(), values, self._told(listed, typed))

    def _typed(self, field: Field) -> str:
        """What stands in the field; of several, the one that is being typed."""
        value = str(field.value)
        return (value.rpartition(",")[2] if field.id in SAID else value).strip()

    def _others(self, name: str) -> Mapping[str, str]:
        """The other filters: what is only understood keeps nobody out of a search."""
        others = (n for n in FILTERS_SERVED if n != name and not self._is_as_understood(n))
        return {other: self.query_one(f"#{other}", Input).value for other in others}

    def _is_as_understood(self, name: str) -> bool:
        """Whether a field still has what was understood of the question."""
        value = self.query_one(f"#{name}", Input).value
        return name in self._understood and value == first_value(
            name, self._asked, self._understood
        )

    def _told(self, listed: OfferedValues, typed: str) -> str:
        facet, link = listed.facet, self.app.state.link
        if listed.asking and not facet.values:
            return "looking…"
        if listed.counted:
            if facet.people == 0:
                return "nobody meets the other filters"
            if not facet.values:
                return f"none begins with {typed}" if typed else "nobody here has one"
            if facet.people is None:
                return ""
            return f"counted among {count(facet.people, 'person', 'people')}"
        why = "seen in answers, not counted" if facet.values else "none seen in answers yet"
        if link.offline is not None:
            return f"offline: {why}"
        trouble = self.app.state.search.facets.trouble
        return f"{trouble}: {why}" if trouble else why

    # Taking one

    def action_values(self, step: int) -> None:
        """Through the values; beyond the first, or where there are none, through the fields."""
        values = self._values
        moved = self._field is not None and values.move(step)
        if not moved and step < 0:
            self.app.action_focus_previous()
        elif not moved and values.chosen is None:
            self.app.action_focus_next()
        self.draw_foot()

    def on_offer_list_taken(self, event: OfferList.Taken) -> None:
        self._take(event.offer)

    def _take(self, value: Offer) -> None:
        field = self._field
        if field is None:
            return
        before = ""
        if field.id in SAID:
            earlier = str(field.value).rpartition(",")[0].strip()
            before = f"{earlier}, " if earlier else ""
        field.value = before + value.text
        field.cursor_position = len(field.value)
        self._values.let_go()
        self.draw_foot()

    # Type and count

    def action_next_type(self) -> None:
        self.query_one(Choice).action_step(1)

    def on_choice_changed(self) -> None:
        self._list()

    def is_changed(self) -> bool:
        return super().is_changed() or self.query_one(Choice).value != self._asked.type

    # Searching

    async def action_enter(self) -> None:
        if isinstance(self.focused, Choice):
            self._search()
        else:
            await super().action_enter()

    def submit(self) -> None:
        chosen = self._values.chosen
        if chosen is not None:
            self._take(chosen)
        else:
            self._search()

    def _search(self) -> None:
        number = self.query_one("#count", Input).value.strip()
        if not number.isdecimal() or not 1 <= int(number) <= SEARCH_RESULTS_MAX:
            self.app.say(f"How many is a number from 1 to {SEARCH_RESULTS_MAX}.")
            self.query_one("#count", Input).focus()
            return
        values = {name: self.query_one(f"#{name}", Input).value for name in FACETS}
        if not self._is_listed(values):
            return
        picked = search_of(self._asked, values, self._understood)
        self.dismiss(replace(picked, type=self.query_one(Choice).value, count=int(number)))

    def _is_listed(self, values: Mapping[str, str]) -> bool:
        """Whether each value of a closed list is in it; what is not is said, with all that is."""
        for name in FILTERS_SERVED:
            typed = values[name].strip()
            book = self.app.state.search.facets
            if not typed or self._is_as_understood(name) or book.holds(name, typed):
                continue
            self.query_one(f"#{name}", Input).focus()
            meant = book.meant(name, typed)
            self._refused = f"{typed} is called {meant} here" if meant else f"no {typed} here"
            self.app.say(f"{name.capitalize()} is one of: {book.all_of(name)}.", "warning")
            self._list()
            return False
        return True


def _value(one: FacetValue, listed: OfferedValues, typed: str) -> Offer:
    other = next((o for o in one.also if typed and o.casefold().startswith(typed.casefold())), "")
    return Offer(one.value, one.value, listed.note_of(one), other)
