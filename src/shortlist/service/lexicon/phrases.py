"""Matching of phrases in the words of a record."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, stems

Phrase = tuple[str, ...]
"""Stems in order."""
OF_IT: Final = "!:"
"""In a phrase: the name itself says it, `Agriculture: Livestock`, and not what it is divided into,
`Appropriations: Agriculture`."""
ITSELF: Final = "!::"
"""In a phrase: the name is of no part of anything."""


def plain(phrase: Phrase) -> Phrase:
    """`phrase` without its `!` words."""
    return tuple(word for word in phrase if word[0] != "!")


@lru_cache(maxsize=200_000)
def says(value: str, phrase: Phrase) -> bool:
    """Whether the stems of `value` hold `phrase` in one piece, and none of its `!` words."""
    if ":" in value:
        if ITSELF in phrase:
            return False
        value = value.partition(":")[0] if OF_IT in phrase else value
    whole = stems(value)
    kept = tuple(word for word in whole if word not in STOPWORDS)
    return _within(kept or whole, phrase) or any(
        # `Military and Veterans Affairs` says `military affairs`, too.
        _within((*whole[:at], *whole[at + 2 :]), phrase)
        for at in range(1, len(whole) - 2 if len(phrase) > 1 else 0)
        if whole[at] == "and"
    )


def _within(value: Phrase, phrase: Phrase) -> bool:
    wanted = tuple(word for word in phrase if word[0] != "!")
    if len(wanted) < len(phrase) and any(f"!{word}" in phrase for word in value):
        return False
    phrase = tuple(word for word in wanted if word not in STOPWORDS) or wanted
    size = len(phrase)
    return any(value[at : at + size] == phrase for at in range(len(value) - size + 1))
