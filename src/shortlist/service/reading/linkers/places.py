"""Places, what contains them, and the people of a country."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.places import NATIONS, REGIONS, STATES, label
from shortlist.service.lexicon.text import STOPWORDS, listed
from shortlist.service.lexicon.text import words as said_words
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, phrase
from shortlist.service.reading.vocabulary import tables

_LONGEST: Final = 5
_COMPASS: Final = {
    "north": "north", "south": "south", "east": "east", "west": "west", "northern": "north",
    "southern": "south", "eastern": "east", "western": "west",
}  # fmt: skip
_SMALL: Final = STOPWORDS
_INTO: Final = listed(
    """
    in from near around outside across of within at to
    """
)


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The places that pieces of `words` may be."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            yield from _at(words, start, end, gazetteer)
    yield from _sides(words, gazetteer)


def _at(words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer) -> Iterator[Span]:
    name = phrase(words, start, end)
    single = words[start] if end - start == 1 else None
    if found := tables.country_names().get(name):
        code, proper = found
        inner = any(path.startswith(f"{code}/") for path in gazetteer.places((name,)))
        short = single and proper and len(single.text) < 4 and not single.raw.isupper()
        if not short and not (proper and inner and name in NATIONS):
            # Of a language and its people, the cue beside it decides.
            yield Span(start, end, "place", (code,), label(code), 1.2 if proper else 0.9)
    yield from _regions(words, start, end)
    if single and single.raw.isupper() and len(single.raw) == 2 and single.raw in STATES:
        beside = start and words[start - 1].raw[:1].isupper() and start + 1 == len(words)
        if beside or (start and words[start - 1].text in _INTO):
            yield Span(start, end, "place", (STATES[single.raw],), label(STATES[single.raw]), 0.8)
    if state := STATES.get(" ".join(word.text for word in words[start:end])):
        yield Span(start, end, "place", (state,), label(state), 1.05)
    if single and single.text in _SMALL:
        return
    own = gazetteer.places(tuple(word.text for word in words[start:end]))
    if not own and not words[start].raw.isascii():
        # As records are read: of some scripts each letter is a word.
        own = gazetteer.places(said_words(" ".join(word.raw for word in words[start:end])))
    # A name in small letters is more often another word, unless `in` says that it is a place.
    cued = start > 0 and words[start - 1].text in _INTO
    sure = cued or words[start].raw[:1].isupper() or end - start > 1
    if own and (sure or not single):
        strength = 1.1
        yield Span(start, end, "place", own, label(own[0]), strength, _around(own))
    elif (cued or words[start].raw[:1].isupper()) and (city := tables.cities().get(name)):
        code, proper_name = city
        yield Span(start, end, "place", (f"{code}//{name}",), proper_name, 0.85, (code,))


def _regions(words: Sequence[Token], start: int, end: int) -> Iterator[Span]:
    """Regions by name, and `the Nordic countries` by that of their people."""
    inner = end - (end - start > 1 and words[end - 1].base in _STATES)
    said = " ".join(word.raw for word in words[start:end])
    if words[start].text == "the":
        return
    if inner - start == 1 and words[start].raw.islower() and len(words[start].text) < 5:
        return
    paths = REGIONS.get(" ".join(word.text for word in words[start:end]), ())
    if paths and (words[start].raw[:1].isupper() or end - start > 1):
        yield Span(start, end, "place", paths, said[:1].upper() + said[1:], 1.05)
    members = tables.regions().get(phrase(words, start, inner), ())
    if not paths and (found := tuple(path for each in members if (path := _path(each)))):
        yield Span(start, end, "place", found, said.title() if inner == end else said, 1.0)


_STATES: Final = frozenset({"country", "nation", "state", "monarchy", "republic"})
"""What the parts of a region are called."""


def _sides(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """`The south of England`, `the Midlands`: regions that hold the words."""
    for at, word in enumerate(words):
        sides = [_COMPASS[w.text] for w in words[at : at + 2] if w.text in _COMPASS]
        to = at + len(sides)
        if word.text in _COMPASS and to + 1 < len(words) and words[to].text == "of":
            paths = gazetteer.regions_with((*sides, words[to + 1].text)) or (
                gazetteer.regions_with(tuple(sides)) if len(sides) > 1 else ()
            )
            if paths:
                said = f"the {' '.join(sides)} of {words[to + 1].raw}"
                yield Span(at, to + 2, "place", paths, said, 1.2)
        if at and word.raw[:1].isupper() and len(word.text) > 3:
            paths = gazetteer.regions_with((word.text,))
            known = gazetteer.places((word.text,)) or word.base in tables.country_names()
            if paths and not known:
                yield Span(at, at + 1, "place", paths, word.raw, 1.0)


def _path(member: str) -> str:
    if member.startswith("US-"):
        return STATES.get(member[3:], "")
    return member.lower() if len(member) == 2 else ""


def _around(paths: Sequence[str]) -> tuple[str, ...]:
    wider = (path.rsplit("/", 1)[0].rstrip("/") for path in paths if path.count("/") > 1)
    return tuple(dict.fromkeys(path for path in wider if "/" in path))
