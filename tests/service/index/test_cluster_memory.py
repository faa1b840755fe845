"""What a process holds of a cluster does not grow with how many people the cluster has."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from qdrant_client import models
from tests.service.index.people import WordVectors

from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.index.cluster import ClusterStore
from shortlist.service.index.facets import facets
from shortlist.service.index.open import open_index
from shortlist.service.index.points import ID
from shortlist.service.index.port import Filters
from shortlist.service.index.store import put_dataset, put_people
from shortlist.service.search import vocabulary
from shortlist.service.search.finder import open_finder

KNOWN = 100
"""People who are in the database, whom every answer begins with."""
QUERIES = ("state senators in Ohio", "nurses who lead teams in Maine")
FOLLOWED = 10**9


def person(number: int) -> dict[str, Any]:
    title = ("State Senator", "Nurse", "Teacher", "Minister")[number % 4]
    place = {"region": ("Ohio", "Maine")[number % 2], "country": "United States"}
    place |= {"location": f"{place['region']}, United States"}
    name = {"id": f"c{number}", "name": f"Robin Number{number}", "dataset": "invented"}
    return {**name, "title": title, "company": f"Company {number % 999}", **place}


class Crowd:
    """Answers as a cluster of so many people does, of whom it makes up those it names."""

    def __init__(self, people: int) -> None:
        self.people = people
        self.named = 0
        self.written = 0

    def collection_exists(self, _name: str) -> bool:
        return True

    def retrieve(self, _name: str, ids: Sequence[int], **_: Any) -> list[models.Record]:
        if list(ids) == [0]:
            return [models.Record(id=0, payload={"followed": FOLLOWED})]
        self.named += len(ids)
        return [models.Record(id=i, payload=self._payload(i)) for i in ids]

    def query_batch_points(self, _name: str, requests: Sequence[models.QueryRequest]) -> list[Any]:
        return [SimpleNamespace(points=list(self._found(each))) for each in requests]

    def _found(self, request: models.QueryRequest) -> Iterator[models.ScoredPoint]:
        for n in range(1, min(request.limit or 10, self.people) + 1):
            payload = self._payload(n) if request.with_payload else None
            yield models.ScoredPoint(id=n, version=0, score=1 / n, payload=payload)

    def _payload(self, number: int) -> dict[str, Any]:
        record = person(number % KNOWN)
        return {ID: record["id"], **facets(record)}

    def scroll(self, _name: str, _filter: Any, *, limit: int, **_: Any) -> Any:
        return self.retrieve(_name, range(1, min(limit, self.people) + 1)), None

    def count(self, *_: Any, **__: Any) -> models.CountResult:
        return models.CountResult(count=self.people)

    def facet(self, _name: str, key: str, _filter: Any, *, limit: int, **_: Any) -> Any:
        """As many companies as there are people."""
        grows = key == "company"
        number = min(limit, self.people if grows else 50)
        hits = [models.FacetValueHit(value=f"{key} {n}", count=1) for n in range(number)]
        return models.FacetResponse(hits=hits)

    def upsert(self, *_: Any, **__: Any) -> None:
        self.written += 1


def held(folder: Path, people: int) -> int:
    """Bytes that a process holds after some searches of so many people; 0 where nobody counts."""
    folder.mkdir(mode=0o700)
    engine = open_engine(database_url(folder))
    migrate(engine)
    with writing(engine) as connection:
        put_dataset(connection, "invented")
        put_people(connection, [person(n) for n in range(KNOWN)])
    crowd = Crowd(people)
    store: Any = lambda made: ClusterStore(crowd, "crowd", made)  # type: ignore[arg-type]  # noqa: E731
    options: Any = {"embedder": WordVectors(), "sample": False, "follow": False}
    index = open_index(engine, folder, store_of=store, **options)
    finder = open_finder(index)
    for query in QUERIES:
        found = finder.find(query, Filters(), type="fast", limit=25, timeout_seconds=60)
        assert len(found.hits) == 25
    assert crowd.written == 0
    assert index.count() == people
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    assert crowd.named < 10_000
    index.close()
    engine.dispose()
    return held


def test_a_process_holds_as_much_of_a_million_people_as_of_forty_thousand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of a facet so many values at most are known; to read fifty times as many takes long.
    monkeypatch.setattr(vocabulary, "VALUES_MOST", 1_000)
    held(tmp_path / "first", 1_000)  # what is loaded once
    told = []
    for many in (40_000, 1_000_000):
        gc.collect()
        tracemalloc.start()
        try:
            told.append(held(tmp_path / str(many), many))
        finally:
            tracemalloc.stop()
    small, large = told
    assert large < 1.1 * small, (small, large)
