"""The request inspector: every call of this session, and one of them whole."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from shortlist.tui.kit.bars import Foot
from shortlist.tui.kit.dialogs.filter_line import FilterLine
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.focus import FocusKeeper
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.person import Pane
from shortlist.tui.kit.table import Cell, Column, Table
from shortlist.tui.kit.tasks import Task
from shortlist.tui.kit.terminal.size import sized
from shortlist.tui.kit.words import count, number, plain
from shortlist.tui.live.calls import Call, body_of, curl_of

if TYPE_CHECKING:
    from shortlist.tui.app import ShortlistApp


class Calls(FilterLine, FocusKeeper, ModalScreen[None]):
    """Newest first; new ones come in while it is open."""

    CSS_PATH = "requests.tcss"
    AUTO_FOCUS = "#calls"
    TASKS = (
        Task("Find a call", ("go.query",), "enrich   402   req_8f2"),
        Task(
            "Copy it as a curl command",
            ("calls.copy",),
            "curl -sS -X POST … with $SHORTLIST_API_KEY",
        ),
    )
    GUIDE = (
        "Every call of this session: what was asked, how often it was tried, under which "
        "idempotency key, and the request id to quote. y copies a call as a curl command that "
        "takes the key from $SHORTLIST_API_KEY. Nothing is kept when the app ends."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("calls.copy", "go.query", "calls.close", "select.text", go_query="filter"),
    ]
    app: ShortlistApp

    def compose(self) -> ComposeResult:
        sized(self)
        yield Static(id="title", markup=False)
        yield Field(placeholder="filter: path, code, request id…", id="filter")
        with Container(id="found"):
            yield Table(COLUMNS, key=lambda call: str(call.number), id="calls")
            yield Pane(id="detail")
        yield Foot()

    def on_mount(self) -> None:
        self._total = -1
        self._look()
        self.set_interval(0.5, self._look)

    def _look(self) -> None:
        """Draw again when there were calls since."""
        if self._total != self.app.calls.total:
            self._total = self.app.calls.total
            self.draw_rows()

    def draw_rows(self) -> None:
        log, table = self.app.calls, self.query_one(Table)
        shown = self.fitting(log, _text)
        table.empty = ["No calls yet." if not log.total else "Nothing matches."]
        table.show(shown)
        parts: list[str | tuple[str, str]] = [
            (" Requests of this session ", "bold $lead"),
            (f" {count(log.total, 'call')}", ""),
            (f" · {number(log.failed)} failed", "$bad" if log.failed else "$quiet-text"),
            (f" · {number(log.retries)} tried again", "$quiet-text"),
        ]
        rate = log.rates.get(self.app.profiles.name)
        if rate is not None and rate[0].remaining is not None:
            left = number(rate[0].remaining)
            limit = f" of {number(rate[0].limit)}" if rate[0].limit is not None else ""
            parts.append((f" · {left}{limit} left in the window", "$quiet-text"))
        self.query_one("#title", Static).update(Content.assemble(*parts))
        self._show(table.current)

    def _show(self, call: Call | None) -> None:
        pane = self.query_one(Pane)
        pane.show(call_content(call) if call is not None else Content(""))

    def on_table_moved(self, event: Table.Moved) -> None:
        event.stop()
        self._show(event.row)

    def action_back(self) -> None:
        if not self.leave_filter():
            self.dismiss(None)

    def action_copy(self) -> None:
        call = self.query_one(Table).current
        if call is not None:
            self.app.copy(curl_of(call), "The curl command")


def call_content(call: Call) -> Content:
    """One call, line by line."""
    record = call.record
    tone = "$good" if call.fine else "$bad"
    parts: list[str | tuple[str, str]] = [
        (f"{record.method} {plain(record.path, 300)}\n", "bold"),
        (f"{'✓' if call.fine else '✗'} {plain(call.outcome, 120)}", tone),
        f"  after {_seconds(record.duration)}, {count(record.attempts, 'attempt')}\n\n",
    ]
    facts = [
        ("Time", call.at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")),
        ("Profile", plain(call.profile, 80)),
        ("Deployment", plain(call.base_url, 200)),
        ("Request id", plain(record.request_id, 200)),
        ("Idempotency key", plain(record.idempotency_key, 255)),
        ("Replayed", "yes: the service had answered this key before" if record.replayed else ""),
    ]
    if record.rate is not None and record.rate.remaining is not None:
        left = f"{number(record.rate.remaining)} of {number(record.rate.limit)} left"
        anew = record.rate.reset_seconds
        facts.append(("Rate limit", left + (f", anew in {anew} s" if anew is not None else "")))
    for name, value in facts:
        if value:
            parts += [(f"{name:<16}", "$quiet-text"), f"{value}\n"]
    body = body_of(call)
    if body:
        parts += [
            "\n",
            ("Sent\n", "bold"),
            *(f"{plain(row, 2_000)}\n" for row in body.splitlines()),
        ]
    elif record.method == "POST":
        parts += ["\n", ("The body is not kept: it named somebody, or was long.\n", "$quiet-text")]
    parts += ["\n", ("As curl\n", "bold"), (f"{plain(curl_of(call), 4_000)}\n", "$quiet-text")]
    return Content.assemble(*parts)


def _seconds(seconds: float) -> str:
    return f"{1000 * seconds:,.0f} ms" if seconds < 1 else f"{seconds:,.1f} s"


def _text(call: Call) -> str:
    record = call.record
    words = (record.method, record.path, call.outcome, record.request_id, record.idempotency_key)
    return " ".join([*(word or "" for word in words), call.profile]).casefold()


def _outcome(call: Call) -> Cell:
    symbol, tone = ("✓", "good") if call.fine else ("✗", "bad")
    return f"{symbol} {call.outcome}", tone


def _attempts(call: Call) -> Cell:
    tried = call.record.attempts
    return str(tried), "warn" if tried > 1 else "dim"


COLUMNS = [
    Column("at", "Time", lambda c: (c.at.astimezone(UTC).strftime("%H:%M:%S"), "dim"), least=8),
    Column("call", "Call", lambda c: f"{c.record.method} {c.record.path}", least=21, most=56),
    Column("outcome", "Outcome", _outcome, least=7, most=30),
    Column("attempts", "Tried", _attempts, least=5, most=5, rank=2, right=True),
    Column("took", "Took", lambda c: _seconds(c.record.duration), least=7, right=True, rank=1),
    Column("id", "Request id", lambda c: (c.record.request_id or "", "dim"), least=12, rank=3),
    Column("profile", "Profile", lambda c: (c.profile, "dim"), least=6, most=20, rank=4),
]
