"""The built-in judge: criteria from a query, and verdicts with the words they stand on (4.2).

A criterion that was understood is decided on the record's fields; one that was not, on its text.
What a record does not say is unclear, never satisfied.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from shortlist.contract.sets import Reference, Verification
from shortlist.service.index.facets import Fact
from shortlist.service.index.port import Filters, Record
from shortlist.service.lexicon.text import STOPWORDS, listed, stem, stems, words
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

CRITERIA_MOST: Final = 10
_TEXT_SATISFIED: Final = 0.8
"""The share of a criterion's words that one sentence of a record must hold."""
_INFINITIVES: Final = {"Has": "have", "Was": "be"}
_VERBS: Final = listed(
    """
    sits sit serves serve works work holds hold represents belongs maintains maintain role party
    kind position title started member members based located headquartered employed resides lives
    active involved responsible charge
    """
)
"""Words that criteria are put together with; they demand nothing themselves."""


class BuiltInJudge:
    """A `Judge` that decides by fields and words. Thread-safe."""

    def __init__(self, index: Index, finder: IndexFinder | None = None) -> None:
        self._finder = finder or IndexFinder(index)

    def criteria(self, query: str, given: Sequence[str] | None) -> list[FrozenCriterion]:
        """`given` as they are, else what the plan of `query` demands; at most 10."""
        understood = self._finder.understand(query, Filters())
        derived: list[tuple[str, dict[str, Any] | None]] = [
            (_described(condition), {"all": [condition.spec()]})
            for condition in understood.conditions
        ]
        if given:
            # One that was derived from this very query comes back meaning the same.
            known = dict(derived)
            return [
                FrozenCriterion(f"c{n}", text, known.get(text) or self._spec(text))
                for n, text in enumerate(given[:CRITERIA_MOST], 1)
            ]
        if not any(not condition.implied for condition in understood.conditions):
            derived = [(understood.text, None)]
        return [
            FrozenCriterion(f"c{n}", description, spec)
            for n, (description, spec) in enumerate(derived[:CRITERIA_MOST], 1)
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

    def _spec(self, description: str) -> dict[str, Any] | None:
        """How a criterion given in words is decided on fields; None when not all was understood."""
        understood = self._finder.understand(description, Filters())
        conditions = [c for c in understood.conditions if not c.implied]
        if not conditions or _unread(understood):
            return None
        return {"all": [condition.spec() for condition in conditions]}


class _Reading:
    """One criterion, made ready to check many records."""

    def __init__(self, criterion: FrozenCriterion) -> None:
        self._criterion = criterion
        specs = (criterion.spec or {}).get("all", ())
        self._conditions = [Condition.of(spec, criterion.description) for spec in specs]
        self._words = frozenset(
            stem(word)
            for word in words(criterion.description)
            if word not in STOPWORDS and word not in _VERBS
        )

    def verdict(self, facts: Facts, record: Record) -> Verification:
        if not self._conditions:
            return self._by_text(record)
        quoted: list[Fact] = []
        status = SATISFIED
        for condition in self._conditions:
            verdict, fact = condition.check(facts)
            if verdict == UNSATISFIED:
                return self._answer(
                    UNSATISFIED, _against(condition, fact), [fact] if fact else [], record
                )
            if verdict == UNCLEAR:
                status = UNCLEAR
            elif fact is not None:
                quoted.append(fact)
        if status == UNCLEAR:
            return self._answer(UNCLEAR, "The record does not say.", quoted, record)
        return self._answer(SATISFIED, _because(quoted), quoted, record)

    def _by_text(self, record: Record) -> Verification:
        best, share = "", 0.0
        for source, sentence in _sentences(record):
            held = self._words.intersection(stems(sentence))
            if self._words and len(held) / len(self._words) > share:
                best, share = sentence, len(held) / len(self._words)
                where = source
        if share >= _TEXT_SATISFIED:
            fact = Fact("text", "", best, where)
            return self._answer(SATISFIED, f"The record says: “{best}”", [fact], record)
        return self._answer(UNCLEAR, "The record does not say so in words.", [], record)

    def _answer(
        self, status: str, reasoning: str, facts: Sequence[Fact], record: Record
    ) -> Verification:
        sources = record.get("sources") or ()
        url = sources[0] if sources else record.get("profile_url")
        return Verification(
            criterion_id=self._criterion.id,
            criterion=self._criterion.description,
            status=status,
            reasoning=reasoning,
            references=[
                Reference(url=url if isinstance(url, str) else None, source=f.source, quote=f.quote)
                for f in facts
                if f.quote
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
    parts = [f"{fact.source}: “{fact.quote}”" for fact in facts if fact.quote]
    return f"The record says so ({'; '.join(parts)})." if parts else "The record says nothing else."


def _against(condition: Condition, fact: Fact | None) -> str:
    if fact is None or not fact.quote:
        return "The record lists none."
    if condition.negated:
        return f"The record says it does ({fact.source}: “{fact.quote}”)."
    return f"The record says otherwise ({fact.source}: “{fact.quote}”)."


def _unread(understood: Understood) -> bool:
    """Whether words are left that a criterion is not only put together with."""
    return any(word not in _VERBS for word in words(understood.remainder))


def _sentences(record: Record) -> list[tuple[str, str]]:
    found = [
        (name, str(record[name]))
        for name in ("title", "company", "department", "industry", "sub_industry", "location")
        if record.get(name)
    ]
    summary = str(record.get("summary") or "")
    found += [("summary", part) for part in re.split(r"(?<=[.;!?])\s+", summary) if part]
    for job in record.get("history") or ():
        if isinstance(job, dict) and job.get("title"):
            found.append(("history", str(job["title"])))
    return found


def open_judge(index: Index, finder: IndexFinder | None = None) -> BuiltInJudge:
    """The judge on `index`; give it the finder that is already open, so both share a vocabulary."""
    return BuiltInJudge(index, finder)
