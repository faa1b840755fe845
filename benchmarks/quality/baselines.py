"""What search is measured against: BM25, and BM25 with meaning, over everything a record says.

They share no code with search but the model and its vectors, and understand nothing.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import Stemmer
from numpy.typing import NDArray

from shortlist.service.index.port import Record

MEANING: Final = 0.8
"""What a cosine of 1 counts beside the best match in words of a question."""
_SATURATION: Final = 1.2
_LENGTH: Final = 0.75
_UNSAID: Final = {"id", "dataset", "licence", "sources", "profile_url", "links", "as_of"}
"""What a record holds that says nothing of the person."""
_WORD: Final = re.compile(r"\w+")
_STEMMER: Final = Stemmer.Stemmer("english")

Scores = NDArray[np.float64]


def everything_said(record: Record) -> str:
    """All strings of a record, each once, without addresses."""
    said = (text for key, value in record.items() if key not in _UNSAID for text in _texts(value))
    return " . ".join(dict.fromkeys(said))


class Bm25:
    """Plain BM25 over `texts`: English stems without accents; no word is left out."""

    def __init__(self, texts: Sequence[str]) -> None:
        counted = [Counter(_words(text)) for text in texts]
        length = np.array([sum(each.values()) for each in counted], dtype=np.float64)
        self._by_length = 1 - _LENGTH + _LENGTH * length / max(1.0, length.mean())
        bearers: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for row, words in enumerate(counted):
            for word, count in words.items():
                bearers[word].append((row, count))
        self._bearers = bearers

    def scores(self, text: str) -> Scores:
        """Of each text, in order."""
        everyone = len(self._by_length)
        scores = np.zeros(everyone)
        for word in _words(text):
            if found := self._bearers.get(word):
                rows, counts = np.array(found).T
                rarity = math.log(1 + (everyone - len(rows) + 0.5) / (len(rows) + 0.5))
                often = counts * (_SATURATION + 1)
                scores[rows] += rarity * often / (counts + _SATURATION * self._by_length[rows])
        return scores


def fused(words: Scores, cosines: Scores) -> Scores:
    """BM25, over the best of it, + `MEANING` × cosine."""
    return words / max(words.max(), 1e-9) + MEANING * cosines


def best(scores: Scores, ids: Sequence[str], count: int) -> list[str]:
    """The ids of the best `count`; of equals, the first."""
    return [ids[at] for at in np.argsort(-scores, kind="stable")[:count]]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if "://" not in value:
            yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    found = _WORD.findall("".join(c for c in plain if not unicodedata.combining(c)))
    return _STEMMER.stemWords(found)
