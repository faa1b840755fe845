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

from shortlist.service.index.edge_points import EdgePoints
from shortlist.service.index.points import Among, Point, Points, point_id
from shortlist.service.index.retrieval import Ask, Ranked, Rows, Scored, Where
from shortlist.service.index.table import Table
from shortlist.service.index.view import View

LISTED_UP_TO = 2_000
"""People a filter holds for that are listed to Qdrant by number; it looks at nobody else then, and
need not evaluate the filter. More are filtered by its payload index: 20,000 people who are listed
cost it 45 ms, where the filter costs 6."""

log = logging.getLogger("shortlist.index")

POINTS = "points"
TABLE_FOLDER = "facets"


class Store(Protocol):
    """Where shards come from."""

    def create(self, folder: Path) -> Shard:
        """A shard in `folder` that has seen nothing yet."""
        ...

    def load(self, folder: Path) -> Shard:
        """The shard last closed in `folder`; raises when it is not whole."""
        ...


class Shard:
    """Everyone, and how to find them. Thread-safe; one process at a time in a folder."""

    def __init__(
        self, points: Points, table: Table, folder: Path, *, listed_up_to: int = LISTED_UP_TO
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

    @property
    def followed(self) -> int:
        """As `Points.followed`."""
        return self._points.followed

    def begin(self) -> None:
        """Changes are about to come."""
        self._points.begin()

    def put(self, points: Iterable[Point]) -> None:
        """Insert or replace people, whole."""
        self._table_changes()
        stored = []
        for point in points:
            self._table.put(point.person_id, point.tokens, point.numbers)
            if point.change > self._points.followed:
                stored.append(point)
        if stored:
            self._points.upsert(stored)

    def put_vectors(self, vectors: Iterable[tuple[str, int, Sequence[float]]]) -> None:
        """Give people who are here their vector of meaning; of each the id and the change too."""
        stored = [
            (point_id(person_id), vector)
            for person_id, change, vector in vectors
            if change > self._points.followed and person_id in self._table
        ]
        if stored:
            self._points.put_vectors(stored)

    def remove(self, person_ids: Iterable[str]) -> None:
        """Take people out; unknown ones are fine."""
        self._table_changes()
        numbers = [point_id(i) for i in person_ids if self._table.remove(i)]
        if numbers:
            self._points.delete(numbers)

    def _table_changes(self) -> None:
        """What is saved of the table is no longer true: after a crash it is read anew."""
        if self._table_is_saved:
            shutil.rmtree(self._saved_table)
            self._table_is_saved = False

    def _save_table(self) -> None:
        if not self._table_is_saved:
            self._table.save(self._saved_table)
            self._table_is_saved = True

    def flush(self, followed: int) -> None:
        """Make everything so far durable: all changes up to `followed`."""
        self._points.flush(followed)

    def settle(self) -> None:
        """Have what came so far in the form that is searched: it takes less memory."""
        self._points.optimise()

    def optimise(self) -> None:
        """Merge what came piece by piece; blocks, queries go on."""
        self._save_table()
        self._points.optimise()

    def copy_to(self, folder: Path) -> None:
        """Put a copy of everything into `folder`; nothing may change meanwhile."""
        self._save_table()
        clear(folder)
        for name in (POINTS, TABLE_FOLDER):
            shutil.copytree(self._saved_table.with_name(name), folder / name)

    def close(self) -> None:
        """Release what is held; nothing may follow."""
        self._save_table()
        self._points.close()

    def retrieve(self, asks: Sequence[Ask]) -> list[Scored]:
        """As `Retriever.retrieve`; a MEANING ask must carry its vector."""
        view = self.view
        return [
            list(zip(view.ids(rows), scores.tolist(), strict=True))
            for rows, scores in self.ranked(view, asks)
        ]

    def ranked(self, view: View, asks: Sequence[Ask]) -> list[Ranked]:
        """As `Retriever.ranked`, in the rows of `view`."""
        # The asks of one batch mostly share their filter.
        distinct = {id(ask.where): ask.where for ask in asks}
        among = {at: self._among(view, where) for at, where in distinct.items()}
        asked = [
            n
            for n, ask in enumerate(asks)
            if (each := among[id(ask.where)]) is None or each.listed is None or each.listed
        ]
        nobody = np.zeros(0, dtype=np.int32), np.zeros(0)
        answers: list[Ranked] = [nobody for _ in asks]
        if asked:
            found = self._points.query(
                [asks[n] for n in asked], [among[id(asks[n].where)] for n in asked]
            )
            for n, (numbers, scores) in zip(asked, found, strict=True):
                rows = view.rows_of_points(numbers)
                # A person removed between the query and here is nobody any more.
                there = rows >= 0
                answers[n] = rows[there], scores[there]
        return answers

    def _among(self, view: View, where: Where | Rows | None) -> Among | None:
        if where is None:
            return None
        if isinstance(where, np.ndarray):
            return Among(None, view.points(where))
        truths = view.holds(where)
        if int(np.count_nonzero(truths)) > self._listed_up_to:
            return Among(where, None)
        return Among(where, view.points(np.flatnonzero(truths).astype(np.int32)))

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


class EmbeddedStore:
    """Shards whose points are in Qdrant Edge, in the same folder."""

    def __init__(self, dimension: int) -> None:
        """`dimension`: numbers in a vector of meaning."""
        self._dimension = dimension

    def create(self, folder: Path) -> Shard:
        """As `Store.create`; what the folder held is gone."""
        clear(folder)
        return Shard(EdgePoints.create(folder / POINTS, self._dimension), Table(point_id), folder)

    def load(self, folder: Path) -> Shard:
        """As `Store.load`; a table that is missing or damaged is read out of the points."""
        points = EdgePoints.load(folder / POINTS)
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
        return Shard(points, table, folder)


def saved_table(folder: Path) -> Table:
    """The table a shard left in `folder`; raises `OSError` or `ValueError` when there is none."""
    return Table.load(folder / TABLE_FOLDER, point_id)


def clear(folder: Path) -> None:
    """Forget what a shard left in `folder`."""
    for name in (POINTS, TABLE_FOLDER):
        shutil.rmtree(folder / name, ignore_errors=True)
