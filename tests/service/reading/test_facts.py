"""What a record says is kept with the words that it stands on."""

from __future__ import annotations

import pytest

from shortlist.service.reading.facts import said_of_work


def said(facet: str, **record: object) -> dict[object, tuple[str, str]]:
    return {
        value: (quote, source) for key, value, quote, source in said_of_work(record) if key == facet
    }


def test_a_title_is_a_post_and_a_trade() -> None:
    assert said("post", title="Head of Reward")["head:reward"] == ("Head of Reward", "title")
    assert said("trade", title="Senior Staff Nurse")["staff nurse"] == (
        "Senior Staff Nurse",
        "title",
    )
    assert not said("post", title="Head of Reward", status="former")
    assert "head:reward" in said("past_post", title="Head of Reward", status="former")


@pytest.mark.parametrize(
    ("summary", "facet", "trade"),
    [
        ("Ana Ruiz is a nurse at Lakeside Hospital in Toronto.", "trade", "nurse"),
        ("Works in Porto. She is a software engineer.", "trade", "software engineer"),
        ("He was a teacher for ten years.", "past_trade", "teacher"),
    ],
)
def test_prose_says_what_somebody_is(summary: str, facet: str, trade: str) -> None:
    quote, source = said(facet, title="Manager", summary=summary)[trade]
    assert quote in summary and trade in quote and source == "summary"


def test_studies_languages_and_sizes_are_facts() -> None:
    record = {
        "languages": ["German", "Spanish; Castilian"],
        "education": [{"school": "University of Leeds", "degree": "BSc", "end": "2009-07"}],
        "company_size": "5,000 to 19,999",
        "facts": {"registered_since": "2012-04-01"},
    }
    assert set(said("language", **record)) == {"de", "es"}
    assert set(said("degree", **record)) == {"bs"}
    assert set(said("graduated", **record)) == {2009}
    assert set(said("size", **record)) == {5000}
    assert set(said("since", **record)) == {20120401}


@pytest.mark.parametrize(
    "record",
    [
        {"title": 7, "history": "x", "education": [3], "languages": {"a": 1}},
        {"summary": ["is a nurse"], "facts": [1], "company_size": {}},
        {"history": [{"title": None}, None], "certifications": [{"name": 4}]},
    ],
)
def test_odd_values_are_skipped(record: dict[str, object]) -> None:
    list(said_of_work(record))


CAREER: list[dict[str, object]] = [
    {"title": "Director", "company": "Acme", "start": "2021-01"},
    {"title": "Manager", "company": "Acme", "start": "2018-01", "end": "2021-01"},
    {"title": "Analyst", "company": "Bolt GmbH", "start": "2015-06", "end": "2017-12"},
    {"title": "Intern", "company": "Bolt", "start": "2014", "end": "2015-06"},
    {"title": "Clerk", "company": "Coda", "last_seen": "2013-02"},
]


def test_who_left_whom_and_when() -> None:
    """Not who was promoted there, nor who was only last seen there; of two posts the later end."""
    assert set(said("left", company="Acme", history=CAREER)) == {"bolt 2017"}
    gone = [{**each, "end": each.get("end", "2023-05")} for each in CAREER[:2]]
    assert set(said("left", company="Dyne", history=gone)) == {"acme 2023"}


def test_a_career_began_with_its_first_post() -> None:
    assert said("career_since", company="Acme", history=CAREER) == {2014: ("2014", "history")}
    assert not said("career_since", company="Acme", history=CAREER[-1:])
