"""Questions asked of a few people: who meets them, in a search and in a Set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.port import Filters
from shortlist.service.search.conditions import all_of
from shortlist.service.search.finder import open_finder
from shortlist.service.sets.judge import open_judge


def post(title: str, company: str, start: str, end: str | None = None, **more: str) -> Any:
    """An entry of somebody's history."""
    return {"title": title, "company": company, "start": start, "end": end, **more}


def who_meets(index: EmbeddedIndex, query: str) -> set[str]:
    """The ids of those who meet all that is understood of `query`, which must be all of it."""
    finder = open_finder(index)
    understood = finder.understand(query, Filters())
    assert not understood.unread, understood.unread
    where = all_of(understood.conditions, finder.vocabulary)
    assert where is not None, "nothing was understood"
    return set(index.scan(where, 100))


def who_is_admitted(index: EmbeddedIndex, query: str, people: Iterable[dict[str, Any]]) -> set[str]:
    """The ids of those of `people` whom a Set of `query` admits."""
    judge = open_judge(index, open_finder(index))
    criteria = judge.criteria(query, None)
    records = index.get([person["id"] for person in people])
    checked = zip(records, judge.check(criteria, list(records.values())), strict=True)
    return {i for i, said in checked if all(each.status == "satisfied" for each in said)}
