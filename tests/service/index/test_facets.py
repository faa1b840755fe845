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


@pytest.mark.parametrize(
    ("location", "path"),
    [
        ("Kilkenny", "ie/leinster/kilkenny"),
        ("Bengaluru", "in/karnataka/bengaluru"),
        ("Bangalore", "in/karnataka/bengaluru"),
        ("Kuwait City", "kw//kuwait city"),
        ("Quebec City", "ca/quebec/quebec"),
        ("Luxembourg City, Luxembourg", "lu//luxembourg"),
        ("Bandra, Mumbai", "in/maharashtra/mumbai"),
    ],
)
def test_a_city_alone_tells_its_region_by_any_of_its_names(location: str, path: str) -> None:
    places = said("place", title="Nurse", location=location)
    assert {path.split("/")[0], path} <= set(places)
    assert places[path] == (location, "location")


@pytest.mark.parametrize(
    ("location", "path"),
    [
        ("Greater Tokyo", "jp/tokyo/tokyo"),
        ("Greater Bengaluru", "in/karnataka/bengaluru"),
        ("Bengaluru / hybrid", "in/karnataka/bengaluru"),
        ("Nakuru Area", "ke//nakuru"),
        ("Lisbon Area", "pt/lisbon/lisbon"),
        ("Greater Boston Area", "us/massachusetts/boston"),
        ("San Francisco Bay Area", "us/california/san francisco"),
        ("Paris Metropolitan Region", "fr/ile de france/paris"),
        ("Großraum München", "de/bavaria/munich"),
        ("Greater New York City Area", "us/new york/new york"),
        ("Washington Metro Area", "us/district of columbia/washington"),
        ("Dallas-Fort Worth Metroplex", "us/texas/dallas"),
        ("Greater Chicago Area, Illinois", "us/illinois/chicago"),
        ("Sydney Area, Australia", "au/new south wales/sydney"),
        ("Singapore Area", "sg"),
    ],
)
def test_who_is_in_the_area_of_a_city_is_there(location: str, path: str) -> None:
    assert said("place", title="Nurse", location=location)[path] == (location, "location")


@pytest.mark.parametrize(
    ("location", "path"),
    [
        ("Wallonia", "be/wallonia"),
        ("Flanders", "be/flanders"),
        ("Rift Valley", "ke/rift valley"),
        ("Minas Gerais", "br/minas gerais"),
        ("Cundinamarca", "co/cundinamarca"),
        ("Bavaria", "de/bavaria"),
        ("Bayern", "de/bavaria"),
        ("Quebec", "ca/quebec"),
        ("Munich, Bavaria", "de/bavaria/munich"),
        ("Oyo State", "ng/oyo"),
    ],
)
def test_a_region_alone_tells_its_country(location: str, path: str) -> None:
    assert {path.split("/")[0], path} <= set(said("place", title="Nurse", location=location))


@pytest.mark.parametrize(
    "location",
    [
        *("Eastern Province", "Western", "Central", "Northern", "Punjab"),
        *("Hamilton", "Valencia", "San José", "Remote", "Worldwide"),
    ],
)
def test_a_name_of_several_countries_or_of_none_tells_no_country(location: str) -> None:
    assert all(path.startswith("?/") for path in said("place", title="Nurse", location=location))


@pytest.mark.parametrize(
    ("location", "path"),
    [
        ("Hamilton, Canada", "ca/ontario/hamilton"),
        ("Montreal, Canada", "ca/quebec/montreal"),
        ("Herning, Denmark", "dk/central jutland/herning"),
        ("Munich, Germany", "de/bavaria/munich"),
        ("Lisbon, Portugal", "pt/lisbon/lisbon"),
    ],
)
def test_a_city_beside_its_country_tells_its_region(location: str, path: str) -> None:
    country, region, city = path.split("/")
    expected = {country, f"{country}/{region}", path, f"{country}//{city}"}
    assert set(said("place", title="Nurse", location=location)) == expected


def test_a_city_of_a_name_that_regions_of_a_country_share_is_in_none_of_them() -> None:
    places = set(said("place", title="Nurse", location="Portland, United States"))
    assert places == {"us", "us//portland"}
    assert set(said("place", title="Nurse", location="Portland, ME")) == {
        *("us", "us/maine", "us/maine/portland"),
    }


def test_where_somebody_lives_is_read_from_prose_where_no_field_says_it() -> None:
    summary = "Left banking. Lives in Porto."
    places = said("place", title="Baker", summary=summary)
    assert places["pt"] == ("Porto", "summary")
    assert "pt" not in said("place", title="Baker", summary=summary, location="Leeds, UK")


def test_what_a_sentence_denies_is_not_said() -> None:
    summary = "Used to live in Porto. Not my field: dementia care."
    assert not said("place", title="Nurse", summary=summary)
    assert "dementia" not in said("word", title="Nurse", summary=summary)
    assert "dementia" in said("word", title="Nurse", summary="My field: dementia care.")


def test_since_when_of_something_else_is_not_since_when_in_the_post() -> None:
    facts = {"senior_status_since": "2023-02-12"}
    begun = [{"title": "Judge", "company": "District Court", "start": "1985-12-17", "end": None}]
    judge = {"title": "Senior Judge", "company": "District Court", "history": begun}
    assert set(said("since", **judge, facts=facts)) == {19851217}
    assert set(said("since", title="Architect", facts={"registered_since": "2019-05"})) == {
        20190501
    }


def test_a_post_that_prose_says_is_over_was_held() -> None:
    summary = "A dentist in Bath. She is retired."
    held = {"title": "Dentist", "company": "Bath Smiles", "summary": summary}
    assert said("status", **held) == {"former": ("She is retired.", "summary")}
    assert "dentist" in said("past_trade", **held)
    # A list that calls everybody current does not know who has retired since,
    assert set(said("status", **held, status="current")) == {"former"}
    # but whose practice has closed may have another one.
    closed = {"title": "Dentist", "summary": "The practice has closed.", "status": "current"}
    assert set(said("status", **closed)) == {"current"}


def test_a_post_that_somebody_else_has_by_now_was_held() -> None:
    facts = {"later_holder_of_same_role": "sec-1609222"}
    held = {"title": "Chief Financial Officer", "company": "Biogen", "facts": facts}
    told = {"former": ("sec-1609222", "facts.later_holder_of_same_role")}
    assert said("status", **held, status="unverified") == told
    assert set(said("status", **held, status="current")) == {"current"}


@pytest.mark.parametrize(
    ("title", "facet", "value"),
    [
        ("Software Engineer II", "trade", "software developer"),
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
