"""The texts of the Usage screen: meters of credits and budgets, and a chart of the days."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from textual.content import Content

from shortlist.tui.kit.meter import FULL, HELD, meter
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import NOT_GIVEN, ago, count, credits, duration, number, plain, until

if TYPE_CHECKING:
    from datetime import datetime

    from shortlist.contract.account import DayUsage, KeyBudget, Usage
    from shortlist.desk.receipts import Receipt
    from shortlist.tui.live.calls import CallLog

KINDS: Final = (
    ("search", "Search", "█", "$lead"),
    ("sets", "Sets", "▓", "$good"),
    ("enrich", "Enrich", "▒", "$warn"),
    ("person", "Person", "░", "$foreground"),
)
"""Attribute, word, and how it is drawn: in shape as well as in colour."""
_CHART_LINES: Final = 6
_NEAR: Final = 0.85
"""A budget this full is said in a warning tone."""


def usage_content(usage: Usage, width: int, now: datetime) -> Content:
    """Plan, credits and budgets on a page of `width` cells."""
    bar = max(10, min(40, width - 44))
    name = plain(usage.api_key.name, 60) or "without a name"
    parts: list[Part] = [
        ("Plan  ", "$quiet-text"),
        (plain(usage.plan, 40) or "not given", "bold"),
        (f" · key {name}", "$quiet-text"),
        "\n\n",
        ("Credits", "bold"),
        "\n",
    ]
    owned = usage.credits
    used, held = owned.used or 0, owned.reserved or 0
    whole = used + held + (owned.available or 0)
    # Of a whole that is not given there is no share.
    shares = [(used, FULL, "$warn"), (held, HELD, "$warn")] if owned.available is not None else []
    left = NOT_GIVEN if owned.available is None else number(owned.available)
    parts += [
        f"  {'Workspace':<12}",
        meter(bar, max(whole, 1), *shares),
        f"  {left} left\n" if owned.available is not None else f"  left: {left}\n",
        (
            f"  {'':<12}{_told(owned.used, 'used')} · {_told(owned.reserved, 'reserved')}"
            f" · {_told(owned.included, 'included')}\n",
            "$quiet-text",
        ),
    ]
    if held:
        parts.append((f"  {'':<12}Reserved is held for Sets that run.\n", "$quiet-text"))
    parts += ["\n", ("Budgets of this key", "bold"), "\n"]
    for label, budget in (("Today", usage.api_key.daily), ("This month", usage.api_key.monthly)):
        parts += _budget(label, budget, bar, now)
    return Content.assemble(*parts)


def _told(value: float | None, word: str) -> str:
    """`3 used`; `used: –` where it is not given."""
    return f"{word}: {number(value)}" if value is None else f"{number(value)} {word}"


def _budget(label: str, budget: KeyBudget, bar: int, now: datetime) -> list[Part]:
    used, reserved = budget.used or 0, budget.reserved or 0
    details = f"{_told(budget.used, 'used')} · {_told(budget.reserved, 'reserved')}"
    if budget.resets_at is not None:
        details += f" · anew {until(budget.resets_at, now)}"
        if bar >= 40:
            details += budget.resets_at.strftime(", on %Y-%m-%d at %H:%M UTC")
    if budget.budget is None:
        words = "no limit" if budget.is_given else f"limit: {NOT_GIVEN}"
        gauge = Content.styled(words.ljust(bar), "$quiet-text")
        some = budget.remaining
        left: tuple[str, str] = (f"  {number(some)} left" if some is not None else "", "")
    else:
        full = used + reserved >= _NEAR * budget.budget
        gauge = meter(bar, max(budget.budget, 1), (used, FULL, "$warn"), (reserved, HELD, "$warn"))
        some = budget.left
        words = f"  {number(some)} of {number(budget.budget)} left"
        if some is None:
            words = f"  of {number(budget.budget)}, left: {NOT_GIVEN}"
        left = (words, "bold $bad" if full else "")
    return [f"  {label:<12}", gauge, left, "\n", (f"  {'':<12}{details}\n", "$quiet-text")]


def limits_content(usage: Usage | None, log: CallLog, profile: str, now: datetime) -> Content:
    """The rate limit as it was seen last, and how the requests of this session went."""
    parts: list[Part] = [("Requests of this session", "bold"), ("   I shows each\n", "$quiet-text")]
    seen = log.rates.get(profile)
    told = usage.api_key.rate_limit if usage is not None else None
    if seen is not None and seen[0].remaining is not None:
        rate, at = seen
        anew = ""
        if rate.reset_seconds is not None:
            left = rate.reset_seconds - (now - at).total_seconds()
            anew = f"anew in {duration(left)} · " if left > 0 else "anew by now · "
        limit = f" of {number(rate.limit)}" if rate.limit is not None else ""
        tone = "$warn" if rate.limit and (rate.remaining or 0) < rate.limit / 10 else ""
        parts += [(f"  {number(rate.remaining)}{limit} left in the window", tone)]
        parts += [(f"\n  {anew}seen {ago(at, now)}\n", "$quiet-text")]
    elif told is not None and told.per_minute is not None:
        some = f"{number(told.remaining)} of " if told.remaining is not None else ""
        parts += [f"  {some}{number(told.per_minute)} requests a minute left\n"]
    else:
        parts += [("  The service names no rate limit.\n", "$quiet-text")]
    parts += [
        (f"  {count(log.total, 'call')}", "$quiet-text"),
        (f" · {number(log.failed)} failed", "$bad" if log.failed else "$quiet-text"),
        (f" · {number(log.retries)} retried", "$warn" if log.retries else "$quiet-text"),
        (f" · {number(log.replayed)} free replays\n", "$quiet-text"),
    ]
    for code, times in log.refusals.most_common(3):
        parts.append((f"    {plain(code, 60)} {number(times)} ×\n", "$quiet-text"))
    return Content.assemble(*parts)


def history_content(history: Sequence[DayUsage], width: int) -> Content:
    """The days with charges as a chart, its kinds one on another."""
    if not history:
        return Content.styled("Nothing was spent in the last 30 days.\n", "$quiet-text")
    fits = max(5, min(30, (width - 14) // 2))
    days = list(reversed(history[:fits]))
    amounts = [[float(getattr(day, kind) or 0) for kind, *_ in KINDS] for day in days]
    total = sum(sum(day) for day in amounts)
    parts: list[Part] = [
        ("Spent by day", "bold"),
        (f"   {credits(total)} in {count(len(days), 'day')}\n  ", "$quiet-text"),
    ]
    for index, (_, word, mark, style) in enumerate(KINDS):
        spent = sum(day[index] for day in amounts) if _is_told(days, index) else None
        parts += [(mark, style), (f" {word} {number(spent)}   ", "$quiet-text")]
    parts.append("\n")
    highest = max(sum(day) for day in amounts)
    for line, row in enumerate(stacked(amounts, _CHART_LINES)):
        # There is no half of a credit.
        half = {_CHART_LINES // 2: number(highest / 2)} if highest % 2 == 0 else {}
        labels = {0: number(highest), **half}
        parts += [(f"  {labels.get(line, ''):>8}  ", "$quiet-text"), row, "\n"]
    ends = days[0].date[5:]
    if len(days) > 6:
        ends += " " * (2 * len(days) - 11) + days[-1].date[5:]
    parts.append((f"  {'':>8}  {ends}\n", "$quiet-text"))
    return Content.assemble(*parts)


def _is_told(days: Sequence[DayUsage], kind: int) -> bool:
    return any(getattr(day, KINDS[kind][0]) is not None for day in days)


def days_content(history: Sequence[DayUsage]) -> Content:
    """The same as a table, newest first."""
    if not history:
        return Content("")
    head = "".join(f"{word:>8}" for _, word, _, _ in KINDS)
    parts: list[Part] = [(f"  {'Day':<12}{head}{'Total':>9}\n", "$quiet-text")]
    for day in history[:30]:
        spent_on = [getattr(day, kind) for kind, *_ in KINDS]
        cells = "".join(f"{'·' if v == 0 else number(v):>8}" for v in spent_on)
        date = plain(day.date, 10)
        parts += [f"  {date:<12}{cells}", (f"{number(day.total):>9}\n", "bold")]
    return Content.assemble(*parts)


def stacked(amounts: Sequence[Sequence[float]], height: int) -> list[Content]:
    """A chart of `height` lines, two cells a column, its kinds from the bottom up; top line first.

    Whatever was spent shows at least one cell at the foot, in the kind that most went to.
    """
    highest = max((sum(column) for column in amounts), default=0) or 1
    filled: list[list[int | None]] = []
    for column in amounts:
        total = sum(column)
        cells = max(1 if total > 0 else 0, round(total / highest * height))
        kinds: list[int | None] = []
        for cell in range(cells):
            # The kind at the middle of what this cell stands for.
            at = total * (cell + 0.5) / cells
            kinds.append(next(kind for kind, top in enumerate(accumulate(column)) if at <= top))
        filled.append(kinds + [None] * (height - cells))
    lines = []
    for level in range(height - 1, -1, -1):
        row: list[tuple[str, str]] = []
        for kinds in filled:
            kind_here = kinds[level]
            row.append(
                ("  ", "") if kind_here is None else (KINDS[kind_here][2], KINDS[kind_here][3])
            )
            if kind_here is not None:
                row.append((" ", ""))
        lines.append(Content.assemble(*row))
    return lines


def known_content(receipts: Sequence[Receipt], history: Sequence[DayUsage]) -> Content:
    """How much of what the service tells this machine has receipts for."""
    days = {day.date for day in history}
    told = sum(day.total for day in history)
    known = sum(receipt.credits for receipt in receipts if receipt.at[:10] in days)
    words = f"  {number(known)} of these {credits(told)} have receipts here."
    return Content.styled(f"{words}\n", "$quiet-text")
