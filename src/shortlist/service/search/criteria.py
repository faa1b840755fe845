"""The plan of a query (`data.request.plan`), and the criteria that a Set derives from it (4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shortlist.contract.search import PlanTerm, SearchPlan
from shortlist.service.index.port import Record
from shortlist.service.lexicon.text import words
from shortlist.service.reading.vocabulary.words import words_for
from shortlist.service.search.conditions import SATISFIED, Condition, Understood, facts_of

CRITERIA_MOST: Final = 10
_INFINITIVES: Final = {"Has": "have", "Was": "be"}
_LITTLE: Final = words_for("says_little")
_PARTICIPLES: Final = ("worked ", "led ", "had ")

Derived = list[tuple[str, dict[str, Any] | None]]
"""Criteria in words, each with how it is decided on fields (None: on the text)."""


def derived(understood: Understood, named: Record | None) -> Derived:
    """What is demanded, at most 10 criteria, and nothing that nobody asked for: a name with the
    hints that are true of its best bearer, `named`; else every condition that says something, and
    the words that say something and were not understood."""
    conditions = demanding(understood.conditions)
    if named:
        facts = facts_of(named)
        conditions = tuple(c for c in conditions if c.check(facts)[0] == SATISFIED)
    found: Derived = [(described(each), {"all": [each.spec()]}) for each in conditions]
    if named:
        name = str(named.get("name"))
        return [(f"Is named {name}", {"name": name}), *found][:CRITERIA_MOST]
    if not found:
        return [(understood.text, None)]
    unread = (text for text in understood.unread if not _LITTLE.issuperset(words(text)))
    return [*found, *((text, None) for text in unread)][:CRITERIA_MOST]


def demanding(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    """Those of `conditions` that are to hold of somebody: all but to mention words that say little,
    `went through`, beside others. These go on working in the order."""
    found = tuple(each for each in conditions if not _says_little(each))
    return found or tuple(conditions)


def _says_little(condition: Condition) -> bool:
    return condition.kind == "words" and _LITTLE.issuperset(words(condition.text))


def in_one(criteria: Derived) -> dict[str, Any] | None:
    """All of `criteria` as one; None where nothing of them is decided on fields."""
    specs = [spec for _, spec in criteria if spec is not None]
    if not specs:
        return None
    one: dict[str, Any] = {"all": [each for spec in specs for each in spec.get("all", ())]}
    names = [spec["name"] for spec in specs if "name" in spec]
    said = [text for text, spec in criteria if spec is None]
    return one | ({"name": names[0]} if names else {}) | ({"said": said} if said else {})


def described(condition: Condition) -> str:
    """The condition as a criterion, negation included."""
    first, _, rest = condition.description.partition(" ")
    if not condition.negated or condition.kind in ("contact", "company"):
        return condition.description
    if condition.unmentioned:
        return f"Does not mention {condition.label}"
    if first in ("Is", "Was"):
        return f"{first} not {rest}"
    if first == "Has" and rest.startswith(_PARTICIPLES):
        return f"Has not {rest}"
    return f"Does not {_INFINITIVES.get(first, first.lower().removesuffix('s'))} {rest}"


def as_plan(understood: Understood, named: Record | None = None) -> SearchPlan:
    """What is shown of it (`data.request.plan`); `named`: the person whom it names."""
    # Of a name's conditions the criterion is the name itself.
    demanded = () if named else demanding(understood.conditions)[:CRITERIA_MOST]
    terms = [
        PlanTerm(
            kind=c.kind,
            value=c.label,
            text=c.text,
            negated=c.negated,
            criterion=demanded.index(c) if c in demanded else None,
        )
        for c in understood.conditions
    ]
    if named:
        terms.insert(0, PlanTerm(kind="name", value=str(named.get("name")), text=understood.name))
    if understood.count:
        terms.append(PlanTerm(kind="count", value=str(understood.count)))
    return SearchPlan(
        kind="name" if named else understood.kind,
        terms=terms,
        remainder="" if named else understood.remainder,
        criteria=[text for text, _ in derived(understood, named)],
        fallback=understood.fallback or None,
    )
