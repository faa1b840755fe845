"""The progress of a Set: what each update makes of it, whether it comes live or is replayed.

No widget and no I/O. The same steps serve the live view and the replay of a finished Set, so a
replay ends where the Set ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from shortlist.tui.kit.words import plain
from shortlist.tui.live.state import FEED_LINES, FeedLine
from shortlist.tui.live.troubles import trouble_line, trouble_of

if TYPE_CHECKING:
    from datetime import datetime

    from shortlist.client import Update
    from shortlist.contract.sets import PeopleSet, SetItem, SetSearch
    from shortlist.tui.live.state import SetWork

_ENDED: Final = frozenset({"completed", "failed", "canceled"})
_FEED: Final = {
    "set.search.queued": ("queued", "dim"),
    "set.search.started": ("the search began", "accent"),
    "set.search.completed": ("the search is complete", "good"),
    "set.search.failed": ("the search failed", "bad"),
    "set.search.canceled": ("the search was canceled", "warn"),
    "set.idle": ("nothing left to do", "dim"),
}


class ProgressPoint(NamedTuple):
    """How far a search was at one moment."""

    checked: int
    admitted: int


def is_finished(the_set: PeopleSet) -> bool:
    """Whether the newest search of a Set has ended."""
    search = the_set.newest
    return search.finished if search is not None else the_set.status in _ENDED


def apply_updates(entry: SetWork, updates: Sequence[Update], now: datetime) -> list[SetItem]:
    """Take over `updates`, oldest first; returns the people who came with them.

    Lines of the feed that would be pushed out of it at once are not made.
    """
    items = []
    unread = len(updates) - FEED_LINES
    came = [update.item for update in updates if update.item is not None]
    entry.came.update(item.person.person_id or item.id for item in came)
    for index, update in enumerate(updates):
        if update.item is None:
            apply_update(entry, update, now)
            continue
        items.append(update.item)
        if index >= unread:
            _note_person(entry, update, now)
    search = entry.the_set.newest
    counted = search is not None and search.progress.admitted is not None
    if not counted and len(entry.came) > (entry.the_set.item_count or 0):
        # Nobody reports how many there are by now: they are counted as they come.
        entry.the_set = entry.the_set.model_copy(update={"item_count": len(entry.came)})
    return items


def apply_update(entry: SetWork, update: Update, now: datetime) -> None:
    """Take over one update."""
    # The first frame is painted before the models are loaded.
    from shortlist.client.merging import merge_set, with_search

    # The first reading of a Set tells nothing of its stream yet.
    if update.connection and not (update.kind == "set" and entry.connection == "connecting"):
        entry.connection = update.connection
    if update.set is not None:
        entry.the_set = merge_set(entry.the_set, update.set)
    if update.search is not None:
        entry.the_set = with_search(entry.the_set, update.search)
    if update.item is not None:
        _note_person(entry, update, now)
        return
    if update.event is not None:
        entry.the_set = _with_figures(entry.the_set, update.event.data)
    search = entry.the_set.newest
    if search is not None and (update.set is not None or update.search is not None):
        note_point(entry.points, search)
    words = _FEED.get(update.kind)
    if words:
        at = (update.event.created_at if update.event is not None else None) or now
        entry.feed.appendleft(FeedLine(at, *words))
    elif update.trouble is not None:
        told = trouble_line(trouble_of(update.trouble))
        entry.feed.appendleft(FeedLine(now, told, "warn"))
    elif update.kind == "connection":
        entry.feed.appendleft(FeedLine(now, f"connection: {update.connection}", "dim"))


def _note_person(entry: SetWork, update: Update, now: datetime) -> None:
    item = update.item
    assert item is not None
    if update.connection:
        entry.connection = update.connection
    entry.newest.appendleft(item)
    at = (update.event.created_at if update.event is not None else None) or now
    name = plain(item.person.name) or item.person.person_id
    entry.feed.appendleft(FeedLine(at, f"admitted {name}", "good"))


def _with_figures(the_set: PeopleSet, data: Mapping[str, Any]) -> PeopleSet:
    """The Set with what an event says of it, such as `set.idle`: how many there are, and what
    they cost."""
    said = {name: data.get(name) for name in ("item_count", "spent_credits")}
    known = {name: value for name, value in said.items() if type(value) in (int, float)}
    return the_set.model_copy(update=known) if known else the_set


def note_point(points: list[ProgressPoint], search: SetSearch) -> None:
    """Remember how far the search is; every second point goes when there are too many."""
    progress = search.progress
    if progress.checked is None or progress.admitted is None:
        return
    point = ProgressPoint(progress.checked, progress.admitted)
    if points and point.checked < points[-1].checked:
        points.clear()  # another search, or one that begins again
    if points and point.checked == points[-1].checked:
        points[-1] = point
    else:
        points.append(point)
    if len(points) > POINTS:
        del points[1:-1:2]


POINTS: Final = 600


def rates(points: Iterable[ProgressPoint], columns: int) -> list[float | None]:
    """The share admitted of those checked, over equal stretches of people checked.

    `None` where a stretch is not known, such as what came before the app was following.
    """
    known = list(points)
    if not known or known[-1].checked == 0 or columns < 1:
        return []
    columns = min(columns, known[-1].checked)
    whole = known[-1].checked
    edges = [_admitted_at(known, whole * n / columns) for n in range(columns + 1)]
    step = whole / columns
    return [
        None if a is None or b is None else max(0.0, min(1.0, (b - a) / step))
        for a, b in pairwise(edges)
    ]


def _admitted_at(points: list[ProgressPoint], checked: float) -> float | None:
    """How many had been admitted when `checked` people were, between two points or at one."""
    if checked <= 0:
        return 0.0
    before = ProgressPoint(0, 0) if points[0].admitted == 0 or points[0].checked == 0 else None
    for point in points:
        if point.checked >= checked:
            if before is None:
                return float(point.admitted) if point.checked == checked else None
            span = point.checked - before.checked
            share = (checked - before.checked) / span if span else 1.0
            return before.admitted + (point.admitted - before.admitted) * share
        before = point
    return float(points[-1].admitted)
