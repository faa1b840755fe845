"""Counts of the people of an index who meet criteria, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shortlist.contract.search import Counted


def describe_count(counted: Counted | None, admitted: int | None = None) -> str:
    """`118 people here meet all criteria by their records; of 40 more a record does not say`;
    `admitted`: how many of them a Set has. Empty where nobody counted."""
    if counted is None or counted.open is None:
        return ""
    met, more = counted.met, counted.open
    if met is None and not more:
        return "nobody here can meet all criteria"
    if met is None:
        people = "person" if more == 1 else "people"
        return f"at most {more:,} {people} here can meet all criteria: of some only a check tells"
    of = "" if admitted is None or not 0 < admitted <= met else f"{admitted:,} of the "
    of = "all " if of and admitted == met > 1 else of
    if not met:
        told = "nobody here meets all criteria by their record"
    elif of and met == 1:
        told = "the one person here who meets all criteria by their record"
    elif of:
        told = f"{of}{met:,} people here who meet all criteria by their records"
    elif met == 1:
        told = "1 person here meets all criteria by their record"
    else:
        told = f"{met:,} people here meet all criteria by their records"
    rest = f"of {more:,}{' more' if met else ''} a record does not say"
    return f"{told}; {rest}" if more else told


def abbreviate_count(counted: Counted | None) -> str:
    """The same for a line of counts: `118 meet all, 40 more may`."""
    if counted is None or counted.open is None:
        return ""
    met, more = counted.met, counted.open
    if met is None:
        return f"at most {more:,} can meet all" if more else "nobody can meet all"
    who = f"{met:,} meet" if met > 1 else "1 meets" if met else "nobody meets"
    also = f", {more:,} {'more ' if met else ''}may" if more else ""
    return f"{who} all{also}"
