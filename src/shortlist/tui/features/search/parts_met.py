"""The marks of each part of a question for a person: ✓ met, ≈ nearly met, ✗ not met, ? unknown.

A deployment may say how far each part holds (`met` of a result). Of one that does not, a part that
the record says in so many words holds, and of the rest nothing is claimed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from shortlist.contract import career
from shortlist.contract.limits import TERM_HOLDS
from shortlist.tui.kit.columns import Cell, Column, Order, ordered
from shortlist.tui.kit.query.vocabulary import filter_for
from shortlist.tui.kit.words import VERDICTS, in_words, number, plain, prose

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.search import PlanTerm, SearchPlan, SearchResult

FAIR: Final = 0.4
"""Below such a confidence somebody is a weak match."""
_NO_PART: Final = "count"
"""The kind of a term that says how many, and nothing of a person."""
_SHORTEST: Final = 2
_PARTS_OF_TERMS: Final = {
    "school": "education",
    "degree": "education",
    "subject": "education",
    "skill": "skills",
    "language": "languages",
    "certification": "certifications",
    "time": "history",
    "size": "company_size",
}
"""The part of a career that says what a term of a plan says (`PlanTerm.kind`)."""


def parts_of(plan: SearchPlan | None) -> list[PlanTerm]:
    """What was understood that a person can meet, or not."""
    return [term for term in plan.terms if term.kind != _NO_PART] if plan is not None else []


def fields_for(term: PlanTerm) -> list[str]:
    """The fields of a person that a part is looked for in, the one that decides it first."""
    named = filter_for(term.kind)
    if named:
        more = ["title", "summary"] if named == "title" else []
        return list(dict.fromkeys([named, *more]))
    part = _PARTS_OF_TERMS.get(term.kind)
    return [*([part] if part else []), "summary", "title", "industry"]


def decided_by(term: PlanTerm) -> str | None:
    """The one field that says of everybody how a part holds; `None` where there is none."""
    return filter_for(term.kind) or _PARTS_OF_TERMS.get(term.kind)


def recorded(person: Person, field: str) -> str:
    """What the record says in a field, in words."""
    value = getattr(person, field, None)
    if field in career.PARTS:
        return prose(career.in_words(field, value))
    return in_words(value) if field == "seniority" else prose(value)


def words_in(text: str) -> list[str]:
    """The words of a text by which it is compared."""
    return [w.casefold() for w in re.findall(r"\w+", plain(text)) if len(w) >= _SHORTEST]


def status_of(person: Person, term: PlanTerm, met: float | None) -> str:
    """`satisfied`, `unsatisfied` or `unclear`, as a Set says it of a criterion; or `near`: the
    record says something else, which comes near it."""
    named = filter_for(term.kind)
    if met is not None:
        if met >= TERM_HOLDS:
            return "satisfied"
        known = bool(named and recorded(person, named))
        if met:
            return "near" if known and not term.negated else "unclear"
        return "unsatisfied" if known or term.negated else "unclear"
    if not term.text and named and not term.negated:
        return "satisfied"  # a filter: nobody is let in without it
    said = {word for field in fields_for(term) for word in words_in(recorded(person, field))}
    asked = set(words_in(term.value))
    return "satisfied" if asked and asked <= said and not term.negated else "unclear"


def statuses_of(result: SearchResult, parts: Sequence[PlanTerm]) -> list[str]:
    """That of each part."""
    met = result.met or []
    known = [met[at] if at < len(met) else None for at in range(len(parts))]
    return [status_of(result.person, part, how) for part, how in zip(parts, known, strict=True)]


def marks_cell(result: SearchResult, parts: Sequence[PlanTerm]) -> Cell:
    """A sign for each part, for a line of the list."""
    statuses = statuses_of(result, parts)
    marks = "".join(VERDICTS[status][0] for status in statuses)
    return marks, "good" if set(statuses) == {"satisfied"} else "warn"


def is_weak(result: SearchResult) -> bool:
    """Whether somebody is a weak match, where that is told."""
    sure = result.person.confidence
    return sure is not None and sure < FAIR


def weaker_words(weak: int) -> str:
    """What stands above the weak ones."""
    return f"{number(weak)} weaker {'match' if weak == 1 else 'matches'}"


def in_order(
    results: Sequence[SearchResult],
    order: Order,
    columns: Sequence[Column],
) -> tuple[list[SearchResult], tuple[int, str] | None]:
    """Who was found, in an order that was chosen: the weak ones last, under a line that says so
    (`Table.show`)."""
    weak = [each for each in results if is_weak(each)]
    others = [each for each in results if not is_weak(each)]
    rows = [row for some in (others, weak) for row in ordered(some, order, columns)]
    return rows, (len(others), weaker_words(len(weak))) if weak else None
