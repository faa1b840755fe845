"""Whether the words of a question are somebody's name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.service.index.people import make_small_index
from tests.service.search.directory import person

from shortlist.service.index.port import Filters
from shortlist.service.search.finder import IndexFinder, open_finder
from shortlist.service.search.names import PersonName, is_named, match, query_words

NAMESAKES = (
    person(1, "Ana Pilar Ruiz", "Chemist", "Solvay"),
    person(2, "Ana Ruiz", "Data Engineer", "Amazon"),
    person(3, "Ana Ruiz", "Teacher", "Leeds Primary School"),
    person(4, "Bo Lind", "Data Engineer", "Spotify"),
)


@pytest.fixture(scope="module")
def namesakes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexFinder]:
    made = make_small_index(tmp_path_factory.mktemp("namesakes"), NAMESAKES)
    yield open_finder(made.index)
    made.close()


def found(finder: IndexFinder, query: str) -> list[str]:
    answer = finder.find(query, Filters(), type="fast", limit=10, timeout_seconds=60)
    assert answer.plan.kind == "name"
    return [hit.person_id for hit in answer.hits]


def test_who_has_no_other_name_comes_before_who_has(namesakes: IndexFinder) -> None:
    assert set(found(namesakes, "Ana Ruiz")[:2]) == {"p02", "p03"}
    assert found(namesakes, "Ana Pilar Ruiz")[0] == "p01"


def test_a_long_question_names_somebody_by_words_with_capitals(namesakes: IndexFinder) -> None:
    query = "is there an Ana Ruiz who builds the pipelines for data at Amazon?"
    assert found(namesakes, query)[0] == "p02"
    assert set(found(namesakes, query)) == {"p01", "p02", "p03"}


@pytest.mark.parametrize(
    ("said", "name", "named"),
    [
        ("alexander pay", "Alexander Pay", True),
        ("alexnder pay", "Alexander Pay", True),
        ("jon smiht the head of tax at some bank", "Jon Smith", True),
        ("Jin Hong Breinholt", "Jinhong Brejnholt", True),
        ("gender pay gap signatories at football clubs", "Alexander Pay", False),
    ],
)
def test_a_long_question_names_only_whom_it_spells_nearly_right(
    said: str, name: str, named: bool
) -> None:
    words = query_words(said)
    first, last = name.split()
    person = PersonName.of({"name": name, "first_name": first, "last_name": last})
    assert is_named(match(words, person), words, frozenset(words)) is named
