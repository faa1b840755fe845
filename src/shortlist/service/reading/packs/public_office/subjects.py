"""Subjects: what committees, industries, portfolios, projects and awards are of, in other words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.phrases import Phrase, plain
from shortlist.service.lexicon.text import GENERIC, STOPWORDS, listed, stems
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office.committees import akin
from shortlist.service.reading.packs.public_office.texts import raw, telling
from shortlist.service.reading.packs.public_office.topics import LONGEST, TOPICS, Topic
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token

_FACETS: Final = {
    "policy": ("committee", "title", "department"),
    "project": ("project",),
    "subject": ("subject", "award"),
}
"""What records call subjects of a kind in; industries are read by their own linker."""
_WORKING: Final = listed(
    """
    work works working worked serve serves serving served sit sits sitting assigned elected
    appointed named sworn
    """
)
"""No subject, though `workers` and `elections` are."""
_PLAIN: Final = GENERIC | listed(
    """
    member offic polici issu servic serv sit deal overse handl look manag respons charg matter
    affair area field tool project softwar countri state nation feder govern public new top money
    build decid univers colleg universiti research studi win won affili depart agenc larg big major
    lead leader team run turn special assign congress about other first senior fund
    """
)
"""Stems of words that are no subject by themselves."""
_STRENGTH: Final = 0.8


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The subjects that pieces of `words` may be, each of every facet that people here have."""
    for start in range(len(words)):
        if words[start].text in STOPWORDS:
            continue
        for end in range(start + 1, min(len(words), start + LONGEST + 3) + 1):
            if words[end - 1].text in STOPWORDS or "for" in (w.text for w in words[start:end]):
                continue
            if not _WORKING.isdisjoint((words[start].text, words[end - 1].text)):
                continue
            own = telling(words, start, end)
            if own not in TOPICS:
                # As it was said, before everyday words are put in those of occupations.
                own = stems(" ".join(word.raw for word in words[start:end])) or own
            topics = TOPICS.get(own, ())
            if span := _subject(words, start, end, own, topics, gazetteer):
                yield span


def _subject(
    words: Sequence[Token], start: int, end: int, own: Phrase, topics: Sequence[Topic],
    gazetteer: Gazetteer,
) -> Span | None:  # fmt: skip
    values: dict[str, None] = {}
    near: dict[str, None] = {}
    for topic in topics:
        for facet in _FACETS[topic.kind]:
            if not gazetteer.values(facet):
                continue
            said = _said(facet, own, gazetteer)
            exact = bool(said) and (own == plain(topic.core[0]) or topic.kind == "subject")
            names = tuple(_asked(facet, topic.core))
            if exact:
                values.update(dict.fromkeys((*said, *_asked(facet, akin(own, topic.core)))))
                near.update(dict.fromkeys(names))
            elif own not in topic.parts:
                values.update(dict.fromkeys(names))
            else:
                near.update(dict.fromkeys(names))
            near.update(dict.fromkeys(_asked(facet, topic.near)))
    for facet in ("committee", "department", "subject", "award"):
        # Words that no table has, as the people here say them.
        if (
            not topics
            and not _PLAIN.issuperset(own)
            and (end - start > 1 or len(own[0]) > 3)
            and gazetteer.values(facet)
        ):
            values.update(dict.fromkeys(_said(facet, own, gazetteer)))
    if not values and not near:
        return None
    label = raw(words, start, end)
    strength = _STRENGTH if topics else 0.3
    return Span(start, end, "topic", tuple(values), label, strength,
                tuple(each for each in near if each not in values))  # fmt: skip


def _said(facet: str, own: Phrase, gazetteer: Gazetteer) -> tuple[str, ...]:
    """The facet where people here say these very words."""
    if facet == "subject":
        known = gazetteer.values(facet)
        return (f"{facet}+{' '.join(own)}",) if all(word in known for word in own) else ()
    return (f"{facet}~{' '.join(own)}",) if own and gazetteer.holding(facet, (own,)) else ()


def _asked(facet: str, names: Sequence[Phrase]) -> Iterator[str]:
    """What is asked of a facet; whether anybody has it, `is_here` says of those that are meant."""
    how = "+" if facet == "subject" else "~"
    for name in names:
        yield f"{facet}{how}{' '.join(name)}"


def is_here(value: str, gazetteer: Gazetteer) -> bool:
    """Whether people here say this of a subject."""
    facet, how, said = _ASKED.split(value, maxsplit=1)
    if how == "+":
        known = gazetteer.values(facet)
        return all(word in known for word in said.split())
    return bool(gazetteer.holding(facet, (tuple(said.split()),)))


_ASKED: Final = re.compile(r"([~+])")
