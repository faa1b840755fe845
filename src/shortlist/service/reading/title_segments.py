"""The roles of a title, each in its own words: `CTO & co-founder` names two.

Grades, areas and the organisation of the title are left out, what is short is written out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from shortlist.service.reading.tokens import Token, tokens
from shortlist.service.reading.translation import translated
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import pattern, title_levels, words_for

_HEADS: Final = title_levels()
_MODIFIERS: Final = words_for("modifier")
_ENDS: Final = words_for("end_of_title")
_SPLITS: Final = re.compile(rf"[,;/|()]|\s[-–—]\s|{pattern('owning_too')}", re.IGNORECASE)
LESSER: Final = words_for("lesser")
_ALONE: Final = LESSER | words_for("before_a_comma")
"""Words of what stands before a comma and makes the title after it a lesser one."""
_FORMER: Final = words_for("former")
_GONE: Final = words_for("gone")
_OFFICES: Final = words_for("office")
_BEHIND: Final = words_for("area_after_a_title") | {"senior"}
_GRADE: Final = re.compile(pattern("grade"))
_IN_TRAINING: Final = re.compile(pattern("in_training"))
_GLUED: Final = re.compile(r"\b[A-Z]{1,2}&[A-Z]{1,2}\b")
_LETTERS_MOST: Final = 4
"""Of a title in capitals a longer word is one of its own."""
_SHORT_LONGEST: Final = 4
"""Words of a title that is listed by an abbreviation."""
_OF_A_NOUN: Final = 25
"""So many titles end in a noun that says what somebody is."""


@lru_cache(maxsize=100_000)
def expanded(words: tuple[str, ...]) -> tuple[str, ...]:
    """`words` with their abbreviations written out, but of titles that tables list with them and
    not without, `SOC analyst`."""
    found: list[str] = []
    for at, word in enumerate(words):
        long = tables.abbreviation(word)
        written_out = long and not _is_listed_short(long, words[at:])
        found.extend(long.split() if written_out else (word,))
    return tuple(found)


def _is_listed_short(long: str, words: tuple[str, ...]) -> bool:
    """Whether a title begins with the first of `words`, and none with what that is short for; a
    level, `VP marketing`, is written out."""
    titles = tables.titles()
    if any(_HEADS.get(word) for word in long.split()):
        return False
    behind = (" ".join(words[1:end]) for end in range(2, min(len(words), _SHORT_LONGEST) + 1))
    return any(f"{words[0]} {each}" in titles and f"{long} {each}" not in titles for each in behind)


class Segment(NamedTuple):
    """What stands in a title for one role."""

    words: tuple[str, ...]
    """`Chief information officer`, and `deputy` before it where that stands apart."""
    former: bool


def segments(title: str) -> Iterator[Segment]:
    """The roles that `title` names, in order."""
    title = title.replace("@", " at ")
    lesser: tuple[str, ...] = ()
    learning: tuple[str, ...] = ()
    if behind := _IN_TRAINING.search(title):
        title, learning = title[: behind.start()], ("trainee",)
    pieces = [_bases(piece) for piece in _SPLITS.split(title)]
    for words, after in zip(pieces, [*pieces[1:], ()], strict=True):
        if LESSER.intersection(words) and _ALONE.issuperset(words) and _has_head(after):
            lesser = words  # `Deputy, Chief Information Officer`
            continue
        former = bool(words) and words[0] in _FORMER
        for said in (*_roles(words[former:]), _sharing(words, after)):
            if kept := _without_what_is_behind(said):
                yield Segment((*learning, *lesser, *kept), former)
                lesser = ()


def _bases(piece: str) -> tuple[str, ...]:
    words = tokens(_GLUED.sub(_subject_of, piece))
    # `Krankenschwester at Charité`: what stands before the employer is in its own language.
    at = next((n for n, word in enumerate(words) if n and word.text == "at"), len(words))
    said = (*translated(words[:at], title=True).words, *words[at:])
    end = len(said)
    while end > 1 and _is_of_a_person(said[end - 1], shouted=piece.isupper()):
        end -= 1
    return tuple(token.base for token in said[:end])


def _is_of_a_person(word: Token, *, shouted: bool) -> bool:
    """Whether a word that ends a title is letters behind somebody's name, or what they work with,
    and not of the title: of `Farrier DipWCF`, `Pilot A320`; not of `Trust CFO`, `Manager AI`.
    `shouted`: all of it is in capitals."""
    if shouted and len(word.raw) > _LETTERS_MOST:
        return False
    known = tables.abbreviation(word.base) or word.base in tables.title_letters()
    if word.raw[:1].isupper() and any(letter.isdigit() for letter in word.raw):
        return not known  # `Pilot A320`
    known = known or word.base in tables.subjects() or word.base in tables.english()
    return sum(letter.isupper() for letter in word.raw) > 1 and not known


def _subject_of(letters: re.Match[str]) -> str:
    """The part of a business that `DE&I` stands for; letters of no part stay as they are."""
    concept = tables.subjects().get(tables.key(letters[0]), "general")
    return letters[0] if concept == "general" else tables.subject_labels()[concept]


def _roles(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """`Bursar` and `clerk` of `bursar and clerk`; whom somebody works for is no role of theirs:
    `assistant to the chairman and CEO`, `office of the CFO`."""
    if words[:1] and words[0] in _OFFICES and words[1:2] == ("of",):
        return
    start = 0
    whom = words.index("to") if "to" in words else len(words)
    for at in range(whom):
        own, rest = words[start:at], words[at + 1 : whom]
        if words[at] == "and" and own and _has_head(rest):
            shared = _sharing(own, rest)
            if shared or _has_head(own) or len(rest) == 1 or _is_listed(own):
                yield shared or own
                if len(own) > 1 and _is_listed(same := (*own[:-1], *rest)):
                    yield same  # `glass artist & blower`
                start = at + 1
    yield words[start:]


def _is_listed(words: tuple[str, ...]) -> bool:
    return len(words) > 1 and " ".join(expanded(words)) in tables.titles()


def _sharing(own: tuple[str, ...], rest: tuple[str, ...]) -> tuple[str, ...]:
    """`DevOps engineer` of `DevOps and cloud engineer`: `own` with the noun that ends `rest`, where
    tables list that; empty where it has one of its own."""
    shared = (*own, *rest[-1:])
    listed = len(rest) > 1 and _is_listed(shared)
    return shared if own and listed and not _has_head(own) else ()


def _without_what_is_behind(words: tuple[str, ...]) -> tuple[str, ...]:
    """`Software engineer` of `software engineer II`, `HGV driver` of `HGV class 1 driver`, `account
    manager` of `account manager DACH`, and the area of a `head of Europe` stays; nothing of who is
    not in office: `CEO elect`."""
    if words[-1:] and words[-1] in _GONE:
        return ()
    words = tuple(_GRADE.sub("", " ".join(words)).split())
    while len(words) > 1 and words[-1] in _BEHIND and words[-2] not in _ENDS | {"and"}:
        words = words[:-1]
    return words


def _has_head(words: Sequence[str]) -> bool:
    """Whether words say what somebody is, beside what of."""
    said = expanded(tuple(words))
    last, name = said[-1] if said else "", " ".join(said)
    if any(_HEADS.get(word) or word in tables.title_letters() for word in said):
        return True
    if len(words) == 1 and name in tables.titles() and not _vague(name):
        return True
    return tables.head_nouns().get(last, 0) >= _OF_A_NOUN and last not in tables.subjects()


def _vague(name: str) -> bool:
    return name in tables.subjects() or name in _MODIFIERS
