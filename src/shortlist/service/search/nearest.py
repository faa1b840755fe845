"""Subjects by likeness of meaning, for the words that the thesaurus does not have."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final, Protocol

import numpy as np

from shortlist.service.index.retrieval import Vectors
from shortlist.service.lexicon.topics import Topic, spoken

ALIKE: Final = 0.6
"""The cosine between a phrase and a wording of a topic, from which on that topic is meant."""
_KEPT: Final = 500


class Nearest(Protocol):
    """Finds the topic that a phrase means; None when none is near."""

    def __call__(self, phrase: str, kinds: Sequence[str]) -> Topic | None: ...


class NearestTopic:
    """`Nearest` by embeddings, which are made when a kind is first asked for. Thread-safe."""

    def __init__(self, embed: Callable[[Sequence[str]], Vectors]) -> None:
        self._embed = embed
        self._lock = threading.Lock()
        self._kinds: dict[str, tuple[list[Topic], Vectors]] = {}
        self._known: OrderedDict[tuple[str, tuple[str, ...]], Topic | None] = OrderedDict()

    def __call__(self, phrase: str, kinds: Sequence[str]) -> Topic | None:
        asked = phrase.lower(), tuple(kinds)
        with self._lock:
            if asked in self._known:
                return self._known[asked]
            found = self._find(*asked)
            self._known[asked] = found
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
            return found

    def _find(self, phrase: str, kinds: Sequence[str]) -> Topic | None:
        vector = self._embed([phrase])[0]
        best: tuple[float, Topic | None] = ALIKE, None
        for kind in kinds:
            topics, vectors = self._of(kind)
            likeness = vectors @ vector
            at = int(np.argmax(likeness))
            if likeness[at] >= best[0]:
                best = float(likeness[at]), topics[at]
        return best[1]

    def _of(self, kind: str) -> tuple[list[Topic], Vectors]:
        if kind not in self._kinds:
            pairs = spoken(kind)
            vectors = self._embed([said for _, said in pairs])
            self._kinds[kind] = [topic for topic, _ in pairs], vectors
        return self._kinds[kind]
