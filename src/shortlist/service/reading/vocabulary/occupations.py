"""Occupations: the groups that they belong to, and how the two schemes name the same."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Final

from shortlist.service.reading.tokens import renamed
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import rows


@cache
def broader() -> dict[str, str]:
    """An occupation's id, to that of its group."""
    return {
        row["id"]: row["broader"].split("|")[0]
        for row in rows("occupations.tsv.gz")
        if row["broader"]
    }


@cache
def labels() -> dict[str, str]:
    """An occupation's id, to what it is called in English."""
    return {row["id"]: row["label_en"] for row in rows("occupations.tsv.gz")}


def kinds_of(name: str, listed: Iterable[str]) -> list[str]:
    """The occupations whose people all are what the key of a title says: those whose main title
    ends in it, `heavy and tractor-trailer truck drivers`, and of those where it is `listed` those
    whose main title has its words and its noun."""
    words = name.split()
    ending = _by_last_two().get(tuple(words[-2:]), ()) if len(words) > 1 else ()
    found = [each for own, ids in ending if own[-len(words) :] == tuple(words) for each in ids]
    for each in listed:
        own = _main_words(each)
        if own and own[-1] == words[-1] and set(words) <= set(own):
            found.append(each)
    return list(dict.fromkeys(found))


@cache
def _by_last_two() -> dict[tuple[str, ...], list[tuple[tuple[str, ...], list[str]]]]:
    """The main titles of occupations by their last two words."""
    found: dict[tuple[str, ...], list[tuple[tuple[str, ...], list[str]]]] = {}
    for title, occupations in tables.preferred().items():
        words = tuple(title.split())
        detailed = [each for each in occupations if each.startswith(("onet:", "esco:"))]
        if len(words) > 1 and detailed:
            found.setdefault(words[-2:], []).append((words, detailed))
    return found


@cache
def _main_words(occupation: str) -> tuple[str, ...]:
    """The words of an occupation's main title; of one that names two, `accountants and auditors`,
    none."""
    label = labels().get(occupation, "")
    if _SEVERAL.search(label):
        return ()
    return tuple(
        renamed(
            tables.key(_BEYOND.split(label)[0]).split(), tables.synonyms(), tables.SYNONYM_LONGEST
        )
    )


_SEVERAL: Final = re.compile(r"s(?:,| and | or )")
_BEYOND: Final = re.compile(r",? (?:except|including)\b|\(|, ", re.IGNORECASE)


@cache
def lineage(occupation: str) -> tuple[str, ...]:
    """An occupation and the groups it belongs to, narrowest first."""
    found, groups = [occupation], broader()
    while (wider := groups.get(found[-1])) and wider not in found and len(found) < 6:
        found.append(wider)
    return tuple(found)


def widest(occupations: Iterable[str]) -> frozenset[str]:
    """The widest groups that these are of: which kinds of work."""
    return frozenset(filter(_WIDEST.fullmatch, chain.from_iterable(map(lineage, occupations))))


_WIDEST: Final = re.compile(r"isco:\d|soc:\d\d-0000")


def sure_of(occupations: Iterable[str]) -> frozenset[str]:
    """What somebody is for sure whose title may be each of these occupations: of each scheme the
    one that it is alone, and the groups that hold all."""
    schemes: dict[str, list[str]] = {}
    for each in occupations:
        schemes.setdefault(each.partition(":")[0], []).append(each)
    found: set[str] = set()
    for alike in schemes.values():
        found |= set.intersection(*(set(lineage(each)) for each in alike))
    return frozenset(found)


@cache
def linked() -> dict[str, tuple[str, ...]]:
    """An occupation of one scheme, to those of the other whose main title it has."""
    found: dict[str, list[str]] = {}
    for row in rows("onet_esco_links.tsv.gz"):
        if row["preferred"] in ("1", "2", "3"):
            found.setdefault(row["onet"], []).append(row["esco"])
            found.setdefault(row["esco"], []).append(row["onet"])
    return {each: tuple(others) for each, others in found.items()}
