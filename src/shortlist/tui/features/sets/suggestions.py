"""What a Set of a query would check, for a person to tick or not. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shortlist.contract.limits import CRITERIA_MAX, CRITERION_MAX_CHARS
from shortlist.tui.kit.query.syntax import as_sentence
from shortlist.tui.kit.words import plain

if TYPE_CHECKING:
    from shortlist.tui.live.state import SearchWork


def suggested(query: str, search: SearchWork) -> list[str]:
    """The criteria of `query`: those that the service said with its answer to it, else the query
    as it stands, which every deployment can check. None of one too long to be a criterion."""
    query = " ".join(query.split())
    asked, answer = search.answered, search.answer
    plan = answer.data.request.plan if answer and answer.data.request else None
    told = plan.criteria if plan is not None else []
    if asked is None or as_sentence(asked).casefold() != query.casefold():
        told = []
    said = [plain(text, CRITERION_MAX_CHARS) for text in told] or [query]
    if len(query) > CRITERION_MAX_CHARS and not told:
        return []
    return list(dict.fromkeys(text for text in said if text))[:CRITERIA_MAX]
