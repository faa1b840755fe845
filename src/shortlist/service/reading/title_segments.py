"""The roles of a title, each in its own words: `CTO & co-founder` names two.

Grades, areas and the organisation of the title are left out, what is short is written out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from shortlist.service.reading.tokens import tokens
from shortlist.service.reading.translation import translated
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import pattern, title_levels, words_for

_HEADS: Final = title_levels()
_MODIFIERS: Final = words_for("modifier")
_ENDS: Final = words_for("end_of_title")
_LONE: Final = words_for("grade_alone")
_SPLITS: Final = re.compile(r"[,;/|()]|\s[-–—]\s")
LESSER: Final = words_for("lesser")
_ALONE: Final = LESSER | words_for("before_a_comma")
"""Words of what stands before a comma and makes the title after it a lesser one."""


@lru_cache(maxsize=100_000)
def expanded(words: tuple[str, ...]) -> tuple[str, ...]:
    """`words` with their abbreviations written out."""
    found: list[str] = []
    for word in words:
        long = tables.abbreviation(word)
        found.extend(long.split() if long else (word,))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Segment:
    """What stands in a title for one role."""

    words: tuple[str, ...]
    lesser: tuple[str, ...] = ()
    """`Deputy` of `Deputy, Chief Information Officer`."""
    former: bool = False
    gone: bool = False
    """Elected and not in office, or out of it with its honours."""


def segments(title: str) -> Iterator[Segment]:
    """The roles that `title` names, in order."""
    lesser: tuple[str, ...] = ()
    pieces = _SPLITS.split(_OWNING.sub(" / ", _with_dots_written_out(title)))
    for number, piece in enumerate(pieces):
        said = translated(tokens(_GLUED.sub(_subject_of, piece)), title=True)
        words = [token.base for token in said]
        if words and LESSER.intersection(words) and _ALONE.issuperset(words):
            lesser = tuple(words)
            after = tokens(pieces[number + 1]) if number + 1 < len(pieces) else ()
            if words[-1] in _LONE and not _has_head([token.base for token in after]):
                yield _segment(words, ())  # `Associate, Litigation`
            continue
        former = bool(words) and words[0] in _FORMER
        start = int(former)
        # Whom somebody works for is no role of theirs: `assistant to the chairman and CEO`.
        whom = next((at for at in range(start + 1, len(words)) if words[at] == "to"), len(words))
        if words[start:] and words[start] in _OFFICES and words[start + 1 : start + 2] == ["of"]:
            continue
        for at in range(start, whom):
            rest = _named_before(words[at + 1 :])
            if words[at] == "and" and _has_head(rest):
                own = words[start:at]
                if own and (_has_head(own) or _is_whole(own) or _is_whole(rest)):
                    yield _segment(own, lesser, former=former)
                    start, lesser = at + 1, ()
                elif shared := _sharing(own, rest):
                    yield _segment(shared, lesser, former=former)
                    start, lesser = at + 1, ()
        if words[start:]:
            yield _segment(words[start:], lesser, former=former)
            after = tokens(pieces[number + 1]) if number + 1 < len(pieces) else ()
            if shared := _sharing(words[start:], [token.base for token in after]):
                yield _segment(shared, lesser, former=former)
        lesser = ()


_OWNING: Final = re.compile(pattern("owning_too"))
"""Between a trade and that somebody owns the business: `Baker-Owner`."""


def _with_dots_written_out(title: str) -> str:
    """`title` with the words written out that are short only where a full stop says so: `Clin.`."""
    if "." not in title:
        return title
    return _dotted().sub(lambda found: f"{tables.dotted()[found[1].lower()]} ", title)


@cache
def _dotted() -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(map(re.escape, tables.dotted()))})\.(?!\w)", re.IGNORECASE)


_GLUED: Final = re.compile(r"\b[A-Z]{1,2}&[A-Z]{1,2}\b")


def _subject_of(letters: re.Match[str]) -> str:
    """The part of a business that `DE&I` stands for; letters of no part stay as they are."""
    concept = tables.subjects().get(tables.key(letters[0]), "general")
    return letters[0] if concept == "general" else tables.subject_labels()[concept]


def _named_before(words: Sequence[str]) -> Sequence[str]:
    """`words` up to what they are of: `clerk` of `clerk to the governors`."""
    end = next((at for at, word in enumerate(words) if at and word in _ENDS), len(words))
    return words[:end]


def _sharing(own: Sequence[str], rest: Sequence[str]) -> tuple[str, ...]:
    """`DevOps engineer` of `DevOps and cloud engineer`: `own` with the noun that ends `rest`, where
    tables list that; empty where it has one of its own."""
    if not own or len(rest) < 2 or _has_head(own) or not _has_head(rest):
        return ()
    shared = (*own, rest[-1])
    return shared if " ".join(expanded(shared)) in tables.titles() else ()


_GRADE: Final = re.compile(pattern("grade"))


def _segment(words: Sequence[str], lesser: tuple[str, ...], *, former: bool = False) -> Segment:
    words = _without_grades(_without_area(words))
    gone = words[-1] in _GONE
    return Segment(tuple(words[:-1] if gone else words), lesser, former, gone)


def _without_grades(words: Sequence[str]) -> Sequence[str]:
    """`software engineer` of `software engineer II`, `HGV driver` of `HGV class 1 driver`."""
    if len(words) > 1 and words[-1] in _BEHIND:
        return _without_grades(words[:-1])  # `ingeniero sénior`
    if len(words) > 1 and _GRADE.fullmatch(words[-1]):
        words = words[:-1]
        return words[:-1] if len(words) > 1 and words[-1] in _GRADES else words
    for at, word in enumerate(words[1:-1], 1):
        if word in _GRADES and _GRADE.fullmatch(words[at + 1]):
            return (*words[:at], *words[at + 2 :])
    return words


_BEHIND: Final = frozenset({"senior"})
_GRADES: Final = words_for("grade_of")
_AREAS: Final = words_for("area_after_a_title")


def _without_area(words: Sequence[str]) -> Sequence[str]:
    """`account manager` of `account manager DACH`; the area of a `head of Europe` stays."""
    while len(words) > 1 and words[-1] in _AREAS and words[-2] not in _ENDS | {"and"}:
        words = words[:-1]
    return words


_FORMER: Final = words_for("former")
_GONE: Final = words_for("gone")
_OFFICES: Final = words_for("office")


def _is_whole(words: Sequence[str]) -> bool:
    """Whether one word is a whole title: `CAO`."""
    said = expanded(tuple(words))
    if len(words) == 1 and words[0] in tables.title_letters():
        return True
    if len(words) == 1 < len(said) and " ".join(said) in tables.titles():
        return True
    return len(words) == 1 and said[:1] == ("chief",) and said[-1:] == ("officer",)


def _is_listed(word: str) -> bool:
    """Whether a word is what somebody is: `bursar`, and no part of a business."""
    return word in tables.titles() and word not in tables.subjects() and word not in _MODIFIERS


def _has_head(words: Sequence[str]) -> bool:
    said = expanded(tuple(words))
    if not said:
        return False
    if any(_HEADS.get(word) or word in tables.title_letters() for word in said):
        return True
    if len(said) == 1 and _is_listed(said[0]):
        return True
    return tables.head_nouns().get(said[-1], 0) >= 25 and said[-1] not in tables.subjects()
