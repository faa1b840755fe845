"""Which of the words that were not understood say something: a query means another without them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

from shortlist.service.index.retrieval import Vectors
from shortlist.service.lexicon.text import listed, words
from shortlist.service.search.nearest import is_readable

SAME_MEANING: Final = 0.93
"""The cosine between a query and itself without a word, from which on the word says nothing.

Measured on words left unread in 500 composed and written queries: of those that say nothing
(`deal`, `sit`, `won`, `responsible`), 95 % are above; of those that do (`astronaut`, `freshman`,
`economists`), 95 % are below."""
EMPTY: Final = listed(
    """
    everybody anybody member members individual individuals folk folks name names list lists doing
    made making etc
    among amongst within across between about around near over under up out off through during but
    """
)
"""Words that take a sentence's subject with them, or join it, and say nothing of who is meant."""
_KEPT: Final = 500
_WORDS_MOST: Final = 64
_CHARS_MOST: Final = 500
"""Of a longer query no word is measured, which takes a run of the model for each: what one word of
so many says is less than `SAME_MEANING` (of 130 words of a posted job, one was below)."""


class Telling:
    """Remembers what it measured. Thread-safe."""

    def __init__(self, embed: Callable[[Sequence[str]], Vectors]) -> None:
        self._embed = embed
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, str], frozenset[str]] = OrderedDict()

    def words(self, query: str, unread: str) -> str:
        """Those words of `unread` that say something, in order. What the model cannot read is not
        weighed by it, and kept."""
        left = [word for word in unread.split() if set(words(word)) - EMPTY]
        readable = [word for word in left if is_readable(word)]
        telling = self._telling(query, readable) if readable else frozenset()
        return " ".join(word for word in left if word not in readable or word in telling)

    def is_idle(self, query: str, said: str) -> bool:
        """Whether the query means the same without `said`, words of it that belong together."""
        wanted = set(said.split())
        left = " ".join(word for word in query.split() if not wanted.intersection(words(word)))
        if len(query) > _CHARS_MOST or not is_readable(said) or not left:
            return False
        whole, without = self._embed([query, left])
        return float(whole @ without) >= SAME_MEANING

    def _telling(self, query: str, left: Sequence[str]) -> frozenset[str]:
        asked = query, " ".join(left)
        with self._lock:
            if asked in self._known:
                return self._known[asked]
        said = query.split()
        if max(len(left), len(said)) > _WORDS_MOST or len(query) > _CHARS_MOST:
            return frozenset()
        vectors = self._embed([query, *(_without(said, word) for word in left)])
        kept = frozenset(
            word
            for word, vector in zip(left, vectors[1:], strict=True)
            if float(vectors[0] @ vector) < SAME_MEANING
        )
        with self._lock:
            self._known[asked] = kept
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return kept


def _without(said: Sequence[str], word: str) -> str:
    bare = words(word)
    at = next((at for at, each in enumerate(said) if words(each) == bare), None)
    if at is None:  # `ex-astronauts`: a part of what stands between two spaces
        return " ".join(said).replace(word, " ", 1)
    return " ".join([*said[:at], *said[at + 1 :]])
