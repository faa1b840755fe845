"""Salience: which of the words that were not understood matter to a query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shortlist.service.index.retrieval import Vectors
from shortlist.service.lexicon.text import fold, words

SAME_MEANING: Final = 0.93
"""The cosine between a query and itself without a word, from which on the word says nothing.

Measured on words left unread in 500 composed and written queries: of those that say nothing
(`deal`, `sit`, `won`, `responsible`), 95 % are above; of those that do (`astronaut`, `freshman`,
`economists`), 95 % are below."""
_CHARS_MOST: Final = 500
"""Of a longer query no word is measured: what one of so many says is less than `SAME_MEANING`."""


def idle_words(
    embed: Callable[[Sequence[str]], Vectors], query: str, said: Sequence[str]
) -> frozenset[str]:
    """Those of `said`, each some words of `query` that belong together, without which it means the
    same; never words in letters that the model was not made for."""
    if len(query) > _CHARS_MOST:
        return frozenset()
    without = {text: _without(query, text) for text in said if fold(text).isascii()}
    without = {text: left for text, left in without.items() if left}
    if not without:
        return frozenset()
    whole, *rest = embed([query, *without.values()])
    near = zip(without, rest, strict=True)
    return frozenset(text for text, vector in near if float(whole @ vector) >= SAME_MEANING)


def _without(query: str, said: str) -> str:
    wanted = set(words(said))
    return " ".join(word for word in query.split() if wanted.isdisjoint(words(word)))
