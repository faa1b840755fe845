"""What other deployments call things: read as what they are, in lists and in events alike."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shortlist.client import RateLimited, ShortlistError, Unavailable
from shortlist.client.dialect.account import read_person
from shortlist.client.dialect.people import read_search
from shortlist.client.dialect.sets import (
    read_created_set,
    read_item,
    read_item_list,
    read_set,
)
from shortlist.contract.sets import SetItem


def both_ways(item: dict[str, Any]) -> SetItem:
    """An item as a list and as an event have it: read the same."""
    alone = read_item(dict(item))
    (listed,) = read_item_list({"data": [dict(item)]}).data
    assert alone is not None and alone.to_wire() == listed.to_wire()
    return alone


def test_what_was_reserved_may_stand_at_the_top() -> None:
    for read in (read_created_set, read_set):
        pricing = read({"id": "set_1", "credits_reserved": 3}).pricing
        assert pricing is not None and pricing.estimated_credits == 3
    told = {"id": "set_1", "credits_reserved": 9, "pricing": {"estimated_credits": 4}}
    pricing = read_created_set(told).pricing
    assert pricing is not None and pricing.estimated_credits == 4


def test_a_verdict_names_its_criterion_in_camel_case() -> None:
    evaluation = {"criterionId": "c7", "satisfied": "yes"}
    person = {"person_id": "p", "name": "Ada"}
    item = both_ways({"id": "it_1", "person": person, "evaluations": [evaluation]})
    assert [(v.criterion_id, v.status) for v in item.verification] == [("c7", "satisfied")]


def test_the_id_beside_a_flat_person_is_the_items() -> None:
    item = both_ways({"id": "it_1", "person_id": "p_1", "name": "Ada Known", "title": "CTO"})
    assert (item.id, item.person.person_id, item.person.title) == ("it_1", "p_1", "CTO")
    item = both_ways({"id": "it_1", "name": "Ada Known", "linkedin_url": "https://x.example/ada"})
    assert (item.id, item.person.person_id) == ("it_1", "")
    assert item.person.profile_url == "https://x.example/ada"


@pytest.mark.parametrize(
    ("person", "title", "name", "job"),
    [
        ({"person_id": "p", "name": "Ada Known"}, "CTO", "Ada Known", "CTO"),
        ({"person_id": "p", "title": "CTO"}, "Ada Known", "Ada Known", "CTO"),
        ({"person_id": "p", "name": "Ada Known", "title": "CTO"}, "Ada - CTO", "Ada Known", "CTO"),
        ({"person_id": "p"}, "Ada Known", "Ada Known", None),
    ],
)
def test_a_title_beside_a_person(
    person: dict[str, Any], title: str, name: str, job: str | None
) -> None:
    entry = {"id": "it_1", "title": title, "url": "https://x.example/ada", "person": person}
    item = both_ways(entry)
    inner = {"id": "it_1", "properties": {k: entry[k] for k in ("title", "url", "person")}}
    results = {"data": {"results": [{"score": 1.0, **entry}]}}
    (found,) = read_search(json.loads(json.dumps(results))).data.results
    for read in (item.person, both_ways(inner).person, found.person):
        assert (read.person_id, read.name, read.title) == ("p", name, job)
        assert read.profile_url == "https://x.example/ada"


@pytest.mark.parametrize(
    ("post", "years"),
    [
        ({"start_date": "2019-06", "end_date": "2021-01"}, ("2019-06", "2021-01")),
        ({"start_year": 2019, "end_year": 2021}, ("2019", "2021")),
        ({"years": "2019-2021"}, ("2019", "2021")),
        ({"years": "2019-06 – 2021-01"}, ("2019-06", "2021-01")),
        ({"dates": "Jan 2019 - Present"}, ("Jan 2019", None)),
        ({"period": "2019 to 2021"}, ("2019", "2021")),
        ({"years": "two years"}, ("two years", None)),
        ({"start": "2019", "end": None}, ("2019", None)),
    ],
)
def test_the_years_of_a_post(post: dict[str, Any], years: tuple[str, str | None]) -> None:
    named = {"role": "CTO", "organization": {"name": "Acme"}, **post}
    read = read_person({"data": {"id": "p_1", "professional": {"experience": [named]}}})
    assert read.data is not None
    (told,) = read.data.professional.history
    assert (told.title, told.company, told.start, told.end) == ("CTO", "Acme", *years)


def test_a_flat_dossier_and_what_it_cost() -> None:
    told = {
        "id": "p_1",
        "name": "Ada Known",
        "headline": "Builds engines",
        "summary": "S",
        "experience": [{"title": "CTO"}],
        "education": [{"school": "Ferrant College"}],
    }
    read = read_person({"data": told, "meta": {"usage": {"acu_used": 25}}})
    assert read.data is not None and read.meta.credits_charged == 25
    identity, work = read.data.identity, read.data.professional
    assert (identity.name, identity.headline) == ("Ada Known", "Builds engines")
    assert work.history[0].title == "CTO" and work.education == [{"school": "Ferrant College"}]
    assert read_person({"data": told}).meta.credits_charged is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(900, "15 minutes"), (61, "61 seconds"), (91, "2 minutes"), (1, "1 second"), (7_201, "3 h")],
)
def test_a_long_wait_is_named(seconds: int, words: str) -> None:
    assert f"Wait {words}" in RateLimited("Too many requests.", retry_after=seconds).advice
    told = str(Unavailable("It is being moved.", retry_after=seconds))
    assert (f"asks to wait {words}" in told) == (seconds > 5)
    assert "Wait" not in ShortlistError("No.").advice
