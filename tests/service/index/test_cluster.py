"""A Qdrant cluster shared by several processes, played by its client's own local mode: called as it
is, and over the client's HTTP, where each request is held against what the server publishes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from jsonschema import ValidationError
from qdrant_client import QdrantClient, models
from tests.service.index.people import RECORDS, WordVectors, make_small_index, put_records
from tests.service.index.qdrant_http import Published
from tests.service.index.qdrant_openapi import USED, check_request
from tests.service.server import put_people_in

from shortlist.service.config import Config, IndexConfig
from shortlist.service.db.engine import writing
from shortlist.service.index import cluster as clusters
from shortlist.service.index.cluster import ClusterStore
from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.open import StoreOf, open_index
from shortlist.service.index.port import IndexUnavailable
from shortlist.service.index.retrieval import All, AnyOf, Ask, Between, Channel, Ids, Not, Some
from shortlist.service.index.store import put_people, remove_people
from shortlist.service.index.view import NUMBERS
from shortlist.service.runtime import parts
from shortlist.service.runtime.main import running
from shortlist.service.search.finder import open_finder
from shortlist.service.sets.judge import open_judge

EVERYBODY = Ask(Channel.MEANING, 99, text="State Senator")

# The local mode needs no payload indexes, and says so; there is no server whose version to ask.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Payload indexes have no effect"),
    pytest.mark.filterwarnings("ignore:Failed to obtain server version"),
]


class Counting(QdrantClient):
    """Counts the people who were written."""

    written = 0

    def upsert(self, collection_name: str, points: Sequence[Any], **options: Any) -> Any:
        self.written += sum(isinstance(p, models.PointStruct) and p.id != 0 for p in points)
        return super().upsert(collection_name, points, **options)


@pytest.fixture
def cluster() -> Iterator[Counting]:
    made = Counting(":memory:", force_disable_check_same_thread=True)
    yield made
    made.close()


@pytest.fixture
def published(cluster: Counting) -> Published:
    return Published(cluster)


@pytest.fixture(params=["local", "http"])
def client(
    request: pytest.FixtureRequest,
    cluster: Counting,
    published: Published,
    monkeypatch: pytest.MonkeyPatch,
) -> QdrantClient:
    if request.param == "local":
        return cluster
    asked = partial(QdrantClient, transport=httpx.MockTransport(published))
    monkeypatch.setattr(clusters, "QdrantClient", asked)
    return clusters.open_client("http://127.0.0.1:9", None)


@pytest.fixture
def store_of(client: QdrantClient) -> StoreOf:
    return lambda made: ClusterStore(client, "test", made)


def found(index: EmbeddedIndex, ask: Ask = EVERYBODY) -> set[str]:
    return {person_id for person_id, _ in index.retrieve([ask])[0]}


def test_a_second_process_writes_nobody_again(
    tmp_path: Path, cluster: Counting, store_of: StoreOf
) -> None:
    first = make_small_index(tmp_path, store_of=store_of, follow=False)
    assert cluster.written == len(RECORDS)
    options: Any = {"embedder": WordVectors(), "sample": False, "follow": False}
    second = open_index(first.engine, tmp_path, shard_name="worker-2", store_of=store_of, **options)
    assert cluster.written == len(RECORDS)
    assert found(second) == found(first.index) == {r["id"] for r in RECORDS}

    # What one of them follows, every process finds.
    put_records(first.engine, [{**RECORDS[0], "id": "inv-new", "name": "Zeynep Yılmaz"}])
    with writing(first.engine) as connection:
        remove_people(connection, ["inv-001"])
    second.catch_up()
    assert cluster.written == len(RECORDS) + 1
    for index in (second, first.index):
        assert "inv-new" in found(index)
        assert "inv-001" not in found(index)
    generation = first.index.generation
    first.index.catch_up()
    assert first.index.generation > generation  # what it knows of before is forgotten
    assert cluster.written == len(RECORDS) + 1
    assert found(first.index) == found(second)
    second.close()
    first.close()


def test_nobody_lies_on_a_host_whose_people_are_in_a_cluster(
    tmp_path: Path, store_of: StoreOf
) -> None:
    """Nobody follows what it had of them before, or an import made while nothing ran."""
    first = make_small_index(tmp_path, store_of=store_of, follow=False)
    options: Any = {"embedder": WordVectors(), "sample": False, "follow": False}
    folder = tmp_path / "index" / "worker-2"
    open_index(first.engine, tmp_path, shard_name=folder.name, **options).close()
    assert (folder / "points").exists()
    for _ in range(2):
        open_index(
            first.engine, tmp_path, shard_name=folder.name, store_of=store_of, **options
        ).close()
        assert {path.name for path in folder.iterdir()} == {"lock", "state.json"}
    first.close()


def test_a_vector_that_came_while_a_process_was_away_is_not_lost(
    tmp_path: Path, store_of: StoreOf
) -> None:
    first = make_small_index(tmp_path, store_of=store_of, follow=False)
    newcomer = {**RECORDS[0], "id": "inv-new", "name": "Zeynep Yılmaz"}
    with writing(first.engine) as connection:
        put_people(connection, [newcomer])
    first.index.catch_up()
    assert "inv-new" not in found(first.index)
    first.index.close()
    put_records(first.engine, [newcomer])  # the person is the same; the vector is new
    fresh = open_index(
        first.engine,
        tmp_path,
        shard_name="another",
        embedder=WordVectors(),
        sample=False,
        follow=False,
        store_of=store_of,
    )
    assert "inv-new" in found(fresh)
    fresh.close()
    first.engine.dispose()


def test_a_cluster_that_was_emptied_is_filled_again(
    tmp_path: Path, cluster: Counting, store_of: StoreOf
) -> None:
    make_small_index(tmp_path, store_of=store_of, follow=False).close()
    [collection] = cluster.get_collections().collections
    cluster.delete_collection(collection.name)
    again = make_small_index(tmp_path, store_of=store_of, follow=False)
    assert found(again.index) == {r["id"] for r in RECORDS}
    again.close()


def test_filters_are_the_cluster_s(tmp_path: Path, store_of: StoreOf) -> None:
    small = make_small_index(tmp_path, store_of=store_of, follow=False)
    chiefs = AnyOf("seniority", ("c_level",))
    expected = {r["id"] for r in RECORDS if r["seniority"] == "c_level"}
    everyone = {r["id"] for r in RECORDS}
    few = Ask(Channel.MEANING, 99, text="Officer", where=chiefs)
    many = Ask(Channel.MEANING, 99, text="Officer", where=Not(chiefs))
    assert found(small.index, few) == expected
    assert found(small.index, many) == everyone - expected
    assert small.index.count(Not(chiefs)) == len(everyone - expected)  # and the mark is nobody
    assert set(small.index.scan()) == everyone
    assert dict(small.index.facet("seniority", where=chiefs)) == {"c_level": len(expected)}
    small.close()


def test_candidates_are_those_for_whom_most_holds(tmp_path: Path, store_of: StoreOf) -> None:
    small = make_small_index(tmp_path, store_of=store_of, follow=False)
    chiefs, same = AnyOf("seniority", ("c_level",)), Ids(tuple(r["id"] for r in RECORDS[:20]))
    both = small.index.scan(All((chiefs, same)))
    either = small.index.scan(Some((chiefs, same)))
    assert both and len(either) > len(both)
    # Without words, most first, and no more than are asked for.
    for limit, wanted in ((len(both), both), (len(either), either)):
        people = small.index.candidates(None, (chiefs, same), (), limit)
        assert set(people.ids(np.flatnonzero(people.holds(None)).astype(np.int32))) == set(wanted)
        assert people.people == len(RECORDS)
        assert np.count_nonzero(people.holds(All((chiefs, same)))) == len(both)
    people = small.index.candidates(chiefs, (same,), (), 99)
    assert people.holds(chiefs).all()
    small.close()


def test_as_many_are_counted_as_on_one_machine(tmp_path: Path, store_of: StoreOf) -> None:
    questions = ("chief financial officers in Germany", "state senators", "people in Munich")
    counted = []
    for name, options in (("here", {}), ("there", {"store_of": store_of})):
        small = make_small_index(tmp_path / name, follow=False, **options)
        finder = open_finder(small.index)
        judge = open_judge(small.index, finder)
        counted.append([finder.counted(judge.criteria(each, None)) for each in questions])
        small.close()
    assert counted[0] == counted[1]
    assert all(counted[0]) and len({each.met for each in counted[0] if each}) > 1


def test_a_cluster_that_does_not_answer_fails_the_whole_answer(
    tmp_path: Path, client: QdrantClient, store_of: StoreOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = make_small_index(tmp_path, store_of=store_of, follow=False)

    def refuse(*_: Any, **__: Any) -> Any:
        raise ConnectionError("refused")

    monkeypatch.setattr(client, "query_batch_points", refuse)
    with pytest.raises(IndexUnavailable, match="refused"):
        small.index.retrieve([EVERYBODY])
    small.close()


@pytest.mark.parametrize("client", ["http"], indirect=True)
def test_all_that_is_used_of_the_server_is_sent_as_it_is_published(
    tmp_path: Path, published: Published, store_of: StoreOf
) -> None:
    """Each request was checked on its way; here, that they were of every kind."""
    small = make_small_index(tmp_path, store_of=store_of, follow=False)
    chiefs = AnyOf("seniority", ("c_level",))
    asks = [
        EVERYBODY,
        Ask(Channel.MEANING, 9, text="Officer", where=Not(chiefs)),
        Ask(Channel.WORDS, 9, text="health policy", where=chiefs),
        Ask(Channel.NAMES, 9, text="Yilmaz"),
        Ask(Channel.WORDS, 9, text="senator", where=Between(NUMBERS[0], 3, None)),
    ]
    assert all(small.index.retrieve(asks)[:1])
    assert small.index.count(chiefs) == len(small.index.scan(chiefs))
    assert small.index.facet("seniority")
    with writing(small.engine) as connection:
        put_people(connection, [{**RECORDS[0], "id": "inv-new", "name": "Zeynep Yılmaz"}])
        remove_people(connection, ["inv-001"])
    small.index.catch_up()
    put_records(small.engine, [{**RECORDS[0], "id": "inv-new", "name": "Zeynep Yılmaz"}])
    small.index.catch_up()
    small.close()
    assert published.asked == USED


@pytest.mark.parametrize(
    "body",
    [
        {"searches": [{"query": [0.5], "using": "meaning", "limit": 0}]},
        {"searches": [{"query": [0.5], "using": "meaning", "topk": 3}]},
        {
            "searches": [
                {"query": [0.5], "filter": {"must": [{"key": "facets", "match": {"is": 1}}]}}
            ]
        },
        {"queries": []},
    ],
)
def test_what_is_not_published_is_told(body: Any) -> None:
    path = "/collections/people/points/query/batch"
    check_request(
        "post", path, {}, {"searches": [{"query": [0.5], "using": "meaning", "limit": 3}]}
    )
    with pytest.raises(ValidationError):
        check_request("post", path, {}, body)
    with pytest.raises(AssertionError, match="no parameter"):
        check_request("post", path, {"quickly": "true"}, {"searches": []})
    with pytest.raises(AssertionError, match="no POST"):
        check_request("post", "/collections/people/points/ask", {}, {})


def test_a_cluster_may_come_up_after_the_service(
    tmp_path: Path, published: Published, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    def late(request: httpx.Request) -> httpx.Response:
        nonlocal asked
        asked += 1
        if asked == 1:
            raise httpx.ConnectError("refused", request=request)
        return httpx.Response(502) if asked == 2 else published(request)

    client = partial(QdrantClient, transport=httpx.MockTransport(late))
    monkeypatch.setattr(clusters, "QdrantClient", client)
    monkeypatch.setattr(parts, "INDEX_AGAIN_SECONDS", 0.01)
    config = Config(index=IndexConfig(qdrant_url="http://127.0.0.1:9"))
    with running(tmp_path, config) as services:
        put_people_in(tmp_path, RECORDS)
        index = parts._index(services)
        assert "502" in services.index.state
        services.index.set(index)
        assert services.index.ready
        assert index.stats().people == len(RECORDS)
        index.close()


def test_a_cluster_that_refuses_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing = httpx.MockTransport(lambda _request: httpx.Response(401, text="no such key"))
    monkeypatch.setattr(clusters, "QdrantClient", partial(QdrantClient, transport=refusing))
    config = Config(index=IndexConfig(qdrant_url="http://127.0.0.1:9"))
    with running(tmp_path, config) as services, pytest.raises(Exception, match="401"):
        parts._index(services)
