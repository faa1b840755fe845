"""The screen that compares two searches: who only one of them found, and who both."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import Click
from textual.widgets import Static

from shortlist.tui.features.search.results import columns
from shortlist.tui.kit.columns import Order, clicked, next_order, ordered
from shortlist.tui.kit.counts import Counts
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.pane import Pane
from shortlist.tui.kit.query.syntax import write_query
from shortlist.tui.kit.screen import EVERYWHERE, OF_PEOPLE, FeatureScreen
from shortlist.tui.kit.table import Table
from shortlist.tui.kit.words import ago, number, people, plain

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.tui.kit.query.kept_search import SearchAnswer


class Comparison(FeatureScreen):
    """Three counted parts, gone through with the arrows, each a list to select from."""

    CSS_PATH = "search.tcss"
    AUTO_FOCUS = "#results"
    lists_people = True
    SPENDS = frozenset({"part.anew"})
    BINDINGS: ClassVar[list[BindingType]] = [
        *EVERYWHERE,
        *keys("do.open", "select.one", "part.next", "part.previous", "do.enrich", "do.export"),
        *keys("select.all", "select.none", "select.undo", "look.sort", "look.zoom", "do.research"),
        *keys("do.page", "do.copy", "part.anew"),
        *OF_PEOPLE,
    ]

    def __init__(self, first: SearchAnswer, second: SearchAnswer) -> None:
        super().__init__()
        self._first, self._second = first, second
        in_first = {person.person_id for person in first.people}
        in_second = {person.person_id for person in second.people}
        self._parts: list[tuple[str, list[Person]]] = [
            ("only A", [p for p in first.people if p.person_id not in in_second]),
            ("both", [p for p in first.people if p.person_id in in_second]),
            ("only B", [p for p in second.people if p.person_id not in in_first]),
        ]
        self._at = next((n for n in (0, 2, 1) if self._parts[n][1]), 0)
        self._order: Order = None
        self._tabs: list[tuple[int, int]] = []

    def body(self) -> ComposeResult:
        yield Static(id="pair", markup=False)
        yield Static(id="parts", markup=False)
        with Container(id="found"):
            yield Table(
                COLUMNS,
                key=lambda person: person.person_id,
                marked=lambda id_: id_ in self.app.state.selection,
                id="results",
            )
            yield Pane(id="detail")
        yield Counts(id="counts", classes="line", markup=False)

    # Drawing

    def draw(self, topic: str = "") -> None:
        if topic in ("", "part"):
            self.query_one("#pair", Static).update(self._pair())
            self.query_one("#parts", Static).update(self._part_names())
            table = self.query_one(Table)
            table.empty = ["Nobody.", ("The arrows go to the other parts.", "dim")]
            table.sorted_by = self._order
            table.show(ordered(self._parts[self._at][1], self._order, COLUMNS), keep=False)
        name, found = self._parts[self._at]
        here = sum(person.person_id in self.app.state.selection for person in found)
        words = [
            f"{people(len(found))} {'found by both' if name == 'both' else f'found by {name}'}",
            f"{number(here)} selected here",
            f"{number(len(self.app.state.selection))} selected in all",
        ]
        self.query_one("#counts", Counts).update(" · ".join(words))
        self._show_detail()

    def _pair(self) -> Content:
        rows = []
        for letter, answer in (("A", self._first), ("B", self._second)):
            how = f"{answer.asked.type} · {people(len(answer.people))}"
            if answer.at:
                at = datetime.fromisoformat(answer.at)
                how += f" · {ago(at, self.app.clock())}"
            rows.append((letter, plain(write_query(answer.asked)), how))
        room = self.app.size.width - max(cell_len(how) for _, _, how in rows) - 6
        wide = min(room, max(cell_len(line) for _, line, _ in rows))
        return Content("\n").join(
            Content.assemble(
                (f" {letter} ", "bold $lead"),
                Content(line).truncate(max(10, wide), ellipsis=True, pad=True),
                (f"   {how}", "$quiet-text"),
            )
            for letter, line, how in rows
        )

    def _part_names(self) -> Content:
        parts: list[Content] = [Content(" ")]
        self._tabs, x = [], 1
        for index, (name, found) in enumerate(self._parts):
            shown = f" {name} {number(len(found))} "
            style = "bold $tab-ink on $tab-ground" if index == self._at else "$quiet-text"
            mark = "▌" if index == self._at else " "
            parts.append(Content.styled(mark + shown, style))
            self._tabs.append((x, x + len(shown) + 1))
            x += len(shown) + 1
        return Content.assemble(*parts)

    def _show_detail(self) -> None:
        person = self.person_here()
        self.query_one(Pane).show(self.page_of(person) if person is not None else Content(""))

    # What is pressed

    def action_next_part(self, step: int) -> None:
        self._go(max(0, min(self._at + step, len(self._parts) - 1)))

    def _go(self, index: int) -> None:
        if index != self._at:
            self._at = index
            self.draw("part")

    def on_click(self, event: Click) -> None:
        if event.widget is self.query_one("#parts"):
            for index, (start, end) in enumerate(self._tabs):
                if start <= event.screen_x < end:
                    self._go(index)

    def action_anew(self) -> None:
        self.app.searches.compare(self._first.asked, self._second.asked, anew=True)

    def action_sort(self) -> None:
        self._order = next_order(self._order, COLUMNS)
        self.draw("part")

    def on_table_head_clicked(self, event: Table.HeadClicked) -> None:
        self._order = clicked(self._order, event.column)
        self.draw("part")

    def action_back(self) -> None:
        self.app.pop_screen()

    def person_here(self) -> Person | None:
        here: Person | None = self.query_one(Table).current
        return here

    def people_here(self) -> list[Person]:
        return list(self.query_one(Table).rows)


COLUMNS = columns(lambda person: person)
