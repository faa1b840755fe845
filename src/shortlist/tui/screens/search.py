"""Search: a question, what was understood of it, the people it finds, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input, Static

from shortlist.tui.keys import keys
from shortlist.tui.ordering import Order, clicked, next_order, ordered
from shortlist.tui.query import TYPES, Unreadable, read, write
from shortlist.tui.screens.room import EVERYWHERE, Room
from shortlist.tui.state import Asked, rows_of
from shortlist.tui.troubles import trouble_content
from shortlist.tui.widgets.person import Pane, evidence_content, person_content
from shortlist.tui.widgets.query_line import QueryLine
from shortlist.tui.widgets.table import Column, Table
from shortlist.tui.words import confidence, credits, number, people, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shortlist.contract.person import Person
    from shortlist.contract.search import SearchResponse

DETAIL_DELAY = 0.05


class SearchScreen(Room):
    """The first screen; the cursor stands in the query line when it opens."""

    CSS_PATH = "search.tcss"
    AUTO_FOCUS = "#query"
    GUIDE = (
        "Type who you are looking for and press enter. Filters are typed too, as in "
        'title:"VP Engineering" location:Berlin fintech, or picked with f. The line below shows '
        "what was understood. Select people with space; n makes a Set of the same question."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *EVERYWHERE,
        *keys(
            "do.open",
            "select.one",
            "do.new",
            "do.enrich",
            "do.export",
            "look.filters",
            "go.query",
            "select.all",
            "select.none",
            "select.undo",
            "look.type",
            "look.sort",
            "do.research",
            "do.page",
            "do.copy",
        ),
        Binding("R", "reconnect", "try again", show=False, id="app.reconnect"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._asked = Asked()
        self._order: Order = None
        self._problem = ""
        self._detail_timer: Timer | None = None

    def body(self) -> ComposeResult:
        self._asked = self.app.first_search
        with Horizontal(id="ask"):
            yield Static("›", id="prompt")
            yield QueryLine(
                lambda: self.app.past_queries,
                id="query",
                placeholder='Who are you looking for?   title:"VP Engineering" location:Berlin',
            )
            yield Static(id="mode")
        yield Static(id="understood", classes="line")
        with Container(id="found"):
            yield Table(
                COLUMNS,
                key=lambda row: row.person.person_id,
                marked=lambda id_: id_ in self.app.state.selection,
                id="results",
            )
            yield Pane(id="detail")
        yield Static(id="counts", classes="line")

    # Asking

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._search(event.value)

    def _search(self, line: str) -> None:
        try:
            asked = read(line, self._asked)
        except Unreadable as error:
            self._problem = str(error)
            self.draw("search")
            return
        self._problem = ""
        self._asked = asked
        self._order = None
        self.app.note_query(line)
        self.app.start_search(asked)

    def on_input_changed(self, event: Input.Changed) -> None:
        if self._problem:
            self._problem = ""
            self.draw("search")
        del event

    @property
    def asked(self) -> Asked:
        """The search at hand: what stands in the line, read if it can be."""
        line = self.query_one("#query", Input).value
        try:
            return read(line, self._asked)
        except Unreadable:
            return replace(self._asked, typed=line, query="", filters={})

    def put(self, asked: Asked, *, run: bool = False) -> None:
        """Put a search into the line, as the filter picker and the palette do."""
        self._asked = asked
        line = self.query_one("#query", Input)
        line.value = write(asked)
        line.cursor_position = len(line.value)
        self.draw("search")
        if run:
            self._search(line.value)

    def action_next_type(self) -> None:
        following = TYPES[(TYPES.index(self._asked.type) + 1) % len(TYPES)]
        self._asked = replace(self._asked, type=following)
        self.draw("search")

    def action_filters(self) -> None:
        from shortlist.tui.dialogs.filters import Filters

        def picked(asked: Asked | None) -> None:
            if asked is not None:
                self.put(asked, run=True)

        self.app.push_screen(Filters(self.asked), picked)

    def action_reconnect(self) -> None:
        if self.app.state.link.stage == "failed":
            self.app.tracker.open()
        elif (again := self.app.state.search.asked) is not None:
            self.app.start_search(again)

    # Drawing

    def draw(self, topic: str = "") -> None:
        work = self.app.state.search
        if topic in ("", "search", "link", "credits"):
            mode = f"{self._asked.type} · {people(self._asked.count)} "
            self.query_one("#mode", Static).update(Content.styled(mode, "$quiet-text"))
            self.query_one("#understood", Static).update(self._understood())
            table = self.query_one(Table)
            table.empty = self._emptiness()
            table.sorted_by = self._order
            rows = ordered(rows_of(work), self._order, COLUMNS)
            if rows is not table.rows:
                table.show(rows, keep=bool(topic) and not self._is_new(rows))
            nothing = not rows and not work.trouble and self.app.state.link.stage != "failed"
            self.query_one("#found").set_class(nothing, "-empty")
            if topic == "search" and rows and not work.running and self._fresh():
                table.focus()
        if topic in ("", "search", "selection"):
            self.query_one("#counts", Static).update(self._counts())
        self._show_detail()

    def _fresh(self) -> bool:
        """Whether this answer is drawn for the first time."""
        generation = self.app.state.search.generation
        fresh = generation != getattr(self, "_drawn", 0)
        self._drawn = generation
        return fresh

    def _is_new(self, rows: Sequence[Any]) -> bool:
        before = self.query_one(Table).rows
        return not before or not rows or before[0] is not rows[0]

    def action_sort(self) -> None:
        self._order = next_order(self._order, COLUMNS)
        self.draw("search")

    def on_table_head_clicked(self, event: Table.HeadClicked) -> None:
        self._order = clicked(self._order, event.column)
        self.draw("search")

    def _understood(self) -> Content:
        work = self.app.state.search
        if self._problem:
            return Content.styled(self._problem, "$warn")
        if work.running:
            link = self.app.state.link
            if link.stage == "ready":
                return Content.styled("Searching…", "$lead")
            doing = f": {plain(link.text, 80).lower()}" if link.text else ""
            wait = f"Searching as soon as the service is ready{doing}…"
            return Content.styled(wait, "$lead")
        answer = work.answer
        plan = answer.data.request.plan if answer and answer.data.request else None
        if plan is None:
            return Content("")
        parts: list[str | tuple[str, str]] = [("understood  ", "$quiet-text")]
        for term in plan.terms:
            kind = ("not " if term.negated else "") + plain(term.kind, 20).replace("_", " ")
            parts += [(f" {kind} ", "$quiet-text on $raised")]
            parts += [(f" {plain(term.value, 60)} ", "$tab-ink on $tab-ground"), " "]
        if plan.remainder:
            parts += [("by meaning: ", "$quiet-text"), plain(plan.remainder, 120)]
        elif not plan.terms:
            parts += [("everything by meaning", "$quiet-text")]
        return Content.assemble(*parts)

    def _emptiness(self) -> list[Any]:
        state = self.app.state
        if state.link.stage == "failed":
            return [
                ("The service could not be started; the reason is beside.", "bad"),
                ("A search tries again.", "dim"),
            ]
        if state.search.running:
            return []
        if state.search.trouble is not None:
            return ["The search did not succeed.", ("R tries again.", "dim")]
        if state.search.answer is not None:
            return [
                "Nothing matches.",
                ("Use fewer filters or other words, or type:deep to look further.", "dim"),
            ]
        if state.link.stage in ("looking", "starting"):
            first = plain(state.link.text, 100) or "Looking for the service"
            return [(f"{first}.", "accent"), ("You can type already; it runs when ready.", "dim")]
        return [
            "No people yet.",
            ("Type a question above and press enter, for example:", "dim"),
            "",
            ("  nurses who became hospital administrators", "accent"),
            ("  data engineers in Spain", "accent"),
            ('  title:"finance manager" location:Germany', "accent"),
        ]

    def _counts(self) -> Content:
        work = self.app.state.search
        selected = len(self.app.state.selection)
        parts = []
        if work.answer is not None and work.answered is not None:
            found = len(work.answer.data.results)
            of = (
                f" of {number(work.answered.count)} asked for"
                if found < work.answered.count
                else ""
            )
            parts.append(f"{people(found)} found{of}")
        parts.append(f"{number(selected)} selected")
        if work.answer is not None:
            meta = work.answer.meta
            if meta.credits_charged is not None:
                parts.append(f"{credits(meta.credits_charged)} charged")
            if work.answer.data.search_time_ms is not None:
                parts.append(f"{work.answer.data.search_time_ms} ms")
            parts.append(_grounding_words(work.answer))
        return Content(" · ".join(part for part in parts if part))

    # The person beside the list

    def on_table_moved(self, event: Table.Moved) -> None:
        event.stop()
        if self._detail_timer is not None:
            self._detail_timer.stop()
        self._detail_timer = self.set_timer(DETAIL_DELAY, self._show_detail)

    def on_table_opened(self, event: Table.Opened) -> None:
        event.stop()
        self.action_open()

    def _show_detail(self) -> None:
        pane = self.query_one(Pane)
        state = self.app.state
        if state.search.trouble is not None:
            pane.show(trouble_content(state.search.trouble))
            return
        if state.link.stage == "failed" and state.link.trouble is not None:
            log = Content.styled(f"\n\n{state.link.log}" if state.link.log else "", "$quiet-text")
            pane.show(Content.assemble(trouble_content(state.link.trouble), log))
            return
        person = self.person_here()
        if person is None:
            pane.show(Content(""))
            return
        grounding = state.search.answer.data.grounding if state.search.answer else None
        pages = [
            page
            for page in (grounding.results if grounding else [])
            if page.person is not None and page.person.person_id == person.person_id
        ]
        chosen = person.person_id in state.selection
        pane.show(Content.assemble(person_content(person, chosen), evidence_content(pages)))

    def person_here(self) -> Person | None:
        row = self.query_one(Table).current
        return row.person if row is not None else None

    def people_here(self) -> list[Person]:
        return [row.person for row in self.query_one(Table).rows]


def _grounding_words(answer: SearchResponse) -> str:
    grounding = answer.data.grounding
    if grounding is None or grounding.status == "not_needed":
        return ""
    pages = len(grounding.results)
    words = {
        "complete": f"{pages} evidence page{'' if pages == 1 else 's'}",
        "partial": f"evidence incomplete: {pages} pages",
        "unavailable": "evidence pages could not be had",
    }
    return words.get(grounding.status, plain(grounding.status, 40))


COLUMNS = [
    Column("name", "Name", lambda r: plain(r.person.name) or "–", least=17, most=28),
    Column("title", "Title", lambda r: plain(r.person.title), least=24, most=44),
    Column("company", "Company", lambda r: plain(r.person.company), least=12, most=28, rank=1),
    Column(
        "location", "Location", lambda r: (plain(r.person.location), "dim"), 12, most=28, rank=2
    ),
    Column(
        "confidence",
        "Conf.",
        lambda r: (confidence(r.person.confidence), "dim"),
        least=6,
        most=6,
        rank=3,
        right=True,
    ),
]
