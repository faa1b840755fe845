"""The reasons why somebody is in a Set, or on a shortlist."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shortlist.tui.kit.person import Reasons, found_content, verdicts_content
from shortlist.tui.kit.words import confidence, day, plain

if TYPE_CHECKING:
    from shortlist.contract.sets import SetItem
    from shortlist.desk.own_verdicts import OwnVerdict
    from shortlist.tui.features.people.columns import OwnByPerson
    from shortlist.tui.live.state import AppState


def reasons_of(item: SetItem, state: AppState, *, compact: bool = False) -> Reasons:
    """Of an item of the list in view; on a shortlist, what was known when they were put there."""
    title = "" if compact else "Why this person"
    set_id = set_of(item, state)
    content = verdicts_content(item.verification, title, state.own_verdicts_on(set_id, item))
    if not item.verification:
        content = found_content((item.model_extra or {}).get("why"), title)
    blank = len(content.plain) - len(content.plain.lstrip("\n"))
    why = content[blank if compact else 1 :] if content else None
    score = confidence(item.person.confidence) if why else ""
    more = [("Confidence", score), ("Admitted", day(item.created_at))]
    return Reasons(why, [*more, *_where_found(item, set_id, state)], item, set_id)


def set_of(item: SetItem, state: AppState) -> str:
    """The Set that an item is of; empty where it is of none."""
    return item.set_id or state.people.set_id or str(_found(item).get("set_id") or "")


def own_on(state: AppState) -> OwnByPerson:
    """What somebody here said of people on the list in view, by person id and the criterion's
    words."""
    shown = state.people.set_id
    told: dict[str, dict[str, OwnVerdict]] = {}
    for (set_id, person_id), own in state.own_verdicts.items():
        if set_id == shown or not shown:
            told.setdefault(person_id, {}).update({each.criterion: each for each in own})
    return told


def overruled_on(state: AppState) -> frozenset[str]:
    """Of whom on the list in view somebody here said otherwise than the service, by person id."""
    return frozenset(
        person_id
        for person_id, own in own_on(state).items()
        if not all(each.agrees for each in own.values())
    )


def _found(item: SetItem) -> dict[str, Any]:
    found = (item.model_extra or {}).get("found")
    return found if isinstance(found, dict) else {}


def _where_found(item: SetItem, set_id: str, state: AppState) -> list[tuple[str, str]]:
    """The question that brought somebody here, and what it was for."""
    entry, kept = state.sets.known.get(set_id), _found(item)
    search = entry.the_set.newest if entry is not None else None
    query = search.query if search is not None else kept.get("query")
    purpose = state.purposes.get(set_id) or kept.get("purpose")
    return [("Found by", plain(query, 300)), ("For", plain(purpose, 300))]
