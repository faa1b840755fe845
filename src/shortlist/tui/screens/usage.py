"""Usage: the plan, the credits, the budgets of this key, and what was spent day by day."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from shortlist.tui.keys import keys
from shortlist.tui.screens.room import EVERYWHERE, Room
from shortlist.tui.troubles import trouble_content
from shortlist.tui.widgets.meter import FULL, HELD, columns, meter
from shortlist.tui.words import ago, count, credits, number, plain, until

if TYPE_CHECKING:
    from datetime import datetime

    from shortlist.contract.account import DayUsage, KeyBudget, Usage

Part = str | tuple[str, str] | Content


class UsageScreen(Room):
    """Read again each time one comes here."""

    CSS_PATH = "usage.tcss"
    AUTO_FOCUS = "#page"
    GUIDE = (
        "Credits of the workspace, the budgets of this key with the time they begin anew, and "
        "what was charged on each day, by kind. Reserved credits are held for running Sets."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *EVERYWHERE,
        *keys("do.refresh", "do.new", "go.query", go_query="search"),
        Binding("j", "scroll('down')", show=False),
        Binding("k", "scroll('up')", show=False),
    ]

    def body(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield Static(id="usage", markup=False)

    def action_scroll(self, way: str) -> None:
        page = self.query_one("#page", VerticalScroll)
        (page.scroll_down if way == "down" else page.scroll_up)(animate=False)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.action_reload()

    def action_reload(self) -> None:
        if self.app.tracker.ready and not self.app.state.usage.loading:
            self.app.state.usage.loading = True
            self.app.tracker.read_usage()

    def on_resize(self) -> None:
        if self.composed:
            self.call_after_refresh(self.draw)

    def draw(self, topic: str = "") -> None:
        if topic in ("", "usage", "link", "live"):
            self.query_one("#usage", Static).update(self._content())

    def _content(self) -> Content:
        state = self.app.state
        work = state.usage
        parts: list[Part] = []
        if work.trouble is not None:
            parts += [trouble_content(work.trouble), "\n\n"]
            if work.usage is not None:
                seen = ago(work.read_at, self.app.clock())
                parts += [(f"What was read {seen} follows.\n\n", "$quiet-text")]
        if work.usage is not None:
            parts.append(usage_content(work.usage, self.size.width - 4, self.app.clock()))
        elif work.trouble is None:
            waiting = state.link.stage in ("looking", "starting")
            words = plain(state.link.text, 100) or "Looking for the service"
            parts.append((words if waiting else "Reading the usage…", "$lead"))
        return Content.assemble(*parts)


def usage_content(usage: Usage, width: int, now: datetime) -> Content:
    """Everything on one page of `width` cells."""
    bar = max(10, min(40, width - 44))
    parts: list[Part] = [
        ("Plan  ", "$quiet-text"),
        (plain(usage.plan, 40) or "not given", "bold"),
        (f"   key {plain(usage.api_key.name, 60) or 'without a name'}", "$quiet-text"),
    ]
    rate = usage.api_key.rate_limit
    if rate.per_minute is not None:
        remaining = f"{number(rate.remaining)} of " if rate.remaining is not None else ""
        text = f" · {remaining}{number(rate.per_minute)} requests a minute left"
        parts.append((text, "$quiet-text"))
    parts += ["\n\n", ("Credits", "bold"), "\n"]
    owned = usage.credits
    whole = (owned.used or 0) + (owned.reserved or 0) + (owned.available or 0)
    parts += [
        f"  {'Workspace':<12}",
        meter(
            bar,
            max(whole, 1),
            (owned.used or 0, FULL, "$warn"),
            (owned.reserved or 0, HELD, "$warn"),
        ),
        f"  {number(owned.available)} left\n",
        (
            f"  {'':<12}{number(owned.used)} used · {number(owned.reserved)} reserved"
            f" · {number(owned.included)} included\n\n",
            "$quiet-text",
        ),
        ("Budgets of this key", "bold"),
        "\n",
    ]
    for label, budget in (("Today", usage.api_key.daily), ("This month", usage.api_key.monthly)):
        parts += _budget(label, budget, bar, now)
    parts += ["\n", *_history(usage.history, width)]
    return Content.assemble(*parts)


def _budget(label: str, budget: KeyBudget, bar: int, now: datetime) -> list[Part]:
    used, reserved = budget.used or 0, budget.reserved or 0
    details = f"{number(used)} used · {number(reserved)} reserved"
    resets = until(budget.resets_at, now)
    if budget.resets_at is not None:
        details += f" · begins anew {resets}"
        if bar >= 40:
            details += budget.resets_at.strftime(", on %Y-%m-%d at %H:%M UTC")
    if budget.budget is None:
        meter_ = Content.styled("no limit".ljust(bar), "$quiet-text")
        left = ""
    else:
        meter_ = meter(bar, max(budget.budget, 1), (used, FULL, "$warn"), (reserved, HELD, "$warn"))
        left = f"  {number(budget.remaining)} of {number(budget.budget)} left"
    return [f"  {label:<12}", meter_, left, "\n", (f"  {'':<12}{details}\n", "$quiet-text")]


def _history(history: list[DayUsage], width: int) -> list[Part]:
    if not history:
        return [("Nothing was spent in the last 30 days.", "$quiet-text")]
    fits = max(5, min(30, (width - 14) // 2))
    days = list(reversed(history[:fits]))
    totals = [d.search + d.sets + d.enrich + d.person for d in days]
    parts: list[Part] = [
        ("Spent by day", "bold"),
        (f"   {credits(sum(totals))} in {count(len(days), 'day')}\n", "$quiet-text"),
    ]
    highest = max(totals)
    for number_, line in enumerate(columns(totals, 5)):
        label = number(highest) if number_ == 0 else ""
        parts += [(f"  {label:>8}  ", "$quiet-text"), line, "\n"]
    ends = days[0].date[5:]
    if len(days) > 6:
        ends += " " * (2 * len(days) - 11) + days[-1].date[5:]
    parts += [(f"  {'':>8}  {ends}\n\n", "$quiet-text")]
    head = f"  {'Day':<12}{'Search':>8}{'Sets':>8}{'Enrich':>8}{'Person':>8}{'Total':>9}\n"
    parts.append((head, "$quiet-text"))
    for day in history[:30]:
        total = day.search + day.sets + day.enrich + day.person
        cells = "".join(
            f"{number(v) if v else '·':>8}" for v in (day.search, day.sets, day.enrich, day.person)
        )
        parts += [f"  {plain(day.date, 10):<12}{cells}", (f"{number(total):>9}\n", "bold")]
    return parts
