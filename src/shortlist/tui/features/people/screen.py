"""The People screen: the items of a Set, with the verdicts that let them in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from shortlist.tui.features.people.columns import Layout, columns_of, matrix_columns
from shortlist.tui.features.people.filter_syntax import read_filter
from shortlist.tui.features.people.reasons import overruled_on, own_on, reasons_of, set_of
from shortlist.tui.features.people.row_filter import RowFilter
from shortlist.tui.features.people.summaries import (
    counts_words,
    criterion_content,
    emptiness,
    which_content,
)
from shortlist.tui.kit.columns import clicked, next_order, order_key
from shortlist.tui.kit.counts import Counts
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.keys import key_of, keys
from shortlist.tui.kit.pane import Pane, underlined
from shortlist.tui.kit.person import Reasons
from shortlist.tui.kit.roster import PersonAt, Roster
from shortlist.tui.kit.screen import EVERYWHERE, OF_PEOPLE, FeatureScreen
from shortlist.tui.kit.table import Table
from shortlist.tui.live.troubles import trouble_content

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.tui.kit.export_rows import Group


class PeopleScreen(FeatureScreen):
    """The item browser. Its filter, layout and order stay while one goes elsewhere."""

    CSS_PATH = "people.tcss"
    AUTO_FOCUS = "#people"
    lists_people = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *EVERYWHERE,
        *keys("do.open", "select.one", "do.enrich", "do.export", "go.query", go_query="filter"),
        *keys("look.sort", "look.zoom", "look.matrix", "look.columns", "select.all", "select.none"),
        *keys("select.undo", "select.redo", "do.new", "do.research", "do.page", "do.copy"),
        *keys("do.verdict", "do.drop", "do.refresh"),
        *OF_PEOPLE,
    ]

    def __init__(self) -> None:
        super().__init__()
        self._sieve = RowFilter(Roster())
        self._layout: Layout | None = None
        self._matrix = False
        self._criterion = 0
        self._sought = ""
        """What the filter held when it was last read."""

    def body(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield Static(id="which")
            yield Static("/", id="prompt")
            yield Field(placeholder="filter", id="filter", select_on_focus=False)
        with Container(id="found"):
            yield Table(
                columns_of(Layout(), {}),
                key=lambda index: index,
                read=lambda index: self._sieve.roster.brief(index),
                marked=self._is_marked,
                id="people",
            )
            yield Pane(id="detail")
        yield Counts(id="counts", classes="line")

    def _is_marked(self, index: int) -> bool:
        return self._sieve.roster.brief(index).person_id in self.app.state.selection

    # The layout

    @property
    def layout_now(self) -> Layout:
        """As it was kept on this machine, else the usual one."""
        if self._layout is None:
            store = self.app.tracker.store
            if store is None:
                return Layout()
            self._layout = Layout.from_dict(store.recall("people.layout"))
        return self._layout

    def use_layout(self, layout: Layout) -> None:
        """Take a layout, and keep it."""
        self._layout = layout
        self.app.tracker.ledger.keep(
            lambda store: store.remember("people.layout", layout.to_dict())
        )
        self._set_columns()
        self._sift()

    def _set_columns(self) -> None:
        table, roster = self.query_one(Table), self._sieve.roster
        state = self.app.state
        columns = columns_of(self.layout_now, state.remarks, overruled_on(state))
        if self._matrix:
            columns = matrix_columns(roster, own_on(state))
            self._criterion = max(0, min(self._criterion, len(columns) - 2))
        table.cell = f"criterion-{self._criterion}" if self._matrix else None
        if columns != table.columns:
            table.show_columns(columns)

    # Drawing

    def draw(self, topic: str = "") -> None:
        if topic in ("credits", "usage", "research"):
            return
        self._have_people()
        work = self.app.state.people
        table = self.query_one(Table)
        if work.items is not self._sieve.roster:
            self._sieve = RowFilter(work.items)
            table.show(range(len(work.items)), keep=False)
        self.query_one("#which", Static).update(which_content(self.app.state))
        self.query_one("#found").set_class(not len(work.items) and not work.trouble, "-empty")
        table.empty = emptiness(self.app.state)
        if topic in ("", "people", "sets", "remarks"):
            self._set_columns()
            self._sift()
        self._draw_counts()
        self._show_detail()

    def _have_people(self) -> None:
        """Begin to load the Set in view, where that was not done."""
        entry, work = self.app.state.set_in_view, self.app.state.people
        if entry is None or work.title:
            return
        begun = len(work.items) or work.complete or work.trouble
        if work.set_id != entry.the_set.id or not begun:
            self.app.lists.load_more_items()

    def _sift(self) -> None:
        """Show whom the filter lets through: at once where that is known."""
        state, sieve = self.app.state, self._sieve
        self._sought = self.query_one("#filter", Input).value
        words, only = read_filter(self._sought, state.remarks, state.selection)
        if not words and only is None and self.layout_now.order is None:
            self._take(sieve.everybody())
            return
        work: Any = partial(self._sift_all, sieve, words, only)
        self.run_worker(work, group="filter", exclusive=True, exit_on_error=False)

    async def _sift_all(
        self, sieve: RowFilter, words: list[str], only: Callable[[str], bool] | None
    ) -> None:
        order, columns = self.layout_now.order, self.query_one(Table).columns
        known = order is not None and order[0] in [column.key for column in columns]
        key = order_key(order if known else None, columns)
        rows = await sieve.sift(
            words,
            only=only,
            order=(order[0], key) if order is not None and key is not None else None,
            turned=order is not None and order[1],
        )
        if rows is not None and sieve is self._sieve:
            self._take(rows)

    def _take(self, rows: Sequence[int]) -> None:
        table = self.query_one(Table)
        table.sorted_by = self.layout_now.order
        table.empty = emptiness(self.app.state)
        table.show(rows, same=True, rising=self.layout_now.order is None)
        self._draw_counts()
        self._detail.soon()

    def _draw_counts(self) -> None:
        counts = self.query_one("#counts", Counts)
        counts.tell_place(self.query_one(Table))
        counts.update(self._counts(), layout=False)

    def _counts(self) -> Content:
        rows, order = self.query_one(Table).rows, self.layout_now.order
        words = counts_words(
            self.app.state, len(rows), sorted_=order is not None, again=key_of(self, "do.refresh")
        )
        if self._matrix and self._sieve.roster.criteria:
            told = criterion_content(self._sieve.roster, rows, self._criterion)
            return told + f"\n{words}"
        return Content(words)

    def _show_detail(self) -> None:
        if self._matrix:
            return
        state, pane = self.app.state, self.query_one(Pane)
        index = self.query_one(Table).current
        parts: list[Content] = []
        pane.set_class(state.people.trouble is not None, "-trouble")
        if state.people.trouble is not None:
            parts = [trouble_content(state.people.trouble), Content("\n\n")]
        if index is not None:
            item = self._sieve.roster[index]
            reasons = reasons_of(item, self.app.state, compact=self.compact)
            page = self.page_of(item.person, why=reasons.why, more=reasons.more)
            parts.append(underlined(page, self._sought.split()))
        pane.show(Content.assemble(*parts))

    def reasons_here(self) -> Reasons:
        index = self.query_one(Table).current
        if index is None:
            return Reasons()
        return reasons_of(self._sieve.roster[index], self.app.state)

    # What is typed and pressed

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.value != self._sought:
            self._sift()

    def on_input_submitted(self) -> None:
        self.query_one(Table).focus()

    def action_back(self) -> None:
        """Out of the field, out of the matrix, out of a list that is no Set: one at a time."""
        field, work = self.query_one("#filter", Input), self.app.state.people
        if field.value and (self.focused is field or not self._matrix):
            field.value = ""
        elif self.focused is not self.query_one(Table):
            super().action_back()
        elif self._matrix:
            self.action_matrix()
        elif work.title:
            self.app.lists.show_the_set()

    def action_sort(self) -> None:
        order = next_order(self.layout_now.order, self.query_one(Table).shown_columns)
        self.use_layout(replace(self.layout_now, order=order))

    def on_table_head_clicked(self, event: Table.HeadClicked) -> None:
        self.use_layout(
            replace(self.layout_now, order=clicked(self.layout_now.order, event.column))
        )

    def action_matrix(self) -> None:
        """Criteria as columns, or the people's own facts again."""
        if not self._matrix and not self._sieve.roster.criteria:
            self.app.say("Nobody here was checked against a criterion.")
            return
        self._matrix = not self._matrix
        self.set_class(self._matrix, "-matrix")
        self._set_columns()
        self._sift()
        self.refresh_bindings()

    def on_table_side_moved(self, event: Table.SideMoved) -> None:
        self._go_to_criterion(self._criterion + event.step)

    def on_table_cell_clicked(self, event: Table.CellClicked) -> None:
        """A verdict that is clicked shows what it stands on."""
        self._go_to_criterion([c.key for c in event.table.columns].index(event.column) - 1)
        self.action_open()

    def _go_to_criterion(self, at: int) -> None:
        self._criterion = max(0, min(at, len(self._sieve.roster.criteria) - 1))
        table = self.query_one(Table)
        table.cell = f"criterion-{self._criterion}"
        table.repaint()
        self._draw_counts()

    def action_columns(self) -> None:
        from shortlist.tui.features.people.column_chooser import ColumnChooser

        if not self.app.tracker.ready and self.app.lists.open_store() is None:
            return  # another layout is kept there than the one that is shown
        before = self.layout_now

        def chosen(layout: Layout | None) -> None:
            self.use_layout(layout or before)

        if self._matrix:
            self.action_matrix()
        self.app.push_screen(ColumnChooser(before, self.app.tracker.store, self.use_layout), chosen)

    def action_open(self) -> None:
        index = self.query_one(Table).current
        if not self._matrix or index is None:
            super().action_open()
            return
        from shortlist.tui.features.people.evidence import EvidencePage

        roster = self._sieve.roster
        item, state = roster[index], self.app.state
        own = state.own_verdicts_on(set_of(item, state), item)
        self.app.push_screen(EvidencePage(item, roster.criteria[self._criterion], own))

    def action_verdict(self) -> None:
        reasons = self.reasons_here()
        self.app.persons.ask_verdict(reasons.item, reasons.set_id)

    def action_drop(self) -> None:
        """Off the shortlist that is shown: the selected who are on it, else this person."""
        work, selection = self.app.state.people, self.app.state.selection
        if not work.shortlist:
            self.app.say("This is a Set, and keeps its people. L opens shortlists.")
            return
        roster = work.items
        size = range(len(roster)) if len(selection) else ()
        indices = [i for i in size if roster.brief(i).person_id in selection]
        here = self.query_one(Table).current
        if not indices and here is not None:
            indices = [here]
        self.app.shortlists.take_off_shortlist(work.shortlist, indices)

    def action_reload(self) -> None:
        if not self.app.state.people.title:
            self.app.lists.read_items_again()
        self.draw("people")

    def on_table_end_neared(self) -> None:
        if self.app.state.people.trouble is None:
            self.app.lists.load_more_items()

    # Who is here, for what is done on any screen

    def export_groups(self) -> list[Group]:
        """The selection, those the filter shows, those loaded, and all there are."""
        from shortlist.tui.kit.export_rows import Group

        state, work = self.app.state, self.app.state.people
        shown, loaded = self.people_here(), len(work.items)
        whole = None if work.title else state.set_in_view
        told = whole.the_set.item_count if whole is not None else loaded
        known = loaded if told is None else max(told, loaded)
        chosen = len(state.selection)
        groups = [Group("selected", chosen, state.selection.entries)] if chosen else []
        if 0 < len(shown) < loaded:
            groups.append(Group("filtered", len(shown), shown))
        if whole is not None and (known or told is None):
            groups.append(Group("in the Set", told and known, the_set=whole))
        if 0 < loaded < known or (loaded and whole is None):
            everybody = [PersonAt(work.items, index) for index in range(loaded)]
            groups.append(Group("on the list" if work.title else "loaded", loaded, everybody))
        return groups

    def person_here(self) -> Person | None:
        index = self.query_one(Table).current
        return None if index is None else self._sieve.roster[index].person

    def at_cursor(self) -> Person | PersonAt | None:
        index = self.query_one(Table).current
        return None if index is None else PersonAt(self._sieve.roster, index)

    def people_here(self) -> Sequence[PersonAt]:
        return [PersonAt(self._sieve.roster, index) for index in self.query_one(Table).rows]

    def _select_all(self) -> int:
        rows = self.query_one(Table).rows
        return self.app.state.selection.add_at(self._sieve.roster, rows)
