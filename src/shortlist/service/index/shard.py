"""The Qdrant Edge shard: points in, ids and scores out. It knows nothing of the database.

Each person is one point with up to three named vectors (meaning, words, names) and the facets as
payload. Vectors of meaning are compared exactly until a segment outgrows `EXACT_UP_TO_KB`: on
41,736 people that takes 6 ms, where building the graph takes half a minute.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import qdrant_edge as edge

from shortlist.service.index.facets import SCHEMA
from shortlist.service.index.port import IndexUnavailable
from shortlist.service.index.retrieval import (
    All,
    AnyOf,
    Ask,
    Between,
    Channel,
    Exists,
    Ids,
    Not,
    Scored,
    Some,
    Where,
)
from shortlist.service.index.texts import name_grams

EXACT_UP_TO_KB = 120_000
"""Of vectors of meaning in one segment, at 768 bytes each: some 160,000 people."""

AVERAGE_WORDS = 60
"""Of `words_text`, for BM25's length normalisation; measured on public records."""

ID = "person_id"
"""The payload key of a person's own id; points are numbered by its hash."""

TOKENS = "facets"
"""The payload key of all worded facets, as `key=value`, and `key=` for a key that is known at all.
One payload index for everything: each index of its own costs 15 ms and a dozen files."""

_NUMBERS = tuple(
    (key, edge.PayloadSchemaType.Integer) for key, kind in SCHEMA.items() if kind == "integer"
)


def point_id(person_id: str) -> int:
    """The number of a person's point: 63 bits of a hash, the same in every shard."""
    digest = hashlib.blake2b(person_id.encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 1


@dataclass(frozen=True, slots=True)
class Point:
    """One person, ready to be stored."""

    person_id: str
    words: str
    name: str
    facets: dict[str, Any]
    vector: Sequence[float] | None


class Shard:
    """A shard in a folder of its own. Thread-safe; one process at a time."""

    def __init__(self, shard: edge.EdgeShard, names: dict[edge.PointId, str]) -> None:
        self._shard = shard
        self._names = names
        self._bm25 = edge.Bm25(edge.Bm25Config(avg_len=AVERAGE_WORDS, ascii_folding=True))

    @classmethod
    def create(cls, path: Path, dimension: int) -> Shard:
        """A new, empty shard at `path`, which must not hold one."""
        path.mkdir(parents=True)
        config = edge.EdgeConfig(
            vectors={
                Channel.MEANING: edge.EdgeVectorParams(
                    size=dimension,
                    distance=edge.Distance.Dot,
                    datatype=edge.VectorStorageDatatype.Float16,
                )
            },
            sparse_vectors={
                name: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf)
                for name in (Channel.WORDS, Channel.NAMES)
            },
            optimizers=edge.EdgeOptimizersConfig(
                indexing_threshold=EXACT_UP_TO_KB, default_segment_number=2
            ),
            # The database is the truth: what a crash loses is derived again.
            wal_enabled=False,
        )
        shard = edge.EdgeShard.create(str(path), config)
        for key, kind in ((TOKENS, edge.PayloadSchemaType.Keyword), *_NUMBERS):
            shard.update(edge.UpdateOperation.create_field_index(key, kind))
        return cls(shard, {})

    @classmethod
    def load(cls, path: Path) -> Shard:
        """The shard at `path`; raises what Qdrant raises when it cannot be read."""
        shard = edge.EdgeShard.load(str(path))
        points, _ = shard.scroll(edge.ScrollRequest(limit=_EVERYONE, with_payload=[ID]))
        return cls(shard, {p.id: p.payload[ID] for p in points if p.payload})

    def __len__(self) -> int:
        return len(self._names)

    def put(self, points: Iterable[Point]) -> None:
        """Insert or replace people, whole."""
        stored = []
        for point in points:
            number = point_id(point.person_id)
            if self._names.setdefault(number, point.person_id) != point.person_id:
                raise IndexUnavailable(f"two ids collide: {point.person_id!r}")
            vectors: dict[str, Any] = {Channel.WORDS: self._bm25.embed_document(point.words)}
            if grams := name_grams(point.name):
                vectors[Channel.NAMES] = edge.SparseVector(list(grams), list(grams.values()))
            if point.vector is not None:
                vectors[Channel.MEANING] = point.vector
            stored.append(edge.Point(number, vectors, _payload(point)))
        if stored:
            self._shard.update(edge.UpdateOperation.upsert_points(stored))

    def put_vectors(self, vectors: Iterable[tuple[str, Sequence[float]]]) -> None:
        """Give people who are in the shard their vector of meaning."""
        stored = [
            edge.PointVectors(number, {str(Channel.MEANING): list(vector)})
            for person_id, vector in vectors
            if (number := point_id(person_id)) in self._names
        ]
        if stored:
            self._shard.update(edge.UpdateOperation.update_vectors(stored))

    def remove(self, person_ids: Iterable[str]) -> None:
        """Take people out; unknown ones are fine."""
        numbers: list[edge.PointId] = [
            number for i in person_ids if (number := point_id(i)) in self._names
        ]
        if numbers:
            self._shard.update(edge.UpdateOperation.delete_points(numbers))
            for gone in numbers:
                del self._names[gone]

    def flush(self) -> None:
        """Make everything so far durable."""
        self._shard.flush()

    def optimise(self) -> None:
        """Merge segments and build the graph where one is due; blocks, queries go on."""
        self._shard.optimize()

    def close(self) -> None:
        """Release the files; nothing may follow."""
        self._shard.close()

    def retrieve(self, asks: Sequence[Ask]) -> list[Scored]:
        """As `Retriever.retrieve`; a MEANING ask must carry its vector."""
        # The asks of one batch mostly share their filter, which may name hundreds of values.
        filters = {id(ask.where): _filter(ask.where) for ask in asks}
        requests = [self._request(ask, filters[id(ask.where)]) for ask in asks]
        answers = self._shard.query_batch(edge.QueryBatchRequest(requests))
        return [self._named(points) for points in answers]

    def count(self, where: Where | None) -> int:
        """As `Retriever.count`."""
        return self._shard.count(edge.CountRequest(exact=True, filter=_filter(where)))

    def scan(self, where: Where | None, limit: int | None) -> list[str]:
        """As `Retriever.scan`."""
        points, _ = self._shard.scroll(
            edge.ScrollRequest(
                limit=_EVERYONE if limit is None else limit,
                filter=_filter(where),
                with_payload=False,
            )
        )
        return [self._names[point.id] for point in points if point.id in self._names]

    def facet(self, key: str, limit: int, where: Where | None) -> list[tuple[str, int]]:
        """As `Retriever.facet`."""
        return self.facets(where).get(key, [])[:limit]

    def facets(self, where: Where | None = None) -> dict[str, list[tuple[str, int]]]:
        """Every worded facet by key, at the price of one: they share a payload key."""
        request = edge.FacetRequest(TOKENS, limit=_EVERYONE, exact=True, filter=_filter(where))
        found: dict[str, list[tuple[str, int]]] = {}
        # Qdrant gives the most frequent first.
        for hit in self._shard.facet(request).hits:
            key, _, value = str(hit.value).partition("=")
            if value:
                found.setdefault(key, []).append((value, hit.count))
        return found

    def _request(self, ask: Ask, where: edge.Filter | None) -> edge.QueryRequest:
        vector: Any
        if ask.channel is Channel.MEANING:
            if ask.vector is None:
                raise ValueError("a MEANING ask needs its vector here")
            vector = np.asarray(ask.vector, dtype=np.float32).tolist()
        elif ask.text is None:
            raise ValueError(f"a {ask.channel.name} ask needs its text")
        elif ask.channel is Channel.WORDS:
            vector = self._bm25.embed_query(ask.text)
        else:
            grams = name_grams(ask.text)
            vector = edge.SparseVector(list(grams), list(grams.values()))
        return edge.QueryRequest(
            limit=ask.limit,
            query=edge.Query.Nearest(vector, using=str(ask.channel)),
            filter=where,
            with_payload=False,
        )

    def _named(self, points: Sequence[edge.ScoredPoint]) -> Scored:
        # A person removed between the query and here has no name any more.
        names = self._names
        return [(names[p.id], p.score) for p in points if p.id in names]


# The whole of a shard in one page; Qdrant's pages have no bound of their own.
_EVERYONE = 2**31


def token(key: str, value: str | int | bool) -> str:
    """A worded facet as the shard stores it."""
    return f"{key}={str(value).lower() if isinstance(value, bool) else value}"


def _payload(point: Point) -> dict[str, Any]:
    payload: dict[str, Any] = {ID: point.person_id}
    tokens: list[str] = []
    for key, value in point.facets.items():
        if SCHEMA[key] == "integer":
            payload[key] = value
        else:
            values = value if isinstance(value, list) else [value]
            tokens += [token(key, ""), *(token(key, each) for each in values)]
    payload[TOKENS] = tokens
    return payload


def _has(*tokens: str) -> edge.FieldCondition:
    return edge.FieldCondition(TOKENS, match=edge.MatchAny(list(tokens)))


def _filter(where: Where | None) -> edge.Filter | None:
    if where is None:
        return None
    condition = _condition(where)
    return condition if isinstance(condition, edge.Filter) else edge.Filter(must=[condition])


def _condition(where: Where) -> Any:
    match where:
        case AnyOf(key, values):
            return _has(*(token(key, value) for value in values))
        case Between(key, at_least, at_most):
            return edge.FieldCondition(key, range=edge.RangeFloat(gte=at_least, lte=at_most))
        case Exists(key):
            return _has(token(key, ""))
        case Ids(person_ids):
            return edge.HasIdCondition({point_id(i) for i in person_ids})
        case All(parts):
            return edge.Filter(must=[_condition(part) for part in parts])
        case Some(parts):
            if not parts:
                return edge.HasIdCondition(set())  # none of nothing holds
            return edge.Filter(should=[_condition(part) for part in parts])
        case Not(part):
            return edge.Filter(must_not=[_condition(part)])
