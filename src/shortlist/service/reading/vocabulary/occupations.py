"""Occupations: the groups that they belong to, and how the two schemes name the same."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

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


@cache
def is_kind_of(occupation: str, name: str) -> bool:
    """Whether everybody of an occupation is what the key of a title says: its main title has all
    words of that and its noun, `heavy and tractor-trailer truck drivers`. Of one that names two,
    `accountants and auditors`, nobody knows."""
    label = labels().get(occupation, "")
    several = _SEVERAL.search(label)
    words, asked = tables.key(_BEYOND.split(label)[0]).split(), name.split()
    return bool(words) and not several and words[-1] == asked[-1] and set(asked) <= set(words)


_SEVERAL: Final = re.compile(r"s(?:,| and | or )")
_BEYOND: Final = re.compile(r",? (?:except|including)\b|\(|, ", re.IGNORECASE)


@cache
def lineage(occupation: str) -> tuple[str, ...]:
    """An occupation and the groups it belongs to, narrowest first."""
    found, groups = [occupation], broader()
    while (wider := groups.get(found[-1])) and wider not in found and len(found) < 6:
        found.append(wider)
    return tuple(found)


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
