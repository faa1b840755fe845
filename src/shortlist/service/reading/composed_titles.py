"""Titles that no table needs to list: a level and a part of a business, and those of lists, of
which one may share its noun with another: `electrical and mechanical engineers`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.title_segments import expanded
from shortlist.service.reading.titles import post_of
from shortlist.service.reading.tokens import Token, longest
from shortlist.service.reading.uncovered_words import OR
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import pattern, words_for

_SUBJECT_LONGEST: Final = 5
_ITEM_LONGEST: Final = 2
_LIST_LONGEST: Final = 8
_JOINING: Final = words_for("inside_a_composed_title")
_BARE: Final = words_for("level")
AGENT: Final = re.compile(pattern("agent_noun"))
"""How a word ends for who does something."""


def composes(words: tuple[str, ...]) -> bool:
    """Whether `words` are a level and a part of a business and nothing else."""
    return is_composed(words) and bool(post_of(words).level) and bool(post_of(words).concepts)


def is_composed(words: tuple[str, ...]) -> bool:
    """Whether all words belong to a composed title: levels, subjects and what joins them."""
    pieces = longest(words, tables.subjects(), _SUBJECT_LONGEST)
    return all(name or words[at] in _JOINING for at, _, name in pieces)


def is_bare(words: tuple[str, ...]) -> bool:
    """Whether `words` are a level alone; a managing partner is one of many partners."""
    return set(words) <= _BARE and words[-2:] != ("managing", "partner")


def are_two(words: Sequence[Token], *, whole: bool = False) -> bool:
    """Whether `words` are of two titles: `HR directors and payroll managers`, `audit, CFO`; not
    `directors of finance and operations`, nor `HR and payroll managers`. `whole`: somebody has
    them for a title, as they stand."""
    joined = any(word.text == "and" for word in words)
    if (whole or not joined) and " ".join(word.base for word in words) in tables.titles():
        return False  # `UX/UI designers`
    for at, word in enumerate(words[1:], 1):
        said = word.text in ("and", "or")
        if not said and word.gap.strip() not in (",", "/"):
            continue
        before = expanded(tuple(each.base for each in words[:at]))
        after = expanded(tuple(each.base for each in words[at + said :]))
        last = bool(after and post_of(after).level)
        if not said and not (last or post_of(before).level):
            return True  # `networks, support or security`, `lift / elevator mechanics`
        if "," in word.gap and last and (composes(after) or " ".join(after) in tables.titles()):
            return True
        if after and (said or "/" in word.gap):
            level = post_of(before).level and (last or "of" not in before)
            if level or before[-1] in after:  # `IT or IT manager`
                return True
    return False


class Whole(NamedTuple):
    """A role of a list in all its words."""

    words: tuple[Token, ...]
    start: int
    end: int
    """Where its own words stand."""


def in_full(words: Sequence[Token]) -> Iterator[Whole]:
    """The roles of lists in `words` that share a noun with the last, with that noun: `electrical
    engineer` of `electrical, civil and mechanical engineers`."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words) - 1, start + _ITEM_LONGEST) + 1):
            own = words[start:end]
            if not (words[end].text in OR or words[end].gap.strip() in (",", "/")):
                continue
            # `veterinarian or nurse technician`: the first is somebody already
            if own[-1].text in SMALL or AGENT.search(own[-1].base):
                continue
            for at in range(end + 1, min(len(words), start + _LIST_LONGEST)):
                if words[at].text in SMALL - OR:
                    break
                if " ".join(word.base for word in (*own, words[at])) in tables.titles():
                    yield Whole((*own, replace(words[at], gap=" ")), start, end)
                    break
