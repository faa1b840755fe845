"""Practices: what the people of a trade do, and whom a title says to lead them.

An `internal auditor` does internal audit, and a `head of internal audit` is one of them; so is a
`transport planning manager` a transport planner, and a `regional warehouse director` a warehouse
manager. Which noun is that of which practice needs no table: both have one root.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, stem
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import pattern, title_levels, words_for

LEADING: Final = frozenset({"head", "lead", "director", "manager", "vp"})
"""Levels of who leads a practice and is of it."""
_BESIDE: Final = (words_for("modifier") - {"corporate"}) | title_levels().keys() | STOPWORDS
_CALLED: Final = words_for("called_a_practice")
_ADVISING: Final = frozenset({"adviser"})
_MANAGING: Final = frozenset({"manager"})
_DOING: Final = words_for("agent_of_a_practice")
_ENDING: Final = re.compile(pattern("ending_of_a_practice"))
_ROOT_LEAST: Final = 3


def led(words: tuple[str, ...]) -> tuple[str, ...]:
    """The practice that these written-out words of a leader's title name, by its root and, after an
    `=`, by its words: of `head of internal audit`; none of a trade of its own, `train manager`."""
    own = [word for word in words if word not in _BESIDE]
    while own and own[-1] in _CALLED:
        own.pop()
    root = _root(tuple(own))
    apart = len(own) == 1 and " ".join(words) in tables.titles() and root not in _departments()
    return () if apart or not own else (root, f"={' '.join(own)}")


def practised(trade: str) -> Iterator[str]:
    """The practices, as `led` has them, whose leaders are of this trade. A whole department,
    `design`, has people of many trades, and of its managers `titles` knows the levels."""
    words = tuple(trade.split())
    if (root := _root(words)) not in _departments():
        yield root
    of = words[:-1]
    agents = _ADVISING if " ".join(of) in tables.subjects() else _ADVISING | _MANAGING
    if of and words[-1] in (agents if len(of) == 1 else agents | _DOING):
        # A manager of accounts is none of accounting.
        yield f"={' '.join(of)}"


@cache
def _departments() -> frozenset[str]:
    return frozenset(_root(tuple(term.split())) for term in tables.subjects() if " " not in term)


@lru_cache(maxsize=20_000)
def _root(words: tuple[str, ...]) -> str:
    """`Internal audit` of an internal auditor, too; empty of no words."""
    if not words:
        return ""
    last = stem(words[-1])
    bare = _ENDING.sub("", last)
    if bare.endswith("nc"):
        bare = f"{bare[:-1]}t"  # a scientist is in science
    if len(bare) > _ROOT_LEAST and bare[-1] == bare[-2]:
        bare = bare[:-1]  # a planner plans
    return " ".join((*map(stem, words[:-1]), bare if len(bare) >= _ROOT_LEAST else last))
