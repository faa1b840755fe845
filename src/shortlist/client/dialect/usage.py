"""Reading usage, in ACU or in money (section 4.4); what is not given stays unknown."""

from __future__ import annotations

import math
from typing import Any, Final

from shortlist.client.dialect.common import JsonObject, as_object, first, lenient, rename_fields
from shortlist.contract.account import UsageResponse

_OF_USAGE: Final = (
    *("plan", "credits", "api_key", "apiKey", "key", "history", "budget", "budgets"),
    *("available_credits", "remaining_credits", "balance", "balance_usd"),
)
_AMOUNTS: Final = (
    ("budget", ("budget", "limit", "cap")),
    ("used", ("used", "spent")),
    ("reserved", ("reserved", "held")),
    ("remaining", ("remaining", "left", "available")),
)
"""What is told of a budget, and what it may be called."""
_UNITS: Final = (("", None), ("_credits", None), ("_acu", None), ("_cents", 100.0), ("_usd", 1.0))
"""What a name may end in, and how many of the unit are a dollar; ACU otherwise."""
_RATES: Final = ("acu_value_usd", "credit_value_usd")
_DECIMALS: Final = 6


def tells_usage(value: Any) -> bool:
    """Whether this tells anything of an account's usage."""
    top = as_object(value)
    return isinstance(top.get("data"), dict) or first(top, _OF_USAGE) is not None


def read_usage(value: Any) -> UsageResponse:
    """The answer of `GET /v1/account/usage`; what is in money becomes ACU where the answer says
    what one is worth, and is not given otherwise."""
    top = as_object(value)
    data = dict(as_object(top.get("data", top)))
    meta = as_object(top.get("meta"))
    data.pop("meta", None)
    credits = data.get("credits")
    if isinstance(credits, int | float) and not isinstance(credits, bool):
        credits = {"available": credits}
    credits = dict(as_object(credits))
    if isinstance(credits.get("acu"), dict):
        credits = {**credits.pop("acu"), **credits}
    key = dict(as_object(first(data, ("api_key", "apiKey", "key"))))
    rate = _rate(credits, key, as_object(key.get("budget")), data)
    rename_fields(credits, "available", ("remaining", "balance"))
    if credits.get("available") is None:
        available = first(data, ("available_credits", "remaining_credits", "balance"))
        if available is None:
            money = first(data, ("balance_usd",)) or first(credits, ("balance_usd",))
            available = _in_acu(money, 1.0, rate)
        if available is not None:
            credits["available"] = available
    data["credits"] = credits
    for period in ("daily", "monthly"):
        key[period] = _budget(key, data, period, rate)
    limit = first(key, ("rate_limit", "rateLimit"))
    if isinstance(limit, int | float):
        key["rate_limit"] = {"per_minute": limit}
    data["api_key"] = {name: inner for name, inner in key.items() if inner is not None}
    if not isinstance(data.get("history"), list):
        data.pop("history", None)
    return lenient(UsageResponse, {"data": data, "meta": meta})


def _rate(*holders: JsonObject) -> float | None:
    """Dollars of one ACU, wherever it stands."""
    for holder in holders:
        rate = _figure(first(holder, _RATES))
        if rate is not None and rate > 0:
            return rate
    return None


def _budget(key: JsonObject, data: JsonObject, period: str, rate: float | None) -> JsonObject:
    """The budget of a day or a month: of its own, among those of the key, or flat in either."""
    shared = first(key, ("budget", "budgets")), first(data, ("budget", "budgets"))
    given = first(key, (period,))
    for budgets in shared:
        given = first(as_object(budgets), (period,)) if given is None else given
    if isinstance(given, int | float) and not isinstance(given, bool):
        given = {"budget": given}
    own = as_object(given)
    budget = dict(own)
    for target, words in _AMOUNTS:
        if isinstance(own.get(target), int | float) and not isinstance(own.get(target), bool):
            continue
        flat = [f"{period}_{word}" for word in words]
        flat += [period] if target == "budget" else []
        found = _amount(own, words, rate)
        for holder in (*map(as_object, shared), key, data):
            found = _amount(holder, flat, rate) if found is None else found
        if found is not None:
            budget[target] = found
        elif target == "budget" and "budget" not in own:
            # A cap that is told to be null is none; one that is not told is not known.
            names = {f"{period}_{word}{unit}" for word in words for unit, _ in _UNITS}
            if any(names & as_object(holder).keys() for holder in (*shared, key, data)):
                budget["budget"] = None
    return budget


def _amount(holder: JsonObject, names: Any, rate: float | None) -> float | None:
    for name in names:
        for unit, of_a_dollar in _UNITS:
            figure = _in_acu(holder.get(f"{name}{unit}"), of_a_dollar, rate)
            if figure is not None:
                return figure
    return None


def _in_acu(value: Any, of_a_dollar: float | None, rate: float | None) -> float | None:
    figure = _figure(value)
    if figure is None or of_a_dollar is None:
        return figure
    if rate is None:
        return None
    acu = figure / of_a_dollar / rate
    return round(acu, _DECIMALS) if math.isfinite(acu) else None


def _figure(value: Any) -> float | None:
    """A number, or the text of one."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        figure = float(value)
    except (ValueError, OverflowError):
        return None
    if not math.isfinite(figure):
        return None
    return value if isinstance(value, int) else figure
