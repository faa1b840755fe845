"""The request inspector: every call of this session, and one of them whole."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from shortlist.contract.times import parse_time
from shortlist.tui.kit.bars import Foot
from shortlist.tui.kit.dialogs.base import wake_behind
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.filter_line import FilterLine
from shortlist.tui.kit.focus import FocusKeeper
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.pane import Pane
from shortlist.tui.kit.table import Cell, Column, Table
from shortlist.tui.kit.terminal.size import sized
from shortlist.tui.kit.text_parts import Part, style_of
from shortlist.tui.kit.words import count, credits, number, plain, prose
from shortlist.tui.live.calls import LoggedCall, body_of, curl_of

if TYPE_CHECKING:
    from shortlist.desk.agent_calls import AgentCall
    from shortlist.tui.app import ShortlistApp

    Row = LoggedCall | AgentCall

_STATES = {
    "going": ("◐", "under way", "accent"),
    "waiting": ("?", "waits for a yes", "warn"),
    "allowed": ("◐", "allowed", "accent"),
    "refused": ("✗", "refused", "bad"),
    "unanswered": ("✗", "not answered", "bad"),
    "done": ("✓", "done", "good"),
    "failed": ("✗", "failed", "bad"),
}
"""How a call of an agent stands."""


class Calls(FilterLine, FocusKeeper, ModalScreen[None]):
    """Newest first; new ones come in while it is open."""

    CSS_PATH = "requests.tcss"
    AUTO_FOCUS = "#calls"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("calls.copy", "go.query", "calls.close", "select.text", go_query="filter"),
    ]
    app: ShortlistApp

    def compose(self) -> ComposeResult:
        sized(self)
        yield Static(id="title", markup=False)
        yield Field(placeholder="filter: path, code, request id…", id="filter")
        with Container(id="found"):
            yield Table(COLUMNS, key=_key, id="calls")
            yield Pane(id="detail")
        yield Foot()

    def on_mount(self) -> None:
        self._total = -1, -1
        self._look()
        self.set_interval(0.5, self._look)

    def on_resize(self) -> None:
        wake_behind(self)

    def _look(self) -> None:
        """Draw again when there were calls since."""
        total = self.app.calls.total, self.app.agents.seen
        if self._total != total:
            self._total = total
            self.draw_rows()

    def draw_rows(self) -> None:
        log, table = self.app.calls, self.query_one(Table)
        agents = self.app.agents.calls.values()
        rows: list[Row] = sorted([*log, *agents], key=_time, reverse=True)
        shown = self.fitting(rows, _text)
        table.empty = ["No calls yet." if not rows else "Nothing matches."]
        table.show(shown)
        parts: list[Part] = [
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
        if agents:
            parts.append((f" · {count(len(agents), 'call')} of agents", "$quiet-text"))
        self.query_one("#title", Static).update(Content.assemble(*parts))
        self._show(table.current)

    def _show(self, row: Row | None) -> None:
        content = Content("")
        if row is not None:
            content = call_content(row) if isinstance(row, LoggedCall) else agent_content(row)
        self.query_one(Pane).show(content)

    def on_table_moved(self, event: Table.Moved) -> None:
        self._show(event.row)

    def action_back(self) -> None:
        if not self.leave_filter():
            self.dismiss(None)

    def action_copy(self) -> None:
        call = self.query_one(Table).current
        if isinstance(call, LoggedCall):
            self.app.copy(curl_of(call), "The curl command")


def call_content(call: LoggedCall) -> Content:
    """One call, line by line."""
    record = call.record
    tone = "$good" if call.fine else "$bad"
    parts: list[Part] = [
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


def agent_content(call: AgentCall) -> Content:
    """A call of an agent: which tool, how it stands, and what it could spend."""
    symbol, words, tone = _STATES.get(call.state, ("·", call.state, "dim"))
    style = style_of(tone)
    parts: list[Part] = [
        (f"An agent called {plain(call.tool, 60)}\n", "bold"),
        (f"{symbol} {words}", style),
        f"  {plain(call.note, 80)}\n\n",
    ]
    facts = [
        ("Time", _time(call).strftime("%Y-%m-%d %H:%M:%S UTC")),
        ("Profile", plain(call.profile, 80)),
        ("At most", credits(call.credits) if call.credits else "free, or never sent"),
        ("Asked for", prose(call.asked, 600) or "not kept: only while somebody is asked"),
    ]
    for name, value in facts:
        parts += [(f"{name:<16}", "$quiet-text"), f"{value}\n"]
    return Content.assemble(*parts)


def _key(row: Row) -> str:
    return str(row.number) if isinstance(row, LoggedCall) else row.id


def _time(row: Row) -> datetime:
    at = row.at if isinstance(row, LoggedCall) else parse_time(row.at)
    return (at or datetime.min.replace(tzinfo=UTC)).astimezone(UTC)


def _text(call: Row) -> str:
    if not isinstance(call, LoggedCall):
        told = ("agent", call.tool, call.state, call.note, call.asked, call.profile)
        return " ".join(told).casefold()
    record = call.record
    words = (record.method, record.path, call.outcome, record.request_id, record.idempotency_key)
    return " ".join([*(word or "" for word in words), call.profile]).casefold()


def _name(call: Row) -> str:
    if not isinstance(call, LoggedCall):
        return f"agent: {call.tool}"
    return f"{call.record.method} {call.record.path}"


def _took(call: Row) -> str:
    if not isinstance(call, LoggedCall):
        return f"≤ {number(call.credits)} cr" if call.credits else ""
    return _seconds(call.record.duration)


def _outcome(call: Row) -> Cell:
    if not isinstance(call, LoggedCall):
        symbol, words, tone = _STATES.get(call.state, ("·", call.state, "dim"))
        return f"{symbol} {words}", tone
    symbol, tone = ("✓", "good") if call.fine else ("✗", "bad")
    return f"{symbol} {call.outcome}", tone


def _attempts(call: Row) -> Cell:
    if not isinstance(call, LoggedCall):
        return ""
    tried = call.record.attempts
    return str(tried), "warn" if tried > 1 else "dim"


def _request_id(call: Row) -> Cell:
    return (call.record.request_id or "", "dim") if isinstance(call, LoggedCall) else ""


COLUMNS = [
    Column("at", "Time", lambda c: (_time(c).strftime("%H:%M:%S"), "dim"), least=8),
    Column("call", "Call", _name, least=21, most=56),
    Column("outcome", "Outcome", _outcome, least=7, most=30),
    Column("attempts", "Tried", _attempts, least=5, most=5, rank=2, right=True),
    Column("took", "Took", _took, least=7, right=True, rank=1),
    Column("id", "Request id", _request_id, least=12, rank=3),
    Column("profile", "Profile", lambda c: (c.profile, "dim"), least=6, most=20, rank=4),
]
