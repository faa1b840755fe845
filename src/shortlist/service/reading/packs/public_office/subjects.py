"""Subjects: what committees, portfolios, projects and awards are of, in other words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from shortlist.service.lexicon.phrases import Phrase, plain
from shortlist.service.lexicon.text import GENERIC, STOPWORDS, stem, stems
from shortlist.service.lexicon.text import words as words_of
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office.tables import rows, words_for
from shortlist.service.reading.packs.public_office.texts import pieces
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, written

_FACETS: Final = {
    "policy": ("committee", "title", "department"),
    "project": ("project",),
    "subject": ("subject", "award"),
}
"""What records call subjects of a kind in; industries are read by their own linker."""
_IN_NO_TABLE: Final = ("committee", "department", "subject", "award")
"""Where words that no table has are looked for as people here say them."""
_AT_NO_END: Final = STOPWORDS | words_for("working")
"""No subject, though `workers` and `elections` are."""
_PLAIN: Final = GENERIC | words_for("no_subject")
"""Stems of words that are no subject by themselves."""
_ASKED: Final = re.compile(r"([~+=])")


class Topic(NamedTuple):
    """What a subject is called in records."""

    kind: str
    core: tuple[Phrase, ...]
    near: tuple[Phrase, ...]


def _read() -> dict[Phrase, list[Topic]]:
    found: dict[Phrase, list[Topic]] = {}
    for kind, names, near, said in rows("topics.tsv"):
        topic = Topic(kind, _phrases(names), _phrases(near))
        core = topic.core[:1] if kind == "project" else topic.core
        for phrase in dict.fromkeys(map(plain, (*_phrases(said), *core))):
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
        if not _AT_NO_END.isdisjoint((words[start].text, words[end - 1].text)):
            continue
        # As it was said, before everyday words are put in those of occupations.
        label = written(words[start:end])
        own = tuple(stem(word) for word in words_of(label) if word not in STOPWORDS)
        own = own if own in TOPICS else stems(label)
        values, near = _meant(own, gazetteer)
        if values:
            strength = 0.8 if own in TOPICS else 0.3
            yield Span(start, end, "topic", values, label, strength, near)


def _meant(own: Phrase, gazetteer: Gazetteer) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is asked of people here by these stems, and what is near it."""
    values: list[str] = []
    near: list[str] = []
    topics = TOPICS.get(own, ())
    for topic in topics:
        called = own == plain(topic.core[0]) or topic.kind == "subject"
        for facet in _FACETS[topic.kind]:
            (itself,), names = _asked(facet, [own]), _asked(facet, topic.core)
            values += [itself] if called and is_here(itself, gazetteer) else names
            near += [*names, *_asked(facet, topic.near)]
    if not topics and not _PLAIN.issuperset(own) and len(" ".join(own)) > 3:
        asked = (each for facet in _IN_NO_TABLE for each in _asked(facet, [own]))
        values += [each for each in asked if is_here(each, gazetteer)]
    return tuple(dict.fromkeys(values)), tuple(each for each in near if each not in values)


def _asked(facet: str, names: Sequence[Phrase]) -> list[str]:
    """What is asked of a facet; whether anybody has it, `is_here` says of those that are meant."""
    how = "+" if facet == "subject" else "~"
    return [f"{facet}{how}{' '.join(name)}" for name in names]


def is_here(value: str, gazetteer: Gazetteer) -> bool:
    """Whether people here say this of a subject."""
    facet, how, said = _ASKED.split(value, maxsplit=1)
    if how == "+":
        return gazetteer.values(facet).keys() >= set(said.split())
    return bool(gazetteer.holding(facet, (tuple(said.split()),)))


def facet_of(value: str) -> str:
    """The facet in which a value is looked for."""
    return _ASKED.split(value, maxsplit=1)[0]
