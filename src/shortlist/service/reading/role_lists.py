"""Roles of a list: where there are two, and the word that one shares with another: `electrical and
mechanical engineers`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from shortlist.service.reading.composed_titles import composes
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.title_segments import expanded
from shortlist.service.reading.titles import post_of
from shortlist.service.reading.tokens import Token
from shortlist.service.reading.uncovered_words import OR
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import pattern, words_for


class Whole(NamedTuple):
    """A role of a list in all its words."""

    words: tuple[Token, ...]
    start: int
    end: int
    """Where its own words stand."""


_ITEM_LONGEST: Final = 2
_LIST_LONGEST: Final = 8
_AGENT: Final = re.compile(pattern("agent_noun"))


def in_full(words: Sequence[Token]) -> Iterator[Whole]:
    """The roles of lists in `words` that share a noun with the last, with that noun: `electrical
    engineer` of `electrical, civil and mechanical engineers`."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words) - 1, start + _ITEM_LONGEST) + 1):
            if not _ends_an_item(words, end) or any(map(_parts_a_list, words[start:end])):
                continue
            if _AGENT.search(words[end - 1].base):
                continue  # `veterinarian or nurse technician`: the first is somebody already
            for at in range(end + 1, min(len(words), start + _LIST_LONGEST)):
                if words[at].text in SMALL and words[at].text not in OR:
                    break
                name = " ".join((*(word.base for word in words[start:end]), words[at].base))
                if not _parts_a_list(words[at]) and name in tables.titles():
                    yield Whole((*words[start:end], replace(words[at], gap=" ")), start, end)
                    break


def _ends_an_item(words: Sequence[Token], at: int) -> bool:
    return words[at].text in OR or "," in words[at].gap or "/" in words[at].gap


def _parts_a_list(word: Token) -> bool:
    return word.text in OR or word.text in SMALL


_FIRST: Final = words_for("first_of_title")


def are_two(words: tuple[str, ...]) -> bool:
    """Whether `words` are of two titles: `HR directors and payroll managers`, of which no piece is
    one either; `directors of finance and operations` and `HR and payroll managers` are."""
    for at, word in enumerate(words):
        if not at or word not in ("and", "or"):
            continue
        before, after = words[:at], words[at + 1 :]
        if after and after[0] in _FIRST:
            return True
        if before and after and _is_somebody(before):
            return True  # `accountants or finance managers`
        if words[at - 1] in after:
            return True  # `IT or IT manager`
        if post_of(before).level and (post_of(after).level or "of" not in before):
            return True
    return False


def _is_somebody(words: tuple[str, ...]) -> bool:
    """Whether a table lists `words` as what somebody is, and not as what others are of."""
    last = words[-1]
    noun = last in tables.head_nouns() and last not in tables.subjects()
    return noun and bool(_AGENT.search(last)) and " ".join(words) in tables.titles()


def names_two(words: Sequence[Token]) -> bool:
    """Whether what follows a comma is a title by itself: `audit, CFO`."""
    for at, word in enumerate(words):
        if at and "," in word.gap:
            after = expanded(tuple(each.base for each in words[at:]))
            if post_of(after).level and (composes(after) or " ".join(after) in tables.titles()):
                return True
    return False


def with_slashes(words: Sequence[Token]) -> tuple[str, ...]:
    """`COO / Head of Operations`, as if it said `or`."""
    return tuple(
        part
        for at, word in enumerate(words)
        for part in (("or", word.base) if at and "/" in word.gap else (word.base,))
    )
