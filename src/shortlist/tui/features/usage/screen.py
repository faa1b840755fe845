"""The Usage screen: plan, credits, budgets, what was spent day by day, and every receipt."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from shortlist.tui.features.usage.charts import (
    days_content,
    history_content,
    known_content,
    limits_content,
    usage_content,
)
from shortlist.tui.kit.columns import Order, clicked, next_order, ordered
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.filter_line import FilterLine
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.pane import with_hanging_indent
from shortlist.tui.kit.screen import EVERYWHERE, FeatureScreen
from shortlist.tui.kit.table import Cell, Column, Table
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import ago, count, credits, number, plain
from shortlist.tui.live.troubles import trouble_content

if TYPE_CHECKING:
    from shortlist.desk.receipts import Receipt
    from shortlist.tui.kit.export_rows import Group


class UsageScreen(FilterLine, FeatureScreen):
    """Read again each time one comes here."""

    CSS_PATH = "usage.tcss"
    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        *EVERYWHERE,
        *keys("look.receipts", "do.refresh", "go.query", "look.sort", go_query="filter"),
        *keys("do.export", "do.copy", "do.new"),
        *keys("page.down", "page.up"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._order: Order = None
        self._drawn: tuple[object, str, Order] | None = None
        self._rows: list[Receipt] = []

    def body(self) -> ComposeResult:
        with Horizontal(id="parts"):
            with VerticalScroll(id="page"):
                yield Static(id="usage", markup=False)
            with Vertical(id="receipts"):
                yield Field(placeholder="filter receipts: person, field, Set, req_…", id="filter")
                yield Table(COLUMNS, key=lambda receipt: receipt.id, id="charges")
                yield Static(id="receipt", classes="line", markup=False)
                yield Static(id="sum", classes="line", markup=False)

    # Going between the two parts

    def action_receipts(self) -> None:
        """To the receipts, or back to the page."""
        there = self.query_one("#receipts").has_focus_within
        self.set_class(not there, "-receipts")
        (self.query_one("#page") if there else self.query_one("#charges")).focus()

    def action_query(self) -> None:
        self.add_class("-receipts")
        self.set_focus(self.query_one("#filter", Input))

    def action_back(self) -> None:
        field = self.query_one("#filter", Input)
        if field.value:
            field.value = ""
        elif self.focused is field:
            self.query_one("#charges").focus()
        elif self.has_class("-receipts"):
            self.remove_class("-receipts")
            self.query_one("#page").focus()

    def action_scroll(self, way: str) -> None:
        page = self.query_one("#page", VerticalScroll)
        (page.scroll_down if way == "down" else page.scroll_up)(animate=False)

    # Reading

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.action_reload()

    def action_reload(self) -> None:
        tracker = self.app.tracker
        if tracker.ready and not self.app.state.usage.loading:
            self.app.state.usage.loading = True
            tracker.read_usage()
        elif tracker.store is not None:
            tracker.read_receipts()

    def on_resize(self) -> None:
        if self.composed:
            self.call_after_refresh(self.draw)

    def draw(self, topic: str = "") -> None:
        if topic in ("", "usage", "link", "live"):
            self.query_one("#usage", Static).update(self._content())
            self.draw_rows()

    def _content(self) -> Content:
        state, now = self.app.state, self.app.clock()
        work = state.usage
        width = self.query_one("#page").size.width - 4
        parts: list[Part] = []
        if work.trouble is not None:
            parts += [with_hanging_indent(trouble_content(work.trouble), width), "\n\n"]
            if work.usage is not None:
                seen = ago(work.read_at, now)
                parts += [(f"What was read {seen} follows.\n\n", "$quiet-text")]
        limits = limits_content(work.usage, self.app.calls, self.app.profiles.name, now)
        if work.usage is not None:
            history = work.usage.history
            parts += [usage_content(work.usage, width, now), "\n"]
            parts += [history_content(history, width)]
            parts += [known_content(work.receipts, history), "\n", limits]
            parts += ["\n", days_content(history)]
        elif work.trouble is None and state.link.trouble is not None:
            parts += [
                with_hanging_indent(trouble_content(state.link.trouble), width),
                "\n\n",
                limits,
            ]
        elif work.trouble is None:
            waiting = state.link.stage in ("looking", "waiting", "starting")
            words = plain(state.link.text, 100) or "Looking for the service"
            parts.append((words if waiting else "Reading the usage…", "$lead"))
        else:
            parts.append(limits)
        return Content.assemble(*parts)

    # Receipts

    def draw_rows(self) -> None:
        typed = self.query_one("#filter", Input).value
        receipts = self.app.state.usage.receipts
        drawn = (receipts, typed, self._order)
        if self._drawn is not None and all(a is b for a, b in zip(drawn, self._drawn, strict=True)):
            return
        self._drawn = drawn
        shown = self.fitting(receipts, _text)
        if self._order is not None and self._order[0] == "credits":
            self._rows = sorted(shown, key=lambda r: r.credits, reverse=self._order[1])
        else:
            self._rows = list(ordered(shown, self._order, COLUMNS))
        table = self.query_one("#charges", Table)
        table.sorted_by = self._order
        table.empty = ["Nothing matches." if receipts else "No receipts yet."]
        if not receipts:
            table.empty += [("What you spend from here is listed here.", "dim")]
        table.show(self._rows)
        spent = credits(sum(receipt.credits for receipt in self._rows))
        many = count(len(receipts), "receipt")
        some = f"{number(len(shown))} of {many}" if len(shown) < len(receipts) else many
        self.query_one("#sum", Static).update(f"{some} · {spent}")

    def on_table_moved(self, event: Table.Moved) -> None:
        """The receipt under the cursor in full: its request id is there to be quoted."""
        receipt: Receipt | None = event.row
        words = [] if receipt is None else [receipt.request_id, receipt.detail, receipt.name]
        told = " · ".join(plain(word) for word in words if word)
        self.query_one("#receipt", Static).update(told)

    def action_open(self) -> None:
        """A receipt is told whole below the list; there is no more to open."""

    def action_sort(self) -> None:
        self._order = next_order(self._order, COLUMNS)
        self.draw_rows()

    def on_table_head_clicked(self, event: Table.HeadClicked) -> None:
        self._order = clicked(self._order, event.column)
        self.draw_rows()

    def action_copy(self) -> None:
        receipt = self.query_one("#charges", Table).current
        if receipt is not None:
            self.app.copy("\t".join(str(v) for v in export_row(receipt).values()), "The receipt")

    def action_export(self) -> None:
        if self._rows:
            super().action_export()
        else:
            self.app.say("There are no receipts to write.")

    def export_groups(self) -> list[Group]:
        from shortlist.tui.kit.export_rows import Group

        rows = [export_row(receipt) for receipt in self._rows]
        return [Group("shown", len(rows), unit="receipt", rows=rows)]


def export_row(receipt: Receipt) -> dict[str, object]:
    """A receipt as a row of a file; whole credits are written as whole numbers."""
    spent = float(receipt.credits)
    return {
        "at": receipt.at,
        "kind": receipt.kind,
        "subject": receipt.subject,
        "name": receipt.name,
        "detail": receipt.detail,
        "credits": int(spent) if spent.is_integer() else spent,
        "request_id": receipt.request_id,
        "idempotency_key": receipt.key,
    }


def _text(receipt: Receipt) -> str:
    words = (receipt.kind, receipt.subject, receipt.name, receipt.detail, receipt.request_id)
    return " ".join((*words, receipt.at)).casefold()


_KINDS = {
    "search": "Search",
    "sets": "Set",
    "enrich": "Enrich",
    "person": "Person",
    "network": "Network",
}


def _kind(receipt: Receipt) -> Cell:
    return _KINDS.get(receipt.kind, plain(receipt.kind, 20)), "accent"


COLUMNS = [
    Column(
        "at",
        "Time (UTC)",
        lambda r: (r.at[:16].replace("T", " "), "dim"),
        least=16,
        most=16,
        rank=1,
    ),
    Column("credits", "Credits", lambda r: (number(r.credits), "warn"), least=7, right=True),
    Column("kind", "Kind", _kind, least=6, most=8, rank=3),
    Column("name", "For", lambda r: r.name, least=11, most=40),
    Column("detail", "What", lambda r: r.detail, least=15, most=24, rank=2),
    # Whole, or left out: a part of one is nothing to quote.
    Column("request", "Request id", lambda r: (r.request_id, "dim"), least=40, most=40, rank=4),
]
