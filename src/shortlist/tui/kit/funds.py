"""The funds that a Set is paid from, and the arithmetic of what it costs at most. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from shortlist.contract.limits import PEOPLE_PER_ACU, people_paid_by, people_price
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import credits, number, people, until

if TYPE_CHECKING:
    from datetime import datetime

    from shortlist.contract.account import KeyBudget
    from shortlist.tui.features.sets.builder import SetDraft
    from shortlist.tui.live.state import AppState


class Fund(NamedTuple):
    """One thing a Set is paid from, in credits; `None` is not known or without limit."""

    name: str
    allowed: float | None
    used: float | None
    reserved: float | None
    left: float | None
    unlimited: bool = False
    resets_at: datetime | None = None

    @property
    def when(self) -> str:
        """Behind what is left: of which time it is; nothing for the balance."""
        return {"Key today": " today", "Key this month": " this month"}.get(self.name, "")


def most(wish: SetDraft) -> int:
    """The most that can be charged for a Set, in credits."""
    estimate = people_price(wish.count)
    return min(estimate, wish.budget) if wish.budget is not None else estimate


def funds(state: AppState) -> list[Fund]:
    """The balance, and this key's budgets for the day and the month."""
    usage = state.usage.usage
    if usage is None:
        return [Fund("Balance", None, None, None, state.credits)]
    c, key = usage.credits, usage.api_key
    balance = Fund("Balance", c.included, c.used, c.reserved, c.available)
    if state.credits is not None and state.credits != c.available:
        # Spent since the usage was read: the parts of the sum are not known any more.
        balance = Fund("Balance", None, None, None, state.credits)
    return [
        balance,
        _fund("Key today", key.daily),
        _fund("Key this month", key.monthly),
    ]


def tightest(state: AppState) -> Fund | None:
    """What bounds the next request: the balance, or this key's budget where less of it is left."""
    known = [fund for fund in funds(state) if fund.left is not None]
    return min(known, key=lambda fund: fund.left or 0.0, default=None)


def fund_words(fund: Fund | None) -> str:
    """What is left to pay from, in a sentence; empty where that is not known."""
    if fund is None or fund.left is None:
        return ""
    if fund.name == "Balance":
        return f"Balance: {number(fund.left)}."
    return f"This key: {number(fund.left)} left{fund.when}."


def _fund(name: str, budget: KeyBudget) -> Fund:
    return Fund(
        name,
        budget.budget,
        budget.used,
        budget.reserved,
        budget.left if budget.budget is not None else None,
        unlimited=budget.is_given and budget.budget is None,
        resets_at=budget.resets_at,
    )


def arithmetic(wish: SetDraft, state: AppState, width: int, now: datetime) -> Content:
    """The estimate, worked out line by line, and a warning where it does not fit.

    The service reserves the full count at creation, whatever the Set's own budget (4.2).
    """
    estimate = people_price(wish.count)
    parts: list[Part] = [
        (f"{people(wish.count)} ÷ {PEOPLE_PER_ACU} a credit, rounded up: {credits(estimate)}", "")
    ]
    paid = wish.count if wish.budget is None else people_paid_by(wish.budget)
    if wish.budget is not None and paid < wish.count:
        stops = f"\nThe budget pays for {people(paid)}: it stops there, at {credits(wish.budget)}."
        parts += [(" are held until it ends.", "$quiet-text"), (stops, "$warn")]
    else:
        parts.append((" at most, charged at the end for those admitted.", "$quiet-text"))
        if wish.budget is not None:
            parts.append((f"\nThe budget of {credits(wish.budget)} covers it.", "$quiet-text"))
    full = width >= 72
    head = f"\n{'':<15}" + ("  allowed    used  reserved" if full else "")
    parts.append((f"{head}     left  this Set    after", "$quiet-text"))
    short = []
    for fund in funds(state):
        parts.append((f"\n{fund.name:<15}", "$quiet-text"))
        if fund.unlimited:
            parts.append((f"{'no limit':>{36 if full else 9}}", "$quiet-text"))
            continue
        if full:
            parts += [
                (f"{_figure(fund.allowed):>9}", "$quiet-text"),
                (f"{_figure(fund.used):>8}", "$quiet-text"),
                (f"{_figure(fund.reserved):>10}", "$quiet-text"),
            ]
        if fund.left is None:
            parts.append(
                (f"{'not known' if state.usage.usage else 'not known yet':>14}", "$quiet-text")
            )
            continue
        after = fund.left - estimate
        tone = "bold $bad" if after < 0 else ""
        parts.append(f"{number(fund.left):>9}{'−' + number(estimate):>10}")
        parts.append((f"{number(after).replace('-', '−'):>9}", tone))
        if after < 0:
            short.append(fund)
    for fund in short:
        name = {"Balance": "The balance", "Key today": "This key's day"}.get(
            fund.name, "This key's month"
        )
        again = f" It resets {until(fund.resets_at, now)}." if fund.resets_at else ""
        left = fund.left or 0
        fits = people_paid_by(int(left))
        parts.append(
            (
                f"\n! Does not fit: {name[0].lower() + name[1:]} has {credits(left)} left, "
                f"for {people(fits)}.{again}",
                "bold $bad",
            )
        )
    return Content.assemble(*parts)


def fits(wish: SetDraft, state: AppState) -> bool:
    """Whether all that is known to be left covers the full count."""
    estimate = people_price(wish.count)
    return all(fund.left is None or fund.left >= estimate for fund in funds(state))


def _figure(value: float | None) -> str:
    return number(value)
