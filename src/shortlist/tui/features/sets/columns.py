"""The columns of the list of Sets, and its orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.features.sets.live_view import progress_cell
from shortlist.tui.kit.table import Column
from shortlist.tui.kit.words import UNKNOWN, ago, number, plain, state_of, time_left
from shortlist.tui.live.set_progress import is_finished

if TYPE_CHECKING:
    from shortlist.tui.live.state import SetWork

ORDERS: Final = [
    ("", False),
    ("query", False),
    ("people", True),
    ("credits", True),
    ("made", True),
]
"""Column, and whether turned round; the first is what runs first, then the newest first."""


def columns_of(clock: Callable[[], datetime], *, running: bool) -> list[Column]:
    """The columns; how long is left is one while any Set runs."""
    columns = [
        # These grow while a Set runs, and are whole from the beginning.
        Column("state", "State", _state, width=11),
        Column("query", "Query", _query, least=18, most=60),
        Column("progress", "", lambda e: progress_cell(e.the_set), width=6, rank=2),
        Column("people", "People", _people, least=8, most=9, right=True),
        Column("credits", "Credits", _credits, least=7, most=9, rank=1, right=True),
        Column("left", "Left", lambda e: (_left(e), "dim"), least=10, most=14, rank=4),
        Column("made", "Made", lambda e: (ago(e.the_set.created_at, clock()), "dim"), 12, 14, 3),
    ]
    return [column for column in columns if running or column.key != "left"]


def by_time(entry: SetWork) -> datetime:
    return entry.the_set.created_at or datetime.min.replace(tzinfo=UTC)


def ordered(entries: Sequence[SetWork], order: tuple[str, bool]) -> list[SetWork]:
    column, turned = order
    rows = sorted(entries, key=by_time, reverse=True)
    if not column:
        return sorted(rows, key=lambda e: is_finished(e.the_set))
    values: dict[str, Callable[[SetWork], Any]] = {
        "state": lambda e: _state(e)[0][2:],
        "query": lambda e: _query(e).casefold(),
        "progress": _share,
        # What is not given stands below what is nothing.
        "people": lambda e: -1 if e.the_set.item_count is None else e.the_set.item_count,
        "credits": lambda e: -1 if e.the_set.spent_credits is None else e.the_set.spent_credits,
        "left": lambda e: _seconds_left(e),
        "made": by_time,
    }
    return sorted(rows, key=values[column], reverse=turned)


def _state(entry: SetWork) -> tuple[str, str]:
    symbol, word, tone = state_of(entry.the_set)
    return f"{symbol} {word}", tone


def _query(entry: SetWork) -> str:
    search = entry.the_set.newest
    return plain(search.query if search else entry.the_set.id, 200)


def _share(entry: SetWork) -> float:
    search, found = entry.the_set.newest, entry.the_set.item_count
    return (found or 0) / max(1, search.count) if search and search.count else 0.0


def _people(entry: SetWork) -> str:
    search, found = entry.the_set.newest, entry.the_set.item_count
    if search is None or search.count is None:
        return number(found)
    return f"{UNKNOWN if found is None else found}/{search.count}"


def _credits(entry: SetWork) -> tuple[str, str]:
    the_set = entry.the_set
    allowed = the_set.budget.credits if the_set.budget else None
    of = f"/{number(allowed)}" if allowed is not None else ""
    return f"{number(the_set.spent_credits)}{of}", "dim"


def _left(entry: SetWork) -> str:
    known = _seconds_left(entry) != float("inf")
    return time_left(entry.the_set.newest).removesuffix(" left") if known else ""


def _seconds_left(entry: SetWork) -> float:
    search = entry.the_set.newest
    if search is None or search.finished or search.progress.eta_seconds is None:
        return float("inf")
    return search.progress.eta_seconds
