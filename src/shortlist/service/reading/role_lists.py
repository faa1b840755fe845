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
_FIRST: Final = words_for("first_of_title")


def in_full(words: Sequence[Token]) -> Iterator[Whole]:
    """The roles of lists in `words` that share a noun with the last, with that noun: `electrical
    engineer` of `electrical, civil and mechanical engineers`."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words) - 1, start + _ITEM_LONGEST) + 1):
            own = words[start:end]
            if not (words[end].text in OR or words[end].gap.strip() in (",", "/")):
                continue
            # `veterinarian or nurse technician`: the first is somebody already
            if any(word.text in SMALL | OR for word in own) or _AGENT.search(own[-1].base):
                continue
            for at in range(end + 1, min(len(words), start + _LIST_LONGEST)):
                if words[at].text in SMALL - OR:
                    break
                name = " ".join(word.base for word in (*own, words[at]))
                if words[at].text not in OR and name in tables.titles():
                    yield Whole((*own, replace(words[at], gap=" ")), start, end)
                    break


def are_two(words: Sequence[Token]) -> bool:
    """Whether two roles stand in `words`, and no one of two parts of a business: `accountants or
    finance managers`, `COO / Head of Operations`, `audit, CFO`."""
    for at, word in enumerate(words):
        said = word.text in ("and", "or")
        if not at or not (said or word.gap.strip() in (",", "/")):
            continue
        before = expanded(tuple(each.base for each in words[:at]))
        after = expanded(tuple(each.base for each in words[at + said :]))
        if not after or "," in word.gap:
            level = bool(after and post_of(after).level)
            if level and (composes(after) or " ".join(after) in tables.titles()):
                return True
        elif after[0] in _FIRST or before[-1] in after or _is_somebody(before):
            return True  # `IT or IT manager`
        elif post_of(before).level and (post_of(after).level or "of" not in before):
            return True
    return False


def _is_somebody(words: tuple[str, ...]) -> bool:
    """Whether a table lists `words` as what somebody is, and not as what others are of."""
    last = words[-1]
    noun = last in tables.head_nouns() and last not in tables.subjects()
    return noun and bool(_AGENT.search(last)) and " ".join(words) in tables.titles()
