"""Everyone in a Qdrant cluster, shared by every process of the service.

A process holds nobody: filters, counts, values of facets and candidates are the cluster's, by its
payload indexes, and what is shown comes from the database by id. Only of those who may be among the
best, a few hundred a search, the facets come over, to be ranked. Every process may write: a point
is named by its person and holds what the database says, so that writing it twice does no harm, and
the mark of how far the cluster has followed is written last.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from shortlist.service.index.facet_schema import SCHEMA
from shortlist.service.index.payload_filters import Dialect
from shortlist.service.index.points import ID, Point, dense_of, nearest, point_id, sparse_of
from shortlist.service.index.retrieval import (
    AnyOf,
    Ask,
    Channel,
    Exists,
    Ranked,
    Scored,
    Where,
)
from shortlist.service.index.shard import Shard, clear
from shortlist.service.index.table import Table, facets_of, tokens_of
from shortlist.service.index.view import NUMBERS, View, spelt

TIMEOUT_SECONDS = 10
_PAYLOAD = 2
"""Of what a point says of a person."""
_MARK = 0
"""The point that says how far the cluster has followed; no person has this number but by a
collision of one in 2^63."""
_NO_MARK = models.HasIdCondition(has_id=[_MARK])
_FOLLOWED = "followed"
_BATCH = 250
_LESS = 300
"""People whom each ask brings of those for whom less than all that is asked for holds."""


class ClusterShard:
    """A `Shard` in one collection of a cluster. Raises what the client raises."""

    def __init__(self, client: QdrantClient, collection: str) -> None:
        self._client = client
        self._collection = collection
        self.begin()

    def __len__(self) -> int:
        return self.count(None)

    # --- changing ----------------------------------------------------------------------------

    def begin(self) -> None:
        """As `Shard.begin`."""
        marks = self._client.retrieve(self._collection, [_MARK], with_payload=True)
        self.followed = int((marks[0].payload or {})[_FOLLOWED]) if marks else 0

    def put(self, points: Iterable[Point]) -> None:
        """As `Shard.put`: those whom nobody else has put meanwhile."""
        came = [point for point in points if point.change > self.followed]
        for start in range(0, len(came), _BATCH):
            stored = [_struct(point) for point in came[start : start + _BATCH]]
            self._client.upsert(self._collection, stored, wait=True)

    def put_vectors(self, vectors: Iterable[tuple[str, int, Sequence[float]]]) -> None:
        """As `Shard.put_vectors`."""
        came = [
            models.PointVectors(id=point_id(i), vector={str(Channel.MEANING): list(vector)})
            for i, change, vector in vectors
            if change > self.followed
        ]
        for start in range(0, len(came), _BATCH):
            some = came[start : start + _BATCH]
            self._client.update_vectors(self._collection, some, wait=True)

    def remove(self, person_ids: Sequence[str]) -> int:
        """As `Shard.remove`; whoever is named counts as there."""
        if person_ids:
            gone = models.PointIdsList(points=[point_id(i) for i in person_ids])
            self._client.delete(self._collection, gone, wait=True)
        return len(person_ids)

    def flush(self, followed: int) -> None:
        """As `Shard.flush`: what was written is there already, and so is told."""
        if followed > self.followed:
            mark = models.PointStruct(id=_MARK, vector={}, payload={_FOLLOWED: followed})
            self._client.upsert(self._collection, [mark], wait=True)
            self.followed = followed

    def settle(self) -> None:
        """As `Shard.settle`: the cluster does so by itself."""

    def optimise(self) -> None:
        """As `Shard.optimise`: the cluster does so by itself."""

    def close(self) -> None:
        """As `Shard.close`; the client may be shared, and is its owner's to close."""

    # --- retrieving --------------------------------------------------------------------------

    def retrieve(self, asks: Sequence[Ask]) -> list[Scored]:
        """As `Retriever.retrieve`."""
        found = self._query([(ask, _filter(ask.where), ask.limit) for ask in asks], payload=[ID])
        return [
            sorted(
                [((point.payload or {})[ID], point.score) for point in points],
                key=lambda each: (-round(each[1], 6), point_id(each[0])),
            )
            for points in found
        ]

    def candidates(
        self, where: Where | None, lifts: Sequence[Where], asks: Sequence[Ask], limit: int
    ) -> View:
        """As `Retriever.candidates`: of whom all of `lifts` holds, of whom all but one does, and so
        on, the best by each of `asks`; and of the former others too."""
        steps = [_filter(where, lifts, least) for least in range(len(lifts), -1, -1)]
        most = [limit, *[min(limit, _LESS)] * (len(steps) - 2), limit][-len(steps) :]
        found = self._query(
            [(ask, step, n) for ask in asks for step, n in zip(steps, most, strict=True)]
        )
        numbers = {int(point.id) for points in found for point in points}
        for step, n in zip(steps, most, strict=True):
            if step is not steps[0] and (asks or len(numbers) >= limit):
                break
            numbers |= {int(point.id) for point in self._scroll(step, n, payload=False)}
        table = Table(point_id, self.count(None))
        for person_id, facets in self._facets(sorted(numbers)):
            whole = {key: facets[key] for key in NUMBERS if key in facets}
            table.put(person_id, tokens_of(facets), whole)
        return table.view

    def _facets(self, numbers: Sequence[int]) -> Iterable[tuple[str, dict[str, Any]]]:
        for start in range(0, len(numbers), 4 * _BATCH):
            some = list(numbers[start : start + 4 * _BATCH])
            for point in self._client.retrieve(self._collection, some, with_payload=True):
                facets = dict(point.payload or {})
                yield facets.pop(ID), facets

    def ranked(self, candidates: View, asks: Sequence[Ask]) -> list[Ranked]:
        """As `Retriever.ranked`."""
        asked = []
        for ask in asks:
            where = ask.where
            if not isinstance(where, np.ndarray):
                where = np.flatnonzero(candidates.holds(where)).astype(np.int32)
            among = _ids(candidates.points(where).tolist())
            asked.append((ask, models.Filter(must=[among]), ask.limit))
        answers = []
        for points in self._query(asked):
            numbers, scores = nearest(points)
            rows = candidates.rows_of_points(numbers)
            order = np.lexsort((rows, -np.round(scores, 6)))
            answers.append((rows[order], scores[order]))
        return answers

    def count(self, where: Where | None) -> int:
        """As `Retriever.count`."""
        return self._client.count(self._collection, _filter(where), exact=True).count

    def scan(self, where: Where | None, limit: int | None) -> list[str]:
        """As `Retriever.scan`."""
        found = self._scroll(_filter(where), limit, payload=True)
        return [(point.payload or {})[ID] for point in found]

    def facet(self, key: str, limit: int, where: Where | None) -> list[tuple[str, int]]:
        """As `Retriever.facet`."""
        told = self._client.facet(self._collection, key, _filter(where), limit=limit, exact=True)
        found = [(str(hit.value), hit.count) for hit in told.hits]
        return sorted(found, key=lambda each: (-each[1], each[0]))

    def _query(
        self, asked: Sequence[tuple[Ask, models.Filter, int]], payload: list[str] | bool = False
    ) -> list[list[models.ScoredPoint]]:
        requests = [
            models.QueryRequest(
                query=_vector(ask),
                using=str(ask.channel),
                filter=filter,
                limit=limit,
                with_payload=payload,
            )
            for ask, filter, limit in asked
        ]
        if not requests:
            return []
        found = self._client.query_batch_points(self._collection, requests)
        return [each.points for each in found]

    def _scroll(
        self, filter: models.Filter, limit: int | None, *, payload: bool
    ) -> Iterable[models.Record]:
        offset: Any = None
        while limit is None or limit > 0:
            page = 4 * _BATCH if limit is None else min(limit, 4 * _BATCH)
            found, offset = self._client.scroll(
                self._collection,
                filter,
                limit=page,
                offset=offset,
                with_payload=[ID] if payload else False,
            )
            yield from found
            limit = None if limit is None else limit - len(found)
            if offset is None:
                return


class ClusterStore:
    """Shards whose points are in a cluster, in a collection for what they are `made` with."""

    def __init__(self, client: QdrantClient, prefix: str, made: dict[str, Any]) -> None:
        self._client = client
        said = orjson.dumps({**made, "payload": _PAYLOAD}, option=orjson.OPT_SORT_KEYS)
        digest = hashlib.blake2b(said, digest_size=6)
        self.collection = f"{prefix}-{digest.hexdigest()}"
        self._dimension = int(made["dimension"])

    def create(self, folder: Path) -> Shard:
        """As `Store.create`; what another kind of shard left in the folder is gone."""
        clear(folder)
        self._have_collection()
        return ClusterShard(self._client, self.collection)

    def load(self, folder: Path) -> Shard:
        """As `Store.load`, and of the folder as in `create`."""
        clear(folder)
        shard = ClusterShard(self._client, self.collection)
        if not shard.followed:
            raise ValueError("the cluster has forgotten what it followed")
        return shard

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
        for key in SCHEMA:
            integer = models.PayloadSchemaType.INTEGER
            kind = integer if key in NUMBERS else models.PayloadSchemaType.KEYWORD
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


def _struct(point: Point) -> models.PointStruct:
    vectors: dict[str, Any] = {
        channel: models.SparseVector(indices=indices, values=values)
        for channel, (indices, values) in point.sparse.items()
    }
    if point.vector is not None:
        vectors[str(Channel.MEANING)] = list(point.vector)
    payload = {ID: point.person_id, **facets_of(point.tokens), **point.numbers}
    return models.PointStruct(id=point.number, vector=vectors, payload=payload)


def _worded(asked: Sequence[AnyOf | Exists]) -> Any:
    conditions = [_known(one.key) if isinstance(one, Exists) else _any_of(one) for one in asked]
    return conditions[0] if len(conditions) == 1 else models.Filter(should=conditions)


def _known(key: str) -> Any:
    empty = models.IsEmptyCondition(is_empty=models.PayloadField(key=key))
    return models.Filter(must_not=[empty])


def _any_of(asked: AnyOf) -> Any:
    if asked.key in NUMBERS:
        any_of = models.MatchAny(any=[int(value) for value in asked.values])
    else:
        any_of = models.MatchAny(any=[spelt(value) for value in asked.values])
    return models.FieldCondition(key=asked.key, match=any_of)


def _between(key: str, at_least: int | None, at_most: int | None) -> models.FieldCondition:
    return models.FieldCondition(key=key, range=models.Range(gte=at_least, lte=at_most))


def _ids(numbers: Sequence[int]) -> models.HasIdCondition:
    return models.HasIdCondition(has_id=list(numbers))


_FILTERS = Dialect(models.Filter, _ids, _worded, _between)


def _filter(where: Any, some: Sequence[Where] = (), least: int = 0) -> models.Filter:
    """People for whom `where` holds, and at least so many of `some`."""
    least_some = None
    if least:
        conditions = [_FILTERS.condition(each) for each in some]
        least_some = models.MinShould(conditions=conditions, min_count=least)
    must = None if where is None else [_FILTERS.where(where)]
    return models.Filter(must=must, min_should=least_some, must_not=[_NO_MARK])
