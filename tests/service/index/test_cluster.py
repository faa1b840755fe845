"""A Qdrant cluster shared by several processes, played by its client's own local mode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from qdrant_client import QdrantClient, models
from tests.service.index.people import RECORDS, WordVectors, make_small_index, put_records

from shortlist.service.db.engine import writing
from shortlist.service.index.cluster import ClusterStore
from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.open import StoreOf, open_index
from shortlist.service.index.port import IndexUnavailable
from shortlist.service.index.retrieval import AnyOf, Ask, Channel, Not
from shortlist.service.index.store import put_people, remove_people

EVERYBODY = Ask(Channel.MEANING, 99, text="State Senator")

# The local mode needs no payload indexes, and says so.
pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes have no effect")


class Counting(QdrantClient):
    """Counts the people who were written."""

    written = 0

    def upsert(self, collection_name: str, points: Sequence[Any], **options: Any) -> Any:
        self.written += sum(isinstance(p, models.PointStruct) and p.id != 0 for p in points)
        return super().upsert(collection_name, points, **options)


@pytest.fixture
def client() -> Iterator[Counting]:
    made = Counting(":memory:", force_disable_check_same_thread=True)
    yield made
    made.close()


@pytest.fixture
def store_of(client: Counting) -> StoreOf:
    return lambda made: ClusterStore(client, "test", made)


def found(index: EmbeddedIndex, ask: Ask = EVERYBODY) -> set[str]:
    return {person_id for person_id, _ in index.retrieve([ask])[0]}


def test_a_second_process_writes_nobody_again(
    tmp_path: Path, client: Counting, store_of: StoreOf
) -> None:
    first = make_small_index(tmp_path, store_of=store_of, follow=False)
    assert client.written == len(RECORDS)
    options: Any = {"embedder": WordVectors(), "sample": False, "follow": False}
    second = open_index(first.engine, tmp_path, shard_name="worker-2", store_of=store_of, **options)
    assert client.written == len(RECORDS)
    assert found(second) == found(first.index) == {r["id"] for r in RECORDS}

    # What one of them follows, the other finds once it follows too, and not before.
    put_records(first.engine, [{**RECORDS[0], "id": "inv-new", "name": "Zeynep Yılmaz"}])
    with writing(first.engine) as connection:
        remove_people(connection, ["inv-001"])
    second.catch_up()
    assert client.written == len(RECORDS) + 1
    assert "inv-new" in found(second)
    assert "inv-001" not in found(second) | found(first.index)
    assert "inv-new" not in found(first.index)
    first.index.catch_up()
    assert client.written == len(RECORDS) + 1
    assert found(first.index) == found(second)
    second.close()
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
    tmp_path: Path, client: Counting, store_of: StoreOf
) -> None:
    make_small_index(tmp_path, store_of=store_of, follow=False).close()
    [collection] = client.get_collections().collections
    client.delete_collection(collection.name)
    again = make_small_index(tmp_path, store_of=store_of, follow=False)
    assert found(again.index) == {r["id"] for r in RECORDS}
    again.close()


def test_few_are_listed_and_many_are_filtered(
    tmp_path: Path, store_of: StoreOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shortlist.service.index.cluster.LISTED_UP_TO", 20)
    small = make_small_index(tmp_path, store_of=store_of, follow=False)
    chiefs = AnyOf("seniority", ("c_level",))
    expected = {r["id"] for r in RECORDS if r["seniority"] == "c_level"}
    everyone = {r["id"] for r in RECORDS}
    few = Ask(Channel.MEANING, 99, text="Officer", where=chiefs)
    many = Ask(Channel.MEANING, 99, text="Officer", where=Not(chiefs))
    assert found(small.index, few) == expected
    assert found(small.index, many) == everyone - expected
    small.close()


def test_a_cluster_that_does_not_answer_fails_the_whole_answer(
    tmp_path: Path, client: Counting, store_of: StoreOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = make_small_index(tmp_path, store_of=store_of, follow=False)

    def refuse(*_: Any, **__: Any) -> Any:
        raise ConnectionError("refused")

    monkeypatch.setattr(client, "query_batch_points", refuse)
    with pytest.raises(IndexUnavailable, match="refused"):
        small.index.retrieve([EVERYBODY])
    small.close()
