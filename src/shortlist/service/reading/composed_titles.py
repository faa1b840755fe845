"""Titles that are composed of a level and a part of a business, which no table needs to list."""

from __future__ import annotations

from typing import Final

from shortlist.service.reading.titles import post_of
from shortlist.service.reading.tokens import longest
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import words_for

_SUBJECT_LONGEST: Final = 5
_JOINING: Final = words_for("inside_a_composed_title")
_BARE: Final = words_for("level")


def composes(words: tuple[str, ...]) -> bool:
    """Whether `words` are a level and a part of a business and nothing else."""
    post = post_of(words)
    return bool(post.level) and bool(post.concepts) and is_composed(words)


def is_composed(words: tuple[str, ...]) -> bool:
    """Whether all words belong to a composed title: levels, subjects and what joins them."""
    pieces = longest(words, tables.subjects(), _SUBJECT_LONGEST)
    return all(name or words[at] in _JOINING for at, _, name in pieces)


def is_bare(words: tuple[str, ...]) -> bool:
    """Whether `words` are a level alone; a managing partner is one of many partners."""
    return set(words) <= _BARE and words[-2:] != ("managing", "partner")
