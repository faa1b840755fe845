"""The words of a question that no span covers, and how they stand to what is beside them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from shortlist.service.reading.parts import Part
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token
from shortlist.service.reading.vocabulary.words import words_for

NOT: Final = words_for("not")
OR: Final = words_for("or")
EITHER: Final = words_for("either")
LISTING: Final = OR | {"as", "well"}
"""Words between the things of a list."""
Runs = tuple[tuple[Token, ...], ...]


_MIXED: Final = frozenset({"industry", "skill", "certification", "school", "subject", "statement"})
"""Kinds of which one may be an alternative to another, or to words that nobody understood."""


def alternatives(
    words: Sequence[Token], parts: Sequence[Part], left: Sequence[Runs]
) -> tuple[tuple[tuple[Part, ...], tuple[Runs, ...]], ...]:
    """The parts and the loose words of which one is enough: in a list that ends in `or`, or what
    stands in brackets behind the first of them, `energy (oil, gas, wind)`."""
    places = {word.start: at for at, word in enumerate(words)}
    items: list[tuple[int, int, Part | Runs]] = [
        (part.spans[0].start, part.spans[-1].end, part)
        for part in parts
        if part.kind in _MIXED and not part.negated
    ]
    items += [(places[runs[0][0].start], places[runs[-1][-1].start] + 1, runs) for runs in left]
    lists: list[list[tuple[int, int, Part | Runs]]] = []
    for item in sorted(items, key=lambda item: item[0]):
        between = words[lists[-1][-1][1] : item[0]] if lists else ()
        apart = words[item[0]].gap.strip() in _APART
        if lists and (_is_or(between) or (apart and SMALL.issuperset(w.text for w in between))):
            lists[-1].append(item)
        else:
            lists.append([item])
    return tuple(
        (
            tuple(each for _, _, each in list_ if isinstance(each, Part)),
            tuple(each for _, _, each in list_ if not isinstance(each, Part)),
        )
        for list_ in lists
        if len(list_) > 1 and _is_of_either(words, list_)
    )


def _is_or(between: Sequence[Token]) -> bool:
    return len(between) == 1 and between[0].text in EITHER


def _is_of_either(words: Sequence[Token], items: Sequence[tuple[int, int, Part | Runs]]) -> bool:
    """Whether a list has an `or` between its items, or brackets around all but the first."""
    first, last = items[0][0], items[-1][0]
    opened = any(words[at].gap.strip() in _OPENING for at in range(first + 1, last + 1))
    return opened or any(_is_or(words[end:start]) for (_, end, _), (start, _, _) in pairwise(items))


_OPENING: Final = frozenset({"(", "/"})
_APART: Final = _OPENING | {","}
_DIVISIONS: Final = frozenset(
    {"province", "state", "canton", "county", "region", "centre", "center", "heart", "outskirts"}
)
"""`The province of Quebec` is Quebec."""
_FRAMING: Final = words_for("framing")
_PRESENT: Final = words_for("present")
_LEAVING: Final = words_for("leaving")
_LEFT: Final = words_for("what_is_left")
_LEANINGS: Final = words_for("of_a_leaning")
_WHO: Final = words_for("who")
_DEALING: Final = words_for("dealing")
_FOR: Final = frozenset({"in", "for", "on"})
_WHERE: Final = frozenset({"in", "at", "as"})
_HAVING_WORKED: Final = words_for("having_worked")
_JOINING: Final = words_for("inside_a_phrase")


def loose(words: Sequence[Token], covered: set[int]) -> tuple[tuple[tuple[Token, ...], ...], ...]:
    """The words outside `covered` that say something, as they stand together."""
    shouted = all(word.raw.upper() == word.raw for word in words)
    found: list[list[list[Token]]] = []
    joined = listed = bridge = False
    for at, word in enumerate(words):
        if joined and at not in covered and word.text in _JOINING:
            bridge = True  # `plays the theremin` is one thing
            continue
        small = word.text in SMALL | NOT or word.base in SMALL
        small = small or (at > 0 and words[at - 1].text in _LEAVING and word.base in _LEFT)
        after = words[at + 1].text if at + 1 < len(words) else ""
        small = small or (word.text in _DIVISIONS and after == "of" and at + 2 in covered)
        modifies = at + 1 in covered and not words[at + 1].gap.strip()
        small = small or (word.text in _FRAMING and not modifies)
        small = small or (word.text in _PRESENT and (after in _FRAMING or after in SMALL))
        # `Vets who treat cattle` have to do with them.
        small = small or (at > 0 and words[at - 1].text in _WHO and word.text in _DEALING)
        leans = after in _FOR and word.base in _LEANINGS  # `an interest in sports`
        worked = after in _WHERE and word.text in _HAVING_WORKED  # `trained at KPMG`
        small = small or leans or worked
        # `IT`, `US`: no small word in capitals
        named = len(word.raw) > 1 and word.raw.isupper() and not shouted
        small = small and not (named and word.text != "cv" and word.text not in NOT)
        if (
            at in covered
            or small
            or (len(word.text) < 2 and word.text.isascii() and not word.text.isdigit())
        ):
            listed = (listed or joined) and at not in covered and word.text in OR
            joined = bridge = False
            continue
        if joined and (bridge or not word.gap.strip(" -/'’")):
            found[-1][-1].append(word)
        elif found and (listed or (joined and "," in word.gap)):
            found[-1].append([word])
        else:
            found.append([[word]])
        joined, listed, bridge = True, False, False
    return tuple(tuple(tuple(run) for run in runs) for runs in found)
