"""Queries by a name that the address of somebody's own profile says, and no record does.

A maiden name, a first name that they do not go by: the words of the address of a profile on a
professional network, where one of them is in the person's name and another is in nobody's of
that name. What is no name in an address (titles, degrees) is left out by a list.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from benchmarks.quality.compose import Query

from shortlist.service.index.port import Record
from shortlist.service.lexicon.text import listed, words

_NO_NAMES: Final = listed(
    """
    sen senator rep representative hon honorable mayor delegate elect councilwoman councilman
    assemblyman assemblywoman phd mba mpa esq esquire lcsw aicp leed retired official usaf army
    state house senate candidate attorney realtor republican democrat the and for
    """
)
_LEAST: Final = 4
"""Letters of a word of an address that may be a name."""


def queries(people: list[Record], seed: int) -> list[Query]:
    """One for each person whose profile says another name, in an order that `seed` chooses."""
    bearers: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for record in people:
        name = words(str(record.get("name") or ""))
        for first in name:
            for last in name:
                bearers[first, last].add(str(record["id"]))
    made = [
        {
            "qid": f"page-{at:03}",
            "query": f"{first.title()} {last.title()}",
            "type": "page",
            "relevant": {str(record["id"]): 3},
        }
        for at, (record, first, last) in enumerate(_other_names(people))
        if not bearers[first, last]
    ]
    random.Random(seed).shuffle(made)
    return made


def _other_names(people: list[Record]) -> Iterator[tuple[Record, str, str]]:
    for record in people:
        name = words(str(record.get("name") or ""))
        for link in record.get("links") or ():
            said = _words(link)
            if len(said) < 2 or not name or not set(said) & set(name):
                continue
            if said[-1] == name[-1] and said[0] not in name and said[0][:3] != name[0][:3]:
                yield record, said[0], said[-1]
            elif said[0] == name[0] and said[1] not in name:
                yield record, said[0], said[1]


def _words(link: Any) -> list[str]:
    if link.get("type") != "professional_network":
        return []
    slug = str(link.get("url")).rstrip("/").rpartition("/")[2].lower()
    may_be = re.compile(f"[a-z]{{{_LEAST},}}")
    return [w for w in slug.split("-") if may_be.fullmatch(w) and w not in _NO_NAMES]
