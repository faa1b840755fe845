"""What a record tells is enough for a Set; what it does not tell turns nobody away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.service.index.people import make_small_index, somebodies

from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.port import Filters
from shortlist.service.search.finder import open_finder
from shortlist.service.sets.judge import open_judge

PEOPLE: list[dict[str, Any]] = [
    {"id": "auditor", "title": "Internal Auditor"},
    {"id": "head", "title": "Head of Internal Audit", "summary": "I am qualified: CIA."},
    {"id": "was head", "title": "Notary", "summary": "Head of Internal Audit once.",
     "history": [{"title": "Head of Internal Audit", "company": "Elm", "end": "2019"}]},
    {"id": "learner", "title": "Ask me anything"},
    {"id": "baker", "title": "Baker", "summary": "In the trade, with 14 years of it."},
    {"id": "scans", "title": "Radiographer", "summary": "If it is MRI, I am interested."},
    {"id": "knows", "title": "Radiographer", "skills": ["MRI", "Coffee"]},
    {"id": "drinks", "title": "Radiographer", "summary": "The coffee is on me."},
    {"id": "abroad", "title": "Chef", "summary": "My years in France ended in 2021."},
    {"id": "at home", "title": "Chef", "summary": "I live in France."},
]  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedIndex]:
    made = make_small_index(tmp_path_factory.mktemp("tell"), somebodies(PEOPLE))
    yield made.index
    made.close()


def verdicts(index: EmbeddedIndex, query: str) -> dict[str, str]:
    """Of each person the least of the verdicts on what is demanded of a query."""
    judge = open_judge(index, open_finder(index))
    records = index.get([person["id"] for person in PEOPLE])
    checked = judge.check(judge.criteria(query, None), list(records.values()))
    states = ("unsatisfied", "unclear", "satisfied")
    return {
        person_id: min((each.status for each in said), key=states.index)
        for person_id, said in zip(records, checked, strict=True)
    }


@pytest.mark.parametrize(
    ("query", "who"),
    [
        ("internal auditors", {"auditor", "head"}),
        ("internal auditors holding the CIA", {"head"}),
        ("former internal auditors", {"was head"}),
        ("people with more than 12 years of experience", {"baker"}),
        ("radiographers who know MRI", {"scans", "knows"}),
        ("radiographers who know coffee", {"knows"}),  # a word that is said of anything
        ("chefs who worked in France", {"abroad"}),
    ],
)
def test_those_are_admitted_whose_record_tells_it(
    index: EmbeddedIndex, query: str, who: set[str]
) -> None:
    told = verdicts(index, query)
    assert {person for person, status in told.items() if status == "satisfied"} == who


def test_a_title_of_which_nothing_is_known_denies_no_trade(index: EmbeddedIndex) -> None:
    told = verdicts(index, "internal auditors")
    assert (told["learner"], told["baker"]) == ("unclear", "unsatisfied")


def test_words_that_say_little_are_no_criterion_and_are_shown(index: EmbeddedIndex) -> None:
    plan = open_finder(index).plan("internal auditors who went through it", Filters())
    assert plan.criteria == ["Is an internal auditor"]
    assert plan.remainder == "through"
    little = open_finder(index).plan("went through", Filters())
    assert little.criteria, "of a question of nothing else they are what is asked"
