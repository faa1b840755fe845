"""Topics: which names in records a subject of a query stands for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from shortlist.service.lexicon import topic_tables as tables
from shortlist.service.lexicon.text import STOPWORDS, stems

Phrase = tuple[str, ...]
"""Stems in order."""

SCOPES: Final = {
    "policy": ("committee", "title_word", "department", "industry"),
    "industry": ("industry",),
    "project": ("project",),
    "subject": ("subject", "award", "skill"),
}
"""Kind of topic, to the facets where records name it."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What a subject is called in records."""

    kind: str
    core: tuple[Phrase, ...]
    near: tuple[Phrase, ...]


def _read() -> dict[Phrase, list[Topic]]:
    found: dict[Phrase, list[Topic]] = {}
    named = (
        ("policy", tables.POLICY),
        ("industry", tables.INDUSTRY),
        ("project", tables.PROJECT),
        ("subject", tables.SUBJECT),
    )
    for kind, table in named:
        for line in table.strip().splitlines():
            core, near, said = (
                tuple(stems(phrase) for phrase in part.split(";")) for part in line.split("|")
            )
            topic = Topic(kind, core, near)
            said_first = (*said, *core[:1]) if kind == "project" else (*said, *core)
            for phrase in said_first:
                phrase = tuple(word for word in phrase if word not in STOPWORDS)
                if phrase:
                    found.setdefault(phrase, []).append(topic)
    return found


TOPICS: Final = _read()
"""Stems of the words of a query without stopwords, to what they may mean; most specific first."""
LONGEST: Final = max(map(len, TOPICS))


@lru_cache(maxsize=200_000)
def says(value: str, phrase: Phrase) -> bool:
    """Whether the stems of `value` hold `phrase` in one piece."""
    return _within(stems(value), phrase)


def _within(value: Phrase, phrase: Phrase) -> bool:
    size = len(phrase)
    return any(value[at : at + size] == phrase for at in range(len(value) - size + 1))
