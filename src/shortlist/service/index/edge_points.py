"""Points in Qdrant Edge: a shard in a folder, in this process and no other.

Every vector of meaning that may be found is compared: exactly until a segment outgrows
`EXACT_UP_TO_KB`, from then on by half a byte a number first, and the best again exactly. There is
no graph: to build it costs 0.8 ms of the processor a person and more the more there are, as much
as all the rest of the index, where the half bytes cost 0.03 ms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import qdrant_edge as edge

from shortlist.service.index.payload_filters import Dialect
from shortlist.service.index.points import (
    ID,
    TOKENS,
    Among,
    Nearest,
    Point,
    dense_of,
    nearest,
    sparse_of,
)
from shortlist.service.index.retrieval import AnyOf, Ask, Channel, Exists
from shortlist.service.index.view import NUMBERS, said
from shortlist.service.room import GROWTH_BYTES, ensure_room, holes_fill, taken_by

EXACT_UP_TO_KB = 70_000
"""Of vectors of meaning in one segment, at 768 bytes each: some 90,000 people."""
SEGMENT_KB = 100_000
"""As `EXACT_UP_TO_KB`; no segment grows larger by merging: some 130,000 people."""
MERGED_BYTES = 1 << 30
"""A segment of that many people takes less, with all that is said of them."""
NEW_BYTES = 256 << 20
"""A segment that nobody is in yet, with its holes."""
_TWICE = edge.SearchParams(
    quantization=edge.QuantizationSearchParams(rescore=True, oversampling=2.0)
)
"""Among twice as many as asked for by the half bytes are all but one in 1,000 of the best."""


class EdgePoints:
    """A store of points in a folder of its own. Thread-safe."""

    def __init__(self, shard: edge.EdgeShard, path: Path, *, holes_fill: bool) -> None:
        self._shard = shard
        self._path = path
        self._holes_fill = holes_fill

    @classmethod
    def create(cls, path: Path, dimension: int) -> EdgePoints:
        """A new, empty shard at `path`, which must not hold one. Raises `NoRoom`, as all that
        makes it grow."""
        path.mkdir(parents=True)
        ensure_room(path)
        shard = edge.EdgeShard.create(str(path), _config(dimension))
        # One text of all facets: as a list of keywords it takes Qdrant's binding three times as
        # long to take a person in as all the rest, and a filter three times as long to answer.
        facets = edge.TextIndexParams(
            tokenizer=edge.TokenizerType.Whitespace, lowercase=False, memory=edge.Memory.Cached
        )
        shard.update(edge.UpdateOperation.create_field_index(TOKENS, facets))
        for key in NUMBERS:
            integer = edge.PayloadSchemaType.Integer
            shard.update(edge.UpdateOperation.create_field_index(key, integer))
        return cls(shard, path, holes_fill=holes_fill(path))

    @classmethod
    def load(cls, path: Path, dimension: int) -> EdgePoints:
        """The shard at `path`; raises what Qdrant raises when it cannot be read, and `NoRoom` where
        to read it takes some."""
        filling = holes_fill(path)
        if filling:
            ensure_room(path, GROWTH_BYTES + taken_by(path)[1])
        shard = edge.EdgeShard.load(str(path), _config(dimension))
        return cls(shard, path, holes_fill=filling)

    def __len__(self) -> int:
        return self._shard.count(edge.CountRequest(exact=True))

    def everyone(self) -> Iterator[tuple[str, list[str], dict[str, int]]]:
        """The id, the worded facets and the numbers of every person."""
        keys = [ID, TOKENS, *NUMBERS]
        points, _ = self._shard.scroll(edge.ScrollRequest(limit=_EVERYONE, with_payload=keys))
        for point in points:
            payload = point.payload or {}
            tokens = payload[TOKENS].replace(_SPACE, " ").split("\n") if payload[TOKENS] else []
            yield payload[ID], tokens, {key: payload[key] for key in NUMBERS if key in payload}

    def upsert(self, points: Sequence[Point]) -> None:
        """Insert or replace people, whole."""
        stored = []
        for point in points:
            vectors: dict[str, Any] = {
                channel: edge.SparseVector(*parts) for channel, parts in point.sparse.items()
            }
            if point.vector is not None:
                vectors[Channel.MEANING] = point.vector
            facets = "\n".join(map(_spelt, point.tokens))
            payload = {ID: point.person_id, TOKENS: facets, **point.numbers}
            stored.append(edge.Point(point.number, vectors, payload))
        self._grow(edge.UpdateOperation.upsert_points(stored))

    def put_vectors(self, vectors: Sequence[tuple[int, Sequence[float]]]) -> None:
        """Give points that are there their vector of meaning."""
        stored = [
            edge.PointVectors(number, {str(Channel.MEANING): list(vector)})
            for number, vector in vectors
        ]
        self._grow(edge.UpdateOperation.update_vectors(stored))

    def delete(self, numbers: Sequence[int]) -> None:
        """Take points out; unknown ones are fine."""
        self._grow(edge.UpdateOperation.delete_points(list(numbers)))

    def _grow(self, change: edge.UpdateOperation) -> None:
        holes = taken_by(self._path)[1] if self._holes_fill else 0
        ensure_room(self._path, GROWTH_BYTES + holes)
        self._shard.update(change)

    def query(self, asks: Sequence[Ask], among: Sequence[Among | None]) -> list[Nearest]:
        """The nearest points, for each of `asks`."""
        # The asks of one batch mostly share who may be found.
        filters = {id(each): FILTERS.among(each) for each in among}
        requests = [
            edge.QueryRequest(
                limit=ask.limit,
                query=edge.Query.Nearest(_vector(ask), using=str(ask.channel)),
                filter=filters[id(each)],
                params=_TWICE if ask.channel is Channel.MEANING else None,
                with_payload=False,
            )
            for ask, each in zip(asks, among, strict=True)
        ]
        found = self._shard.query_batch(edge.QueryBatchRequest(requests))
        return [nearest(points) for points in found]

    def flush(self) -> None:
        """Make everything so far durable."""
        self._shard.flush()

    def optimise(self) -> None:
        """Merge segments; blocks, queries go on. Raises `NoRoom` where the largest that is merged
        or written anew would find none beside what is there."""
        taken, _ = taken_by(self._path)
        new = NEW_BYTES if self._holes_fill else 0
        ensure_room(self._path, GROWTH_BYTES + min(taken, MERGED_BYTES) + new)
        self._shard.optimize()

    def close(self) -> None:
        """Release what is held; nothing may follow."""
        self._shard.close()


def _config(dimension: int) -> edge.EdgeConfig:
    return edge.EdgeConfig(
        vectors={
            Channel.MEANING: edge.EdgeVectorParams(
                size=dimension,
                distance=edge.Distance.Dot,
                datatype=edge.VectorStorageDatatype.Float16,
                hnsw_config=edge.HnswIndexConfig(m=0, ef_construct=16, full_scan_threshold=0),
                quantization_config=edge.TurboQuantQuantizationConfig(
                    bits=edge.TurboQuantBitSize.Bits4
                ),
            )
        },
        sparse_vectors={
            # Large segments are mapped, not read.
            name: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf, memory=edge.Memory.Cached)
            for name in (Channel.WORDS, Channel.NAMES)
        },
        optimizers=edge.EdgeOptimizersConfig(
            # Whoever was taken out is in no file after the next merge: a segment that has anybody
            # who is gone is written anew.
            deleted_threshold=0.0,
            vacuum_min_vector_number=0,
            indexing_threshold=EXACT_UP_TO_KB,
            max_segment_size=SEGMENT_KB,
            default_segment_number=2,
        ),
        # The database is the truth: what a crash loses is derived again.
        wal_enabled=False,
    )


# The whole of a shard in one page; Qdrant's pages have no bound of their own.
_EVERYONE = 2**31


def _vector(ask: Ask) -> Any:
    if ask.channel is Channel.MEANING:
        return dense_of(ask)
    return edge.SparseVector(*sparse_of(ask))


_SPACE = "\x1f"
"""Stands for a space within a token: to Qdrant it is none, to Python it is."""


def _spelt(token: str) -> str:
    """`token` without white space, which parts one from the next."""
    return _SPACE.join(token.split())


def _has(asked: Sequence[AnyOf | Exists]) -> edge.FieldCondition:
    tokens = " ".join(_spelt(each) for one in asked for each in said(one))
    return edge.FieldCondition(TOKENS, match=edge.MatchTextAny(tokens))


def _between(key: str, at_least: int | None, at_most: int | None) -> edge.FieldCondition:
    return edge.FieldCondition(key, range=edge.RangeFloat(gte=at_least, lte=at_most))


def _ids(numbers: Sequence[int]) -> edge.HasIdCondition:
    return edge.HasIdCondition(set(numbers))


FILTERS = Dialect(edge.Filter, _ids, _has, _between)
