"""What everyday words are like is named as the tables name it."""

from __future__ import annotations

import numpy as np

from shortlist.service.index.embedding import MiniLm
from shortlist.service.search import likeness


def test_the_file_is_of_the_tables_as_they_are() -> None:
    """Else run `python -m shortlist.service.search.likeness`."""
    for kept in likeness.known():
        assert list(zip(kept.names, kept.ids, strict=True)) == likeness.named(kept.kind)


def test_each_name_has_its_own_vector() -> None:
    for kept in likeness.known():
        some = range(0, len(kept.names), len(kept.names) // 20)
        meant = MiniLm().embed([kept.names[at] for at in some])
        near = np.einsum("ij,ij->i", meant, kept.vectors[list(some)])
        assert near.min() > 0.97
