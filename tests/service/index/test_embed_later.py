"""Vectors that an import left unmade are made by the service."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sqlalchemy import delete
from tests.service.index.people import RECORDS, SmallIndex, WordVectors, make_small_index
from tests.service.server import running_service

from shortlist.service.db.engine import writing
from shortlist.service.db.schema import vectors
from shortlist.service.index.embed_later import start_embedding
from shortlist.service.index.projection import locked
from shortlist.service.index.retrieval import Vectors


class Counting(WordVectors):
    def __init__(self) -> None:
        self.texts = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += len(texts)
        return super().embed(texts)


@pytest.fixture
def broken_off(tmp_path: Path):
    """An index of 50 people, 20 of whom have no vector."""
    made = make_small_index(tmp_path / "data")
    with writing(made.engine) as connection:
        lost = [record["id"] for record in RECORDS[:20]]
        connection.execute(delete(vectors).where(vectors.c.person_id.in_(lost)))
    yield made
    made.close()


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def with_vectors(index: SmallIndex) -> int:
    from shortlist.service.index.embedded import read_stats

    return read_stats(index.engine, WordVectors.model).searchable_by_meaning


def test_it_goes_on_where_an_import_was_broken_off(broken_off: SmallIndex):
    stopping, embedder = threading.Event(), Counting()
    thread = start_embedding(
        broken_off.engine,
        broken_off.data_dir,
        broken_off.index,
        stopping,
        embedder=embedder,
        look_seconds=0.01,
    )
    until(lambda: with_vectors(broken_off) == 50)
    stopping.set()
    thread.join(60)
    assert embedder.texts == 20


def test_it_leaves_an_import_that_is_at_work_alone(broken_off: SmallIndex):
    stopping, embedder = threading.Event(), Counting()
    with locked(broken_off.data_dir / "index" / "embedding.lock", 0):
        thread = start_embedding(
            broken_off.engine,
            broken_off.data_dir,
            broken_off.index,
            stopping,
            embedder=embedder,
            look_seconds=0.001,
        )
        thread.join(0.3)
        assert embedder.texts == 0
    until(lambda: with_vectors(broken_off) == 50)
    stopping.set()
    thread.join(60)


def test_the_service_makes_them_and_tells_how_far_it_is(tmp_path: Path):
    # Put into the database and not embedded: what an import killed half-way leaves.
    with running_service(tmp_path / "data", people=RECORDS) as service:
        service.wait_ready()

        def told() -> dict[str, int]:
            with service.client() as client:
                found: dict[str, int] = client.get("/readyz").json()["people"]
            return found

        assert told()["searchable"] == 50
        until(lambda: told()["searchable_by_meaning"] == 50, 60)
        assert "vectors: 50 of 50 made" in service.stderr()
        assert '"path":"/readyz"' not in service.stderr()
        assert "Warning" not in service.stderr()
