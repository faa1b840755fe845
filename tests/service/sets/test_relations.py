"""What a record does not spell out is told beside the words that it quotes (4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.service.index.people import DATASET, make_small_index

from shortlist.service.sets.judge import BuiltInJudge, open_judge

PERSON: dict[str, Any] = {
    "id": "one",
    "name": "Ana Reis",
    "dataset": DATASET,
    "title": "Equine Vet",
    "company": "Alder",
    "company_industry": "Newspapers",
    "location": "Porto, Portugal",
    "education": [{"school": "Universität Hamburg", "degree": "MSc"}],
    "history": [{"title": "CPO", "company": "Deloitte"}],
    "languages": ["Deutsch"],
}


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BuiltInJudge]:
    made = make_small_index(tmp_path_factory.mktemp("related"), [PERSON])
    yield open_judge(made.index)
    made.close()


@pytest.mark.parametrize(
    ("criterion", "reasoning"),
    [
        ("Is a horse vet", "title: “Equine Vet”, another name for horse vet"),
        ("Studied in Germany", "education: “Universität Hamburg”, a school in Germany, by the list "
                               "of schools"),
        ("Has worked at a Big Four firm", "history: “Deloitte”, one of Big Four"),
        ("Works in publishing", "company_industry: “Newspapers”, counted as publishing"),
        ("Speaks German", "languages: “Deutsch”, another name for German"),
        ("Is based in Iberia", "location: “Porto, Portugal”, in Iberia"),
        ("Is based in Portugal", "location: “Porto, Portugal”"),
        ("Has a master's degree", "education: “MSc”, another name for master's"),
    ],
)  # fmt: skip
def test_how_words_say_what_they_do_not_spell_out(
    judge: BuiltInJudge, criterion: str, reasoning: str
) -> None:
    said = judge.check(judge.criteria("", [criterion]), [PERSON])[0][0]
    assert (said.status, said.reasoning) == ("satisfied", f"The record says so ({reasoning}).")


def test_who_practises_a_field_is_in_it(judge: BuiltInJudge) -> None:
    nurse = PERSON | {"title": "Night Nurse"}
    said = judge.check(judge.criteria("", ["Works in nursing"]), [nurse])[0][0]
    assert (
        said.reasoning
        == "The record says so (title: “Night Nurse”, a title of Registered Nurses in the US SOC)."
    )


def test_what_is_denied_has_no_relation(judge: BuiltInJudge) -> None:
    said = judge.check(judge.criteria("", ["Is not based in Germany"]), [PERSON])[0][0]
    assert said.reasoning == "The record says so (location: “Porto, Portugal”)."


def test_who_leads_what_a_trade_does_is_said_to(judge: BuiltInJudge) -> None:
    head = PERSON | {"title": "Head of Internal Audit"}
    said = judge.check(judge.criteria("", ["Is an internal auditor"]), [head])[0][0]
    reason = "title: “Head of Internal Audit”, who leads what an internal auditor does"
    assert (said.status, said.reasoning) == ("satisfied", f"The record says so ({reason}).")
