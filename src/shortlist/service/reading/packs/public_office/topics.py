"""Topics: which names in records a subject of a question stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shortlist.service.lexicon.phrases import Phrase, plain
from shortlist.service.lexicon.text import STOPWORDS, stem, stems, words
from shortlist.service.reading.packs.public_office.tables import rows


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


def _topic(kind: str, names: str, near: str, said: str) -> Topic:
    parts = tuple(_phrase(each) for each in said.split(";") if "~" in each)
    return Topic(kind, _phrases(names), _phrases(near), _phrases(said), parts)


def _phrases(cell: str) -> tuple[Phrase, ...]:
    return tuple(phrase for each in cell.split(";") if (phrase := _phrase(each)))


def _read() -> dict[Phrase, list[Topic]]:
    found: dict[Phrase, list[Topic]] = {}
    for kind, names, near, said in rows("topics.tsv"):
        topic = _topic(kind, names, near, said)
        core = topic.core[:1] if kind == "project" else topic.core
        for phrase in map(plain, (*topic.said, *core)):
            topics = found.setdefault(phrase, [])
            if phrase and topic not in topics:
                topics.append(topic)
    return found


def _phrase(text: str) -> Phrase:
    """Stems; a word after `!` must not be there."""
    wanted, _, unwanted = text.partition("!")
    kept = (word for word in words(wanted) if word not in STOPWORDS)
    return (*(stem(word) for word in kept), *(f"!{word}" for word in stems(unwanted)))


TOPICS: Final = _read()
"""Stems of the words of a query without stopwords, to what they may mean; most specific first."""
LONGEST: Final = max(map(len, TOPICS))
