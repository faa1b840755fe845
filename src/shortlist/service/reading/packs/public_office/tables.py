"""The tables of the pack."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from shortlist.service.lexicon.text import key, listed

_HERE: Final = Path(__file__).parent


def rows(name: str) -> Iterator[list[str]]:
    """The lines of a table, by column."""
    for line in (_HERE / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield [cell.strip() for cell in line.split("\t")]


_WORDS: Final = {use: listed(words) for use, words in rows("words.tsv")}
_PARTY_NAMES: Final = dict(rows("party_names.tsv"))
DATES: Final = tuple((of, says, re.compile(said)) for of, says, said in rows("dates.tsv"))
"""Of what a year is the date, what is said of it, and a pattern of the words that tell."""
FACTS: Final = tuple(
    (kind, v.split(";"), label, said) for kind, v, label, said in rows("facts.tsv")
)
"""Facts that records state in one way: of what kind, any of which values, and a pattern of how a
question says it."""


def words_for(use: str) -> frozenset[str]:
    """The words of one use in `words.tsv`; KeyError where it has no such use."""
    return _WORDS[use]


def pattern_of(kind: str) -> str:
    """A pattern of all that `bodies.tsv` has of one kind."""
    return "|".join(pattern for each, pattern in rows("bodies.tsv") if each == kind)


def party_key(text: str) -> str:
    """One spelling for the names of a party: `Democrat` and `Democratic` are one."""
    name = key(text.replace("(Co-op)", ""))
    return _PARTY_NAMES.get(name, name)
