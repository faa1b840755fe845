"""Which of the words that were not understood say something: a query means another without them."""

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


def is_idle(embed: Callable[[Sequence[str]], Vectors], query: str, said: str) -> bool:
    """Whether `query` means the same without `said`, words of it that belong together; not of words
    in letters that the model was not made for."""
    wanted = set(said.split())
    left = " ".join(word for word in query.split() if not wanted.intersection(words(word)))
    if len(query) > _CHARS_MOST or not fold(said).isascii() or not left:
        return False
    whole, without = embed([query, left])
    return float(whole @ without) >= SAME_MEANING
