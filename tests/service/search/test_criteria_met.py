"""Results say which criteria of a Set of the same question fields of their record meet."""

from __future__ import annotations

from shortlist.service.index.port import Filters
from shortlist.service.search.finder import open_finder
from shortlist.service.sets.judge import open_judge


def test_a_search_tells_of_each_whom_a_set_would_find_to_meet_what(small_index):
    finder = open_finder(small_index)
    judge = open_judge(small_index, finder)
    query = "nurse managers in Oslo"
    found = finder.find(query, Filters(), type="fast", limit=40, timeout_seconds=30)
    criteria = judge.criteria(query, None)
    assert [each.description for each in criteria] == found.plan.criteria
    assert found.plan.decided == [0, 1]
    records = small_index.get([hit.person_id for hit in found.hits])
    checked = judge.check(criteria, [records[hit.person_id] for hit in found.hits])
    satisfied = {
        hit.person_id: tuple(n for n, each in enumerate(verdicts) if each.status == "satisfied")
        for hit, verdicts in zip(found.hits, checked, strict=True)
    }
    assert found.met == satisfied
    assert set(satisfied.values()) >= {(0, 1), (0,), (1,)}


def test_what_is_decided_on_the_text_is_not_said_to_be_met(small_index):
    finder = open_finder(small_index)
    found = finder.find("zymurgy", Filters(), type="fast", limit=5, timeout_seconds=30)
    assert found.plan.criteria and found.plan.decided == []
    assert all(met == () for met in found.met.values())


def test_whoever_is_named_is_not_looked_at(small_index):
    found = open_finder(small_index).find(
        "Aino Virtanen", Filters(), type="fast", limit=5, timeout_seconds=30
    )
    assert found.plan.decided is None and found.met == {}
