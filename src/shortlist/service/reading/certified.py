"""The certifications that the sentences of a record say that somebody holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.reading.record_parts import PIECE
from shortlist.service.reading.tokens import Token, longest, tokens
from shortlist.service.reading.vocabulary import credentials, tables
from shortlist.service.reading.vocabulary.words import words_for

_HOLDING: Final = words_for("certified_in_prose")
_HAVING: Final = words_for("having_in_prose")
_NOT_HELD: Final = words_for("certification_not_held")
_LONGEST: Final = 5
_SHORT: Final = 2
"""Letters of so few may be a state's: `Boston, MA`."""
_BEHIND: Final = 3
"""Words behind one of holding in which letters that no table has are a certificate's."""


def certified(sentence: str) -> Iterator[str]:
    """The keys of the certifications that a sentence about somebody says that they hold: those of
    the table beside a word of having, `I keep my CISA up to date`, and letters of none right behind
    one of holding, `qualified: MEDDIC`; not `studying towards the ACCA` or `certified by AWS`."""
    for piece in PIECE.split(sentence):
        yield from _in_one(tokens(piece))


def _in_one(words: Sequence[Token]) -> Iterator[str]:
    said = {word.text for word in words}
    holds = not _HOLDING.isdisjoint(said)
    if not _NOT_HELD.isdisjoint(said) or not (holds or not _HAVING.isdisjoint(said)):
        return
    bases = [word.base for word in words]
    told = -1
    for at, end, name in longest(bases, credentials.certifications(), _LONGEST):
        if at and words[at - 1].text in _INTO:
            continue
        if name and _is_spelt_so(words[at:end]):
            yield name
        elif holds and not name and _is_of_letters(words[at]) and _is_behind(words, at, told):
            yield tables.key(words[at].raw)
        else:
            continue
        told = end


def _is_spelt_so(words: Sequence[Token]) -> bool:
    """Whether the words of a name are written as one, and not of several people: `at Kershaw
    Chartered Accountants`."""
    raw = words[0].raw
    if len(words) > 1:
        return raw[:1].isupper() and words[-1].text == words[-1].base
    return raw.isupper() and len(raw) > _SHORT


def _is_of_letters(word: Token) -> bool:
    """Whether a word is letters such as `BCOP` or `MIStructE`, and none of a degree."""
    capitals = sum(letter.isupper() for letter in word.raw)
    plain = word.base in credentials.degrees() or word.base in tables.english()
    return capitals > 1 and len(word.raw) > _SHORT and not plain


def _is_behind(words: Sequence[Token], at: int, told: int) -> bool:
    """Whether a word of holding stands right before, or a certification that is `told` already."""
    before = [word.text for word in words[max(0, at - _BEHIND) : at]]
    return at == told or not _HOLDING.isdisjoint(before)


_INTO: Final = frozenset({"at", "by", "with", "in", "for", "from", "to", "on"})
"""Words before what is not held: `certified by AWS`, `has worked with SAP`."""
