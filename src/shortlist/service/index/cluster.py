"""Points in a Qdrant cluster, shared by every process of the service.

Each process keeps its own table of facets, derived from the database; the cluster keeps the
vectors once. Every process may write: a point is named by its person and holds what the database
says, so that writing it twice does no harm, and the mark of how far the cluster has followed is
written last.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from shortlist.service.index.payload_filters import Dialect
from shortlist.service.index.points import (
    ID,
    TOKENS,
    Among,
    Nearest,
    Point,
    dense_of,
    nearest,
    point_id,
    sparse_of,
)
from shortlist.service.index.retrieval import Ask, Channel
from shortlist.service.index.shard import SHELF, Shard, clear, saved_table
from shortlist.service.index.shelf import Shelf
from shortlist.service.index.table import Table
from shortlist.service.index.view import NUMBERS

LISTED_UP_TO = 1_000
"""As `shard.LISTED_UP_TO`; here the list travels over the network, 20 bytes each."""

TIMEOUT_SECONDS = 10
_MARK = 0
"""The point that says how far the cluster has followed; it has no vectors, so nothing finds it.
No person has this number but by a collision of one in 2^63."""
_FOLLOWED = "followed"
_BATCH = 250


class ClusterPoints:
    """`Points` in one collection of a cluster. Raises what the client raises."""

    def __init__(self, client: QdrantClient, collection: str) -> None:
        self._client = client
        self._collection = collection
        self.begin()

    def begin(self) -> None:
        """As `Points.begin`."""
        marks = self._client.retrieve(self._collection, [_MARK], with_payload=True)
        self.followed = int((marks[0].payload or {})[_FOLLOWED]) if marks else 0

    def upsert(self, points: Sequence[Point]) -> None:
        """As `Points.upsert`."""
        for start in range(0, len(points), _BATCH):
            stored = []
            for point in points[start : start + _BATCH]:
                vectors: dict[str, Any] = {
                    channel: models.SparseVector(indices=indices, values=values)
                    for channel, (indices, values) in point.sparse.items()
                }
                if point.vector is not None:
                    vectors[str(Channel.MEANING)] = list(point.vector)
                payload = {ID: point.person_id, TOKENS: point.tokens, **point.numbers}
                stored.append(models.PointStruct(id=point.number, vector=vectors, payload=payload))
            self._client.upsert(self._collection, stored, wait=True)

    def put_vectors(self, vectors: Sequence[tuple[int, Sequence[float]]]) -> None:
        """As `Points.put_vectors`."""
        for start in range(0, len(vectors), _BATCH):
            stored = [
                models.PointVectors(id=number, vector={str(Channel.MEANING): list(vector)})
                for number, vector in vectors[start : start + _BATCH]
            ]
            self._client.update_vectors(self._collection, stored, wait=True)

    def delete(self, numbers: Sequence[int]) -> None:
        """As `Points.delete`."""
        self._client.delete(self._collection, models.PointIdsList(points=list(numbers)), wait=True)

    def query(self, asks: Sequence[Ask], among: Sequence[Among | None]) -> list[Nearest]:
        """As `Points.query`."""
        filters = {id(each): _FILTERS.among(each) for each in among}
        requests = [
            models.QueryRequest(
                query=_vector(ask),
                using=str(ask.channel),
                filter=filters[id(each)],
                limit=ask.limit,
                with_payload=False,
            )
            for ask, each in zip(asks, among, strict=True)
        ]
        found = self._client.query_batch_points(self._collection, requests)
        return [nearest(each.points) for each in found]

    def by_word(self, words: Sequence[int]) -> list[Nearest]:
        """As `Points.by_word`."""
        requests = [
            models.QueryRequest(
                query=models.SparseVector(indices=[word], values=[1.0]),
                using=str(Channel.WORDS),
                limit=1,
                with_payload=False,
            )
            for word in words
        ]
        if not requests:
            return []
        found = self._client.query_batch_points(self._collection, requests)
        return [nearest(each.points) for each in found]

    def flush(self, followed: int) -> None:
        """As `Points.flush`: what was written is there already, and so is told."""
        mark = models.PointStruct(id=_MARK, vector={}, payload={_FOLLOWED: followed})
        self._client.upsert(self._collection, [mark], wait=True)
        self.followed = followed

    def optimise(self) -> None:
        """As `Points.optimise`: the cluster does so by itself."""

    def close(self) -> None:
        """As `Points.close`; the client may be shared, and is its owner's to close."""


class ClusterStore:
    """Shards whose points are in a cluster, in a collection for what they are `made` with."""

    def __init__(self, client: QdrantClient, prefix: str, made: dict[str, Any]) -> None:
        self._client = client
        digest = hashlib.blake2b(orjson.dumps(made, option=orjson.OPT_SORT_KEYS), digest_size=6)
        self.collection = f"{prefix}-{digest.hexdigest()}"
        self._dimension = int(made["dimension"])

    def create(self, folder: Path) -> Shard:
        """As `Store.create`: this process has seen nothing yet, the cluster perhaps has."""
        clear(folder)
        self._have_collection()
        return self._shard(Table(point_id), folder)

    def load(self, folder: Path) -> Shard:
        """As `Store.load`."""
        shard = self._shard(saved_table(folder), folder)
        if not shard.followed:
            raise ValueError("the cluster has forgotten what it followed")
        return shard

    def _shard(self, table: Table, folder: Path) -> Shard:
        points = ClusterPoints(self._client, self.collection)
        shelf = Shelf(folder / SHELF, self._dimension)
        return Shard(points, table, shelf, folder, listed_up_to=LISTED_UP_TO)

    def _have_collection(self) -> None:
        if self._client.collection_exists(self.collection):
            return
        try:
            self._client.create_collection(
                self.collection,
                vectors_config={
                    str(Channel.MEANING): models.VectorParams(
                        size=self._dimension,
                        distance=models.Distance.DOT,
                        datatype=models.Datatype.FLOAT16,
                    )
                },
                sparse_vectors_config={
                    str(channel): models.SparseVectorParams(modifier=models.Modifier.IDF)
                    for channel in (Channel.WORDS, Channel.NAMES)
                },
            )
        except Exception:
            # Another process was faster.
            if not self._client.collection_exists(self.collection):
                raise
        kinds = {TOKENS: models.PayloadSchemaType.KEYWORD}
        kinds |= dict.fromkeys(NUMBERS, models.PayloadSchemaType.INTEGER)
        for key, kind in kinds.items():
            self._client.create_payload_index(self.collection, key, kind)


def open_client(url: str, api_key: str | None) -> QdrantClient:
    """A client of the cluster at `url`."""
    return QdrantClient(url=url, api_key=api_key, timeout=TIMEOUT_SECONDS)


def is_away(error: BaseException | None) -> bool:
    """Whether `error`, or what it came of, says that the cluster does not answer for now."""
    while error is not None:
        if isinstance(error, ResponseHandlingException | ConnectionError):
            return True
        if isinstance(error, UnexpectedResponse):
            return (error.status_code or 500) >= 500
        error = error.__cause__
    return False


def _vector(ask: Ask) -> Any:
    if ask.channel is Channel.MEANING:
        return dense_of(ask)
    indices, values = sparse_of(ask)
    return models.SparseVector(indices=indices, values=values)


def _has(tokens: Sequence[str]) -> models.FieldCondition:
    return models.FieldCondition(key=TOKENS, match=models.MatchAny(any=list(tokens)))


def _between(key: str, at_least: int | None, at_most: int | None) -> models.FieldCondition:
    return models.FieldCondition(key=key, range=models.Range(gte=at_least, lte=at_most))


def _ids(numbers: Sequence[int]) -> models.HasIdCondition:
    return models.HasIdCondition(has_id=list(numbers))


_FILTERS = Dialect(models.Filter, _ids, _has, _between)
