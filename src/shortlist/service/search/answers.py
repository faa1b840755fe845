"""How a condition is answered for everybody at once, by the fields of their records.

As `Condition.check` answers it, strictly, for one record: who meets it, and whom a field denies it.
Nobody's record is read, so that words which must stand side by side in one decide nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from shortlist.service.index.retrieval import All, AnyOf, Exists, Not, Some, Where
from shortlist.service.search.conditions import (
    DOUBTED,
    LEFT,
    LISTED,
    PERHAPS,
    Clause,
    Condition,
)

if TYPE_CHECKING:
    from shortlist.service.search.vocabulary import Vocabulary

_PLACES: Final = ("place", "home")
_NOBODY: Final = Some(())


@dataclass(frozen=True, slots=True)
class Answered:
    """Whom one condition holds for, and whom a field denies it; of all others no record says."""

    met: Where
    denied: Where
    unread: Where
    """They have all the words: whether these stand side by side was not looked at."""


def answered(condition: Condition, vocabulary: Vocabulary) -> Answered:
    found = _any(condition.clauses, vocabulary)
    firm = tuple(clause for clause in condition.clauses if len(clause.words) < 2)
    loose = len(firm) < len(condition.clauses)
    whole = _any(firm, vocabulary) if loose else found
    against = All((_against(condition, vocabulary), Not(found)))
    unread: Where = All((found, Not(whole))) if loose else _NOBODY
    if condition.now and not condition.lasting:
        sure = Not(DOUBTED)
        whole, unread = All((whole, sure)), All((unread, sure))
    met, denied = (against, whole) if condition.negated else (whole, against)
    if condition.unless:
        still = _any(condition.unless, vocabulary)
        met, unread = All((met, Not(still))), All((unread, Not(still)))
        denied = Some((denied, still))
    if condition.now:
        there = Not(LEFT)
        met, denied, unread = All((met, there)), Some((denied, LEFT)), All((unread, there))
    return Answered(met, denied, unread)


def _any(clauses: Sequence[Clause], vocabulary: Vocabulary) -> Where:
    return Some(tuple(clause.where(vocabulary) for clause in clauses))


def _against(condition: Condition, vocabulary: Vocabulary) -> Where:
    """Whose record speaks against it, where it does not hold (`Condition._against`)."""
    key = condition.clauses[0].key
    key = LISTED.get(key, key)
    if key == "has":
        return Some((Exists("has"), Exists("dataset"), Exists("title")))
    known: Where = Some(tuple(map(Exists, condition.told_by)))
    if key in _PLACES:
        asked = [v for c in condition.clauses for v in c.values if c.key == key]
        return All((known, Not(_within_reach(key, [str(each) for each in asked], vocabulary))))
    spared: list[Where] = [DOUBTED] if key == "status" else []
    for held, perhaps in PERHAPS.items():
        if values := tuple(v for c in condition.clauses for v in c.values if c.key == held):
            spared.append(AnyOf(perhaps, values))
    return All((known, Not(Some(tuple(spared)))))


def _within_reach(key: str, asked: Sequence[str], vocabulary: Vocabulary) -> Where:
    """Of whom the narrowest place that is known has one of those `asked` in it: they may be
    there."""
    wider = {
        value.rsplit("/", parts)[0] for value in asked for parts in range(1, value.count("/") + 1)
    }
    by_depth: dict[int, list[str]] = {}
    for value in wider:
        by_depth.setdefault(value.count("/"), []).append(value)
    reach: list[Where] = []
    for depth, values in sorted(by_depth.items()):
        # Whoever is in a place is in the one that it lies in, too.
        narrower = AnyOf(key, vocabulary.within(key, depth + 1))
        reach.append(All((AnyOf(key, tuple(values)), Not(narrower))))
    return Some(tuple(reach))
