"""Descriptions: which trades everyday words may tell of, `says whether to take an umbrella`.

A table has some seventeen ways to describe each of 1,185 trades. Words often tell of another one
than is meant: its people are found for it, and none is admitted.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, stems
from shortlist.service.reading.vocabulary.words import rows

_ALIKE: Final = 0.8
"""Trades whose score is this share of the best one's may be meant, too."""
_TITLES_MOST: Final = 3
_LEAST: Final = 3.5
"""What the words must tell together: one that is said of one trade once is not enough."""


def described(text: str) -> tuple[str, ...]:
    """The titles of whom `text` may describe, the likeliest first; none where no word tells."""
    trades, telling = _table()
    found: dict[str, float] = {}
    for said in dict.fromkeys(_stems(text)):
        for trade in telling.get(said, ()):
            times = trades[trade][said]
            weight = _weight(len(telling[said])) * times / (times + 1)
            found[trade] = found.get(trade, 0.0) + weight
    best = max(found.values(), default=0.0)
    if best < _LEAST:
        return ()
    likely = sorted(found, key=lambda trade: (-found[trade], trade))[:_TITLES_MOST]
    return tuple(trade for trade in likely if found[trade] >= _ALIKE * best)


def _weight(trades: int) -> float:
    """How telling a word is that so many trades are described by."""
    return math.log((len(_table()[0]) + 1) / (trades + 0.5))


def _stems(text: str) -> tuple[str, ...]:
    return tuple(each for each in stems(text) if each not in STOPWORDS)


@cache
def _table() -> tuple[dict[str, Counter[str]], dict[str, list[str]]]:
    """A title to the stems it is described by, each with how often; a stem to the titles that it
    is said of. Read (0.3 s) when a question first names no trade, not when a service starts."""
    trades = {row["title"]: Counter(_stems(row["said"])) for row in rows("descriptions.tsv.gz")}
    telling: dict[str, list[str]] = {}
    for title, said in trades.items():
        for each in said:
            telling.setdefault(each, []).append(title)
    return trades, telling
