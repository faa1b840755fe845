"""The words of a question that no span covers, and how they stand to what is beside them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from shortlist.service.reading.parts import Part
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token
from shortlist.service.reading.vocabulary.words import common_words, words_for

NOT: Final = words_for("not")
OR: Final = words_for("or")
EITHER: Final = words_for("either")
LISTING: Final = OR | {"as", "well"}
"""Words between the things of a list."""
Runs = tuple[tuple[Token, ...], ...]
_MIXED: Final = frozenset({"industry", "skill", "certification", "school", "subject", "statement"})
"""Kinds of which one may be an alternative to another, or to words that nobody understood."""
_OPENING: Final = frozenset({"(", "/"})
_FRAMING: Final = words_for("framing")
_SPEAKING: Final = frozenset({"speak", "speaks", "speaking", "spoken", "fluent"})
_WHO: Final = words_for("who")
_SMALL_IN_CAPITALS: Final = words_for("small_in_capitals")
_DEALING: Final = words_for("dealing")
_JOINING: Final = words_for("inside_a_phrase")


def alternatives(
    words: Sequence[Token], parts: Sequence[Part], left: Sequence[Runs]
) -> tuple[tuple[Part | Runs, ...], ...]:
    """The parts and the loose words of which one is enough: in a list that ends in `or`, or what
    stands in brackets behind the first of them, `energy (oil, gas, wind)`."""
    places = {word.start: at for at, word in enumerate(words)}
    items: list[tuple[int, int, Part | Runs]] = [
        (part.spans[0].start, part.spans[-1].end, part) for part in parts if part.kind in _MIXED
    ]
    items += [(places[runs[0][0].start], places[runs[-1][-1].start] + 1, runs) for runs in left]
    lists: list[list[tuple[int, int, Part | Runs]]] = []
    ended = False
    for item in sorted(items, key=lambda item: item[0]):
        between = words[lists[-1][-1][1] : item[0]] if lists else ()
        apart = words[item[0]].gap.strip() in _OPENING | {","}
        ended = ended and "," in words[item[0]].gap  # `Go or Rust, remote`
        small = SMALL.issuperset(word.text for word in between)
        if lists and (_is_or(between) or (apart and small and not ended)):
            lists[-1].append(item)
        else:
            lists.append([item])
        ended = _is_or(between)
    return tuple(tuple(each for *_, each in list_) for list_ in lists if _is_either(words, list_))


def _is_or(between: Sequence[Token]) -> bool:
    return len(between) == 1 and between[0].text in EITHER


def _is_either(words: Sequence[Token], items: Sequence[tuple[int, int, Part | Runs]]) -> bool:
    """Whether a list has an `or` between its items, or brackets around all but the first."""
    inside = range(items[0][0] + 1, items[-1][0] + 1)
    opened = any(words[at].gap.strip() in _OPENING for at in inside)
    return opened or any(_is_or(words[end:start]) for (_, end, _), (start, *_) in pairwise(items))


def loose(words: Sequence[Token], covered: set[int], language: str = "") -> tuple[Runs, ...]:
    """The words outside `covered` that say something: of each place, the alternatives as they
    stand together. Of another `language` than English none that is common in it, `beschäftigt`: no
    table has them all, and few records are in it."""
    found: list[list[list[Token]]] = []
    joined = listed = bridge = False
    for at, word in enumerate(words):
        if joined and at not in covered and word.text in _JOINING:
            bridge = True  # `plays the theremin` is one thing
        elif at in covered or _is_common(word, language) or _is_small(words, at, covered):
            listed = joined and at not in covered and word.text in OR
            joined = bridge = False
        else:
            if joined and (bridge or not word.gap.strip(" -/'’")):
                found[-1][-1].append(word)
            elif listed or (joined and "," in word.gap):
                found[-1].append([word])
            else:
                found.append([[word]])
            joined, listed, bridge = True, False, False
    return tuple(tuple(tuple(run) for run in runs) for runs in found)


def _is_common(word: Token, language: str) -> bool:
    if not language or not (word.raw.islower() or word.meant):
        return False
    return word.text in SMALL or word.text in common_words()[language]


def _is_small(words: Sequence[Token], at: int, covered: set[int]) -> bool:
    """Whether the word at `at` demands nothing where it stands."""
    word = words[at]
    if word.text in NOT:
        return True
    if at + 1 in covered and words[at + 1].gap.strip() == "/":
        return True  # `lift / elevator mechanics`
    if len(word.text) == 1:
        return word.text.isascii() and word.text.isalpha()
    if word.raw.isupper() and word.text not in _SMALL_IN_CAPITALS:
        return False  # `IT`, `US`
    if word.text in SMALL or word.base in SMALL:
        return True
    if word.text in _SPEAKING:
        return True  # beside a language that no table lists
    if word.text in _FRAMING:
        return at + 1 not in covered  # `type designers`
    # `Vets who treat cattle` have to do with them.
    return at > 0 and words[at - 1].text in _WHO and word.text in _DEALING
