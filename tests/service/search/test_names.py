"""Whether the words of a question are somebody's name."""

from __future__ import annotations

import pytest

from shortlist.service.search.names import PersonName, is_named, match, query_words


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
