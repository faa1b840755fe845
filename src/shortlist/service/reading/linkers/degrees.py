"""Degrees, and what they were in: `an MBA`, `a master's in nursing`, `a chemistry degree`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.linkers import places
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, phrase, written
from shortlist.service.reading.vocabulary import credentials
from shortlist.service.reading.vocabulary.words import words_for

_LONGEST: Final = 5
_DEGREE: Final = words_for("degree")
_HAVING: Final = words_for("holding")
_RATHER: Final = words_for("degree_in_capitals")
_ALSO: Final = words_for("degree_where_held")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The degrees and what was studied in `words`."""
    for start, end, degree in named(words):
        yield Span(start, end, "degree", (degree,), credentials.degree_labels()[degree], 0.8)
        if _names_a_subject(words, end, gazetteer) and not _is_plural(words[end - 1]):
            yield from _studied_after(words, end, end)
    yield from _subjects(words, gazetteer)


def named(words: Sequence[Token]) -> Iterator[tuple[int, int, str]]:
    """Where the name of a degree, or a level of them, begins and ends, and its id."""
    for start, word in enumerate(words):
        if word.base not in credentials.first_words_of_degrees():
            continue
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            degree = credentials.degrees().get(phrase(words, start, end))
            if degree and (end > start + 1 or _is_degree(words, start)):
                yield start, end, degree


def _is_degree(words: Sequence[Token], at: int) -> bool:
    """Whether a word that may name a degree does."""
    word = words[at]
    capitals = sum(letter.isupper() for letter in word.raw)
    if capitals > 1:
        return not (capitals == len(word.raw) <= 2 and "," in word.gap)  # `Boston, MA`
    if word.base in _RATHER:
        return False
    after = words[at + 1].text if at + 1 < len(words) else ""
    before = words[at - 1].text if at else ""
    of_it = after in ("in", "of", "from", "degree") and (before in SMALL or not before)
    return before in _HAVING or of_it or word.base not in _ALSO


def _is_plural(word: Token) -> bool:
    """`MBAs in consulting` did not study it; `masters in nursing` are one degree."""
    if word.base in _ALSO:
        return False
    return word.raw.endswith("s") and not word.raw.endswith("'s") and word.raw.lower() != word.base


_SUBJECT_LONGEST: Final = 3


def _subjects(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """`A computer science degree`, `a degree in computer science`: what was studied."""
    for at, word in enumerate(words):
        if word.text in ("studied", "studying"):
            for end in range(at + 2, min(len(words), at + 1 + _SUBJECT_LONGEST) + 1):
                if words[end - 1].text in SMALL or words[end - 1].gap.strip():
                    break
                yield _studied(words, at, end, at + 1, end)
        if word.base not in _DEGREE or _names_a_school(words, at):
            continue
        if _is_plural(word) and at and (held := credentials.degrees().get(words[at - 1].base)):
            # `MBA graduates in consulting` work in it.
            yield Span(at - 1, at + 1, "degree", (held,), credentials.degree_labels()[held], 0.8)
        elif at and words[at - 1].raw[:1].isupper() and word.base.startswith("grad"):
            continue  # `HEC grads in wine` work in it
        elif _names_a_subject(words, at + 1, gazetteer):
            yield from _studied_after(words, at, at + 1)
        for start in range(max(0, at - _SUBJECT_LONGEST), at):
            degree = phrase(words, start, at) in credentials.degrees()
            if not degree and all(each.text not in SMALL for each in words[start:at]):
                yield _studied(words, start, at + 1, start, at)


def _names_a_school(words: Sequence[Token], at: int) -> bool:
    """`Graduates of INSEAD`, and none of `economics`."""
    after = words[at + 1 : at + 3]
    return len(after) == 2 and after[0].text == "of" and after[1].raw[:1].isupper()


def _studied(words: Sequence[Token], start: int, end: int, first: int, last: int) -> Span:
    label = written(words[first:last])
    return Span(start, end, "subject", (label,), label, 0.7)


def _names_a_subject(words: Sequence[Token], at: int, gazetteer: Gazetteer) -> bool:
    """Whether a subject stands after the word at `at`, and no place."""
    if at + 1 >= len(words) or words[at].text not in ("in", "of"):
        return False
    if not words[at + 1].raw[:1].isupper():
        return True
    return all(span.start != at + 1 for span in places.link(words, gazetteer))


def _studied_after(words: Sequence[Token], start: int, at: int) -> Iterator[Span]:
    """What stands after the `in` at `at`, in each length, from `start` on."""
    for end in range(at + 2, min(len(words), at + 1 + _SUBJECT_LONGEST) + 1):
        if words[end - 1].text in SMALL or words[end - 1].gap.strip(_WITHIN):
            break
        # Right after a degree it is surer than a role or a skill of that name.
        yield replace(_studied(words, start, end, at + 1, end), strength=1.1)


_WITHIN: Final = " -"
