"""Places, what contains them, and the people of a country."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.lexicon.places import NATIONS, REGIONS, STATES, label
from shortlist.service.lexicon.text import STOPWORDS
from shortlist.service.lexicon.text import words as said_words
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, matches, phrase, tokens, written
from shortlist.service.reading.uncovered_words import OR
from shortlist.service.reading.vocabulary import cities, tables
from shortlist.service.reading.vocabulary.words import pattern, words_for

_LONGEST: Final = 5
_COMPASS: Final = {
    "north": "north", "south": "south", "east": "east", "west": "west", "northern": "north",
    "southern": "south", "eastern": "east", "western": "west",
}  # fmt: skip
_INTO: Final = words_for("into_a_place")
_FOREIGN_INTO: Final = words_for("into_elsewhere")
_SAID_OF_A_LIFE: Final = {"origin": "Comes from {}", "worked_in": "Has worked in {}"}
"""What sentences say of places where somebody need not be now, by facet."""


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The places that pieces of `words` may be, and where people are said to come from."""
    begins = {
        (kind, end): start
        for kind in _SAID_OF_A_LIFE
        for start, end, _ in matches(words, pattern(f"asked_{kind}"))
    }
    gone = any(word.text in _ELSEWHERE for word in words)
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            for span in _at(words, start, end, gazetteer):
                yield span
                yield from _around(words, span, gazetteer)
                for kind, said in _SAID_OF_A_LIFE.items():
                    if (begin := begins.get((kind, start))) is not None:
                        yield _of_a_life(span, kind, begin, said, gone=gone)
                        begins |= {(kind, at): at for at in _listed_behind(words, end)}
                if _lived_there(words, end):
                    said = _SAID_OF_A_LIFE["worked_in"]
                    yield _of_a_life(span, "worked_in", start, said, gone=gone)
        yield from _sides(words, start, gazetteer)


def _of_a_life(place: Span, kind: str, start: int, says: str, *, gone: bool) -> Span:
    """That somebody comes from `place`, or worked there, wherever they are now; if `gone`, in
    another country."""
    values = tuple(f"{kind}={path}" for path in place.values)
    return replace(
        place,
        start=start,
        kind=kind,
        values=values if kind != "worked_in" or gone else (*values, *place.values),
        strength=max(1.25, place.strength + 0.1),
        near=(),
        says=says.format(place.label),
    )


def left(place: Span) -> Span:
    """That somebody worked in `place` once and is in another country now: `left Germany`."""
    return _of_a_life(place, "worked_in", place.start, "Has left {}", gone=True)


def _listed_behind(words: Sequence[Token], end: int) -> Iterator[int]:
    """Where the next of a list of places begins: `Germany, Austria or in Switzerland`."""
    at = end
    while at < len(words) and words[at].text in OR | _INTO:
        at += 1
    if at < len(words) and (at == end) == ("," in words[at].gap):
        yield at


def _lived_there(words: Sequence[Token], end: int) -> bool:
    """Whether the verb stands behind a place, as German and Dutch have it: `die in Österreich oder
    Kenia gearbeitet haben`."""
    within = end + (_LISTED_WITHIN if words[end : end + 1] and words[end].text in OR else 2)
    return any(word.meant and word.text in _LIVED for word in words[end:within])


_LISTED_WITHIN: Final = 4
_LIVED: Final = frozenset({"worked", "lived"})
_ELSEWHERE: Final = words_for("elsewhere_now")
_PRONOUNS: Final = words_for("pronoun")


def _at(words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer) -> Iterator[Span]:
    single = words[start] if end - start == 1 else None
    yield from _countries(words, start, end)
    if single and single.text in STOPWORDS | _PRONOUNS:
        return
    yield from _regions(words, start, end)
    # A name in small letters is more often another word, unless `in` says that it is a place.
    cued = start > 0 and words[start - 1].text in _INTO
    proper = words[start].raw[:1].isupper()
    if not (cued or proper or not single):
        return
    own = gazetteer.places(said_words(written(words[start:end])))
    if own := _otherwise(own, gazetteer):
        # What is shown is what is asked for: London in Canada comes near.
        countries = [each.partition("/")[0] for each in own]
        first = next((code for code in countries if code != "?"), "?")
        there = tuple(each for each, code in zip(own, countries, strict=True)
                      if code in (first, "?"))  # fmt: skip
        near = tuple(each for each in own if each not in there)
        yield Span(start, end, "place", there, label(own[0]), 1.1, (*_wider(there), *near))
    elif cued or proper:
        yield from _cities(words, start, end, gazetteer)


def _countries(words: Sequence[Token], start: int, end: int) -> Iterator[Span]:
    """Countries by name, or by that of their people, and states of the US."""
    name, first = phrase(words, start, end), words[start]
    code, proper = tables.country_names().get(name, ("", False))
    if code and proper and end - start == 1 and first.raw.islower():
        # `us`, and `island nations` that are not Iceland's, as German has it
        proper = len(name) > 3 and (name not in tables.english() or name == tables.key(label(code)))
        code = code if proper else ""
    if nation := NATIONS.get(name):
        yield Span(start, end, "place", (nation,), label(nation), 1.0)
    elif code:
        # Of a language and its people, the cue beside it decides.
        yield Span(start, end, "place", (code,), label(code), 1.2 if proper else 0.85)
    state = STATES.get(" ".join(word.text for word in words[start:end]))
    if start and end == start + 1 and first.raw.isupper() and first.raw in STATES:
        beside = words[start - 1].raw[:1].isupper() and end == len(words)  # `Portland ME`
        state = STATES[first.raw] if beside or words[start - 1].text in _INTO else ""
    if state:
        yield Span(start, end, "place", (state,), label(state), 1.05)


def _otherwise(own: tuple[str, ...], gazetteer: Gazetteer) -> tuple[str, ...]:
    """`own`, and where the same cities are called otherwise: who is in Bangalore, for Bengaluru."""
    found = dict.fromkeys(own)
    for path in own:
        country, _, town = path.partition("/")
        city = (
            cities.aliases().get(town, town)
            if country == "?"
            else (path.count("/") > 1 and cities.known(country, town.rpartition("/")[2]))
        )
        if city and city in cities.cities():
            called = _called(city, cities.cities()[city][0], gazetteer)
            found |= dict.fromkeys(each for each in called if each.count("/") > 1)
    # Lagos is all of Lagos State.
    found |= {path.rpartition("/")[0]: None for path in own if _NAMED_AFTER.fullmatch(path)}
    return tuple(found)


_NAMED_AFTER: Final = re.compile(r"[a-z]+/(?:greater )?([^/]+?)(?: (?:state|province|emirate))?/\1")


def _cities(words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer) -> Iterator[Span]:
    """Cities that the index calls otherwise, or where nobody of it lives."""
    name = phrase(words, start, end)
    main = name in cities.cities()
    city = name if main else cities.aliases().get(" ".join(w.text for w in words[start:end]))
    if city:
        code, label_, *_ = cities.cities()[city]
        own = _called(city, code, gazetteer)
        # Other names are names of people, too: `in` or a comma says that a city is meant.
        cued = start and (words[start - 1].text in _INTO | _FOREIGN_INTO or "," in words[start].gap)
        if main or cued or own:
            there = own or (f"{code}//{city}",)
            yield Span(start, end, "place", there, label_, 0.95 if cued else 0.85, (code,))


def _called(city: str, code: str, gazetteer: Gazetteer) -> tuple[str, ...]:
    """The places of the index that are this city, by any of its names."""
    name = " ".join(token.text for token in tokens(cities.cities()[city][1]))
    spelt = dict.fromkeys((name, city, *cities.spellings().get(city, ())))
    found = (path for each in spelt for path in gazetteer.places(tuple(each.split())))
    paths = tuple(dict.fromkeys(path for path in found if path.startswith(f"{code}/")))
    # New York is a state, too.
    return tuple(path for path in paths if path.count("/") > 1) or paths


def _regions(words: Sequence[Token], start: int, end: int) -> Iterator[Span]:
    """Regions by name, and `the Nordic countries` by that of their people."""
    inner = end - (end - start > 1 and words[end - 1].base in _STATES)
    said = " ".join(word.raw for word in words[start:end])
    if words[start].text == "the":
        return
    single = words[start] if inner - start == 1 else None
    if single and (_is_one_side(words, start) or (single.raw.islower() and len(single.text) < 5)):
        return
    paths = REGIONS.get(" ".join(word.text for word in words[start:end]), ())
    if paths and (words[start].raw[:1].isupper() or end - start > 1):
        yield Span(start, end, "place", paths, said[:1].upper() + said[1:], 1.05)
    members = tables.regions().get(phrase(words, start, inner), ())
    spoken = tables.regions().get(phrase(words, start, end), ())
    if spoken and not members and end - start > 1:
        # `A Portuguese-speaking country`, of which each word says something else, too.
        there = tuple(path for each in spoken if (path := _path(each)))
        yield Span(start, end, "place", there, said, 1.4)
        return
    found = tuple(path for each in members if (path := _path(each)))
    if found and not paths:
        yield Span(start, end, "place", found, said.title() if inner == end else said, 1.0)


def _is_one_side(words: Sequence[Token], at: int) -> bool:
    """Whether a side of the compass is only a piece of a name: `South West England`."""
    if words[at].text not in _COMPASS:
        return False
    before = words[at - 1 : at] if at and not words[at].gap.strip() else ()
    after = [word for word in words[at + 1 : at + 2] if not word.gap.strip()]
    return any(word.raw[:1].isupper() for word in (*before, *after))


_STATES: Final = words_for("part_of_a_region")
_OF_ANY_COUNTRY: Final = words_for("part_of_any_country")


def _path(member: str) -> str:
    if member.startswith("US-"):
        return STATES.get(member[3:], "")
    return member.lower() if len(member) == 2 else ""


def _sides(words: Sequence[Token], at: int, gazetteer: Gazetteer) -> Iterator[Span]:
    """`The south of England`, `the Midlands`: regions that hold the words."""
    word = words[at]
    within = words[at : at + 2] if word.text in _COMPASS else ()
    sides = [_COMPASS[each.text] for each in within if each.text in _COMPASS]
    to = at + len(sides)
    of = int(to < len(words) and words[to].text == "of")
    named = words[to + of : to + of + 1] if sides else ()
    if named and named[0].raw[:1].isupper():
        end, asked = to + of + 1, (*sides, named[0].text)
        if paths := gazetteer.regions_with(asked):
            yield Span(at, end, "place", paths, _side(words, at, end), 1.2)
            return
    if len(sides) > 1 and (paths := gazetteer.regions_with(tuple(sides))):
        end = to + of + bool(of and named)
        yield Span(at, end, "place", paths, _side(words, at, end), 1.2)
        return
    if at and word.raw[:1].isupper() and len(word.text) > 3 and word.text not in _OF_ANY_COUNTRY:
        paths = gazetteer.regions_with((word.text,))
        known = gazetteer.places((word.text,)) or word.base in tables.country_names()
        if paths and not known:
            cued = words[at - 1].text in (*_INTO, "the") or "," in word.gap
            # `Java developers` are of no island.
            yield Span(at, at + 1, "place", paths, word.raw, 1.0 if cued else 0.7)


def _side(words: Sequence[Token], start: int, end: int) -> str:
    """`The north west of England`, as it is written but for the case of its sides."""
    return "the " + " ".join(_COMPASS.get(word.text, word.raw) for word in words[start:end])


_NEAR: Final = words_for("near")
_AREA: Final = words_for("area")
_WITHIN: Final = re.compile(pattern("within_km"))
_WITHIN_MOST: Final = 5
"""Words that say how near: `within easy commuting distance of`."""
_NEAR_KM: Final = 50
_MILE: Final = 1.609
_FAR_KM: Final = 300


def _around(words: Sequence[Token], city: Span, gazetteer: Gazetteer) -> Iterator[Span]:
    """`Around Boston`, `the Lyon area`, `within 30 km of Leeds`: a city and those near it."""
    code, _, inner = city.values[0].partition("/")
    name = tables.key(inner.rpartition("/")[2])
    start, end = city.start, city.end
    before = "".join(f"{word.text} " for word in words[max(0, start - _WITHIN_MOST) : start])
    within = _WITHIN.search(before)
    cued = start > 0 and words[start - 1].text in _NEAR
    after = end + sum(word.text in _AREA for word in words[end : end + 2])
    if "/" not in inner or (code, name) not in cities.coordinates():
        return
    if within or cued or after > end:
        km = _NEAR_KM
        if within and within[1]:
            mile = _MILE if within[2].startswith("mile") else 1
            km = min(_FAR_KM, round(int(within[1]) * mile))
        own = (each for each in city.values if each.startswith(f"{code}/"))
        near = (path for other, key in cities.around(code, name, km)
                for path in _called(key, other, gazetteer))  # fmt: skip
        first = start - (within[0].count(" ") if within else cued)
        label_ = f"within {km} km of {written(words[start:end])}"
        paths = tuple(dict.fromkeys((*own, *near)))
        wider = _wider(city.values)
        yield Span(first, after, "place", paths, label_, 1.1, wider, f"Is based {label_}")


def _wider(paths: Sequence[str]) -> tuple[str, ...]:
    wider = (path.rsplit("/", 1)[0].rstrip("/") for path in paths if path.count("/") > 1)
    return tuple(dict.fromkeys(path for path in wider if "/" in path))
