"""What ordinary questions demand, and that a Set of each admits the people whom the sample has."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from shortlist.service.index import embedded
from shortlist.service.index.port import Filters, Record
from shortlist.service.search.conditions import Facts, facts_of
from shortlist.service.search.finder import IndexFinder
from shortlist.service.sets import judge
from shortlist.service.sets.judge import open_judge

Admits = Callable[[Record], bool]
WHOLE_SAMPLE = 5000


@pytest.fixture(autouse=True)
def everybody_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question looks at nearly the whole sample: what is known of somebody is found once."""
    monkeypatch.setattr(embedded, "_CACHED_RECORDS", WHOLE_SAMPLE)
    monkeypatch.setattr(judge, "facts_of", _facts_of)


_kept: dict[str, Facts] = {}


def _facts_of(record: Record) -> Facts:
    if record["id"] not in _kept:
        _kept[record["id"]] = facts_of(record)
    return _kept[record["id"]]


def _says(record: Record, *words: str) -> bool:
    return any(word in str(record).casefold() for word in words)


def _spoken(record: Record) -> set[str]:
    return {each["name"] for each in record.get("languages") or ()}


def _title(*words: str) -> Admits:
    return lambda record: any(word in str(record["title"]).casefold() for word in words)


def _in(place: str) -> Admits:
    return lambda record: place in str(record["location"])


def _employers(record: Record) -> int:
    return len({job["company"] for job in record["history"]})


def _left_builders(record: Record) -> set[str]:
    left = {job["company"] for job in record["history"] if job.get("end")} - {record["company"]}
    return {name for name in left if name.endswith(("Construction", "Builders", "Contractors"))}


def _since(years: int) -> Admits:
    last = datetime.now(UTC).year - years
    return lambda record: min(int(str(job["start"])[:4]) for job in record["history"]) <= last


def _nurse(record: Record) -> bool:
    words = set(str(record["title"]).casefold().split())
    return bool(words & {"nurse", "nursing", "rn", "np", "arnp", "lpn"})


@pytest.mark.parametrize(
    ("query", "terms", "admitted"),
    [
        (
            "sales reps in Texas",
            {("role", "sales representative"), ("place", "Texas, United States")},
            [_title("sales"), _in("Texas")],
        ),
        (
            "HR business partners",
            {("role", "human resources business partner")},
            [_title("business partner", "people partner")],
        ),
        (
            "nurses with ICU experience",
            {("role", "nurse"), ("words", "ICU")},
            [_nurse, lambda record: _says(record, "icu")],
        ),
        (
            "people who speak German",
            {("language", "German")},
            [lambda record: "German" in _spoken(record)],
        ),
        (
            "executive assistants to CEOs",
            {("role", "executive assistant")},
            [_title("assistant", "secretary")],
        ),
        (
            "former Amazonians in logistics",
            {("organisation", "Amazon"), ("field", "logistics")},
            [lambda record: _says({"history": record["history"][1:]}, "amazon")],
        ),
        (
            "people who left Google after 2019",
            {("organisation", "Google, 2020 or later")},
            [
                lambda record: any(
                    job["company"] == "Google" and str(job["end"]) >= "2020"
                    for job in record["history"]
                )
            ],
        ),
        (
            "people who worked at Google between 2015 and 2019",
            {("organisation", "Google, 2015 to 2019")},
            [
                lambda record: any(
                    job["company"] == "Google"
                    and str(job["start"])[:4] <= "2019"
                    and str(job["end"] or "9") >= "2015"
                    for job in record["history"]
                )
            ],
        ),
        (
            "operations managers who have worked at a hotel",
            {("role", "operations manager"), ("industry", "hotel")},
            [_title("operations"), lambda record: _says(record, "hotel", "resort", "inn'")],
        ),
        (
            "accountants who used to work in construction",
            {("role", "accountant"), ("field", "construction")},
            [_title("account", "auditor"), lambda record: bool(_left_builders(record))],
        ),
        (
            "AWS certification and 5+ years of Kubernetes",
            {("certification", "AWS"), ("skill", "5+ years of Kubernetes")},
            [
                lambda record: (
                    _says(record, "years of kubernetes") or _years(record, "Kubernetes") > 4
                )
            ],
        ),
        (
            "Stanford alumni in venture capital",
            {("school", "Stanford"), ("industry", "venture capital")},
            [lambda record: _says({"education": record["education"]}, "stanford")],
        ),
        (
            "someone senior in payroll at a retailer",
            {("role", "senior in payroll"), ("industry", "retailer")},
            [_title("payroll")],
        ),
        (
            "HR directors in London, not recruiters",
            {("role", "human resources director"), ("place", "London, England, United Kingdom")},
            [_title("director"), _in("London")],
        ),
        (
            "heads of people or talent in the DACH region",
            {("role", "head of people or talent"), ("place", "DACH")},
            [lambda record: record["country"] in ("Germany", "Austria", "Switzerland")],
        ),
        (
            "people with at least three employers since 2015",
            {("time", "3+ employers since 2015")},
            [lambda record: _employers(record) >= 3],
        ),
        (
            "Krankenschwestern in Maine",
            {("role", "nurse"), ("place", "Maine, United States")},
            [_nurse, _in("Maine")],
        ),
        (
            "directores financieros en el Reino Unido",
            {("role", "finance director"), ("place", "United Kingdom")},
            [_title("financ"), _in("United Kingdom")],
        ),
        (
            "a panelist on container security",
            {("skill", "container security"), ("words", "panelist")},
            [lambda record: _says(record, "container security")],
        ),
        (
            "people who worked at both Google and Microsoft",
            {("organisation", "Google"), ("organisation", "Microsoft")},
            [lambda record: _says(record, "google"), lambda record: _says(record, "microsoft")],
        ),
        (
            "product managers with 10+ years of experience",
            {("role", "product manager"), ("time", "10+ years of experience")},
            [_title("product"), _since(10)],
        ),
        (
            "CEO of a company with fewer than 50 employees",
            {("role", "chief executive officer"), ("size", "up to 50 staff")},
            [lambda record: str(record["company_size"]) in ("1-10", "11-50")],
        ),
        (
            "accountants but not auditors",
            {("role", "accountant")},
            [_title("accountant", "accounting"), lambda record: not _title("auditor")(record)],
        ),
        (
            "engineers in Germany",
            {("role", "engineer"), ("place", "Germany")},
            [_in("Germany"), _title("engineer")],
        ),
    ],
)
def test_what_is_asked_is_understood_and_admits_people(
    sample: IndexFinder, query: str, terms: set[tuple[str, str]], admitted: list[Admits]
) -> None:
    understood = sample.understand(query, Filters())
    said = {(each.kind, each.label) for each in understood.conditions if not each.negated}
    assert said == terms and not understood.remainder
    found = _admitted(sample, query)
    assert found, "the sample has such people"
    wrong = [
        (each["name"], each["title"])
        for each in found
        if not all(holds(each) for holds in admitted)
    ]
    assert not wrong


def _years(record: dict[str, Any], skill: str) -> int:
    """For how many years somebody knows a skill, by its level; 0 where none is told."""
    told = [each for each in record["skills"] if isinstance(each, dict) and each["name"] == skill]
    return max((int(each["level"].split()[0]) for each in told), default=0)


def _admitted(finder: IndexFinder, query: str) -> list[dict[str, Any]]:
    judge = open_judge(finder._index, finder)
    criteria = judge.criteria(query, None)
    ids = [each.person_id for each in finder.candidates(query, criteria)]
    records = list(finder._index.get(ids).values())
    answers = judge.check(criteria, records)
    return [
        record
        for record, verdicts in zip(records, answers, strict=True)
        if {each.status for each in verdicts} == {"satisfied"}
    ]


def test_software_engineers_are_engineers(sample: IndexFinder) -> None:
    """Also though their title goes by another name here: developer."""
    titles = {str(each["title"]).casefold() for each in _admitted(sample, "engineers")}
    assert any("software engineer" in title for title in titles)
    assert not any("software developer" in title for title in titles)
