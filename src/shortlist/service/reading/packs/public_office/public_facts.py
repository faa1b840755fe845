"""Parties, appointments and by whom, and what legislators live by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rapidfuzz import fuzz

from shortlist.service.lexicon.text import stems
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office.tables import (
    APPOINTMENTS,
    OCCUPATIONS,
    PARTIES,
    words_for,
)
from shortlist.service.reading.packs.public_office.texts import (
    before,
    cased,
    pieces,
    raw,
    stems_of,
)
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, matches

_EVERYDAY: Final = frozenset({"labour", "green", "independent", "conservative", "reform uk"})
"""Parties whose names are words of other things, too."""
_APPOINTING: Final = words_for("appointing")
_OF_A_PRESIDENT: Final = "presidents?|administrations?|appointees?|nominees?|picks"
_EMPLOYED: Final = words_for("employed")
_IS: Final = words_for("is")
_CUES: Final = words_for("cue_of_an_occupation")
_LEGISLATING: Final = words_for("legislating")
_MISSPELT: Final = 85


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The plain facts of public life in pieces of `words`."""
    yield from _parties(words, gazetteer)
    yield from _appointed_by(words, gazetteer)
    yield from _appointments(words, gazetteer)
    if gazetteer.values("occupation"):
        yield from _occupations(words)


def _parties(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    known = gazetteer.values("party")
    some = cased(words)
    for keys, label, pattern in PARTIES:
        for start, end, _ in matches(words, pattern) if known.keys() & keys else ():
            if _EVERYDAY.isdisjoint(keys) or not some or words[start].raw[:1].isupper():
                yield _party(start, end, keys, label)
    for start, end in pieces(words, 7):
        if end > start + 1 and (own := gazetteer.spelt("party", stems_of(words, start, end))):
            yield _party(start, end, own[:1], raw(words, start, end))


def _party(start: int, end: int, keys: Sequence[str], label: str) -> Span:
    says = f"Belongs to the {label}" + ("" if "party" in label.lower() else " party")
    return Span(start, end, "party", tuple(f"party={key}" for key in keys), label, 1.1, says=says)


def _appointed_by(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """`Appointed by Barack Obama`, `Obama appointees`, `picked by Republican presidents`."""
    if _APPOINTING.isdisjoint(word.text for word in words):
        return
    presidents = gazetteer.values("appointed_by")
    for start, end in pieces(words, 4):
        said = [word.text for word in words[start:end]]
        named = [each for each in presidents if _is_named(said, each.split())]
        if named:
            label = " or ".join(each.title() for each in named)
            yield _by(start, end, [f"appointed_by={each}" for each in named], label)
    known = gazetteer.values("appointing_party")
    for keys, label, party in PARTIES:
        asked = rf"(?:by )?(?:an? )?(?:{party}) (?:{_OF_A_PRESIDENT})|by (?:{party})"
        for start, end, _ in matches(words, asked) if known.keys() & keys else ():
            values = [f"appointing_party={key}" for key in keys]
            yield _by(start, end, values, f"a {label} president")


def _by(start: int, end: int, values: Sequence[str], label: str) -> Span:
    label = f"appointed by {label}"
    return Span(start, end, "appointed_by", tuple(values), label, 1.3, says=f"Was {label}")


def _is_named(said: Sequence[str], president: Sequence[str]) -> bool:
    """Whether the words are the last name of a president, after no other names than theirs."""
    last = [part for part in president if part not in ("jr", "sr")][-1]
    if fuzz.ratio(said[-1], last) < _MISSPELT:
        return False
    return all(
        any(fuzz.ratio(word, part) >= _MISSPELT for part in (*president, "president"))
        for word in said[:-1]
    )


def _appointments(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    known = gazetteer.values("appointment")
    for kinds, pattern in APPOINTMENTS:
        here = [each for each in kinds if each in known]
        for start, end, _ in matches(words, pattern) if here else ():
            end += end < len(words) and words[end].text in _EMPLOYED
            label = " or ".join(here)
            says = f"Holds a position of this kind: {label}"
            given = tuple(f"appointment={each}" for each in here)
            yield Span(start, end, "appointment", given, label, 1.0, says=says)


def _occupations(words: Sequence[Token]) -> Iterator[Span]:
    """What lawmakers live by, where the question says what they are: not what they deal with."""
    for start, end in pieces(words, 4):
        recorded = OCCUPATIONS.get(stems_of(words, start, end))
        if not recorded or not _is_said_of_them(words, start, end):
            continue
        first, last = start, end
        while first and words[first - 1].text in _CUES:
            first -= 1
        while last < len(words) and words[last].text in ("turned", "by", "occupation"):
            last += 1
        label = raw(words, start, end)
        given = dict.fromkeys(f"occupation+{' '.join(stems(each))}" for each in recorded)
        yield Span(first, last, "occupation", tuple(given), label, 1.15,
                   says=f"Has the occupation {label}")  # fmt: skip


def _is_said_of_them(words: Sequence[Token], start: int, end: int) -> bool:
    """`Lawyers turned legislators`, `attorneys by occupation`, `who are also farmers`."""
    if end < len(words) and (
        words[end].text in ("turned", "by") or words[end].base in _LEGISLATING
    ):
        return True
    article = frozenset({"a", "an", "also", "the", "former", "currently"})
    lawmakers = any(word.base in _LEGISLATING for word in words[end:])
    return before(words, start, article) in _IS or (start == 0 and lawmakers)
