"""Whether a query can name anybody at all: nobody's name is looked up where it cannot."""

from __future__ import annotations

import pytest

from shortlist.service.lexicon.text import words
from shortlist.service.search.names import may_name


@pytest.mark.parametrize(
    ("said", "unread", "may"),
    [
        ("Virginia Judge", "", True),  # short: each word may mean something else, too
        ("engineer working on climate in California", "working", False),
        ("engineer working on climate in california", "working", True),  # nothing has a capital
        ("Smith, the senator from Ohio, Republican", "smith", True),
        ("the senator from Ohio called smith jones", "smith jones", True),
        ("the senator from Ohio called annrichards", "annrichards", True),  # both names in one
        ("state senators on a committee in Ohio", "", False),
    ],
)
def test_a_query_may_name_somebody(said: str, unread: str, may: bool) -> None:
    assert may_name(words(said), frozenset(unread.split()), said) is may
