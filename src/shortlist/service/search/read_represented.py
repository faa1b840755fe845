"""Whom a query means without naming a role: who represents, speaks for, sits on the bench."""

from __future__ import annotations

from typing import Final

from shortlist.service.lexicon import places, roles
from shortlist.service.lexicon.text import listed
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.read_roles import VERBS, article, near_roles
from shortlist.service.search.reading import Reading

_SPEAKING: Final = VERBS | listed("speak speaks speaking sit sits sitting stand stands")


def read_represented(reading: Reading) -> list[Condition]:
    """Whom the query means without naming a role: `who represents Ohio in the US House`."""
    house = r"(?:us|united states) house(?: of representatives)?(?=\s|$)"
    for start, end, _ in reading.search(house):
        return [_named_role(reading, start, end, "us_representative")]
    if any(word.text in _SPEAKING for word in reading.words):
        for start, end, _ in reading.search(r"(?:at|to|in) the (?:united nations|un)(?=\s|$)"):
            return [_named_role(reading, start, end, "un_representative")]
    for at, word in enumerate(reading.words):
        if word.text == "delegation" and not reading.taken[at]:
            return [_named_role(reading, at, at + 1, "legislator")]
    return []


def read_in_washington(reading: Reading) -> list[Condition]:
    """`who represents Kenya in Washington` is its ambassador; who represents Ohio, in Congress."""
    if not any(word.text in _SPEAKING for word in reading.words):
        return []
    for start, end, _ in reading.search(r"in washington(?: d ?c)?(?=\s|$)"):
        named = _countries(reading)
        if named:
            role = "federal_legislator" if "us" in named else "ambassador"
            return [_named_role(reading, start, end, role)]
    return []


def _countries(reading: Reading) -> set[str]:
    """Of the countries, states and regions that are named, beside Washington."""
    found: set[str] = set()
    for size in range(4, 0, -1):
        for at in range(len(reading.words) - size + 1):
            name = " ".join(reading.texts(at, at + size))
            paths = places.REGIONS.get(name, ())
            for one in (places.STATES.get(name) if len(name) > 2 else None, _country(name)):
                paths = (one,) if one and not paths else paths
            if paths and name != "washington":
                found |= {path.split("/")[0] for path in paths}
    return found


def _country(name: str) -> str | None:
    return places.COUNTRIES.get(name) if len(name) > 3 else None


def read_courts(reading: Reading) -> list[Condition]:
    """Whom a president picks for the courts, or puts on the bench, is a judge."""
    for start, end, _ in reading.search(r"(?:the )?(?:federal )?(?:courts?|bench)(?=\s|$)"):
        return [_named_role(reading, start, end, "judge")]
    return []


def _named_role(reading: Reading, start: int, end: int, role: str) -> Condition:
    reading.take(start, end)
    label = roles.LABELS[role]
    return Condition(
        kind="role",
        label=label,
        description=f"Is {article(label)} {label}",
        clauses=(Clause("role", values=(role,)),),
        near=near_roles((role,)),
        text=reading.said(start, end),
        negated=reading.negated[start],
        weight=2.0,
    )
