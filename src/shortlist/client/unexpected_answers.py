"""Diagnosis of a 2xx that is not what was asked for: what it is instead, and its charge. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from shortlist.client.clean import clean_line
from shortlist.client.dialect.common import as_object, first
from shortlist.client.dialect.sets import set_id_of
from shortlist.client.errors import NotUnderstood

if TYPE_CHECKING:
    from shortlist.client.calls import Answer

_CHARGE_MOST: Final = 2**53
_CHARGES: Final = (
    *("credits_charged", "creditsCharged", "charged_credits", "acu_used", "acuUsed"),
    *("credits_used", "creditsUsed", "charged", "cost_credits"),
)
_OF_A_SET: Final = ("set_id", "people_set_id", "setId", "peopleSetId", "items_url", "events_url")


def explain_unexpected(what: str, answer: Answer, *, paid: bool = True) -> NotUnderstood:
    """The error of an answer to `what` (`a search`) that is none; `paid`: it may cost credits."""
    set_id = find_set(answer.value)
    charged = read_charge(answer.value)
    if set_id is not None:
        message = f"The service answered {what} with a Set, {set_id}, which goes on by itself"
        advice = f"Look at it with `shortlist sets show {set_id}`; `shortlist sets cancel` stops it"
    elif answer.status == 202:
        message = f"The service took {what} on and gave nothing that leads to its answer"
        advice = "What came is shown as it is"
    else:
        message = f"The answer to {what} was not understood"
        advice = "What came is shown as it is"
    if not paid:
        cost = "Nothing was charged for reading."
    elif charged is not None:
        unit = "credit was" if charged == 1 else "credits were"
        cost = f"It says that {charged:,g} {unit} charged."
    else:
        cost = "It does not say what was charged, and it may have been: `shortlist usage` tells."
    return NotUnderstood(
        message,
        answer=answer.value,
        paid=paid,
        charged=charged,
        set_id=set_id,
        status=answer.status,
        request_id=answer.request_id,
        advice=f"{advice}. {cost}",
    )


def find_set(value: Any) -> str | None:
    """The id of the Set that an answer hands over to, if it does."""
    top = as_object(value)
    for holder in (top, as_object(top.get("data")), as_object(top.get("set"))):
        identifier = set_id_of(holder)
        if identifier is None:
            continue
        is_set = holder is top.get("set") or holder.get("object") == "set"
        if is_set or identifier.startswith("set_") or first(holder, _OF_A_SET) is not None:
            return clean_line(identifier, 100)
    return None


def read_charge(value: Any) -> float | None:
    """What an answer of whatever shape says was charged, in ACU."""
    top = as_object(value)
    meta, data = as_object(top.get("meta")), as_object(top.get("data"))
    holders = (meta, as_object(meta.get("usage")), as_object(top.get("usage")), top, data)
    for holder in holders:
        charged = first(holder, _CHARGES)
        is_number = isinstance(charged, int | float) and not isinstance(charged, bool)
        # No number at all, and whole numbers that no float holds, compare as well.
        if is_number and 0 <= charged < _CHARGE_MOST:
            return float(charged)
    return None
