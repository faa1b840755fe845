"""People: the items of a Set, as many as there are, with the verdicts that let them in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input, Static

from shortlist.tui.keys import keys
from shortlist.tui.ordering import Order, clicked, next_order, order_key
from shortlist.tui.screens.room import EVERYWHERE, Room
from shortlist.tui.screens.search import DETAIL_DELAY
from shortlist.tui.sieve import SLICE, Sieve
from shortlist.tui.troubles import trouble_content
from shortlist.tui.widgets.person import Pane, person_content, verdicts_content
from shortlist.tui.widgets.table import Column, Table
from shortlist.tui.words import VERDICTS, confidence, day, number, plain, set_state

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.sets import SetItem
    from shortlist.tui.state import SetWork

ECHO_SECONDS = 0.02
"""What is typed is drawn first; then the rows are gone through."""


class PeopleScreen(Room):
    """The item browser. Its filter and its order stay while one goes elsewhere."""

    CSS_PATH = "people.tcss"
    AUTO_FOCUS = "#people"
    GUIDE = (
        "Everybody a Set has admitted, loaded as you move down. / filters what is shown as you "
        "type, s sorts, space selects; the selection stays over pages, filters and screens. The "
        "pane shows each criterion with the quote it stands on."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *EVERYWHERE,
        *keys(
            "do.open",
            "select.one",
            "do.enrich",
            "do.export",
            "go.query",
            "look.sort",
            "look.columns",
            "select.all",
            "select.none",
            "select.undo",
            "do.new",
            "do.research",
            "do.page",
            "do.copy",
            "do.refresh",
            go_query="filter",
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._sieve: Sieve[SetItem] = Sieve(_text_of)
        self._order: Order = None
        self._set_id: str | None = None
        self._columns = 0
        self._detail_timer: Timer | None = None

    def body(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield Static(id="which")
            yield Static("/", id="prompt")
            yield Input(placeholder="filter", id="filter", select_on_focus=False)
        with Container(id="found"):
            yield Table(
                COLUMNS,
                key=lambda item: item.id,
                id="people",
                marked=self._is_marked,
            )
            yield Pane(id="detail")
        yield Static(id="counts", classes="line")

    def _is_marked(self, item_id: str) -> bool:
        person_id = self._person_ids.get(item_id)
        return person_id is not None and person_id in self.app.state.selection

    @property
    def _person_ids(self) -> dict[str, str]:
        return self.app.state.people.person_ids

    # Drawing

    def draw(self, topic: str = "") -> None:
        if topic in ("credits", "usage", "research"):
            return
        work = self.app.state.people
        entry = self.app.state.set_in_view
        if entry is not None and work.set_id != entry.the_set.id:
            self.app.load_more_items()
            work = self.app.state.people
        elif entry is not None and not work.items and not work.complete and not work.trouble:
            self.app.load_more_items()
        if work.set_id != self._set_id:
            self._set_id = work.set_id
            self._sieve = Sieve(_text_of)
        self.query_one("#which", Static).update(self._which())
        table = self.query_one(Table)
        table.empty = self._emptiness()
        if topic in ("", "people", "sets"):
            self._sift()
        self._draw_counts()
        self._show_detail()

    def _sift(self) -> None:
        work: Any = self._sift_all
        self.run_worker(work, group="filter", exclusive=True, exit_on_error=False)

    async def _sift_all(self) -> None:
        work = self.app.state.people
        if len(work.items) > SLICE:
            await asyncio.sleep(ECHO_SECONDS)
        needle = self.query_one("#filter", Input).value
        turned = self._order is not None and self._order[1]
        order = order_key(self._order, COLUMNS)
        rows = await self._sieve.sift(work.items, needle, order, turned)
        if rows is not None:
            self._take(rows)

    def _take(self, rows: Sequence[SetItem]) -> None:
        table = self.query_one(Table)
        table.sorted_by = self._order
        table.empty = self._emptiness()
        table.show(rows)
        self._draw_counts()
        self._show_detail()

    def _which(self) -> Content:
        entry = self.app.state.set_in_view
        if entry is None:
            return Content.styled("No Set", "$quiet-text")
        search = entry.the_set.newest
        symbol, word, tone = set_state(search.status if search else entry.the_set.status)
        style = {"dim": "$quiet-text", "accent": "$lead"}.get(tone, f"${tone}")
        title = plain(search.query if search else entry.the_set.id, 200)
        return Content.assemble((f"{symbol} {word}  ", style), (title, "bold"))

    def _emptiness(self) -> list[str | tuple[str, str]]:
        state = self.app.state
        if state.people.trouble is not None:
            return [("The people could not be read; the reason is beside.", "bad")]
        if state.set_in_view is None:
            if state.link.stage == "ready" and state.sets.listed:
                return ["No people yet.", ("Make a Set with n; its people come here.", "dim")]
            return [(plain(state.link.text, 100) or "Looking for the service", "accent")]
        if state.people.loading:
            return [("Reading…", "accent")]
        if state.people.items:
            return ["Nothing matches.", ("esc, then a shorter filter.", "dim")]
        if state.set_in_view.connection:
            return ["No people yet.", ("They come here as they are admitted.", "dim")]
        return ["No people yet.", ("This Set admitted nobody; 2 says why.", "dim")]

    def _draw_counts(self) -> None:
        state = self.app.state
        work, entry = state.people, state.set_in_view
        shown = len(self.query_one(Table).rows)
        known = max(entry.the_set.item_count if entry else 0, len(work.items))
        parts = [f"{number(len(work.items))} loaded"]
        if shown != len(work.items):
            parts.append(f"{number(shown)} shown")
        parts += [f"{number(len(state.selection))} selected", f"{number(known)} known in total"]
        if work.loading:
            parts.append("reading more…")
        if self._order and not work.complete:
            parts.append("sorted among those loaded")
        self.query_one("#counts", Static).update(Content(" · ".join(parts)))

    def _show_detail(self) -> None:
        state = self.app.state
        pane = self.query_one(Pane)
        if state.people.trouble is not None:
            pane.show(trouble_content(state.people.trouble))
            return
        item: SetItem | None = self.query_one(Table).current
        if item is None:
            pane.show(Content(""))
            return
        chosen = item.person.person_id in state.selection
        admitted = Content.styled(f"\nAdmitted   {day(item.created_at)}", "$quiet-text")
        pane.show(
            Content.assemble(
                person_content(item.person, chosen), admitted, verdicts_content(item.verification)
            )
        )

    # What is typed and pressed

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._sift()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one(Table).focus()

    def action_back(self) -> None:
        field = self.query_one("#filter", Input)
        if self.focused is field and field.value:
            field.value = ""
        else:
            super().action_back()

    def action_sort(self) -> None:
        self._order = next_order(self._order, COLUMNS)
        self._sift()

    def on_table_head_clicked(self, event: Table.HeadClicked) -> None:
        self._order = clicked(self._order, event.column)
        self._sift()

    def action_columns(self) -> None:
        """All columns, then fewer, from the least important."""
        self._columns = (self._columns + 1) % (len(COLUMNS) - 1)
        kept = sorted(COLUMNS, key=lambda c: c.rank)[: len(COLUMNS) - self._columns]
        self.query_one(Table).show_columns([c for c in COLUMNS if c in kept])

    def action_reload(self) -> None:
        work = self.app.state.people
        self.app.state.people = type(work)(set_id=work.set_id)
        self.app.load_more_items()
        self.draw("people")

    def on_table_end_neared(self, event: Table.EndNeared) -> None:
        event.stop()
        if self.app.state.people.trouble is None:
            self.app.load_more_items()

    def on_table_moved(self, event: Table.Moved) -> None:
        event.stop()
        if self._detail_timer is not None:
            self._detail_timer.stop()
        self._detail_timer = self.set_timer(DETAIL_DELAY, self._show_detail)

    def on_table_opened(self, event: Table.Opened) -> None:
        event.stop()
        self.action_open()

    def whole_set(self) -> SetWork | None:
        filtered = bool(self.query_one("#filter", Input).value.strip())
        return None if filtered else self.app.state.set_in_view

    def person_here(self) -> Person | None:
        item: Any = self.query_one(Table).current
        return item.person if item is not None else None

    def people_here(self) -> list[Person]:
        return [item.person for item in self.query_one(Table).rows]


def _text_of(item: SetItem) -> str:
    p = item.person
    return " ".join(v for v in (p.name, p.title, p.company, p.location, p.industry) if v)


def _verdicts(item: SetItem) -> tuple[str, str]:
    """One symbol for each criterion, in their order."""
    marks = [VERDICTS.get(v.status, ("?", "", ""))[0] for v in item.verification]
    return "".join(marks), "good" if all(m == "✓" for m in marks) else "warn"


COLUMNS = [
    Column("name", "Name", lambda i: plain(i.person.name) or "–", least=17, most=28),
    Column("title", "Title", lambda i: plain(i.person.title), least=20, most=44),
    Column("company", "Company", lambda i: plain(i.person.company), least=12, most=28, rank=1),
    Column("location", "Location", lambda i: (plain(i.person.location), "dim"), 12, 28, rank=3),
    Column("criteria", "Criteria", _verdicts, least=8, most=10, rank=2),
    Column(
        "confidence",
        "Conf.",
        lambda i: (confidence(i.person.confidence), "dim"),
        least=6,
        most=6,
        rank=4,
        right=True,
    ),
]
