"""Criteria from a query, and verdicts that stand on the record's own words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.service.index.people import make_small_index
from tests.service.search.directory import DIRECTORY

from shortlist.service.search.port import FrozenCriterion
from shortlist.service.sets.judge import BuiltInJudge, open_judge

PEOPLE = {record["id"]: record for record in DIRECTORY}


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BuiltInJudge]:
    made = make_small_index(tmp_path_factory.mktemp("judged"), DIRECTORY)
    yield open_judge(made.index)
    made.close()


def verdict(judge: BuiltInJudge, criterion: str, person_id: str) -> str:
    criteria = judge.criteria("", [criterion])
    return judge.check(criteria, [PEOPLE[person_id]])[0][0].status


def test_criteria_are_what_a_person_would_write(judge: BuiltInJudge) -> None:
    criteria = judge.criteria("state senators from Minnesota on an education committee", None)
    assert [each.id for each in criteria] == ["c1", "c2", "c3"]
    assert {each.description for each in criteria} == {
        "Sits on an education committee",
        "Is based in Minnesota, United States",
        "Is a state senator",
    }


@pytest.mark.parametrize(
    ("criterion", "person_id", "expected"),
    [
        ("Is a Republican", "p01", "satisfied"),
        ("Is a Republican", "p02", "unsatisfied"),
        ("Is a Republican", "p11", "unclear"),
        ("Sits on an education committee", "p01", "satisfied"),
        ("Sits on an education committee", "p02", "unsatisfied"),
        ("Sits on an education committee", "p06", "unclear"),
        ("Is not on the education committee", "p02", "satisfied"),
        ("Is not on the education committee", "p06", "unclear"),
        ("Chairs an education committee", "p03", "unsatisfied"),
        ("Chairs an education committee", "p01", "satisfied"),
        ("Is in the Midwest", "p04", "satisfied"),
        ("Is in the Midwest", "p05", "unsatisfied"),
        ("Is a chief financial officer", "p11", "satisfied"),
        ("Is a chief financial officer", "p14", "unsatisfied"),
        ("Climbs mountains", "p23", "satisfied"),
        ("Climbs mountains", "p22", "unclear"),
        ("Collects antique barometers", "p23", "unclear"),
    ],
)
def test_verdicts(judge: BuiltInJudge, criterion: str, person_id: str, expected: str) -> None:
    assert verdict(judge, criterion, person_id) == expected


def _says(record: dict[str, Any], quote: str) -> bool:
    return quote in json.dumps(record, ensure_ascii=False) or all(
        part in json.dumps(record, ensure_ascii=False) for part in quote.split(": ")
    )


def test_every_satisfied_verdict_quotes_the_record(judge: BuiltInJudge) -> None:
    criteria = judge.criteria("", ["Is a Republican", "Is a senator", "Is in the United States"])
    for record, verdicts in zip(DIRECTORY, judge.check(criteria, DIRECTORY), strict=True):
        for each in verdicts:
            if each.status == "satisfied":
                assert each.references
                assert all(_says(record, str(ref.quote)) for ref in each.references)
                assert each.references[0].url == record["sources"][0]


def test_contact_values_are_never_quoted(judge: BuiltInJudge) -> None:
    criteria = judge.criteria("", ["Has an e-mail address"])
    (answer,) = judge.check(criteria, [PEOPLE["p01"]])
    assert answer[0].status == "satisfied"
    assert "@" not in answer[0].model_dump_json()


def test_a_spec_survives_json(judge: BuiltInJudge) -> None:
    from dataclasses import replace

    criteria = judge.criteria("Republican senators from Minnesota not on the rules committee", None)
    thawed = [replace(each, spec=json.loads(json.dumps(each.spec))) for each in criteria]
    assert judge.check(thawed, DIRECTORY) == judge.check(criteria, DIRECTORY)


@pytest.mark.parametrize(
    "query",
    [
        "Republican state senators from Minnesota on an education committee",
        "who chairs a health committee in Ohio",
        "CFOs at semiconductor companies in California with an e-mail address",
        "Nordic health ministers",
        "Minnesota senators who are not on the rules committee",
        "former legislators in Vermont",
    ],
)
def test_derived_criteria_mean_the_same_when_given_back(judge: BuiltInJudge, query: str) -> None:
    derived = judge.criteria(query, None)
    given = judge.criteria(query, [each.description for each in derived])
    first = [[each.status for each in answer] for answer in judge.check(derived, DIRECTORY)]
    again = [[each.status for each in answer] for answer in judge.check(given, DIRECTORY)]
    assert first == again


def test_a_negated_criterion_says_so(judge: BuiltInJudge) -> None:
    criteria = judge.criteria("Minnesota senators who are not on the rules committee", None)
    assert "Does not sit on a rules committee" in {each.description for each in criteria}


def test_a_place_within_another_is_the_narrower_one(judge: BuiltInJudge) -> None:
    assert verdict(judge, "Is in Minnesota, United States", "p04") == "unsatisfied"
    assert verdict(judge, "Is in Minnesota, United States", "p01") == "satisfied"


@pytest.mark.parametrize(
    ("query", "given", "expected"),
    [
        ("people of Minnesota", ["Is a state senator"], "unsatisfied"),
        ("people of Minnesota", ["Was a state senator"], "satisfied"),
        ("people of Minnesota", ["Is a state senator", "No longer in the role"], "satisfied"),
        ("former senators", ["Is a senator"], "satisfied"),
        ("people of Minnesota", ["Is a Republican"], "satisfied"),
    ],
)
def test_who_left_a_role_does_not_hold_it(
    judge: BuiltInJudge, query: str, given: list[str], expected: str
) -> None:
    criteria = judge.criteria(query, given)
    left, holds = judge.check(criteria, [PEOPLE["p07"], PEOPLE["p06"]])
    assert left[0].status == expected
    assert holds[0].status == "satisfied"
    assert all(ref.quote in ("former", "State Senator") for ref in left[0].references) or (
        expected == "satisfied"
    )


def test_at_most_ten_criteria(judge: BuiltInJudge) -> None:
    assert len(judge.criteria("", [f"Knows thing {n}" for n in range(30)])) == 10


@pytest.mark.parametrize(
    "record", [{"id": "x"}, {"id": "x", "facts": [], "history": 3, "title": 7}]
)
def test_a_record_that_says_nothing_is_unclear(judge: BuiltInJudge, record: dict[str, Any]) -> None:
    criteria = judge.criteria("Republican senators from Minnesota", None)
    (answer,) = judge.check(criteria, [record])
    assert {each.status for each in answer} == {"unclear"}


@pytest.mark.parametrize(
    ("criterion", "record", "expected"),
    [
        ("Astronauts", {"title": "Astronaut"}, "satisfied"),
        ("Astronauts", {"summary": "Earlier a NASA astronaut; now a professor."}, "satisfied"),
        # Another word of the same stem, a lesser post, and what somebody deals with.
        ("Accountants", {"title": "Chief Accounting Officer"}, "unclear"),
        ("Speech coach", {"title": "Deputy Speech Coach"}, "unclear"),
        ("Women", {"summary": "Sits in Ohio. Committees: Women; Health."}, "unclear"),
        # Alike in meaning only.
        ("Physicians", {"title": "Medical doctor"}, "unclear"),
    ],
)
def test_words_that_no_field_decides_are_found_as_they_stand(
    judge: BuiltInJudge, criterion: str, record: dict[str, Any], expected: str
) -> None:
    criteria = [FrozenCriterion("c1", criterion, None)]
    verdict = judge.check(criteria, [{"id": "x", "name": "X Y", **record}])[0][0]
    assert verdict.status == expected
    assert bool(verdict.references) == (expected == "satisfied")


def test_words_that_were_not_understood_are_a_criterion(judge: BuiltInJudge) -> None:
    criteria = judge.criteria("astronauts among the state senators from Minnesota", None)
    said = " ".join(each.description for each in criteria)
    assert "astronaut" in said and "among" not in said
    criteria = judge.criteria("state senators who deal with education in Minnesota", None)
    assert all(each.spec for each in criteria)


def test_a_set_of_a_named_person_asks_for_the_name(judge: BuiltInJudge) -> None:
    named = PEOPLE["p01"]["name"]
    first, last = named.split()
    criteria = judge.criteria(f"{first} {last[:-1]}{last[-1] * 2}", None)
    assert criteria[0].description == f"Is named {named}"
    verdicts = judge.check(criteria, [PEOPLE["p01"], PEOPLE["p02"]])
    assert [row[0].status for row in verdicts] == ["satisfied", "unsatisfied"]
    assert verdicts[0][0].references[0].quote == named


def test_a_word_before_a_role_is_said_of_the_role(tmp_path: Path) -> None:
    """`Campus` of campus presidents; not of whose record tells of campuses elsewhere."""
    own = {"company": "Acme College", "location": "Austin, Texas", "dataset": "test"}
    people = [
        {"id": "a", "name": "Ann Lee", "title": "Campus President", **own},
        {"id": "b", "name": "Bo Roe", "title": "President", **own,
         "summary": "Also listed for 2 other campuses."},
        {"id": "c", "name": "Cy Fox", "title": "President", **own,
         "summary": "Was the campus president of Acme."},
        {"id": "d", "name": "Di Poe", "title": "President", **own, "company": "Acme-Main Campus"},
    ]  # fmt: skip
    made = make_small_index(tmp_path / "campuses", people)
    judge = open_judge(made.index)
    verdicts = judge.check(judge.criteria("campus presidents", None), people)
    made.close()
    met = [{each.status for each in said} == {"satisfied"} for said in verdicts]
    assert met == [True, False, True, True]
