"""Asking the points for those whom a filter holds for that holds for many.

Qdrant looks at each person whom the rarest part of a filter holds for, and asks of each whether the
other parts do: of 37,000 people in France, to ask whether they are in office costs three times
what it costs to compare them. So it is asked for some more people by less, and those whom the
whole filter does not hold for are left out of its answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from shortlist.service.index.edge_points import EdgePoints
from shortlist.service.index.payload_filters import musts
from shortlist.service.index.points import Among, Nearest
from shortlist.service.index.retrieval import All, AnyOf, Ask, Ranked, Some, Truths, Where
from shortlist.service.index.view import View

_NEARLY: Final = 0.75
"""Of the people of the rest, the share a part must hold for to be left out."""
_MORE: Final = 32
"""People beyond their share who are asked for."""


@dataclass(frozen=True, slots=True)
class _Wider:
    """A filter that is quicker to answer."""

    among: Among
    """Everyone whom the whole one holds for, and a few more."""
    held: Truths
    """Whom the whole one holds for."""
    share: float
    """How many of `among` those are."""


def ask_points(
    points: EdgePoints, view: View, asks: Sequence[Ask], among: Sequence[Among | None]
) -> list[Ranked]:
    """What the points answer, in the rows of `view`; `among` tells whose each may find."""
    wide = {id(each): _wider(view, each) for each in among}
    wider = [wide[id(each)] for each in among]
    widely = [
        ask if each is None else replace(ask, limit=int(ask.limit / each.share) + _MORE)
        for ask, each in zip(asks, wider, strict=True)
    ]
    found = points.query(
        widely,
        [its if each is None else each.among for its, each in zip(among, wider, strict=True)],
    )
    answers: list[Ranked] = []
    again: list[int] = []
    for n, (each, answer) in enumerate(zip(wider, found, strict=True)):
        rows, scores = _there(view, answer, None if each is None else each.held)
        answers.append((rows[: asks[n].limit], scores[: asks[n].limit]))
        if each is not None and len(rows) < asks[n].limit and len(answer[0]) == widely[n].limit:
            again.append(n)  # too many were found whom the whole filter does not hold for
    if again:
        found = points.query([asks[n] for n in again], [among[n] for n in again])
        for n, answer in zip(again, found, strict=True):
            answers[n] = _there(view, answer, None)
    return answers


def _there(view: View, found: Nearest, held: Truths | None) -> Ranked:
    numbers, scores = found
    rows = view.rows_of_points(numbers)
    # A person removed between the query and here is nobody any more.
    there = rows >= 0
    if held is not None:
        there &= held[rows]
    return rows[there], scores[there]


def has_list(view: View, where: Where) -> bool:
    """Whether Qdrant needs to look at nobody but those it finds: `where` is any of some facets, and
    besides only what holds for nearly everybody."""
    kept = _kept(view, where)
    return len(kept) == 1 and all(
        isinstance(part, AnyOf) for each in kept for part in _either(each)
    )


def _wider(view: View, among: Among | None) -> _Wider | None:
    if among is None or among.where is None or among.listed is not None:
        return None
    kept = _kept(view, among.where)
    if not kept or len(kept) == len(list(musts(among.where))):
        return None
    held = view.holds(among.where)
    rest = np.logical_and.reduce([view.holds(part) for part in kept])
    share = int(np.count_nonzero(held)) / max(int(np.count_nonzero(rest)), 1)
    if share < _NEARLY:
        return None
    return _Wider(Among(kept[0] if len(kept) == 1 else All(tuple(kept)), None), held, share)


def _kept(view: View, where: Where) -> list[Where]:
    """What must hold, but for what holds for nearly everybody."""
    most = _NEARLY * len(view)
    return [part for part in musts(where) if np.count_nonzero(view.holds(part)) < most]


def _either(where: Where) -> Sequence[Where]:
    return where.parts if isinstance(where, Some) else (where,)
