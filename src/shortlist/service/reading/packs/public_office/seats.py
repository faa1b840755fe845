"""Chambers, districts and counties: where somebody sits, and for whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon import places
from shortlist.service.lexicon.text import STOPWORDS, listed
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office.texts import before, cased, raw
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, matches

_CHAMBERS: Final = (
    (
        r"(?:lower (?:house|chamber)s?|houses? of (?:representatives|delegates|commons)"
        r"|state (?:houses?|assembly|assemblies)|house|assembly)(?: members?)?",
        "lower",
    ),
    (
        r"(?:upper (?:house|chamber)s?|state senates?|senates?|house of lords)(?: members?)?",
        "upper",
    ),
)
_NOT_AFTER: Final = frozenset({"us", "u.s."})
_BESIDE: Final = listed(
    """
    members member democrats republicans of committee in who on from with delegation seat seats
    majority minority leader whip or and
    """
)
_SITTING_FOR: Final = listed(
    "mp mps parliament commons constituency seat represents representing represented member sits"
)
_COUNTY: Final = frozenset({"county", "counties", "parish"})
_LONGEST: Final = 8


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The chambers, districts and counties that pieces of `words` name."""
    if gazetteer.values("chamber"):
        yield from _chambers(words)
    yield from _counties(words, gazetteer)
    yield from _districts(words, gazetteer)


def _chambers(words: Sequence[Token]) -> Iterator[Span]:
    for pattern, chamber in _CHAMBERS:
        for start, end, _ in matches(words, pattern):
            first = words[start]
            lone = end - start == 1 and first.text in ("house", "assembly")
            follows = words[end].text if end < len(words) else ""
            another = follows and follows not in STOPWORDS | _BESIDE
            if lone and another and not first.raw[:1].isupper():
                continue  # `house managers`: of another noun
            if start and words[start - 1].text in _NOT_AFTER:
                continue
            said = raw(words, start, end)
            value = f"chamber={chamber}"
            if first.text == "state":
                value += " & role=state_legislator"
            yield Span(
                start, end, "chamber", (value,), f"{chamber} chamber", 0.95,
                ("role=legislator",), says=f"Sits in the {chamber} chamber ({said})",
            )  # fmt: skip


def _counties(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    for at, word in enumerate(words):
        if word.text not in _COUNTY:
            continue
        if at + 1 < len(words) and words[at + 1].raw[:1].isupper() and "," not in words[at + 1].gap:
            continue  # `Cook County Board`
        for start in range(max(0, at - 3), at):
            values = _named(" ".join(w.text for w in words[start:at]), gazetteer)
            capital = word.raw[:1].isupper() and words[start].raw[:1].isupper()
            if not values and start == at - 1 and capital:
                values = (f"{words[start].text} {word.text}",)  # one that no record lists
            if values:
                label = raw(words, start, at + 1).removesuffix("'s").removesuffix("’s")
                yield _for(start, at + 1, "place", "county", values, label)
    if _SITTING_FOR.isdisjoint(word.text for word in words):
        return
    for start, end in _capitalised(words):
        name = " ".join(word.text for word in words[start:end])
        wider = any(name in known for known in _WIDER)
        values = () if wider else _named(name, gazetteer)
        if values and before(words, start) in _FOR:
            yield _for(start, end, "district", "county", values, raw(words, start, end))


def _named(name: str, gazetteer: Gazetteer) -> tuple[str, ...]:
    """The counties of this name, without the word county."""
    known = gazetteer.values("county")
    kinds = ("", " county", " parish") if not name.endswith(("county", "parish")) else (" county",)
    return tuple(f"{name}{kind}" for kind in kinds if f"{name}{kind}" in known)


_FOR: Final = frozenset({"for", "representing", "represents", "in", "of"})
_WIDER: Final = (places.REGIONS, places.STATES, places.COUNTRIES, places.NATIONS)


def _districts(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    numbered = r"(?:senate |house )?district (\d{1,3})|(\d{1,3})(?:st|nd|rd|th) district"
    for start, end, match in matches(words, numbered):
        first = start + (words[start].text in ("senate", "house"))
        number = match[1] or match[2]
        yield _for(first, end, "district", "district", (number,), f"district {number}")
    if _SITTING_FOR.isdisjoint(word.text for word in words):
        return
    for start, end in _capitalised(words):
        if end < len(words) and words[end].text in _COUNTY:
            continue
        name = tuple(word.text for word in words[start:end])
        if set(name) <= STOPWORDS or any(part.isdigit() for part in name):
            continue
        if (seat := " ".join(name)) in gazetteer.values("district"):
            yield _for(start, end, "district", "district", (seat,), raw(words, start, end))


def _capitalised(words: Sequence[Token]) -> Iterator[tuple[int, int]]:
    some = cased(words)
    for start in range(len(words)):
        if some and not words[start].raw[:1].isupper():
            continue
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            yield start, end


def _for(start: int, end: int, kind: str, facet: str, values: Sequence[str], label: str) -> Span:
    given = tuple(f"{facet}={value}" for value in values)
    return Span(start, end, kind, given, label, 1.25, says=f"Represents {label}")
