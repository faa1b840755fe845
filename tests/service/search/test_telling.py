"""Which unread words say something, and what measuring that may cost."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from shortlist.service.index.retrieval import Vectors
from shortlist.service.search.telling import Telling


class Counting:
    """An embedder for which every text means something else."""

    def __init__(self) -> None:
        self.texts = 0

    def __call__(self, texts: Sequence[str]) -> Vectors:
        self.texts += len(texts)
        return np.eye(len(texts), dtype=np.float32)


@pytest.mark.parametrize("most", [64, 500])
def test_each_word_of_a_query_of_ordinary_length_is_measured(most: int) -> None:
    embed = Counting()
    query = " ".join(["ab"] * 64) if most == 64 else " ".join(["a" * 49] * 10)
    assert len(query.split()) == 64 or len(query) <= 500
    assert Telling(embed).words(query, query) == query
    assert embed.texts == 1 + len(query.split())


@pytest.mark.parametrize(
    ("query", "unread"),
    [
        ("aa " * 1_333, "aa " * 1_333),
        ("ab " * 65, "ab " * 65),
        ("a" * 50 + " " + "b" * 450, "a" * 50),
        ("a.b" * 1_300, "a b " * 1_300),  # one word to the eye, thousands to the reader
        ("a." * 100, "a " * 100),
    ],
)
def test_no_word_of_a_long_one_is(query: str, unread: str) -> None:
    embed = Counting()
    assert Telling(embed).words(query, unread) == ""
    assert embed.texts == 0
