"""Questions in other languages: their words for what the tables have only in English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.reading.stop_words import FOREIGN
from shortlist.service.reading.tokens import Token, bases
from shortlist.service.reading.vocabulary import tables

_LONGEST: Final = 5
_FEW: Final = 3


def translated(words: Sequence[Token]) -> tuple[Token, ...]:
    """`words` with those of other languages, and of every day, in the words of the tables.

    A word of another language is one only beside a small word of it, or in few words where no
    English title has it: a `personal trainer` is of no `Personal`.
    """
    foreign = any(word.text in FOREIGN for word in words)
    few = len(words) <= _FEW
    known = tables.other_words()
    found: list[Token] = []
    at = 0
    while at < len(words):
        for size in range(min(_LONGEST, len(words) - at), 0, -1):
            english, language = known.get(
                " ".join(word.text for word in words[at : at + size]), ("", "")
            )
            plain = few and not any(word.text in tables.english() for word in words[at : at + size])
            if english and (foreign or plain or language == "en"):
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
    return tuple(_linked(found))


_OF: Final = frozenset(["de", "do", "da", "di", "dei", "delle", "del", "des", "du", "von", "van"])


def _linked(words: Sequence[Token]) -> Iterator[Token]:
    """`words` with `of` for what stands in its place: `gerente de vendas` is a manager of sales."""
    for at, word in enumerate(words):
        inside = 0 < at < len(words) - 1 and words[at - 1].meant and words[at + 1].meant
        of = inside and word.text in _OF
        yield replace(word, text="of", base="of", meant=True) if of else word
