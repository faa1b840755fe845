"""Criteria that nobody asked for, and people whose record does not say whether they still are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.service.index.people import make_small_index
from tests.service.search.directory import person

from shortlist.service.index.port import Filters
from shortlist.service.search.finder import IndexFinder
from shortlist.service.sets.judge import open_judge


def senator(number: int, name: str, status: str | None, state: str = "Ohio") -> dict[str, Any]:
    record = person(
        number,
        name,
        "State Senator",
        f"{state} Senate",
        industry="State government",
        location=f"{state}, United States",
        region=state,
        country="United States",
    )
    return {**record, "status": status}


NOT_SAID, DOUBTED, CURRENT, LEFT = "p01", "p02", "p03", "p04"
PEOPLE = [
    senator(1, "Ana Brook", None),
    senator(2, "Bo Crane", "unverified"),
    senator(3, "Cy Dale", "current"),
    senator(4, "Di East", "former"),
    senator(5, "Ed Fir", None, state="Utah"),
    person(6, "Fay Glen", "Program Officer", "National Science Foundation", status=None),
    person(7, "Gus Hill", "Chief Financial Officer", "Acme", status="unverified"),
    person(8, "Hal Ives", "Chief Financial Officer", "Brill", status="current"),
    person(9, "Ida Joy", "Head of Finance", "Corvo", status="unverified"),
]


@pytest.fixture(scope="module")
def finder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexFinder]:
    made = make_small_index(tmp_path_factory.mktemp("status"), PEOPLE)
    yield IndexFinder(made.index)
    made.close()


def verdicts(finder: IndexFinder, query: str, given: list[str] | None) -> dict[str, set[str]]:
    judge = open_judge(finder._index, finder)
    criteria = judge.criteria(query, given)
    assert not any("urrent" in each.description for each in criteria)
    ids = [each.person_id for each in finder.candidates(query, criteria)]
    records = finder._index.get(ids)
    found = judge.check(criteria, [records[i] for i in ids])
    return {i: {each.status for each in row} for i, row in zip(ids, found, strict=True)}


@pytest.mark.parametrize("given", [None, ["state senators in Ohio"], ["Is a state senator"]])
def test_who_does_not_say_whether_they_still_are_is_admitted(
    finder: IndexFinder, given: list[str] | None
) -> None:
    found = verdicts(finder, "state senators in Ohio", given)
    assert found[NOT_SAID] == found[CURRENT] == {"satisfied"}
    assert "unclear" in found[DOUBTED] and "unsatisfied" not in found[DOUBTED], "to be reviewed"
    assert "unsatisfied" in found.get(LEFT, {"unsatisfied"}), "who left is none any more"


def test_those_whose_record_doubts_it_are_checked_after_the_others(finder: IndexFinder) -> None:
    criteria = open_judge(finder._index, finder).criteria("state senators in Ohio", None)
    ids = [each.person_id for each in finder.candidates("state senators in Ohio", criteria)]
    assert ids.index(DOUBTED) > max(ids.index(NOT_SAID), ids.index(CURRENT))


def test_a_chief_officer_whose_record_doubts_it_is_reviewed(finder: IndexFinder) -> None:
    for given in (None, ["Is a CFO"]):
        found = verdicts(finder, "chief financial officers", given)
        assert found["p07"] == {"unclear"}, "another one may have followed"
        assert found["p08"] == {"satisfied"}
    # Of posts that several have at a time a doubt is no reason to leave anybody out.
    assert verdicts(finder, "heads of finance", None)["p09"] == {"satisfied"}


def test_who_left_is_found_by_a_question_for_them(finder: IndexFinder) -> None:
    found = verdicts(finder, "former state senators in Ohio", None)
    assert found[LEFT] == {"satisfied"} and "unsatisfied" in found[CURRENT]


def test_confidence_agrees_with_what_is_met(finder: IndexFinder) -> None:
    found = finder.find(
        "state senators in Ohio", Filters(), type="fast", limit=5, timeout_seconds=30
    )
    sure = {hit.person_id: hit.confidence for hit in found.hits}
    assert sure[NOT_SAID] >= 0.7 and sure[CURRENT] >= 0.7
    assert 0.1 < sure[DOUBTED] < min(sure[NOT_SAID], sure[CURRENT]), (
        "meets all that was said, and is in doubt"
    )
    assert sure[LEFT] < sure[DOUBTED]
    assert {hit.person_id for hit in found.hits[:2]} == {NOT_SAID, CURRENT}


def test_the_plan_says_what_a_set_would_check(finder: IndexFinder) -> None:
    judge = open_judge(finder._index, finder)
    for query in ("state senators in Ohio", "Ana Brook", "zorblax senators", "zorblax"):
        plan = finder.find(query, Filters(), type="fast", limit=5, timeout_seconds=30).plan
        assert plan.criteria == [each.description for each in judge.criteria(query, None)]


def test_a_query_as_its_own_criterion_means_what_is_derived_from_it(finder: IndexFinder) -> None:
    judge = open_judge(finder._index, finder)
    for query in ("state senators in Ohio", "zorblax senators in Ohio", "Ana Brook, Ohio"):
        derived, (whole,) = judge.criteria(query, None), judge.criteria(query, [query])
        apart, one = judge.check(derived, PEOPLE), judge.check([whole], PEOPLE)
        for row, (each,) in zip(apart, one, strict=True):
            together = {verdict.status for verdict in row}
            expected = next((s for s in ("unsatisfied", "unclear") if s in together), "satisfied")
            assert each.status == expected
