"""A filter that is given to the points finds whom a list of the same people finds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shortlist.service.index.edge_points import EdgePoints
from shortlist.service.index.points import Point, point_id
from shortlist.service.index.retrieval import All, AnyOf, Ask, Channel, Not, Some, Where
from shortlist.service.index.shard import POINTS, EmbeddedShard
from shortlist.service.index.table import Table

HERE = AnyOf("place", ("fr",))
CURRENT = AnyOf("status", ("current",))
TRADE = Some((AnyOf("industry", ("energy",)), AnyOf("function", ("energy",))))


def person(number: int) -> Point:
    """A fifth of them are former, and say the most of what is asked for."""
    former = number % 5 == 0
    facets: dict[str, Any] = {
        "place": ["fr" if number % 3 else "de"],
        "status": ["former" if former else "current"],
        "industry" if number % 2 else "function": ["energy" if number % 3 != 1 else "law"],
    }
    words = "pilot " * (40 if former else 1) + f"of the air {number}"
    return Point.of(f"p{number}", words, "A Name", facets, [1.0, number / 900], change=1)


@pytest.fixture(scope="module")
def shard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedShard]:
    folder: Path = tmp_path_factory.mktemp("shard")
    points = EdgePoints.create(folder / POINTS, 2)
    shard = EmbeddedShard(points, Table(point_id), folder, listed_up_to=1)
    shard.put(person(number) for number in range(900))
    yield shard
    shard.close()


@pytest.mark.parametrize(
    "where",
    [
        All((HERE, CURRENT)),
        All((All((HERE, CURRENT)), Not(AnyOf("status", ("unverified",))))),
        All((HERE, TRADE, CURRENT)),
        TRADE,
        CURRENT,
    ],
)
@pytest.mark.parametrize("limit", [3, 700])
def test_a_filter_finds_whom_a_list_of_the_same_people_finds(
    shard: EmbeddedShard, where: Where, limit: int
) -> None:
    asks = [
        Ask(Channel.WORDS, limit, text="pilots of the air", where=where),
        Ask(Channel.MEANING, limit, vector=[0.6, 0.8], where=where),
    ]
    them = np.flatnonzero(shard.view.holds(where)).astype(np.int32)
    listed = [Ask(each.channel, limit, each.text, each.vector, them) for each in asks]
    for found, expected in zip(
        shard.ranked(shard.view, asks), shard.ranked(shard.view, listed), strict=True
    ):
        assert len(found[0]) == min(limit, len(them))
        assert set(found[0].tolist()) <= set(them.tolist())
        assert found[1].tolist() == pytest.approx(expected[1].tolist(), abs=1e-5)
