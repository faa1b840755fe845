"""The criteria that are suggested for a Set, from what a search of the same question told. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shortlist.contract.limits import CRITERIA_MAX, CRITERION_MAX_CHARS
from shortlist.desk.pass_counts import PassCounts, count_passes
from shortlist.tui.kit.query.syntax import as_sentence
from shortlist.tui.kit.words import plain

if TYPE_CHECKING:
    from shortlist.tui.kit.query.question import Question
    from shortlist.tui.live.state import SearchWork


def found_passing(query: str, search: SearchWork) -> PassCounts:
    """Who of those found by the search of `query`, if that is the one at hand, passes what."""
    asked, answer = search.answered, search.answer
    plan = answer.data.request.plan if answer and answer.data.request else None
    if asked is None or plan is None or not _is_same(asked, query):
        return PassCounts()
    texts = [plain(text, CRITERION_MAX_CHARS) for text in plan.criteria]
    places = [term.criterion for term in plan.terms]
    return count_passes(texts, places, [result.met for result in search.results], plan.counted)


def _is_same(asked: Question, query: str) -> bool:
    return as_sentence(asked).casefold() == " ".join(query.split()).casefold()


def suggested(query: str, search: SearchWork) -> list[str]:
    """The criteria of `query`: those that the service said with its answer to it, else the query
    as it stands, which every deployment can check. None of one too long to be a criterion."""
    query = " ".join(query.split())
    asked, answer = search.answered, search.answer
    plan = answer.data.request.plan if answer and answer.data.request else None
    told = plan.criteria if plan is not None else []
    if asked is None or not _is_same(asked, query):
        told = []
    said = [plain(text, CRITERION_MAX_CHARS) for text in told] or [query]
    if len(query) > CRITERION_MAX_CHARS and not told:
        return []
    return list(dict.fromkeys(text for text in said if text))[:CRITERIA_MAX]
