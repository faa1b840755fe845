"""Everyone who can be found: their facets in a table here, their vectors in a store of points.

People in, ids and scores out. It knows nothing of the database.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from shortlist.service.index.card import Card
from shortlist.service.index.edge_points import EdgePoints
from shortlist.service.index.points import Among, Point, dense_of, point_id, sparse_of
from shortlist.service.index.retrieval import Ask, Channel, Ranked, Rows, Scored, Scores, Where
from shortlist.service.index.shelf import Shelf, Shelved
from shortlist.service.index.table import Table
from shortlist.service.index.view import View
from shortlist.service.index.wider import ask_points, has_list

LISTED_UP_TO = 2_000
"""People a filter holds for that are listed to Qdrant by number; it looks at nobody else then, and
need not evaluate the filter. More are filtered by its payload index: 20,000 people who are listed
cost it 45 ms, where the filter costs 6."""

_INTRICATE = 10
"""So many times more are few where Qdrant has no list of them: of each whom one part of a filter
holds for it asks whether the others do. At a million that took 60 to 140 ms of the processor for
4,000 to 25,000 people; to score one here takes less than a thousandth of a millisecond."""
_WORDS_REMEMBERED = 50_000

log = logging.getLogger("shortlist.index")

POINTS = "points"
TABLE_FOLDER = "facets"
SHELF = "shelf"


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

    def cards(self, person_ids: Sequence[str]) -> dict[str, Card]:
        """What lists show of those of these people of whom it is at hand."""
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


class _Few(NamedTuple):
    """People who are looked at one by one."""

    rows: Rows
    points: NDArray[np.uint64]
    shelved: Shelved


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
        shelf: Shelf,
        folder: Path,
        *,
        listed_up_to: int = LISTED_UP_TO,
    ) -> None:
        self._points = points
        self._table = table
        self._shelf = shelf
        self._rarity: dict[int, float] = {}
        """What the points make of a word, by the word, until they change."""
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
        self._shelf.put(came)
        if came:
            self._points.upsert(came)

    def put_vectors(self, vectors: Iterable[tuple[str, int, Sequence[float]]]) -> None:
        """As `Shard.put_vectors`."""
        here = [(point_id(i), vector) for i, _, vector in vectors if i in self._table]
        self._shelf.put_vectors(here)
        if here:
            self._points.put_vectors(here)

    def remove(self, person_ids: Sequence[str]) -> int:
        """As `Shard.remove`."""
        self._table_changes()
        numbers = [point_id(i) for i in person_ids if self._table.remove(i)]
        if numbers:
            self._shelf.remove(numbers)
            self._points.delete(numbers)
        return len(numbers)

    def _table_changes(self) -> None:
        """What is saved of the table is no longer true: after a crash it is read anew."""
        self._rarity = {}
        if self._table_is_saved:
            shutil.rmtree(self._saved_table)
            self._table_is_saved = False

    def _save_table(self) -> None:
        if not self._table_is_saved:
            self._table.save(self._saved_table)
            self._table_is_saved = True

    def flush(self, followed: int) -> None:  # noqa: ARG002
        """As `Shard.flush`."""
        self._shelf.flush()
        self._points.flush()
        self._rarity = {}

    def settle(self) -> None:
        """As `Shard.settle`."""
        self._points.optimise()

    def optimise(self) -> None:
        """As `Shard.optimise`."""
        self._save_table()
        self._shelf.settle()
        self._points.optimise()

    def close(self) -> None:
        """As `Shard.close`."""
        self._save_table()
        self._shelf.close()
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

    def cards(self, person_ids: Sequence[str]) -> dict[str, Card]:
        """As `Shard.cards`."""
        points = np.fromiter(map(point_id, person_ids), np.uint64, len(person_ids))
        packed = zip(person_ids, self._shelf.of(points).cards(), strict=True)
        return {i: Card.unpacked(said) for i, said in packed if said is not None}

    def ranked(self, candidates: View, asks: Sequence[Ask]) -> list[Ranked]:
        """As `Retriever.ranked`."""
        # The asks of one batch mostly share their filter.
        distinct = {id(ask.where): ask.where for ask in asks}
        few = {at: self._few(candidates, where) for at, where in distinct.items()}
        answers = [self._among_few(few[id(ask.where)], ask) for ask in asks]
        left = [n for n, answer in enumerate(answers) if answer is None]
        if left:
            among = {at: _among(few[at], where) for at, where in distinct.items()}
            asked = [asks[n] for n in left], [among[id(asks[n].where)] for n in left]
            for n, answer in zip(left, ask_points(self._points, candidates, *asked), strict=True):
                answers[n] = _in_order(*answer)
        return [answer for answer in answers if answer is not None]

    def _few(self, view: View, where: Where | Rows | None) -> _Few | None:
        """Whom `where` holds for, unless they are many."""
        if where is None:
            return None
        if isinstance(where, np.ndarray):
            rows = where
        else:
            truths = view.holds(where)
            count = int(np.count_nonzero(truths))
            if count > self._listed_up_to and (
                count > _INTRICATE * self._listed_up_to or has_list(view, where)
            ):
                return None
            rows = np.flatnonzero(truths).astype(np.int32)
        points = view.points(rows)
        return _Few(rows, points, self._shelf.of(points))

    def _among_few(self, few: _Few | None, ask: Ask) -> Ranked | None:
        """What the points would answer, where it can be told without them."""
        if few is None:
            return None
        if not len(few.rows):
            return few.rows, np.zeros(0)
        if ask.channel is Channel.NAMES or not few.shelved.whole:
            return None
        if ask.channel is Channel.MEANING:
            scores, found = few.shelved.by_meaning(dense_of(ask))
        else:
            asked = self._weighed(dict(zip(*sparse_of(ask), strict=True)))
            if asked is None:
                return None
            scores = few.shelved.by_words(asked)
            found = scores > 0
        there = np.flatnonzero(found)
        best = there[np.argsort(-scores[there], kind="stable")[: ask.limit]]
        return few.rows[best], scores[best]

    def _weighed(self, asked: dict[int, float]) -> dict[int, float] | None:
        """The words that are asked for, with what the points make of them: how rare each is, as of
        now. The score of whoever is first by one word says so."""
        rarity = self._rarity
        new = [word for word in asked if word not in rarity]
        for word, (numbers, scores) in zip(new, self._points.by_word(new), strict=True):
            best = self._shelf.of(numbers)
            if not best.whole:
                return None
            own = best.by_words({word: 1.0})
            rarity[word] = float(scores[0] / own[0]) if len(own) and own[0] else 0.0
        if len(rarity) > _WORDS_REMEMBERED:
            self._rarity = {}
        return {word: weight * rarity[word] for word, weight in asked.items()}

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
        return EmbeddedShard(
            points, Table(point_id), Shelf(folder / SHELF, self._dimension), folder
        )

    def load(self, folder: Path) -> EmbeddedShard:
        """As `Store.load`; a table that is missing or damaged is read out of the points."""
        shelf = Shelf(folder / SHELF, self._dimension)
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
        return EmbeddedShard(points, table, shelf, folder)


def _among(few: _Few | None, where: Where | Rows | None) -> Among | None:
    if few is not None:
        return Among(None, few.points.tolist())
    return None if where is None or isinstance(where, np.ndarray) else Among(where, None)


def saved_table(folder: Path) -> Table:
    """The table a shard left in `folder`; raises `OSError` or `ValueError` when there is none."""
    return Table.load(folder / TABLE_FOLDER, point_id)


def clear(folder: Path) -> None:
    """Forget what a shard left in `folder`."""
    for name in (POINTS, TABLE_FOLDER, SHELF):
        shutil.rmtree(folder / name, ignore_errors=True)


def _in_order(rows: Rows, scores: Scores) -> Ranked:
    """Who scores alike always comes in one order, which Qdrant leaves open."""
    order = np.lexsort((rows, -np.round(scores, 6)))
    return rows[order], scores[order]
