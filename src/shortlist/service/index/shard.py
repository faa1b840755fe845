"""The Qdrant Edge shard: points in, ids and scores out. It knows nothing of the database.

Each person is one point with up to three named vectors (meaning, words, names) and the facets as
payload. Vectors of meaning are compared exactly until a segment outgrows `EXACT_UP_TO_KB`: on
41,736 people that takes 6 ms, where building the graph takes half a minute.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import qdrant_edge as edge

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
from shortlist.service.index.table import NUMBERS, Table, View, token, tokens_of
from shortlist.service.index.texts import name_grams

EXACT_UP_TO_KB = 120_000
"""Of vectors of meaning in one segment, at 768 bytes each: some 160,000 people."""

AVERAGE_WORDS = 60
"""Of `words_text`, for BM25's length normalisation; measured on public records."""

ID = "person_id"
"""The payload key of a person's own id; points are numbered by its hash."""

LISTED_UP_TO = 20_000
"""People a filter holds for that are listed to Qdrant by number; it looks at nobody else then, and
need not evaluate the filter. More are filtered by its payload index."""

TOKENS = "facets"
"""The payload key of all worded facets, as `key=value`, and `key=` for a key that is known at all.
One payload index for everything: each index of its own costs 15 ms and a dozen files."""


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

    def __init__(self, shard: edge.EdgeShard, table: Table, path: Path) -> None:
        self._shard = shard
        self._table = table
        self._saved_table = path.with_name("facets")
        self._table_is_saved = self._saved_table.exists()
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
        shard.update(
            edge.UpdateOperation.create_field_index(TOKENS, edge.PayloadSchemaType.Keyword)
        )
        for key in NUMBERS:
            shard.update(
                edge.UpdateOperation.create_field_index(key, edge.PayloadSchemaType.Integer)
            )
        shutil.rmtree(path.with_name("facets"), ignore_errors=True)
        return cls(shard, Table(point_id), path)

    @classmethod
    def load(cls, path: Path) -> Shard:
        """The shard at `path`; raises what Qdrant raises when it cannot be read."""
        shard = edge.EdgeShard.load(str(path))
        try:
            table = Table.load(path.with_name("facets"), point_id)
            whole = len(table.view) == shard.count(edge.CountRequest(exact=True))
        except (OSError, ValueError):
            whole = False
        if not whole:
            shutil.rmtree(path.with_name("facets"), ignore_errors=True)
            table = _read_table(shard)
        return cls(shard, table, path)

    def __len__(self) -> int:
        return len(self._table.view)

    @property
    def view(self) -> View:
        """Everyone in it as of now, by their facets."""
        return self._table.view

    def put(self, points: Iterable[Point]) -> None:
        """Insert or replace people, whole."""
        self._table_changes()
        stored = []
        for point in points:
            tokens = tokens_of(point.facets)
            numbers = {key: point.facets[key] for key in NUMBERS if key in point.facets}
            self._table.put(point.person_id, tokens, numbers)
            vectors: dict[str, Any] = {Channel.WORDS: self._bm25.embed_document(point.words)}
            if grams := name_grams(point.name):
                vectors[Channel.NAMES] = edge.SparseVector(list(grams), list(grams.values()))
            if point.vector is not None:
                vectors[Channel.MEANING] = point.vector
            payload = {ID: point.person_id, TOKENS: tokens, **numbers}
            stored.append(edge.Point(point_id(point.person_id), vectors, payload))
        if stored:
            self._shard.update(edge.UpdateOperation.upsert_points(stored))

    def put_vectors(self, vectors: Iterable[tuple[str, Sequence[float]]]) -> None:
        """Give people who are in the shard their vector of meaning."""
        stored = [
            edge.PointVectors(point_id(person_id), {str(Channel.MEANING): list(vector)})
            for person_id, vector in vectors
            if person_id in self._table
        ]
        if stored:
            self._shard.update(edge.UpdateOperation.update_vectors(stored))

    def remove(self, person_ids: Iterable[str]) -> None:
        """Take people out; unknown ones are fine."""
        self._table_changes()
        numbers: list[edge.PointId] = [point_id(i) for i in person_ids if self._table.remove(i)]
        if numbers:
            self._shard.update(edge.UpdateOperation.delete_points(numbers))

    def _table_changes(self) -> None:
        """What is saved of the table is no longer true: after a crash it is read anew."""
        if self._table_is_saved:
            shutil.rmtree(self._saved_table)
            self._table_is_saved = False

    def _save_table(self) -> None:
        if not self._table_is_saved:
            self._table.save(self._saved_table)
            self._table_is_saved = True

    def flush(self) -> None:
        """Make everything so far durable."""
        self._shard.flush()

    def optimise(self) -> None:
        """Merge segments and build the graph where one is due; blocks, queries go on."""
        self._save_table()
        self._shard.optimize()

    def close(self) -> None:
        """Release the files; nothing may follow."""
        self._save_table()
        self._shard.close()

    def retrieve(self, asks: Sequence[Ask]) -> list[Scored]:
        """As `Retriever.retrieve`; a MEANING ask must carry its vector."""
        view = self.view
        # The asks of one batch mostly share their filter.
        filters = {id(ask.where): _filter_in(view, ask.where) for ask in asks}
        asked = [n for n, ask in enumerate(asks) if filters[id(ask.where)] is not _NOBODY]
        requests = [self._request(asks[n], filters[id(asks[n].where)]) for n in asked]
        answers: list[Scored] = [[] for _ in asks]
        if requests:
            found = self._shard.query_batch(edge.QueryBatchRequest(requests))
            for n, points in zip(asked, found, strict=True):
                answers[n] = _named(view, points)
        return answers

    def count(self, where: Where | None) -> int:
        """As `Retriever.count`."""
        return int(np.count_nonzero(self.view.holds(where)))

    def scan(self, where: Where | None, limit: int | None) -> list[str]:
        """As `Retriever.scan`."""
        view = self.view
        return view.ids(view.in_order(view.holds(where), limit))

    def facet(self, key: str, limit: int, where: Where | None) -> list[tuple[str, int]]:
        """As `Retriever.facet`."""
        view = self.view
        found = view.facets if where is None else view.facets_of(view.holds(where))
        return found.get(key, [])[:limit]

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


def _named(view: View, points: Sequence[edge.ScoredPoint]) -> Scored:
    rows = view.rows_of_points(np.fromiter((p.id for p in points), dtype=np.uint64))
    # A person removed between the query and here is nobody any more.
    there = rows >= 0
    scores = np.fromiter((p.score for p in points), dtype=np.float64)[there].tolist()
    return list(zip(view.ids(rows[there]), scores, strict=True))


def _read_table(shard: edge.EdgeShard) -> Table:
    """The table of a shard that has none saved."""
    table = Table(point_id)
    keys = [ID, TOKENS, *NUMBERS]
    points, _ = shard.scroll(edge.ScrollRequest(limit=_EVERYONE, with_payload=keys))
    for point in points:
        payload = point.payload or {}
        numbers = {key: payload[key] for key in NUMBERS if key in payload}
        table.put(payload[ID], payload[TOKENS], numbers)
    return table


# The whole of a shard in one page; Qdrant's pages have no bound of their own.
_EVERYONE = 2**31


def _has(*tokens: str) -> edge.FieldCondition:
    return edge.FieldCondition(TOKENS, match=edge.MatchAny(list(tokens)))


_NOBODY = edge.Filter(must=[edge.HasIdCondition(set())])


def _filter_in(view: View, where: Where | None) -> edge.Filter | None:
    """`where` as Qdrant answers it soonest."""
    if where is None:
        return None
    truths = view.holds(where)
    held = int(np.count_nonzero(truths))
    if held == 0:
        return _NOBODY
    if held > LISTED_UP_TO:
        return _filter(where)
    rows = np.flatnonzero(truths).astype(np.int32)
    return edge.Filter(must=[edge.HasIdCondition(set(view.points(rows)))])


def _filter(where: Where) -> edge.Filter:
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
