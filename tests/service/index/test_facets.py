"""What is asked for by facets that a record says in prose or in another language."""

from __future__ import annotations

from typing import Any

import pytest

from shortlist.service.index.facets import trace


def said(facet: str, **record: Any) -> dict[Any, tuple[str, str]]:
    return {fact.value: (fact.quote, fact.source) for fact in trace(record) if fact.key == facet}


def test_a_title_names_the_company_where_no_field_does() -> None:
    title = "CTO & co-founder at Figment"
    assert said("company", title=title) == {"figment": ("Figment", "title")}
    assert "figment" not in said("company", title=title, company="Kelp")


@pytest.mark.parametrize(
    ("location", "country", "city"),
    [("Lisbon", "pt", "pt//lisbon"), ("München", "de", "de//munchen")],
)
def test_a_city_alone_tells_its_country(location: str, country: str, city: str) -> None:
    assert {country, city} <= set(said("place", title="Nurse", location=location))


def test_a_city_whose_name_several_have_tells_none() -> None:
    assert set(said("place", title="Nurse", location="Cambridge")) == {"?/cambridge"}


def test_where_somebody_lives_is_read_from_prose_where_no_field_says_it() -> None:
    summary = "Left banking. Lives in Porto."
    places = said("place", title="Baker", summary=summary)
    assert places["pt"] == ("Porto", "summary")
    assert "pt" not in said("place", title="Baker", summary=summary, location="Leeds, UK")


def test_a_post_that_prose_says_is_over_was_held() -> None:
    summary = "A dentist in Bath. The practice has closed."
    held = {"title": "Dentist", "company": "Bath Smiles", "summary": summary}
    assert said("status", **held) == {"former": ("The practice has closed.", "summary")}
    assert "dentist" in said("past_trade", **held)
    # A source that knows the status is believed.
    assert set(said("status", **held, status="current")) == {"current"}


@pytest.mark.parametrize(
    ("title", "facet", "value"),
    [
        ("Software Engineer II", "trade", "software engineer"),
        ("Directrice des Ressources Humaines", "post", "director:hr"),
        ("Vertriebsleiter", "post", "director:sales"),
        ("Enfermera", "trade", "nurse"),
    ],
)
def test_a_title_of_another_language_or_grade_meets_the_plain_one(
    title: str, facet: str, value: str
) -> None:
    assert said(facet, title=title)[value] == (title, "title")


@pytest.mark.parametrize(
    ("title", "trade"), [("Personal Trainer", "personal trainer"), ("Pastry Chef", "pastry chef")]
)
def test_a_word_that_english_titles_have_is_not_translated(title: str, trade: str) -> None:
    assert trade in said("trade", title=title)
    assert not said("concept", title=title)
