"""Merging partial updates into what is known of a Set, a fragment changing only what it names; and
the status that the Set then has."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from shortlist.contract.base import Wire
from shortlist.contract.events import SEARCH_CANCELED, SEARCH_COMPLETED, SEARCH_FAILED
from shortlist.contract.sets import (
    CANCELED,
    COMPLETED,
    FAILED,
    TERMINAL,
    Criterion,
    PeopleSet,
    SetSearch,
)

W = TypeVar("W", bound=Wire)

CAN_GO: Final = frozenset({"eta_seconds"})
"""What is known at one moment and at a later one no more, which null tells."""
_OF_AN_END: Final = ("status", "finished_at")
_STATUS_OF_END: Final = {SEARCH_FAILED: FAILED, SEARCH_CANCELED: CANCELED}
_ENDED: Final = {FAILED: SEARCH_FAILED, CANCELED: SEARCH_CANCELED}


def merge_set(known: PeopleSet, came: PeopleSet) -> PeopleSet:
    """The Set as it is known, with what came of it; a search that ended stays ended."""
    changes = _changes(known, came, but=("searches",))
    searches = list(known.searches)
    if came.searches:
        searches = [_merged_search(_same(known, search), search) for search in came.searches]
        told = {"", *(search.id for search in searches)}
        searches += [search for search in known.searches if search.id not in told]
    changes["searches"] = searches
    newest = searches[0] if searches else None
    if newest is not None and newest.finished and changes.get("status") not in TERMINAL:
        changes["status"] = newest.status
    return known.model_copy(update=changes)


def with_search(the_set: PeopleSet, came: SetSearch) -> PeopleSet:
    """The Set with what came of one of its searches, which is then the first of them."""
    search = _merged_search(_same(the_set, came), came)
    rest = [other for other in the_set.searches if other.id != search.id]
    admitted = search.progress.admitted
    counts = [count for count in (the_set.item_count, admitted) if count is not None]
    return the_set.model_copy(
        update={
            "searches": [search, *rest],
            "status": search.status or the_set.status,
            "item_count": max(counts) if counts else None,
        }
    )


def _same(the_set: PeopleSet, came: SetSearch) -> SetSearch | None:
    """The search that `came` tells of. One of an unknown id that says nothing of what is searched
    for is no new search: it is the newest, by some other name."""
    for search in the_set.searches:
        if search.id == came.id:
            return search
    newest = the_set.newest
    is_part = not came.id or came.id == the_set.id or not came.query
    return newest if is_part or (newest is not None and not newest.id) else None


def _merged_search(known: SetSearch | None, came: SetSearch) -> SetSearch:
    if known is None:
        return came
    ended = known.finished and came.status not in TERMINAL
    skipped = ("id", *_OF_AN_END) if ended else ("id",)
    changes = _changes(known, came, but=skipped)
    if not known.id and came.id:
        changes["id"] = came.id
    return known.model_copy(update=changes)


def _changes(known: Wire, came: Wire, *, but: tuple[str, ...] = ()) -> dict[str, Any]:
    """The fields that `came` gives, each with what was known of it where it is a part."""
    changes: dict[str, Any] = dict(came.model_extra or {})
    for name in came.model_fields_set - set(but) - changes.keys():
        value = getattr(came, name)
        if name in CAN_GO or value not in (None, "", [], {}):
            changes[name] = _merged_value(getattr(known, name), value)
    return changes


def _merged_value(known: Any, came: Any) -> Any:
    if isinstance(came, Wire) and type(known) is type(came):
        return _merged(known, came)
    if isinstance(came, list) and any(isinstance(each, Criterion) for each in came):
        before = {criterion.id: criterion for criterion in known}
        return [_merged(before[each.id], each) if each.id in before else each for each in came] + [
            criterion for criterion in known if criterion.id not in {each.id for each in came}
        ]
    return came


def _merged(known: W, came: W) -> W:
    return known.model_copy(update=_changes(known, came))


def apply_end(current: PeopleSet, kind: str) -> PeopleSet:
    """A Set that lags behind its own terminal event, as that event leaves it."""
    status = _STATUS_OF_END.get(kind, COMPLETED)
    rest = current.searches[1:]
    newest = [search.model_copy(update={"status": status}) for search in current.searches[:1]]
    return current.model_copy(update={"status": status, "searches": [*newest, *rest]})


def kind_of_end(current: PeopleSet) -> str:
    """The event that tells of an end such as this Set's."""
    return _ENDED.get(_status_of(current), SEARCH_COMPLETED)


def has_known_status(current: PeopleSet) -> bool:
    return _status_of(current) in (*TERMINAL, "queued", "running")


def _status_of(current: PeopleSet) -> str:
    return current.newest.status if current.newest is not None else current.status


def visible_state(current: PeopleSet) -> tuple[Any, ...]:
    newest = current.newest
    return (
        current.item_count,
        current.status,
        current.spent_credits,
        (newest.status, newest.progress) if newest is not None else None,
    )
