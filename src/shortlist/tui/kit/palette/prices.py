"""What an act of the palette can cost at most, said before its help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shortlist.contract.limits import (
    ENRICH_PRICES,
    PERSON_PRICE,
    SET_COUNT_DEFAULT,
    people_price,
)
from shortlist.tui.kit.words import credits

if TYPE_CHECKING:
    from shortlist.tui.app import ShortlistApp
    from shortlist.tui.kit.query.question import Question

READ_ONLY: Final = "read only"
_SAID_FIRST: Final = "its price said first"
_SPENDS: Final = frozenset(
    {"do.new", "do.enrich", "do.retry", "do.research", "do.set_again", "do.again", "do.reword"}
    | {"part.anew"}
)


def priced(app: ShortlistApp, id_: str, help_: str) -> str:
    """`help_` of the act of a binding, after what it can cost at most, if it can cost anything."""
    if id_ not in _SPENDS:
        return help_
    return told(app, _price(app, id_), help_)


def of_search(app: ShortlistApp, asked: Question | None, help_: str) -> str:
    """The same of a search."""
    return told(app, _SAID_FIRST if asked is None else _of(asked), help_)


def told(app: ShortlistApp, price: str, help_: str) -> str:
    """`up to 3 credits · Run it`; where nothing may be spent that stands in place of a price."""
    return f"{READ_ONLY if app.tracker.read_only else price} · {help_}"


def _price(app: ShortlistApp, id_: str) -> str:
    state = app.state
    if id_ == "do.new":
        return _up_to(people_price(app.settings.set_count if app.settings else SET_COUNT_DEFAULT))
    if id_ == "do.enrich":
        each = sum(ENRICH_PRICES.get(name, 0) for name in state.enrich.wanted)
        return _up_to(each * max(1, len(state.selection)))
    if id_ == "do.research":
        return _up_to(PERSON_PRICE)
    if id_ == "do.again" and state.search.asked is not None:
        return _of(state.search.asked)
    return _SAID_FIRST


def _of(asked: Question) -> str:
    return _up_to(people_price(asked.count))


def _up_to(price: float) -> str:
    return f"up to {credits(price)}"
