"""Topics: which names in records a subject of a query stands for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from shortlist.service.lexicon import topic_tables as tables
from shortlist.service.lexicon.text import STOPWORDS, stem, stems, words

Phrase = tuple[str, ...]
"""Stems in order."""
OF_IT: Final = "!:"
"""In a phrase: the name itself says it, `Agriculture: Livestock`, and not what it is divided into,
`Appropriations: Agriculture`."""
ITSELF: Final = "!::"
"""In a phrase: the name is of no part of anything."""


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
    names: tuple[str, ...] = ("",)
    """`core` as it is written in the tables."""

    @property
    def name(self) -> str:
        return self.names[0]


_TABLES: Final = (
    ("policy", tables.POLICY),
    ("industry", tables.INDUSTRY),
    ("project", tables.PROJECT),
    ("subject", tables.SUBJECT),
)


KINDS: Final = tuple(kind for kind, _ in _TABLES)


def _topic(kind: str, line: str) -> Topic:
    core, near, said = (
        tuple(phrase for each in part.split(";") if (phrase := _phrase(each)))
        for part in line.split("|")
    )
    parts = tuple(_phrase(each) for each in line.split("|")[2].split(";") if "~" in each)
    names = tuple(each.partition("!")[0].strip() for each in line.split("|")[0].split(";"))
    return Topic(kind, core, near, said, parts, names)


def _read() -> dict[Phrase, list[Topic]]:
    found: dict[Phrase, list[Topic]] = {}
    for kind, table in _TABLES:
        for line in table.strip().splitlines():
            topic = _topic(kind, line)
            core, said = topic.core, topic.said
            said_first = (*said, *core[:1]) if kind == "project" else (*said, *core)
            for phrase in said_first:
                phrase = plain(phrase)
                topics = found.setdefault(phrase, [])
                if phrase and topic not in topics:
                    topics.append(topic)
    return found


def plain(phrase: Phrase) -> Phrase:
    """`phrase` without its `!` words."""
    return tuple(word for word in phrase if word[0] != "!")


def _phrase(text: str) -> Phrase:
    """Stems; a word after `!` must not be there."""
    wanted, _, unwanted = text.partition("!")
    kept = (word for word in words(wanted) if word not in STOPWORDS)
    return (*(stem(word) for word in kept), *(f"!{word}" for word in stems(unwanted)))


TOPICS: Final = _read()
"""Stems of the words of a query without stopwords, to what they may mean; most specific first."""
LONGEST: Final = max(map(len, TOPICS))


@lru_cache(maxsize=200_000)
def says(value: str, phrase: Phrase) -> bool:
    """Whether the stems of `value` hold `phrase` in one piece, and none of its `!` words."""
    if ":" in value:
        if ITSELF in phrase:
            return False
        value = value.partition(":")[0] if OF_IT in phrase else value
    whole = stems(value)
    kept = tuple(word for word in whole if word not in STOPWORDS)
    return _within(kept or whole, phrase) or any(
        # `Military and Veterans Affairs` says `military affairs`, too.
        _within((*whole[:at], *whole[at + 2 :]), phrase)
        for at in range(1, len(whole) - 2 if len(phrase) > 1 else 0)
        if whole[at] == "and"
    )


def _within(value: Phrase, phrase: Phrase) -> bool:
    wanted = tuple(word for word in phrase if word[0] != "!")
    if len(wanted) < len(phrase) and any(f"!{word}" in phrase for word in value):
        return False
    phrase = tuple(word for word in wanted if word not in STOPWORDS) or wanted
    size = len(phrase)
    return any(value[at : at + size] == phrase for at in range(len(value) - size + 1))
