"""Sets: the list with its live states, and the live view of the one under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from shortlist.tui.keys import keys
from shortlist.tui.screens.room import EVERYWHERE, Room
from shortlist.tui.troubles import trouble_content
from shortlist.tui.widgets.live import live_content
from shortlist.tui.widgets.table import Column, Table
from shortlist.tui.words import ago, count, number, plain, set_state

if TYPE_CHECKING:
    from shortlist.tui.state import SetWork


class SetsScreen(Room):
    """Moving shows a Set; enter opens its people."""

    CSS_PATH = "sets.tcss"
    AUTO_FOCUS = "#list"
    GUIDE = (
        "A Set is a list of people that the service builds in the background, checking every "
        "criterion before it admits someone. n makes one, enter opens its people, x cancels it "
        "after asking. Quitting the app leaves it running; it is picked up at the next start."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *EVERYWHERE,
        *keys("do.open", "do.new", "do.cancel", "do.export", "do.refresh", do_open="people"),
        *keys("go.query", go_query="search"),
    ]

    def body(self) -> ComposeResult:
        with Container(id="sets"):
            yield Table(self._columns(), key=lambda entry: entry.the_set.id, id="list")
            with VerticalScroll(id="live", classes="pane", can_focus=True):
                yield Static(id="page", markup=False)
        yield Static(id="counts", classes="line")

    def _columns(self) -> list[Column]:
        return [
            Column("state", "State", _state, least=10, most=12),
            Column("query", "Query", _query, least=20, most=60),
            Column("people", "People", _people, least=7, most=9, right=True),
            Column("credits", "Credits", _credits, least=7, most=9, rank=1, right=True),
            Column("made", "Made", self._made, least=12, most=14, rank=2),
        ]

    def _made(self, entry: SetWork) -> tuple[str, str]:
        return ago(entry.the_set.created_at, self.app.clock()), "dim"

    # Drawing

    def draw(self, topic: str = "") -> None:
        sets = self.app.state.sets
        table = self.query_one(Table)
        if topic in ("", "sets", "link", "people"):
            table.empty = self._emptiness()
            before = table.current
            table.show(list(sets.known.values()))
            wanted = sets.opened if not topic or before is None or sets.creating else None
            if topic == "sets" and sets.opened and sets.opened != self._seen:
                wanted = sets.opened
            self._seen = sets.opened
            if wanted in sets.known:
                table.move_to(list(sets.known).index(wanted))
            self.query_one("#counts", Static).update(self._counts())
        elif topic == "live":
            table.repaint()
            self.query_one("#counts", Static).update(self._counts())
        if topic != "credits":
            self._draw_live(top=not topic)

    _seen: str | None = None

    def _emptiness(self) -> list[str | tuple[str, str]]:
        state = self.app.state
        if state.sets.waiting:
            return [("The Set is made as soon as the service is ready.", "accent")]
        if state.sets.creating:
            return [("Making the Set…", "accent")]
        if state.link.stage == "failed":
            return [("The service could not be started; see Search.", "bad")]
        if state.link.stage != "ready":
            return [(plain(state.link.text, 100) or "Looking for the service", "accent")]
        if not state.sets.listed:
            return [("Reading the list of Sets…", "accent")] if state.sets.listing else []
        return ["No Sets yet.", ("n makes one, from the query at hand.", "dim")]

    def _counts(self) -> Content:
        sets = self.app.state.sets
        running = sum(1 for e in sets.known.values() if not _finished(e))
        parts = [count(len(sets.known), "Set"), f"{number(running)} running"]
        if sets.creating:
            parts.append("making one more…")
        return Content(" · ".join(parts))

    def _draw_live(self, *, top: bool = False) -> None:
        page, pane = self.query_one("#page", Static), self.query_one("#live")
        entry: SetWork | None = self.query_one(Table).current
        trouble = self.app.state.sets.trouble
        if trouble is not None:
            page.update(trouble_content(trouble))
        elif entry is None:
            page.update(Content(""))
        else:
            size = pane.size
            page.update(live_content(entry, size.width - 3, size.height, self.app.clock()))
        if top:
            pane.scroll_to(y=0, animate=False, immediate=True)
        self.refresh_bindings()

    def on_resize(self) -> None:
        if self.composed:
            self.call_after_refresh(self._draw_live)

    def on_table_moved(self, event: Table.Moved) -> None:
        event.stop()
        self._draw_live(top=True)

    def on_table_opened(self, event: Table.Opened) -> None:
        event.stop()
        self.action_open()

    # Acting

    @property
    def here(self) -> SetWork | None:
        entry: SetWork | None = self.query_one(Table).current
        return entry

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        if action == "cancel_set":
            return self.composed and self.here is not None and not _finished(self.here)
        return True

    def action_open(self) -> None:
        if self.here is not None:
            self.app.open_set(self.here.the_set.id)
            self.app.action_go("people")

    def action_cancel_set(self) -> None:
        if self.here is not None:
            self.app.ask_cancel(self.here)

    def action_reload(self) -> None:
        if self.app.tracker.ready:
            self.app.state.sets.trouble = None
            self.app.state.sets.listing = True
            self.app.tracker.list_sets()

    def whole_set(self) -> SetWork | None:
        return self.here


def _finished(entry: SetWork) -> bool:
    search = entry.the_set.newest
    return search.finished if search else entry.the_set.status not in ("queued", "running")


def _state(entry: SetWork) -> tuple[str, str]:
    search = entry.the_set.newest
    symbol, word, tone = set_state(search.status if search else entry.the_set.status)
    return f"{symbol} {word}", tone


def _query(entry: SetWork) -> str:
    search = entry.the_set.newest
    return plain(search.query if search else entry.the_set.id, 200)


def _people(entry: SetWork) -> str:
    search = entry.the_set.newest
    asked = f"/{search.count}" if search else ""
    return f"{entry.the_set.item_count}{asked}"


def _credits(entry: SetWork) -> tuple[str, str]:
    allowed = entry.the_set.budget.credits
    of = f"/{allowed}" if allowed is not None else ""
    return f"{entry.the_set.spent_credits}{of}", "dim"
