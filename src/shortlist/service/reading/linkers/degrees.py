"""Degrees, and what they were in: `an MBA`, `a master's in nursing`, `a chemistry degree`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.reading.cues import BEFORE_A_THING
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.linkers import places
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, phrase, written
from shortlist.service.reading.vocabulary import credentials, tables
from shortlist.service.reading.vocabulary.words import words_for

_LONGEST: Final = 5
_SUBJECT_LONGEST: Final = 3
_DEGREE: Final = words_for("degree")
_HAVING: Final = words_for("holding")
_RATHER: Final = words_for("degree_in_capitals")
_ALSO: Final = words_for("degree_where_held")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The degrees and what was studied in `words`."""
    for start, end, degree in named(words):
        # `With an MD` rather than the managing director that the letters stand for, too.
        sure = 1.3 if is_held(words, start) else 0.8
        yield Span(start, end, "degree", (degree,), credentials.degree_labels()[degree], sure)
        yield from _studied_in(words, end, end, gazetteer)
    for at, word in enumerate(words):
        if word.text in ("studied", "studying"):
            # `Diplômés en chimie`, as other languages have it
            into = word.meant and [each.text for each in words[at + 1 : at + 2]] == ["in"]
            placed = any(span.start == at + 2 for span in places.link(words, gazetteer))
            if not (into and placed):
                yield from _studied(words, at, at + 1 + into, 0.7 if not into else 1.1)
        elif word.base in _DEGREE:
            yield from _studied_in(words, at, at + 1, gazetteer)
            for start in range(max(0, at - _SUBJECT_LONGEST), at):
                held = phrase(words, start, at) in credentials.degrees()
                if not held and all(each.text not in SMALL for each in words[start:at]):
                    label = written(words[start:at])
                    yield Span(start, at + 1, "subject", (label,), label, 0.7)


def named(words: Sequence[Token]) -> Iterator[tuple[int, int, str]]:
    """Where the name of a degree, or a level of them, begins and ends, and its id."""
    for start, word in enumerate(words):
        if word.base not in credentials.first_words_of_degrees():
            continue
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            degree = credentials.degrees().get(phrase(words, start, end))
            if degree and (end > start + 1 or _is_degree(words, start)):
                yield start, end, degree


def is_held(words: Sequence[Token], at: int) -> bool:
    """Whether what begins at `at` is told to be held: `with an MD`, `nurses who hold a CCRN`."""
    at -= 1
    while at >= 0 and words[at].text in BEFORE_A_THING:
        at -= 1
    return at >= 0 and words[at].text in _HOLDING


_HOLDING: Final = frozenset({"with", "has", "have", "hold", "holds", "holding"})


def _is_degree(words: Sequence[Token], at: int) -> bool:
    """Whether a word that may name a degree does."""
    word = words[at]
    if sum(letter.isupper() for letter in word.raw) > 1:
        return not (len(word.raw) <= 2 and "," in word.gap)  # `Boston, MA`
    if word.base in _RATHER | _ALSO:
        before = words[at - 1].text if at else ""
        after = words[at + 1].text if at + 1 < len(words) else ""
        of_it = after in ("in", "of", "from", "degree") and (before in SMALL or not before)
        return word.base in _ALSO and (before in _HAVING or of_it)
    return True


def _studied_in(
    words: Sequence[Token], start: int, at: int, gazetteer: Gazetteer
) -> Iterator[Span]:
    """What was studied, where an `in` or `of` stands at `at`, behind a degree, and no place or
    school: `graduates of INSEAD`. `MBAs in consulting` and `HEC grads in wine` work in it."""
    if at + 1 >= len(words) or words[at].text not in ("in", "of"):
        return
    degree, of_it = words[at - 1], words[at].text == "of"
    several = degree.text != degree.base and degree.base not in _ALSO
    if several and (not of_it or start == at):
        return
    named_so = words[at + 1].raw[:1].isupper()
    placed = any(span.start == at + 1 for span in places.link(words, gazetteer))
    language = tables.code_of_language(words[at + 1].base)  # `a degree in English`
    if not named_so or language or not (of_it or placed):
        # Right after a degree it is surer than a role or a skill of that name.
        yield from _studied(words, start, at + 1, 1.1)


def _studied(words: Sequence[Token], start: int, at: int, strength: float) -> Iterator[Span]:
    """What begins at `at`, in each length, with the words from `start` on that say so."""
    for end in range(at + 1, min(len(words), at + _SUBJECT_LONGEST) + 1):
        if words[end - 1].text in SMALL or words[end - 1].gap.strip(" -"):
            return
        label = written(words[at:end])
        yield Span(start, end, "subject", (label,), label, strength)
