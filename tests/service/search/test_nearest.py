"""Subjects that the thesaurus does not have, by likeness of meaning."""

from __future__ import annotations

import numpy as np
import pytest

from shortlist.service.index.embedding import MiniLm
from shortlist.service.index.port import Filters
from shortlist.service.search.finder import IndexFinder
from shortlist.service.search.nearest import VECTORS, NearestTopic, wordings
from shortlist.service.search.plan import understand


@pytest.fixture(scope="module")
def nearest():
    return NearestTopic(MiniLm().embed)


def test_the_vectors_are_those_of_the_tables():
    table = np.load(VECTORS)
    said = wordings()
    assert len(table) == len(said), "make them anew: python -m shortlist.service.search.nearest"
    some = range(0, len(said), 97)
    own = MiniLm().embed([said[at] for at in some])
    kept = table[list(some)].astype(np.float32)
    kept /= np.linalg.norm(kept, axis=1, keepdims=True)
    assert (np.sum(own * kept, axis=1) > 0.97).all()


@pytest.mark.parametrize(
    ("phrase", "kind", "name"),
    [
        ("makers of medical gear", "industry", "health care equipment"),
        ("keeping rivers clean", "policy", "water"),
        ("chaos testing", "project", "litmuschaos"),
        ("melting glaciers", "subject", "glacier"),
    ],
)
def test_a_phrase_means_the_topic_it_is_like(nearest, phrase, kind, name):
    assert nearest(phrase, (kind,)).name == name


def test_a_phrase_like_nothing_means_nothing(nearest):
    for name in ("Jukka Väyrynen", "Kig"):
        assert nearest(name, ("policy", "industry", "project", "subject")) is None


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("executives at Heron Air", {"organisation"}),
        ("farmland at Heron Air", {"organisation", "topic"}),
    ],
)
def test_a_rank_is_no_subject(nearest, finder: IndexFinder, query: str, kinds: set[str]):
    """Whatever topic `executives` are most like."""

    def farms(*_):
        return nearest("farms", ("policy",))

    understood = understand(query, Filters(), finder.vocabulary, farms)
    assert {c.kind for c in understood.conditions if not c.implied} == kinds


def test_another_model_finds_nothing():
    def embed(texts):
        return np.full((len(texts), 384), 384**-0.5, dtype=np.float32)

    assert NearestTopic(embed)("makers of medical gear", ("industry",)) is None
