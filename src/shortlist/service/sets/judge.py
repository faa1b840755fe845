"""The built-in judge: criteria from a query, and verdicts with the words they stand on (4.2).

A criterion that was understood is decided on the record's fields; one that was not, on its text.
What a record does not say is unclear, never satisfied.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from shortlist.contract.sets import Reference, Verification
from shortlist.service.index.card import Card
from shortlist.service.index.facets import Fact
from shortlist.service.index.port import Filters, Record
from shortlist.service.lexicon.text import listed, words
from shortlist.service.search import names
from shortlist.service.search.conditions import (
    SATISFIED,
    UNCLEAR,
    UNSATISFIED,
    Condition,
    Facts,
    Understood,
    facts_of,
)
from shortlist.service.search.finder import Index, IndexFinder
from shortlist.service.search.port import FrozenCriterion
from shortlist.service.sets.text_judge import TextCriterion, demands

CRITERIA_MOST: Final = 10
_SAME_NAME: Final = 0.97
"""How alike a name must be to the one that the query was resolved to."""
_EARLIER: Final = listed(
    "was were had held served worked used been former formerly ex past ever once before left longer"
)
"""Words of criteria that are not all of the present."""
_INFINITIVES: Final = {"Has": "have", "Was": "be"}


class BuiltInJudge:
    """A `Judge` that decides by fields and words. Thread-safe."""

    def __init__(self, index: Index, finder: IndexFinder | None = None) -> None:
        self._finder = finder or IndexFinder(index)

    def criteria(self, query: str, given: Sequence[str] | None) -> list[FrozenCriterion]:
        """`given` as they are, else what the plan of `query` demands; at most 10."""
        understood = self._finder.understand(query, Filters())
        derived = self._derived(understood)
        if given:
            # One that was derived from this very query comes back meaning the same.
            known = dict(derived)
            read = [
                (text, self._finder.understand(text, Filters())) for text in given[:CRITERIA_MOST]
            ]
            now = not any(_is_dated(each) for each in (understood, *(said for _, said in read)))
            now = now and _EARLIER.isdisjoint(word for text, _ in read for word in words(text))
            return [
                FrozenCriterion(f"c{n}", text, known.get(text) or _spec(said, now=now))
                for n, (text, said) in enumerate(read, 1)
            ]
        return [
            FrozenCriterion(f"c{n}", description, spec)
            for n, (description, spec) in enumerate(derived[:CRITERIA_MOST], 1)
        ]

    def _derived(self, understood: Understood) -> list[tuple[str, dict[str, Any] | None]]:
        """What is demanded: a name with the hints that are true of its best bearer; else every
        condition, and the words that say something and were not understood."""
        conditions = understood.conditions
        named = self._finder.named(understood)
        if named:
            facts = facts_of(named)
            conditions = tuple(c for c in conditions if not c.implied and _holds(c, facts))
        derived: list[tuple[str, dict[str, Any] | None]] = [
            (_described(condition), {"all": [condition.spec()]}) for condition in conditions
        ]
        if named:
            name = str(named.get("name"))
            return [(f"Is named {name}", {"name": name}), *derived]
        if not any(not condition.implied for condition in conditions):
            return [(understood.text, None)]
        return [*derived, *((text, None) for text in unread_phrases(understood))]

    def check(
        self, criteria: Sequence[FrozenCriterion], records: Sequence[Record]
    ) -> list[list[Verification]]:
        """One verdict per criterion, in order, for each record, in order."""
        readings = [_Reading(criterion) for criterion in criteria]
        answers = []
        for record in records:
            facts = facts_of(record)
            answers.append([reading.verdict(facts, record) for reading in readings])
        return answers


def _spec(understood: Understood, *, now: bool) -> dict[str, Any] | None:
    """How a criterion given in words is decided on fields; None when not all was understood.
    `now`: nothing in the Set is of the past, so that who left a role does not hold it."""
    conditions = [c for c in understood.conditions if not c.implied]
    if not conditions or demands(understood.unread):
        return None
    spec: dict[str, Any] = {"all": [condition.spec() for condition in conditions]}
    held = any(clause.key == "role" for c in conditions for clause in c.clauses)
    if now and held and len(conditions) < len(understood.conditions):
        spec["now"] = True
    return spec


def _is_dated(understood: Understood) -> bool:
    """Whether it says itself who is meant, those in a role or those who left it."""
    return any(
        clause.key in ("status", "until")
        for condition in understood.conditions
        if not condition.implied
        for clause in condition.clauses
    )


def unread_phrases(understood: Understood) -> list[str]:
    """The words that say something and were not understood, as they stand together."""
    if understood.purpose and understood.remainder == understood.purpose:
        return [understood.purpose]
    left = set(understood.remainder.split())
    phrases: list[list[str]] = []
    joined = False
    for chunk in understood.text.split():
        parts = [part for part in re.split(r"[^\w'’.&+#]+", chunk) if part.strip(".")]
        for part in parts or [chunk]:
            word = part.strip(".'’")
            if word in left:
                if joined:
                    phrases[-1].append(word)
                else:
                    phrases.append([word])
            joined = word in left
    return [" ".join(phrase) for phrase in phrases]


def _holds(condition: Condition, facts: Facts) -> bool:
    return condition.check(facts)[0] == SATISFIED


class _Reading:
    """One criterion, made ready to check many records."""

    def __init__(self, criterion: FrozenCriterion) -> None:
        self._criterion = criterion
        spec = criterion.spec or {}
        self._name = str(spec.get("name", ""))
        self._now = bool(spec.get("now"))
        self._conditions = [
            Condition.of(each, criterion.description) for each in spec.get("all", ())
        ]
        self._text = TextCriterion(criterion.description)

    def verdict(self, facts: Facts, record: Record) -> Verification:
        if self._name:
            return self._by_name(record)
        if not self._conditions:
            return self._by_text(record)
        if self._now and record.get("status") == "former":
            left = [*facts.get("status", []), *facts.get("title", [])]
            return self._answer(
                UNSATISFIED, f"The record says otherwise ({_quotes(left)}).", left, record
            )
        quoted: list[Fact] = []
        status = SATISFIED
        for condition in self._conditions:
            verdict, found = condition.check(facts, strictly=True)
            if verdict == UNSATISFIED:
                return self._answer(UNSATISFIED, _against(condition, found), found, record)
            if verdict == UNCLEAR or condition.guessed:
                status = UNCLEAR
            else:
                quoted += found
        if status == UNCLEAR:
            return self._answer(UNCLEAR, "The record does not say.", quoted, record)
        return self._answer(SATISFIED, _because(quoted), quoted, record)

    def _by_name(self, record: Record) -> Verification:
        card = Card.of(record)
        if names.match(words(self._name), card).score >= _SAME_NAME:
            fact = Fact("name", card.name, card.name, "name")
            return self._answer(SATISFIED, _because([fact]), [fact], record)
        return self._answer(UNSATISFIED, "The record is of somebody else.", [], record)

    def _by_text(self, record: Record) -> Verification:
        said = self._text.evidence(record)
        if said is None:
            return self._answer(UNCLEAR, "The record does not say so in words.", [], record)
        fact = Fact("text", "", said[1], said[0])
        return self._answer(SATISFIED, f"The record says: “{said[1]}”", [fact], record)

    def _answer(
        self, status: str, reasoning: str, facts: Sequence[Fact], record: Record
    ) -> Verification:
        sources = record.get("sources") or ()
        url = sources[0] if sources else record.get("profile_url")
        quotes = dict.fromkeys((f.source, f.quote) for f in facts if f.quote)
        return Verification(
            criterion_id=self._criterion.id,
            criterion=self._criterion.description,
            status=status,
            reasoning=reasoning,
            references=[
                Reference(url=url if isinstance(url, str) else None, source=source, quote=quote)
                for source, quote in quotes
            ],
        )


def _described(condition: Condition) -> str:
    """The condition as a criterion, negation included."""
    first, _, rest = condition.description.partition(" ")
    if not condition.negated or condition.kind in ("contact", "company"):
        return condition.description
    if first in ("Is", "Was"):
        return f"{first} not {rest}"
    return f"Does not {_INFINITIVES.get(first, first.lower().removesuffix('s'))} {rest}"


def _because(facts: Sequence[Fact]) -> str:
    parts = _quotes(facts)
    return f"The record says so ({parts})." if parts else "The record says nothing else."


def _against(condition: Condition, facts: Sequence[Fact]) -> str:
    if not (parts := _quotes(facts)):
        return "The record lists none."
    said = "it does" if condition.negated else "otherwise"
    return f"The record says {said} ({parts})."


def _quotes(facts: Sequence[Fact]) -> str:
    return "; ".join(
        dict.fromkeys(f"{fact.source}: “{fact.quote}”" for fact in facts if fact.quote)
    )


def open_judge(index: Index, finder: IndexFinder | None = None) -> BuiltInJudge:
    """The judge on `index`; give it the finder that is already open, so both share a vocabulary."""
    return BuiltInJudge(index, finder)
