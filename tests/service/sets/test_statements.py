"""What people say of themselves and no field holds, asked for in words of others (4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.service.index.people import make_small_index, somebodies
from tests.service.sets.admitting import admitted_by

from shortlist.service.sets.judge import BuiltInJudge, open_judge

UK = {"city": "Hull", "country": "United Kingdom"}
PEOPLE: list[dict[str, Any]] = [
    {"id": "nights", "title": "Carer", "summary": "She works permanent nights."},
    {"id": "days", "title": "Carer", "summary": "He does not work nights."},
    {"id": "was", "title": "Carer", "summary": "Used to work nights."},
    {"id": "forklift", "title": "Picker", "certifications": ["FLT licence (counterbalance)"]},
    {
        "id": "both",
        "title": "Picker",
        "summary": "On nights.",
        "certifications": ["Forklift licence"],
    },
    {"id": "lorry", "title": "Picker", "certifications": ["LKW-Führerschein (CE)"]},
    {"id": "seeking", "title": "Cook", "summary": "Looking for a new role closer to home."},
    {"id": "next", "title": "Clerk", "summary": "Left SEB in 2026, looking for the next role."},
    {"id": "team", "title": "Smith", "summary": "I lead a team of 12."},
    {"id": "pair", "title": "Smith", "summary": "I lead a team of two."},
    {"id": "reports", "title": "Smith", "summary": "Twenty people report to her."},
    {"id": "in_team", "title": "Smith", "summary": "Her team of 30 won a prize."},
    {"id": "abroad", "title": "Midwife", **UK, "summary": "Worked in Kenya for 6 years."},
    {"id": "home", "title": "Midwife", **UK, "summary": "Worked in England all her life."},
    {"id": "native", "title": "Tiler", **UK, "summary": "Grew up in Porto, Portugal."},
    {"id": "local", "title": "Tiler", **UK, "summary": "Grew up in Leeds."},
    {
        "id": "posted",
        "title": "Fitter",
        **UK,
        "history": [{"title": "Fitter", "company": "Acme", "location": "Oslo, Norway"}],
    },
    {"id": "owner", "title": "Stylist", "summary": "I founded the salon in 2019."},
    {"id": "graduate", "title": "Porter", "education": [{"degree": "BA", "field": "History"}]},
    {
        "id": "school",
        "title": "Porter",
        "education": [{"degree": "Grado Medio"}],
        "summary": "Went to sea without a degree. Has three dogs.",
    },
    {"id": "campus", "title": "Campus Porter"},
    {"id": "aid", "title": "Guard", "certifications": ["Emergency First Aid certificate"]},
    {"id": "dad", "title": "Clerk", "summary": "His father works nights."},
    {"id": "turned", "title": "Welder", "history": [{"title": "Bookkeeper", "company": "Acme"}]},
    {"id": "rose", "title": "Waiter", "history": [{"title": "Busser", "company": "Acme"}]},
    {
        "id": "ten",
        "title": "Recruiter",
        "history": [{"title": "Recruiter", "company": "Acme", "start": "2009"}],
    },
    {
        "id": "new",
        "title": "Recruiter",
        "history": [{"title": "Recruiter", "company": "Acme", "start": "2025"}],
    },
]  # fmt: skip


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BuiltInJudge]:
    made = make_small_index(tmp_path_factory.mktemp("stated"), somebodies(PEOPLE))
    yield open_judge(made.index)
    made.close()


@pytest.mark.parametrize(
    ("criterion", "admitted"),
    [
        ("Works nights", {"nights", "both"}),
        ("Works nights and has a forklift licence", {"both"}),
        ("Works nights or has a forklift licence", {"nights", "both", "forklift"}),
        ("Has a forklift licence", {"forklift", "both"}),
        ("Holds a licence to drive lorries", {"lorry"}),
        ("Is open to work", {"seeking", "next"}),
        ("Leads a team of at least five people", {"team", "reports"}),
        ("Has led ten or more people", {"team", "reports"}),
        ("Has worked abroad", {"abroad", "posted"}),
        ("Has worked in Norway", {"posted"}),
        ("Grew up in a different country from the one they live in now", {"native"}),
        ("Owns the business", {"owner"}),
        ("Has worked in Kenya", {"abroad"}),
        ("Grew up in Portugal", {"native"}),
        ("Has a university degree", {"graduate"}),
        ("Has no degree", set()),
        ("Has a first aid certificate", {"aid"}),
        ("Had a different occupation before", {"turned"}),
        ("More than ten years in recruiting", {"ten"}),
        ("Says they work nights", {"nights", "both"}),
        ("Changed employer in the last three", set()),
    ],
)
def test_a_statement_is_found_in_other_words(
    judge: BuiltInJudge, criterion: str, admitted: set[str]
) -> None:
    assert admitted_by(judge, criterion, PEOPLE) == admitted


@pytest.mark.parametrize(
    ("criterion", "who", "reasoning"),
    [
        ("Works nights", "nights", "summary: “She works permanent nights.”"),
        (
            "Has a forklift licence",
            "forklift",
            "certifications: “FLT licence (counterbalance)”, in other words",
        ),
        ("More than ten years in recruiting", "ten", "history: “Recruiter”, since 2009"),
    ],
)
def test_what_meets_it_is_quoted(
    judge: BuiltInJudge, criterion: str, who: str, reasoning: str
) -> None:
    person = next(each for each in somebodies(PEOPLE) if each["id"] == who)
    (verdict,) = judge.check(judge.criteria("", [criterion]), [person])[0]
    assert verdict.reasoning == f"The record says so ({reasoning})."


@pytest.mark.parametrize(
    ("query", "criterion", "looked_at"),
    [
        # Whatever is known to be of another trade is not what the question asks for.
        ("midwives in Hull", "Has worked abroad", {"abroad", "home"}),
        # What somebody was is no word on what they are.
        ("welders", "Was a bookkeeper before", {"turned"}),
    ],
)
def test_a_set_looks_at_whom_its_question_asks_for(
    judge: BuiltInJudge, query: str, criterion: str, looked_at: set[str]
) -> None:
    criteria = judge.criteria(query, [criterion])
    found = judge._finder.candidates(query, criteria)
    assert {each.person_id for each in found} == looked_at


def test_who_still_is_one_was_none_before(judge: BuiltInJudge) -> None:
    own = {"country": "Kenya", "history": [{"title": "Midwife", "company": "Acme"}]}
    people = somebodies(
        [
            {"id": "still", "title": "Senior Midwife", "company": "Oak", **own},
            {"id": "left", "title": "Florist", "company": "Elm", **own},
        ]
    )
    (criterion,) = judge.criteria("", ["Is a former midwife"])
    verdicts = [said.status for (said,) in judge.check([criterion], people)]
    assert verdicts == ["unsatisfied", "satisfied"]


@pytest.mark.parametrize("title", ["Student Midwife", "Trainee Midwife", "Apprentice Midwife"])
def test_who_learns_a_trade_is_not_of_it_yet(judge: BuiltInJudge, title: str) -> None:
    person = somebodies([{"id": "learner", "title": title}])[0]
    (verdict,) = judge.check(judge.criteria("", ["Is a midwife"]), [person])[0]
    assert verdict.status != "satisfied"


def test_who_was_one_of_a_composed_title_left_it(judge: BuiltInJudge) -> None:
    people = somebodies(
        [
            {"id": "now", "title": "Campus Porter", "status": "current"},
            {"id": "then", "title": "Campus Porter", "status": "former"},
        ]
    )
    criteria = judge.criteria("", ["Is a former campus porter or lift attendant"])
    verdicts = [said.status for (said,) in judge.check(criteria, people)]
    assert verdicts == ["unclear", "satisfied"]
