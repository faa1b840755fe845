"""Criteria that a query suggests, for a person to take or leave. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from shortlist.contract.limits import CRITERION_MAX_CHARS
from shortlist.tui.search.query import as_sentence
from shortlist.tui.words import plain

if TYPE_CHECKING:
    from shortlist.contract.search import PlanTerm, SearchPlan
    from shortlist.tui.state import SearchWork

_SAID: Final = {
    "title": "Has the title {}",
    "place": "Is based in {}",
    "organisation": "Works at {}",
    "company": "Works at {}",
    "industry": "Works in this industry: {}",
    "party": "Belongs to the {} party",
    "contact": "Has {}",
    "seniority": "Has this seniority: {}",
    "location": "Is based in {}",
}
_NO_CRITERION: Final = ("name", "count")
_MANY: Final = re.compile(
    r"(?<=er|or|ee|se|ey)s(?= (?:of|in|at|for)\b|$)"
    r"|(?<=ist|yst|ant|ent|ian|ive|ead|ief|ect)s(?= (?:of|in|at|for)\b|$)",
    re.IGNORECASE,
)
"""The plural of a role, as in `data engineers` and `heads of sales`; not that of `operations`."""
_JOINTS: Final = re.compile(r"\s+(?=(?:in|at|from|near|who|whose|with|of)\s)", re.IGNORECASE)


def suggested(query: str, search: SearchWork) -> list[str]:
    """What could be checked for `query`: from what the service understood of it in the last
    search, else from the joints of its own words."""
    query = " ".join(query.split())
    if not query:
        return []
    asked, answer = search.answered, search.answer
    if asked is not None and as_sentence(asked).casefold() == query.casefold():
        plan = answer.data.request.plan if answer and answer.data.request else None
        found = [said for term in (plan.terms if plan else []) if (said := _of_term(term))]
        if plan is not None and found:
            return _tidy([*found, *_of_rest(plan)])
        if asked.filters:
            given = [_SAID[k].format(v) for k, v in asked.filters.items() if k in _SAID]
            return _tidy([*given, *([asked.query] if asked.query else [])])
    return _tidy(_JOINTS.split(query))


def _of_term(term: PlanTerm) -> str:
    value = plain(term.value, 200)
    if not value or term.kind in _NO_CRITERION:
        return ""
    if term.kind == "role":
        one = _MANY.sub("", value)
        said = f"Is {_article(one)} {one}"
    elif term.kind == "topic":
        # Kinds of companies are industries to the service; other topics are what one works on.
        kind = "Works in this industry: {}" if "compan" in value else "Works on {}"
        said = kind.format(value)
    elif term.kind == "status":
        current = value == "current"
        said = "Currently in office or in the role" if current else f"Has this status: {value}"
    else:
        said = _SAID.get(term.kind, f"{plain(term.kind, 40).capitalize()}: {{}}").format(value)
    return f"Not: {said}" if term.negated else said


def _of_rest(plan: SearchPlan) -> list[str]:
    rest = plain(plan.remainder, 200).strip()
    return [f"Fits: {rest}"] if rest else []


def _article(value: str) -> str:
    return "an" if value[:1].lower() in "aeiou" else "a"


def _tidy(found: list[str]) -> list[str]:
    seen: dict[str, str] = {}
    for text in found:
        text = plain(text, CRITERION_MAX_CHARS).strip(" ,.;")
        if text:
            seen.setdefault(text.casefold(), text[:1].upper() + text[1:])
    return list(seen.values())[:8]
