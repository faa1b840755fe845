"""Descriptions: which trades everyday words tell of, `says whether to take an umbrella`.

A table has some 23 ways to describe each of 1,185 trades. A text tells of one by the words that it
shares with them, by meaning much the same, and by the trades of those of an index whose records
mean most the same; how likely, a model of these three says, whose weights lie in
`descriptions.json` (`python -m benchmarks.quality.fit_descriptions`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import orjson
from numpy.typing import NDArray

from shortlist.service.lexicon.text import STOPWORDS, stems
from shortlist.service.reading.linkers.roles import held_by
from shortlist.service.reading.vocabulary.words import HERE, rows

WEIGHTS: Final = Path(__file__).with_name("descriptions.json")
MEANING: Final = HERE / "descriptions.npy"
"""What the descriptions of each trade mean together: one row a trade of MiniLM's vectors, in whole
numbers up to 127 (`python -m tools.vocabulary`)."""
_TOLD_MOST: Final = 10
_ABSENT: Final = 0.05
"""How often somebody asks for a trade that nobody of an index has, to one that somebody has: a
question of beekeepers is none of allergists where there are no beekeepers."""
_SHARE_LEAST: Final = 0.01
"""Added to shares of people, so that none of a few is not taken for none at all."""
FEATURES: Final = ("words", "meaning", "alike")
MODEL: Final = "all-MiniLM-L6-v2-int8"
"""The model of `MEANING`; vectors of another tell nothing."""
Numbers = NDArray[np.float64]


class Trade(NamedTuple):
    """A trade that a text may describe."""

    title: str
    likely: float
    """0 to 1; of all trades together at most 1, and the rest that it describes none of them."""


def trades() -> tuple[str, ...]:
    """The titles of the table, in its order."""
    return _table().titles


@cache
def named() -> dict[str, tuple[str, ...]]:
    """Each of `trades`, to what records call it whose title is read to it."""
    return {title: held_by(title).get("trade", (title,)) for title in trades()}


def told(
    text: str, vector: NDArray[np.float32], held: Numbers, alike: Mapping[str, float]
) -> list[Trade]:
    """How likely `text`, whose vector is given, describes each of the trades that somebody has: the
    likeliest few, the first first. `held`, `alike`: as of `features`."""
    weights, none = _fitted()
    here = held > 0
    likely = shares(features(text, vector, held, alike) @ weights, here, none)
    best = np.argsort(np.where(here, -likely, 1.0), kind="stable")[: min(_TOLD_MOST, here.sum())]
    return [Trade(trades()[n], float(likely[n])) for n in best]


def shares(given: Numbers, here: NDArray[np.bool_], none: float) -> Numbers:
    """How likely each trade is of whose features so much is made, `none` where none is meant."""
    given = np.append(np.where(here, given, given + math.log(_ABSENT)), none)
    likely = np.exp(given - given.max())
    found: Numbers = likely[:-1] / likely.sum()
    return found


def features(
    text: str, vector: NDArray[np.float32], held: Numbers, alike: Mapping[str, float]
) -> Numbers:
    """One row for each of `trades`, one column for each of `FEATURES`: what the words of `text`
    tell of it; the cosine of its vector to that of the trade's descriptions; and how many times as
    many have it of those whose records mean most the same as of everybody, as a logarithm. `held`:
    the share of everybody who has each trade. `alike`: a trade as records call it, to the share of
    those who have it."""
    table = _table()
    words = np.zeros(len(table.titles))
    for said in dict.fromkeys(_stems(text)):
        if said in table.telling:
            told, weights = table.telling[said]
            words[told] += weights
    found = np.zeros(len(table.titles))
    for name, share in alike.items():
        for at in _called().get(name, ()):
            found[at] = max(found[at], share)
    times = np.log((found + _SHARE_LEAST) / (held + _SHARE_LEAST))
    return np.column_stack([words, table.meaning @ vector, times])


@cache
def _called() -> dict[str, list[int]]:
    """What records call a trade, to the places of those in the table that are called so."""
    found: dict[str, list[int]] = {}
    for at, names in enumerate(named().values()):
        for name in names:
            found.setdefault(name, []).append(at)
    return found


def tells(text: str, title: str) -> bool:
    """Whether a word of `text` is among those that the trade of this title is described by, or of
    the title."""
    at, own = trades().index(title), _stems(title)
    telling = _table().telling
    return any(said in own or (said in telling and at in telling[said][0]) for said in _stems(text))


def _stems(text: str) -> tuple[str, ...]:
    return tuple(each for each in stems(text) if each not in STOPWORDS)


@cache
def _fitted() -> tuple[Numbers, float]:
    """What each of `FEATURES` counts, and what that none is meant counts."""
    kept = orjson.loads(WEIGHTS.read_bytes())
    return np.array([kept["weights"][name] for name in FEATURES]), kept["none"]


def _told_by(times: dict[int, int], trades: int) -> Numbers:
    """How much a word tells of each trade that it is said of so often, of so many `trades`."""
    often = np.array([*times.values()], dtype=np.float64)
    rare = math.log((trades + 1) / (len(times) + 0.5))
    told: Numbers = rare * often / (often + 1)
    return told


class _Table(NamedTuple):
    titles: tuple[str, ...]
    telling: dict[str, tuple[NDArray[np.int64], Numbers]]
    """A stem, to the trades that it is said of, and how much it tells of each."""
    meaning: Numbers


@cache
def _table() -> _Table:
    """Read (0.3 s) when a question first names no trade, not when a service starts."""
    table = list(rows("descriptions.tsv.gz"))
    said_of: dict[str, dict[int, int]] = {}
    for at, row in enumerate(table):
        for said, times in Counter(_stems(row["said"])).items():
            said_of.setdefault(said, {})[at] = times
    telling = {
        said: (np.array([*times]), _told_by(times, len(table))) for said, times in said_of.items()
    }
    kept: Any = np.load(MEANING).astype(np.float64)
    meaning = kept / np.linalg.norm(kept, axis=1, keepdims=True)
    return _Table(tuple(row["title"] for row in table), telling, meaning)
