"""What the index derives of a record: facets, words and trigrams.

That is most of the work of building an index, and all of it is Python: of many people it is done
in processes of its own, beside the one that stores.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import NamedTuple

import numpy as np
import orjson

from shortlist.service.index.facets import facets
from shortlist.service.index.points import Point
from shortlist.service.index.texts import words_text

APART_FROM = 20_000
"""Changes from which processes of its own are worth their start, half a second."""
_PROCESSES_MOST = 4
_AHEAD = 3
"""Batches a process has waiting."""

Derived = tuple[list[str], list[Point]]
"""The ids of those who were taken out, and the points of the others."""


class Row(NamedTuple):
    """A person as the database has them now."""

    person_id: str
    record: str | None
    """In JSON; None of one who was taken out."""
    vector: bytes | None
    change: int
    """The last one of person and vector."""


def derived(batches: Iterable[Sequence[Row]], *, expected: int) -> Iterator[Derived]:
    """Each of `batches` derived, in their order; about so many rows are `expected`."""
    processes = min(len(os.sched_getaffinity(0)) - 1, _PROCESSES_MOST)
    # A process that ends with its parent may have none of its own.
    if expected < APART_FROM or processes < 1 or multiprocessing.current_process().daemon:
        yield from map(derive, batches)
        return
    # No copy of this process: it has threads, and copies of their locks would stay locked.
    context = multiprocessing.get_context("spawn")
    waiting: deque[Future[Derived]] = deque()
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_begin) as pool:
        try:
            for batch in batches:
                waiting.append(pool.submit(derive, batch))
                if len(waiting) > processes * _AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for each in waiting:
                each.cancel()


def derive(rows: Sequence[Row]) -> Derived:
    """One batch."""
    gone = [row.person_id for row in rows if row.record is None]
    return gone, [_point(row.record, row) for row in rows if row.record is not None]


def _point(text: str, row: Row) -> Point:
    record = orjson.loads(text)
    return Point.of(
        row.person_id,
        words_text(record),
        str(record.get("name") or ""),
        facets(record),
        None if row.vector is None else unpack(row.vector),
        row.change,
    )


def unpack(stored: bytes) -> list[float]:
    """The numbers of a stored vector (see `projection.pack`)."""
    numbers: list[float] = np.frombuffer(stored, dtype="<f2").astype(np.float32).tolist()
    return numbers


def _begin() -> None:
    # An interruption is for the parent, which then needs no more of this.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.freeze()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
