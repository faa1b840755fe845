"""Subjects: what committees, portfolios, projects and awards are of, in other words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from shortlist.service.lexicon.phrases import Phrase, plain
from shortlist.service.lexicon.text import GENERIC, STOPWORDS, stem, stems
from shortlist.service.lexicon.text import words as words_of
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office.tables import rows, words_for
from shortlist.service.reading.packs.public_office.texts import pieces, raw
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token

_FACETS: Final = {
    "policy": ("committee", "title", "department"),
    "project": ("project",),
    "subject": ("subject", "award"),
}
"""What records call subjects of a kind in; industries are read by their own linker."""
_IN_NO_TABLE: Final = ("committee", "department", "subject", "award")
"""Where words that no table has are looked for as people here say them."""
_WORKING: Final = words_for("working")
"""No subject, though `workers` and `elections` are."""
_PLAIN: Final = GENERIC | words_for("no_subject")
"""Stems of words that are no subject by themselves."""
_ASKED: Final = re.compile(r"([~+])")


@dataclass(frozen=True, slots=True)
class Topic:
    """What a subject is called in records."""

    kind: str
    core: tuple[Phrase, ...]
    near: tuple[Phrase, ...]
    said: tuple[Phrase, ...] = ()
    """How people say it; an industry of an index may be called so too."""
    parts: tuple[Phrase, ...] = ()
    """Those of `said` that are less than the names say: who makes paint is in chemicals, and who is
    in chemicals need not make paint."""


def _read() -> dict[Phrase, list[Topic]]:
    found: dict[Phrase, list[Topic]] = {}
    for kind, names, near, said in rows("topics.tsv"):
        parts = tuple(_phrase(each) for each in said.split(";") if "~" in each)
        topic = Topic(kind, _phrases(names), _phrases(near), _phrases(said), parts)
        core = topic.core[:1] if kind == "project" else topic.core
        for phrase in dict.fromkeys(map(plain, (*topic.said, *core))):
            found.setdefault(phrase, []).append(topic)
    return found


def _phrases(cell: str) -> tuple[Phrase, ...]:
    return tuple(phrase for each in cell.split(";") if (phrase := _phrase(each)))


def _phrase(text: str) -> Phrase:
    """Stems; a word after `!` must not be there."""
    wanted, _, unwanted = text.partition("!")
    kept = (word for word in words_of(wanted) if word not in STOPWORDS)
    return (*(stem(word) for word in kept), *(f"!{word}" for word in stems(unwanted)))


TOPICS: Final = _read()
"""Stems of the words of a query without stopwords, to what they may mean; most specific first."""
_LONGEST: Final = max(map(len, TOPICS)) + 3


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The subjects that pieces of `words` may be, each of every facet that people here have."""
    for start, end in pieces(words, _LONGEST):
        said = [word.text for word in words[start:end]]
        if said[0] in STOPWORDS or said[-1] in STOPWORDS or "for" in said:
            continue
        if not _WORKING.isdisjoint((said[0], said[-1])):
            continue
        own = tuple(stem(word) for word in said if word not in STOPWORDS)
        if own not in TOPICS:
            # As it was said, before everyday words are put in those of occupations.
            own = stems(" ".join(word.raw for word in words[start:end])) or own
        values, near = _meant(own, gazetteer)
        if values or near:
            strength = 0.8 if own in TOPICS else 0.3
            close = tuple(each for each in near if each not in values)
            yield Span(start, end, "topic", tuple(values), raw(words, start, end), strength, close)


def _meant(own: Phrase, gazetteer: Gazetteer) -> tuple[dict[str, None], dict[str, None]]:
    """What is asked of people here by these stems, and what is near it."""
    values: dict[str, None] = {}
    near: dict[str, None] = {}
    topics = TOPICS.get(own, ())
    for topic in topics:
        for facet in _FACETS[topic.kind]:
            if not gazetteer.values(facet):
                continue
            itself, names = _asked(facet, [own]), _asked(facet, topic.core)
            called = own == plain(topic.core[0]) or topic.kind == "subject"
            if called and _are_here(itself, gazetteer):
                values |= itself
                near |= names
            elif own in topic.parts:
                near |= names
            else:
                values |= names
            near |= _asked(facet, topic.near)
    if not topics and not _PLAIN.issuperset(own) and (len(own) > 1 or len(own[0]) > 3):
        for facet in _IN_NO_TABLE:
            if gazetteer.values(facet) and _are_here(_asked(facet, [own]), gazetteer):
                values |= _asked(facet, [own])
    return values, near


def _asked(facet: str, names: Sequence[Phrase]) -> dict[str, None]:
    """What is asked of a facet; whether anybody has it, `is_here` says of those that are meant."""
    how = "+" if facet == "subject" else "~"
    return {f"{facet}{how}{' '.join(name)}": None for name in names}


def _are_here(values: Iterable[str], gazetteer: Gazetteer) -> bool:
    return all(is_here(each, gazetteer) for each in values)


def is_here(value: str, gazetteer: Gazetteer) -> bool:
    """Whether people here say this of a subject."""
    facet, how, said = _ASKED.split(value, maxsplit=1)
    if how == "+":
        return gazetteer.values(facet).keys() >= set(said.split())
    return bool(gazetteer.holding(facet, (tuple(said.split()),)))
