"""Chambers, districts and counties: where somebody sits, and for whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.places import STATES
from shortlist.service.lexicon.text import STOPWORDS
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office.tables import words_for
from shortlist.service.reading.packs.public_office.texts import cased, pieces, raw, said
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
_DISTRICT: Final = r"(?:senate |house )?district (\d{1,3})|(\d{1,3})(?:st|nd|rd|th) district"
_COUNTY: Final = ("county", "parish")
_BESIDE: Final = STOPWORDS | words_for("beside_a_chamber")
_SITTING_FOR: Final = words_for("sitting_for")
_NO_SEAT: Final = STOPWORDS | STATES.keys() | set(map(str, range(100)))
_LONGEST: Final = 8


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The chambers, districts and counties that pieces of `words` name."""
    if gazetteer.values("chamber"):
        yield from _chambers(words)
    for start, end, match in matches(words, _DISTRICT):
        first = start + (words[start].text in ("senate", "house"))
        number = match[1] or match[2]
        yield _for(first, end, "district", (number,), f"district {number}")
    yield from _named(words, gazetteer)


def _chambers(words: Sequence[Token]) -> Iterator[Span]:
    for pattern, chamber in _CHAMBERS:
        for start, end, _ in matches(words, pattern):
            first = words[start]
            lone = end - start == 1 and first.text in ("house", "assembly")
            another = end < len(words) and words[end].text not in _BESIDE
            if lone and another and not first.raw[:1].isupper():
                continue  # `house managers`: of another noun
            if start and words[start - 1].text == "us":
                continue
            value = f"chamber={chamber}"
            if first.text == "state":
                value += " & role=state_legislator"
            says = f"Sits in the {chamber} chamber ({raw(words, start, end)})"
            yield Span(start, end, "chamber", (value,), f"{chamber} chamber", 0.95,
                       ("role=legislator",), says=says)  # fmt: skip


def _named(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """`Cook County`, and of a question for who sits there, `Holborn and St Pancras`."""
    counties, districts = gazetteer.values("county"), gazetteer.values("district")
    sitting = not _SITTING_FOR.isdisjoint(word.text for word in words)
    some = cased(words)
    for start, end in pieces(words, _LONGEST):
        name = said(words, start, end)
        label = raw(words, start, end).removesuffix("'s")
        after = words[end] if end < len(words) else None
        if name.endswith(_COUNTY):
            same = {name, name.rpartition(" ")[0]} & counties.keys()
            unlisted = end == start + 2 and label.istitle()
            if after and after.raw[:1].isupper() and "," not in after.gap:
                continue  # `Cook County Board`
            if same or unlisted:
                yield _for(start, end, "county", sorted(same) or [name], label)
        elif (
            sitting
            and name in districts
            and name not in _NO_SEAT
            and (label[:1].isupper() or not some)
        ):
            yield _for(start, end, "district", [name], label)


def _for(start: int, end: int, facet: str, values: Sequence[str], label: str) -> Span:
    kind = "place" if facet == "county" else facet
    given = tuple(f"{facet}={value}" for value in values)
    return Span(start, end, kind, given, label, 1.25, says=f"Represents {label}")
