"""The built-in judge: verdicts on criteria, with the words they rest on (4.2).

A criterion that was understood is decided on the record's fields; one that was not, on its text.
What a record does not say is unclear, never satisfied.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from shortlist.contract.sets import Reference, Verification
from shortlist.service.index.facets import Fact
from shortlist.service.index.port import Filters, Record
from shortlist.service.lexicon.text import listed, name_words, words
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
from shortlist.service.search.criteria import CRITERIA_MOST, demanding, derived, in_one
from shortlist.service.search.finder import IndexFinder, WholeIndex
from shortlist.service.search.port import FrozenCriterion
from shortlist.service.sets.relations import relation
from shortlist.service.sets.text_judge import TextCriterion, demands

_SAME_NAME: Final = 0.97
"""How alike a name must be to the one that the query was resolved to."""
_READ_SECONDS: Final = 30.0
"""For all criteria of a Set together, where a model reads them; `read_seconds` is for each."""
_EARLIER: Final = listed(
    "was were had held served worked used been former formerly ex past ever once before left longer"
)
"""Words of criteria that are not all of the present."""


class BuiltInJudge:
    """A `Judge` that decides by fields and words. Thread-safe."""

    def __init__(self, index: WholeIndex, finder: IndexFinder | None = None) -> None:
        self._finder = finder or IndexFinder(index)

    def criteria(self, query: str, given: Sequence[str] | None) -> list[FrozenCriterion]:
        """`given` as they are, else what the plan of `query` demands; at most 10."""
        self._finder.ahead([query, *(given or ())][: CRITERIA_MOST + 1], _READ_SECONDS)
        understood = self._finder.understand(query, Filters())
        own = derived(understood, self._finder.named(understood))
        if given:
            # What was derived from this very query, and the query itself, mean the same again.
            known = {query: in_one(own)} | dict(own)
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
            for n, (description, spec) in enumerate(own, 1)
        ]

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
    conditions = demanding(understood.conditions)
    if not conditions or demands(understood.remainder):
        return None
    # Since when somebody has their post is of the present, whatever the other words say.
    held = [replace(each, now=each.now and (now or each.kind == "time")) for each in conditions]
    return {"all": [each.spec() for each in held]}


def _is_dated(understood: Understood) -> bool:
    """Whether it says itself who is meant, those in a role or those who left it."""
    return any(
        clause.key in ("status", "until")
        for condition in understood.conditions
        for clause in condition.clauses
    )


class _Reading:
    """One criterion, made ready to check many records."""

    def __init__(self, criterion: FrozenCriterion) -> None:
        self._criterion = criterion
        spec = criterion.spec or {"said": [criterion.description]}
        self._name = str(spec.get("name", ""))
        self._conditions = [
            Condition.of(each, criterion.description) for each in spec.get("all", ())
        ]
        self._said = [TextCriterion(text) for text in spec.get("said", ())]

    def verdict(self, facts: Facts, record: Record) -> Verification:
        """Satisfied where every part of it is; unclear by the first part that no record says."""
        quoted: list[Fact] = []
        meets: dict[Fact, Condition] = {}
        unclear = ""
        if self._name:
            match = names.match(name_words(self._name), names.PersonName.of(record))
            if match.score < _SAME_NAME:
                return self._answer(UNSATISFIED, "The record is of somebody else.", [], record)
            name = str(record.get("name") or "")
            quoted.append(Fact("name", name, name, "name"))
        for condition in self._conditions:
            verdict, found = condition.check(facts, strictly=True)
            if verdict == UNSATISFIED:
                return self._answer(UNSATISFIED, _against(condition, found), found, record)
            if verdict == UNCLEAR:
                unclear = unclear or self._not_said(condition, found)
            else:
                quoted += found
                meets |= dict.fromkeys(found, condition)
        for text in self._said:
            said = text.evidence(record)
            if said is None:
                unclear = unclear or "The record does not say so in words."
            else:
                quoted.append(Fact("text", "", said[1], said[0]))
        if unclear:
            return self._answer(UNCLEAR, unclear, quoted, record)
        return self._answer(SATISFIED, _because(quoted, meets), quoted, record)

    def _not_said(self, condition: Condition, found: Sequence[Fact]) -> str:
        if any(fact.key == "status" for fact in found):
            return f"The record does not say whether they still are ({_quotes(found)})."
        if len(self._conditions) + len(self._said) < 2:
            return "The record does not say."
        return f"The record does not say of this: {condition.label}."

    def _answer(
        self, status: str, reasoning: str, facts: Sequence[Fact], record: Record
    ) -> Verification:
        quotes = dict.fromkeys((f.source, f.quote) for f in facts if f.quote)
        return verdict_on(self._criterion, record, status, reasoning, quotes)


def verdict_on(
    criterion: FrozenCriterion,
    record: Record,
    status: str,
    reasoning: str,
    quotes: Iterable[tuple[str, str]],
) -> Verification:
    """A verdict that rests on `quotes`: where in `record` each stands, and its words."""
    sources = record.get("sources") or ()
    url = sources[0] if sources else record.get("profile_url")
    return Verification(
        criterion_id=criterion.id,
        criterion=criterion.description,
        status=status,
        reasoning=reasoning,
        references=[
            Reference(
                url=url if isinstance(url, str) else None,
                source=source,
                quote=quote,
                observed_at=record.get("as_of"),
            )
            for source, quote in quotes
        ],
    )


def _because(facts: Sequence[Fact], meets: Mapping[Fact, Condition]) -> str:
    """`meets`: which condition each of `facts` meets."""
    relations = {fact: relation(condition, fact) for fact, condition in meets.items()}
    parts = _quotes(facts, relations)
    return f"The record says so ({parts})." if parts else "The record says nothing else."


def _against(condition: Condition, facts: Sequence[Fact]) -> str:
    if not (parts := _quotes(facts)):
        return "The record lists none."
    said = "it does" if condition.negated else "otherwise"
    return f"The record says {said} ({parts})."


def _quotes(facts: Sequence[Fact], relations: Mapping[Fact, str] = MappingProxyType({})) -> str:
    """The words of `facts`, each with where it stands and, where they do not spell out what they
    say, how they say it."""
    said: dict[str, str] = {}
    for fact in facts:
        if fact.quote:
            words_ = f"{fact.source}: “{fact.quote}”"
            said[words_] = said.get(words_) or relations.get(fact, "")
    return "; ".join(f"{words_}, {told}" if told else words_ for words_, told in said.items())


def open_judge(index: WholeIndex, finder: IndexFinder | None = None) -> BuiltInJudge:
    """The judge on `index`; give it the finder that is already open, so both share a vocabulary."""
    return BuiltInJudge(index, finder)
