"""Everyone who can be found: their facets in a table here, their vectors in a store of points.

People in, ids and scores out. It knows nothing of the database.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from shortlist.service.index.edge_points import EdgePoints
from shortlist.service.index.points import Among, Point, point_id
from shortlist.service.index.retrieval import Ask, Ranked, Rows, Scored, Scores, Where
from shortlist.service.index.table import Table
from shortlist.service.index.view import View

LISTED_UP_TO = 2_000
"""People a filter holds for that are listed to Qdrant by number; it looks at nobody else then, and
need not evaluate the filter. More are filtered by its payload index: 20,000 people who are listed
cost it 45 ms, where the filter costs 6."""

log = logging.getLogger("shortlist.index")

POINTS = "points"
TABLE_FOLDER = "facets"


class Shard(Protocol):
    """Everyone who can be found: people in, scores out. Thread-safe."""

    followed: int
    """The last change of the database that it is known to hold, whoever wrote it; 0: it does not
    know."""

    def __len__(self) -> int: ...

    def begin(self) -> None:
        """Changes are about to come: see what others have `followed` meanwhile."""
        ...

    def put(self, points: Iterable[Point]) -> None:
        """Insert or replace people, whole."""
        ...

    def put_vectors(self, vectors: Iterable[tuple[str, int, Sequence[float]]]) -> None:
        """Give people who are here their vector of meaning; of each the id and the change too."""
        ...

    def remove(self, person_ids: Sequence[str]) -> int:
        """Take people out, and say how many were there; unknown ones are fine. `optimise` then
        leaves nothing of them."""
        ...

    def flush(self, followed: int) -> None:
        """Make everything so far durable: all changes up to `followed`."""
        ...

    def settle(self) -> None:
        """Have what came so far in the form that is searched: it takes less memory."""
        ...

    def optimise(self) -> None:
        """Merge what came piece by piece; blocks, queries go on."""
        ...

    def close(self) -> None:
        """Release what is held; nothing may follow."""
        ...

    def retrieve(self, asks: Sequence[Ask]) -> list[Scored]:
        """As `Retriever.retrieve`; a MEANING ask must carry its vector."""
        ...

    def candidates(
        self, where: Where | None, lifts: Sequence[Where], asks: Sequence[Ask], limit: int
    ) -> View:
        """As `Retriever.candidates`."""
        ...

    def ranked(self, candidates: View, asks: Sequence[Ask]) -> list[Ranked]:
        """As `Retriever.ranked`."""
        ...

    def count(self, where: Where | None) -> int:
        """As `Retriever.count`."""
        ...

    def scan(self, where: Where | None, limit: int | None) -> list[str]:
        """As `Retriever.scan`."""
        ...

    def facet(self, key: str, limit: int, where: Where | None) -> list[tuple[str, int]]:
        """As `Retriever.facet`."""
        ...


class Store(Protocol):
    """Where shards come from."""

    def create(self, folder: Path) -> Shard:
        """A shard in `folder` that has seen nothing yet."""
        ...

    def load(self, folder: Path) -> Shard:
        """The shard last closed in `folder`; raises when it is not whole."""
        ...


class EmbeddedShard:
    """A `Shard` in a folder, one process at a time: facets in a table, vectors in Qdrant Edge.

    Edge alone, asked as a cluster is, was measured by whole requests on 41,736 people: 140 ms of
    the processor a search and 215 with a filter, where this takes 32 and 36 beside the same load.
    """

    followed = 0
    """What of the database it holds is remembered beside it."""

    def __init__(
        self,
        points: EdgePoints,
        table: Table,
        folder: Path,
        *,
        listed_up_to: int = LISTED_UP_TO,
    ) -> None:
        self._points = points
        self._table = table
        self._listed_up_to = listed_up_to
        self._saved_table = folder / TABLE_FOLDER
        self._table_is_saved = self._saved_table.exists()

    def __len__(self) -> int:
        return len(self._table)

    @property
    def view(self) -> View:
        """Everyone in it as of now, by their facets."""
        return self._table.view

    def begin(self) -> None:
        """As `Shard.begin`: there are no others."""

    def put(self, points: Iterable[Point]) -> None:
        """As `Shard.put`."""
        self._table_changes()
        came = list(points)
        for point in came:
            self._table.put(point.person_id, point.tokens, point.numbers)
        if came:
            self._points.upsert(came)

    def put_vectors(self, vectors: Iterable[tuple[str, int, Sequence[float]]]) -> None:
        """As `Shard.put_vectors`."""
        here = [(point_id(i), vector) for i, _, vector in vectors if i in self._table]
        if here:
            self._points.put_vectors(here)

    def remove(self, person_ids: Sequence[str]) -> int:
        """As `Shard.remove`."""
        self._table_changes()
        numbers = [point_id(i) for i in person_ids if self._table.remove(i)]
        if numbers:
            self._points.delete(numbers)
        return len(numbers)

    def _table_changes(self) -> None:
        """What is saved of the table is no longer true: after a crash it is read anew."""
        if self._table_is_saved:
            shutil.rmtree(self._saved_table)
            self._table_is_saved = False

    def _save_table(self) -> None:
        if not self._table_is_saved:
            self._table.save(self._saved_table)
            self._table_is_saved = True

    def flush(self, followed: int) -> None:  # noqa: ARG002
        """As `Shard.flush`."""
        self._points.flush()

    def settle(self) -> None:
        """As `Shard.settle`."""
        self._points.optimise()

    def optimise(self) -> None:
        """As `Shard.optimise`."""
        self._save_table()
        self._points.optimise()

    def close(self) -> None:
        """As `Shard.close`."""
        self._save_table()
        self._points.close()

    def retrieve(self, asks: Sequence[Ask]) -> list[Scored]:
        """As `Shard.retrieve`."""
        view = self.view
        return [
            list(zip(view.ids(rows), scores.tolist(), strict=True))
            for rows, scores in self.ranked(view, asks)
        ]

    def candidates(
        self,
        where: Where | None,  # noqa: ARG002
        lifts: Sequence[Where],  # noqa: ARG002
        asks: Sequence[Ask],  # noqa: ARG002
        limit: int,  # noqa: ARG002
    ) -> View:
        """As `Retriever.candidates`: everyone."""
        return self.view

    def ranked(self, candidates: View, asks: Sequence[Ask]) -> list[Ranked]:
        """As `Retriever.ranked`."""
        # The asks of one batch mostly share their filter.
        distinct = {id(ask.where): self._among(candidates, ask.where) for ask in asks}
        found = self._points.query(asks, [distinct[id(ask.where)] for ask in asks])
        return [_ranked(candidates, *each) for each in found]

    def _among(self, view: View, where: Where | Rows | None) -> Among | None:
        """Who may be found: a list of few, or the filter that holds for many."""
        if where is None:
            return None
        if isinstance(where, np.ndarray):
            rows = where
        else:
            truths = view.holds(where)
            if np.count_nonzero(truths) > self._listed_up_to:
                return Among(where, None)
            rows = np.flatnonzero(truths).astype(np.int32)
        return Among(None, view.points(rows).tolist())

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
        found = view.facets.get(key, []) if where is None else view.facet(key, view.holds(where))
        return found[:limit]


class EmbeddedStore:
    """Shards whose points are in Qdrant Edge, in the same folder."""

    def __init__(self, dimension: int) -> None:
        """`dimension`: numbers in a vector of meaning."""
        self._dimension = dimension

    def create(self, folder: Path) -> EmbeddedShard:
        """As `Store.create`; what the folder held is gone."""
        clear(folder)
        points = EdgePoints.create(folder / POINTS, self._dimension)
        return EmbeddedShard(points, Table(point_id), folder)

    def load(self, folder: Path) -> EmbeddedShard:
        """As `Store.load`; a table that is missing or damaged is read out of the points."""
        points = EdgePoints.load(folder / POINTS, self._dimension)
        try:
            table = saved_table(folder)
            if len(table) != len(points):
                raise ValueError("it is of other people")
        except (OSError, ValueError) as error:
            why = "it was not saved" if isinstance(error, FileNotFoundError) else error
            log.warning("the table of facets in %s is read anew from the points: %s", folder, why)
            shutil.rmtree(folder / TABLE_FOLDER, ignore_errors=True)
            table = Table(point_id)
            for person_id, tokens, numbers in points.everyone():
                table.put(person_id, tokens, numbers)
        return EmbeddedShard(points, table, folder)


def saved_table(folder: Path) -> Table:
    """The table a shard left in `folder`; raises `OSError` or `ValueError` when there is none."""
    return Table.load(folder / TABLE_FOLDER, point_id)


def clear(folder: Path) -> None:
    """Forget what a shard left in `folder`."""
    for name in (POINTS, TABLE_FOLDER):
        shutil.rmtree(folder / name, ignore_errors=True)


def _ranked(view: View, points: NDArray[np.uint64], scores: Scores) -> Ranked:
    """What the points answered, in the rows of `view`."""
    rows = view.rows_of_points(points)
    # A person removed between the query and here is nobody any more.
    there = rows >= 0
    rows, scores = rows[there], scores[there]
    # Who scores alike always comes in one order, which Qdrant leaves open.
    order = np.lexsort((rows, -np.round(scores, 6)))
    return rows[order], scores[order]
