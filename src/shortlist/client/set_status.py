"""The status of a Set as a follower needs it: whether it changed, and how it ended."""

from __future__ import annotations

from typing import Any, Final

from shortlist.contract.events import SEARCH_CANCELED, SEARCH_COMPLETED, SEARCH_FAILED
from shortlist.contract.sets import CANCELED, COMPLETED, FAILED, TERMINAL, PeopleSet

_STATUS_OF_END: Final = {SEARCH_FAILED: FAILED, SEARCH_CANCELED: CANCELED}
_ENDED: Final = {FAILED: SEARCH_FAILED, CANCELED: SEARCH_CANCELED}


def apply_end(current: PeopleSet, kind: str) -> PeopleSet:
    """A Set that lags behind its own terminal event, as that event leaves it."""
    status = _STATUS_OF_END.get(kind, COMPLETED)
    rest = current.searches[1:]
    newest = [search.model_copy(update={"status": status}) for search in current.searches[:1]]
    return current.model_copy(update={"status": status, "searches": [*newest, *rest]})


def kind_of_end(current: PeopleSet) -> str:
    newest = current.newest
    status = newest.status if newest is not None else current.status
    return _ENDED.get(status, SEARCH_COMPLETED)


def has_known_status(current: PeopleSet) -> bool:
    newest = current.newest
    status = newest.status if newest is not None else current.status
    return status in TERMINAL or status in ("queued", "running")


def visible_state(current: PeopleSet) -> tuple[Any, ...]:
    newest = current.newest
    return (
        current.item_count,
        current.status,
        current.spent_credits,
        (newest.status, newest.progress) if newest is not None else None,
    )
