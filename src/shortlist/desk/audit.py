"""The audit of credits: usage as the service reports it, receipts of this machine and requests of
the journal, compared. Pure.

What a deployment does not tell is not known, and never taken for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from shortlist.client.journal import State
from shortlist.contract.times import format_time

if TYPE_CHECKING:
    from shortlist.client.journal import JournalRow
    from shortlist.contract.account import DayUsage, Usage
    from shortlist.desk.receipts import Receipt

KINDS: Final = ("search", "sets", "enrich", "person")
"""What the service tells of each day apart (section 4.4)."""
_ENDPOINTS: Final = {"/search": "search", "/enrich": "enrich"}
"""Those whose answer says at once what was charged."""
_EXACT: Final = 1e-6
_DAYS: Final = 29
"""Whole days before today that are compared: the one before may be told of in part."""

WHOSE: Final = (
    "What the service tells of a day is the whole workspace's: other machines and other keys are "
    "in it, and it does not say which. Of this key it tells today and this month only."
)
SETS: Final = (
    "A Set is charged when it ends, and tells what it spent, not with which key or on which "
    "machine it was made."
)
JOURNAL: Final = (
    "The journal keeps answered requests for 24 hours, and not what they cost: that is in receipts."
)
MIDNIGHT: Final = "Days are of UTC; what was charged around midnight may be on either."
EARLIER: Final = (
    "Commands keep receipts since they know how: what was spent with them before has none."
)


@dataclass(frozen=True, slots=True)
class Line:
    """Two sums that should be one, in ACU."""

    what: str
    """`2026-11-23 search`, or what of a key or of all it is."""
    service: float | None
    """`None`: not told."""
    receipts: float
    of_unknown_key: float = 0.0
    """How much of `receipts` is of Sets that may have been made with another key."""
    suspects: tuple[str, ...] = ()
    """Answered requests without a receipt, that could be what is missing: key and request id."""

    @property
    def difference(self) -> float | None:
        """By how much the service says more than the receipts; below 0 where it says less. What
        may be another key's counts on either side."""
        if self.service is None:
            return None
        least, most = self.receipts - self.of_unknown_key, self.receipts
        if self.service > most + _EXACT:
            return round(self.service - most, 6)
        if self.service < least - _EXACT:
            return round(self.service - least, 6)
        return 0.0


@dataclass(slots=True)
class Audit:
    """What was held against what."""

    days: list[Line] = field(default_factory=list)
    keys: list[Line] = field(default_factory=list)
    """Of the key: today, this month; and of the workspace: in all."""
    open: list[JournalRow] = field(default_factory=list)
    """Requests whose outcome is unknown: each may have been billed."""
    strangers: list[Receipt] = field(default_factory=list)
    """Receipts of the last 24 hours whose request is not in the journal."""
    cannot_know: list[str] = field(default_factory=list)

    @property
    def differences(self) -> list[Line]:
        return [line for line in (*self.days, *self.keys) if line.difference]

    @property
    def agrees(self) -> bool:
        """Whether nothing is left to explain."""
        return not (self.differences or self.open or self.strangers)


def audit_credits(
    usage: Usage,
    receipts: Sequence[Receipt],
    rows: Iterable[JournalRow],
    now: datetime,
    made_here: Iterable[str] = (),
    *,
    since_ever: bool = True,
) -> Audit:
    """`receipts` and `rows` of this account and key; `made_here`: ids of Sets made with it.
    `since_ever`: what `credits.used` tells is all that was ever used, which elsewhere may be that
    of a month."""
    answered = list(rows)
    found = Audit(open=[row for row in answered if not row.state.final])
    suspects = _without_receipt(answered, receipts)
    by_day = _sums(receipts)
    told = {day.date: day for day in usage.history}
    # What is older than the first day that is told of may have fallen off its end.
    since = max(min(told, default="9999"), format_time(now - timedelta(days=_DAYS))[:10])
    days = {day for day in (*told, *(day for day, _ in by_day)) if day >= since}
    for day in sorted(days, reverse=True):
        for kind in KINDS:
            ours = by_day.get((day, kind), 0.0)
            theirs = _of_day(told.get(day), kind)
            if ours or theirs:
                near = tuple(suspects.get((day, kind), ()))
                found.days.append(Line(f"{day} {kind}", theirs, ours, suspects=near))
    mine = set(made_here)
    today = format_time(now)[:10]
    for what, period, theirs in (
        ("this key, today", today, usage.api_key.daily.used),
        ("this key, this month", today[:7], usage.api_key.monthly.used),
    ):
        of_then = [each for each in receipts if each.at.startswith(period)]
        unsure = sum(e.credits for e in of_then if e.kind == "sets" and e.subject not in mine)
        found.keys.append(Line(what, theirs, _sum(of_then), round(unsure, 6)))
    if since_ever:
        found.keys.append(Line("every key, in all", usage.credits.used, _sum(receipts)))
    found.strangers = _not_journalled(answered, receipts, now)
    found.cannot_know = [WHOSE, SETS, JOURNAL, MIDNIGHT, EARLIER]
    if "history" not in usage.model_fields_set:
        found.cannot_know.insert(0, "This deployment tells nothing of single days.")
    return found


def _of_day(day: DayUsage | None, kind: str) -> float | None:
    # A day that is not listed had no charges, where days are listed at all.
    return 0.0 if day is None else getattr(day, kind)


def _sum(receipts: Iterable[Receipt]) -> float:
    return round(sum(each.credits for each in receipts), 6)


def _sums(receipts: Iterable[Receipt]) -> dict[tuple[str, str], float]:
    """ACU by day and kind."""
    sums: dict[tuple[str, str], float] = {}
    for each in receipts:
        if each.kind in KINDS:
            at = each.at[:10], each.kind
            sums[at] = round(sums.get(at, 0.0) + each.credits, 6)
    return sums


def _without_receipt(
    rows: Iterable[JournalRow], receipts: Iterable[Receipt]
) -> dict[tuple[str, str], list[str]]:
    """Answered requests without a receipt, by day and kind: they cost nothing, or are missing."""
    known = {each.key for each in receipts} | {each.request_id for each in receipts}
    found: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        kind = next((kind for end, kind in _ENDPOINTS.items() if row.path.endswith(end)), None)
        if row.state is State.DONE and kind and not known & {row.key, row.request_id}:
            day = format_time(datetime.fromtimestamp(row.created_at, UTC))[:10]
            told = f"{row.key} ({row.request_id})" if row.request_id else row.key
            found.setdefault((day, kind), []).append(told)
    return found


def _not_journalled(
    rows: Iterable[JournalRow], receipts: Iterable[Receipt], now: datetime
) -> list[Receipt]:
    keys = {row.key for row in rows}
    since = format_time(datetime.fromtimestamp(now.timestamp() - 23 * 3600, UTC))
    kinds = set(_ENDPOINTS.values())
    return [
        each
        for each in receipts
        if each.key and each.kind in kinds and each.at >= since and each.key not in keys
    ]
