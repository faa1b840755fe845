"""Who goes by another name on a page of their own is found by it (section 4.1, auto and deep)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.service.index.people import SmallIndex, make_small_index
from tests.service.search.directory import person

from shortlist.contract.search import SearchType
from shortlist.service.index.port import Filters
from shortlist.service.search.finder import IndexFinder, open_finder
from shortlist.service.search.grounding import Grounded, ground
from shortlist.service.search.request import ValidSearch


def listing(number: int, name: str, address: str, **more: Any) -> dict[str, Any]:
    links = [{"type": "professional_network", "url": f"https://network.example/in/{address}"}]
    return person(number, name, "Curator", "Gazette", links=links, **more)


PEOPLE = [
    listing(1, "Lou Raptakis", "senator-leonidas-raptakis-9b7713"),
    listing(2, "Tina Polsky", "tina-scott-polsky"),
    person(3, "Tim Scott", "Senator", "Senate"),
    # One page, two people.
    listing(4, "Ann Matlack", "ann-higgins"),
    listing(5, "Ann Stone", "ann-higgins"),
    # The words are of the address alone: who that is, nobody says.
    listing(6, "Bo Ek", "melvin-harcourt-1"),
    listing(7, "Vera Ost", "vera-lind-ost"),
    listing(8, "Vera West", "vera-lind-west"),
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallIndex]:
    folder: Path = tmp_path_factory.mktemp("handles") / "data"
    made = make_small_index(folder, PEOPLE, follow=False)
    yield made
    made.close()


@pytest.fixture(scope="module")
def finder(made: SmallIndex) -> IndexFinder:
    return open_finder(made.index)


def grounded(finder: IndexFinder, made: SmallIndex, query: str, type: SearchType) -> Grounded:
    asked = ValidSearch(query, type, 10, Filters(), ())
    found = finder.find(query, Filters(), type=type, limit=10, timeout_seconds=60)
    return ground(asked, found, made.index, None)


@pytest.mark.parametrize("type", ["auto", "deep"])
@pytest.mark.parametrize(
    ("query", "person_id"), [("Leonidas Raptakis", "p01"), ("Tina Scott", "p02")]
)
def test_a_name_that_only_their_own_page_says_finds_them(
    finder: IndexFinder, made: SmallIndex, query: str, person_id: str, type: SearchType
) -> None:
    answer = grounded(finder, made, query, type)
    assert answer.hits[0].person_id == person_id
    assert len({hit.person_id for hit in answer.hits}) == len(answer.hits)
    scores = [hit.score for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)
    assert answer.grounding is not None
    page = answer.grounding["results"][0]
    assert page["person"]["person_id"] == person_id
    assert set(query.lower().split()) <= set(page["url"].replace("/", "-").split("-"))


@pytest.mark.parametrize(
    "query",
    [
        "Ann Higgins",  # two people's page
        "Melvin Harcourt",  # nobody's name has a word of it
        "Vera Lind",  # two people
        "Curator Raptakis",  # a role is no name
        "leonidas raptakis of the Gazette",
    ],
)
def test_an_address_alone_makes_nobody_that_person(
    finder: IndexFinder, made: SmallIndex, query: str
) -> None:
    found = finder.find(query, Filters(), type="auto", limit=10, timeout_seconds=60)
    answer = grounded(finder, made, query, "auto")
    assert [hit.person_id for hit in answer.hits] == [hit.person_id for hit in found.hits]


def test_who_has_the_name_comes_first_and_no_address_is_looked_at(
    finder: IndexFinder, made: SmallIndex
) -> None:
    answer = grounded(finder, made, "Tim Scott", "auto")
    assert answer.hits[0].person_id == "p03"
