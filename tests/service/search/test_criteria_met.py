"""How far each term holds tells whom a Set of the same question would find to meet what."""

from __future__ import annotations

from shortlist.contract.limits import TERM_HOLDS
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
    places = [term.criterion for term in found.plan.terms]
    assert places == [0, 1]
    records = small_index.get([hit.person_id for hit in found.hits])
    checked = judge.check(criteria, [records[hit.person_id] for hit in found.hits])
    satisfied = [
        tuple(n for n, each in enumerate(verdicts) if each.status == "satisfied")
        for verdicts in checked
    ]
    met = [tuple(n for n in places if hit.met[n] >= TERM_HOLDS) for hit in found.hits]
    assert met == satisfied
    assert set(satisfied) >= {(0, 1), (0,), (1,)}


def test_no_term_makes_a_criterion_that_is_decided_on_the_text(small_index):
    finder = open_finder(small_index)
    found = finder.find("zymurgy", Filters(), type="fast", limit=5, timeout_seconds=30)
    assert found.plan.criteria
    assert [term.criterion for term in found.plan.terms if term.criterion is not None] == []


def test_whoever_is_named_is_not_looked_at(small_index):
    found = open_finder(small_index).find(
        "Aino Virtanen", Filters(), type="fast", limit=5, timeout_seconds=30
    )
    assert all(term.criterion is None for term in found.plan.terms)
