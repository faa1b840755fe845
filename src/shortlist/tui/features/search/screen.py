"""The Search screen: a question, what was understood of it, the people it finds, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from shortlist.tui.features.search.chips import Chips, pointing
from shortlist.tui.features.search.parts_met import in_order, parts_of
from shortlist.tui.features.search.results import (
    COLUMNS,
    EXAMPLES,
    counts_content,
    emptiness,
    kept_words,
    price_content,
    result_columns,
    searching,
)
from shortlist.tui.features.search.understanding import as_filter, chips_of, place_of, without
from shortlist.tui.kit.columns import Order, clicked, next_order
from shortlist.tui.kit.counts import Counts
from shortlist.tui.kit.funds import tightest
from shortlist.tui.kit.keys import key_of, keys
from shortlist.tui.kit.pane import Pane
from shortlist.tui.kit.person import Reasons
from shortlist.tui.kit.query.line import QueryLine
from shortlist.tui.kit.query.offer_list import OfferList
from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.query.syntax import (
    COUNTS,
    TYPES,
    Unreadable,
    ensure_listed,
    read_query,
    write_query,
)
from shortlist.tui.kit.screen import EVERYWHERE, OF_PEOPLE, FeatureScreen
from shortlist.tui.kit.table import Table
from shortlist.tui.kit.words import in_words
from shortlist.tui.live.troubles import trouble_content

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.search import SearchPlan, SearchResponse


class SearchScreen(FeatureScreen):
    """The first screen; the cursor stands in the query line when it opens."""

    CSS_PATH = "search.tcss"
    AUTO_FOCUS = "#query"
    lists_people = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *EVERYWHERE,
        *keys("do.open", "select.one", "do.new", "do.enrich", "do.export", "look.filters"),
        *keys("look.searches", "go.query", "select.all", "select.none", "select.undo"),
        *keys("select.redo", "look.understood", "look.type", "look.more", "look.fewer"),
        *keys("look.sort", "do.save", "do.research", "look.zoom", "do.page", "do.copy", "do.again"),
        *OF_PEOPLE,
    ]

    def __init__(self) -> None:
        super().__init__()
        self._asked = Question()
        self._order: Order = None
        self._priced = Content()
        self._listed: tuple[SearchResponse | None, Order] = (None, None)
        """The answer, in the order, that the list shows: it keeps the cursor in the same one."""

    def body(self) -> ComposeResult:
        self._asked = self.app.searches.first_question
        offering = OfferList(id="offering")
        with Horizontal(id="ask"):
            yield Static("›", id="prompt")
            yield QueryLine(
                lambda: self.app.state.search.past or EXAMPLES,
                lambda: self.app.state.search.seen,
                lambda *asked: self.app.searches.listed(*asked),
                offering,
                id="query",
                placeholder='Who are you looking for?   title:"VP Engineering" location:Berlin',
            )
            yield Static(id="mode")
        yield offering
        yield Chips(id="understood")
        with Container(id="found"):
            yield Table(
                COLUMNS,
                key=lambda row: row.person.person_id,
                marked=lambda id_: id_ in self.app.state.selection,
                id="results",
            )
            yield Pane(id="detail")
        yield Counts(id="counts", classes="line")

    @property
    def line(self) -> QueryLine:
        return self.query_one("#query", QueryLine)

    # Asking

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.search(event.value)

    def search(self, line: str) -> None:
        """Search for what a line says, or say where it cannot be searched for."""
        try:
            asked = read_query(line, self._asked)
            ensure_listed(line, self.app.state.search.facets)
        except Unreadable as error:
            self._point_at(error)
            self.set_focus(self.line)
            self.line.cursor_position = error.end
            return
        self._asked = asked
        self._order = None
        self.app.searches.note_query(asked)
        self.app.searches.find(asked)
        # At once, not with the answer: keys pressed meanwhile are for the list, and whoever has
        # gone back to the line is not taken out of it in the middle of a word.
        self.set_focus(self.query_one(Table))

    def on_input_changed(self, event: Input.Changed) -> None:
        """A part that is whole and cannot be searched for is said while one types on."""
        try:
            read_query(event.value, self._asked)
        except Unreadable as error:
            if error.start < error.end < len(event.value.rstrip()) or (
                error.end < len(event.value) and event.value.endswith(" ")
            ):
                self._point_at(error)
                self._draw_price()
                return
        self._draw_understood()
        self._draw_price()

    def _point_at(self, error: Unreadable) -> None:
        line = self.line
        line.wrong = (error.start, error.end) if line.value.strip() else None
        scrolled = int(line.scroll_offset.x)
        at = line.content_region.x + cell_len(line.value[: error.start]) - scrolled
        content = pointing(str(error), at, self.app.size.width)
        self.query_one(Chips).tell(content)

    @property
    def asked(self) -> Question:
        """The search at hand: what stands in the line, read if it can be."""
        line = self.line.value
        try:
            return read_query(line, self._asked)
        except Unreadable:
            return replace(self._asked, typed=line, query="", filters={})

    def put(self, asked: Question, *, run: bool = False) -> None:
        """Put a search into the line, as the filter picker and the palette do."""
        self._asked = asked
        self.line.put(write_query(asked))
        self.draw("search")
        if run:
            self.search(self.line.value)

    def action_next_type(self) -> None:
        asked = self.asked
        self._set_at_hand(type=TYPES[(TYPES.index(asked.type) + 1) % len(TYPES)])

    def action_count(self, step: int, around: bool = False) -> None:
        """More or fewer people; `around`: after the most come the fewest."""
        now = self.asked.count
        if step > 0:
            following = next((n for n in COUNTS if n > now), COUNTS[0] if around else now)
        else:
            following = next((n for n in reversed(COUNTS) if n < now), now)
        self._set_at_hand(count=following)

    def _set_at_hand(self, **changes: Any) -> None:
        """Type and count are the app's from now on; where the line names one, it is taken out."""
        from shortlist.tui.kit.query.syntax import without_keys

        self._asked = replace(self._asked, **changes)
        self.line.put(without_keys(self.line.value, changes))
        self._draw_price()

    def action_filters(self) -> None:
        from shortlist.tui.features.search.filters import Filters

        def picked(asked: Question | None) -> None:
            if asked is not None:
                self.put(asked, run=True)

        self.app.push_screen(Filters(self.asked, self.query_one(Chips).chips), picked)

    def action_reconnect(self) -> None:
        if self.app.state.link.stage == "failed":
            self.app.tracker.open()
        elif (again := self.app.state.search.asked) is not None:
            self.app.searches.start_search(again)

    def action_searches(self) -> None:
        self.app.searches.open_searches()

    def action_save(self) -> None:
        self.app.searches.ask_save(self.asked)

    # What was understood

    def action_chips(self) -> None:
        chips = self.query_one(Chips)
        if chips.can_focus:
            chips.focus()
        else:
            self.app.say("There is nothing to change: search first, or type in the line.")

    def on_chips_chosen(self, event: Chips.Chosen) -> None:
        change = without if event.remove else as_filter
        self.line.begin()
        self.line.put(*change(event.chip, self.line.value))

    def on_offer_list_taken(self, event: OfferList.Taken) -> None:
        self.line.take(event.offer)

    # Drawing

    def draw(self, topic: str = "") -> None:
        work = self.app.state.search
        if topic in ("", "search", "link", "credits"):
            self._draw_price()
            self._draw_understood()
            table = self.query_one(Table)
            chips = self.query_one(Chips)
            width = self.app.size.width
            table.empty = emptiness(self.app.state, chips.chips, self._key, width)
            table.sorted_by = self._order
            parts = parts_of(self._plan())
            columns = result_columns(parts)
            rows, rule = in_order(work.results, self._order, columns)
            before, self._listed = self._listed, (work.answer, self._order)
            same = before[0] is work.answer and before[1] == self._order
            if not same or topic == "":
                table.show_columns(columns)
            table.show(rows, keep=same, rule=rule)
            nothing = not rows and not work.trouble and self.app.state.link.stage != "failed"
            self.query_one("#found").set_class(nothing, "-empty")
        if topic in ("facets", "link", "credits"):
            self.line.offer_again()
        if topic in ("", "search", "selection"):
            self.query_one("#counts", Counts).update(self._counts())
        self._show_detail()

    def _counts(self) -> Content:
        state, width = self.app.state, self.app.size.width
        return counts_content(state, kept_words(state.search, self._key("do.again"), width))

    def _key(self, id_: str) -> str:
        owners = (self, self.query_one(Chips), self.app)
        return next((key for owner in owners if (key := key_of(owner, id_))), "the palette")

    def _draw_price(self) -> None:
        """The type, the count and the price of the search at hand."""
        price = price_content(self.asked, tightest(self.app.state), self.app.size.width)
        if price != self._priced:
            self._priced = price
            self.query_one("#mode", Static).update(price)

    def on_resize(self) -> None:
        if self.composed:
            self._draw_price()
            self.query_one("#counts", Counts).update(self._counts())

    def _draw_understood(self) -> None:
        work, chips = self.app.state.search, self.query_one(Chips)
        if work.running:
            chips.tell(Content.styled(f" {searching(self.app.state.link)}", "$lead"))
            return
        plan = self._plan()
        if plan is None or work.answered is None:
            chips.show([], set())
            return
        shown = chips_of(plan, work.answered.typed)
        gone = {chip for chip in shown if place_of(chip, self.line.value) is None}
        chips.show(shown, gone)

    def _plan(self) -> SearchPlan | None:
        answer = self.app.state.search.answer
        return answer.data.request.plan if answer and answer.data.request else None

    def action_sort(self) -> None:
        self._order = next_order(self._order, self.query_one(Table).columns)
        self.draw("search")

    def on_table_head_clicked(self, event: Table.HeadClicked) -> None:
        self._order = clicked(self._order, event.column)
        self.draw("search")

    # The person beside the list

    def on_table_empty_clicked(self, event: Table.EmptyClicked) -> None:
        """An example goes into the line; what nobody is, out of it. Nothing is searched for yet."""
        line = event.table.empty[event.line : event.line + 1] if event.line >= 0 else []
        for text, tone in (cell for cell in line if isinstance(cell, tuple)):
            if tone != "accent" or not text.startswith("  "):
                continue
            chips = self.query_one(Chips).chips
            chip = next(
                (c for c in chips if text.strip().startswith(f"{c.label} {in_words(c.value)}")),
                None,
            )
            self.line.begin()
            if chip is not None:
                self.line.put(*without(chip, self.line.value))
            elif not chips:
                self.line.put(text.strip())

    def _show_detail(self) -> None:
        pane = self.query_one(Pane)
        state = self.app.state
        failed = state.link.stage == "failed"
        pane.set_class(failed or state.search.trouble is not None, "-trouble")
        if state.search.trouble is not None:
            pane.show(trouble_content(state.search.trouble))
            return
        if failed and state.link.trouble is not None:
            log = Content.styled(f"\n\n{state.link.log}" if state.link.log else "", "$quiet-text")
            pane.show(Content.assemble(trouble_content(state.link.trouble), log))
            return
        person = self.person_here()
        if person is None:
            pane.show(Content(""))
            return
        pane.show(self.page_of(person, why=self._why(compact=self.compact)))

    def _why(self, *, compact: bool) -> Content | None:
        from shortlist.tui.features.search.match_reasons import why_content

        answer, result = self.app.state.search.answer, self.query_one(Table).current
        if answer is None or result is None:
            return None
        return why_content(result, self._plan(), answer.data.grounding, compact=compact)

    def reasons_here(self) -> Reasons:
        asked = self.app.state.search.answered
        question = [("Found by", asked.typed or asked.query)] if asked is not None else []
        return Reasons(self._why(compact=False), question)

    def person_here(self) -> Person | None:
        row = self.query_one(Table).current
        return row.person if row is not None else None

    def people_here(self) -> list[Person]:
        return [row.person for row in self.query_one(Table).rows]
