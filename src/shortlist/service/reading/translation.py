"""Questions in other languages: their words for what the tables have only in English."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.reading.small import FOREIGN
from shortlist.service.reading.tokens import Token, bases
from shortlist.service.reading.vocabulary import tables

_LONGEST: Final = 5


def translated(words: Sequence[Token]) -> tuple[Token, ...]:
    """`words` with those of other languages, and of every day, in the words of the tables.

    A word of another language is one only in a question that has a small word of it or is short.
    """
    foreign = len(words) <= 3 or any(word.text in FOREIGN for word in words)
    known = tables.other_words()
    found: list[Token] = []
    at = 0
    while at < len(words):
        for size in range(min(_LONGEST, len(words) - at), 0, -1):
            english, language = known.get(
                " ".join(word.text for word in words[at : at + size]), ("", "")
            )
            if english and (foreign or language == "en"):
                first = words[at]
                found.extend(
                    replace(
                        first, text=each, base=each, gap=first.gap if n == 0 else " ", meant=True
                    )
                    for n, each in enumerate(bases(english))
                )
                at += size
                break
        else:
            found.append(words[at])
            at += 1
    return tuple(found)
