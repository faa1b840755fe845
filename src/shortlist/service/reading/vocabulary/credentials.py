"""What people studied and hold: degrees, certifications and their families, schools and groups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from shortlist.service.lexicon.text import listed
from shortlist.service.reading.tokens import bases
from shortlist.service.reading.vocabulary.tables import key, rows


@cache
def degrees() -> dict[str, str]:
    found: dict[str, str] = {}
    for row in rows("degrees.tsv"):
        for word in row["words"].split(";"):
            found.setdefault(key(word), row["id"])
    return found


def degree_ids(text: str) -> list[str]:
    """The degrees that `text` names."""
    words, known, found = bases(text), degrees(), []
    for start in range(len(words)):
        for end in range(min(len(words), start + 5), start, -1):
            if (degree := known.get(" ".join(words[start:end]))) and degree not in found:
                found.append(degree)
                break
    return found


@cache
def schools() -> dict[str, tuple[str, ...]]:
    """Key of what a school, or a group such as the Ivy League, is called, to all names of each."""
    found: dict[str, tuple[str, ...]] = {}
    groups: list[tuple[list[str], list[str]]] = []
    for row in rows("school_aliases.tsv"):
        names = [row["name"], *filter(None, row["aliases"].split("|"))]
        if row["kind"] == "group":
            groups.append((names, row["part_of_or_members"].split("|")))
            continue
        for name in names:
            found.setdefault(key(name), tuple(names))
    for names, members in groups:
        spelt = dict.fromkeys(each for name in members for each in found.get(key(name), (name,)))
        found |= {key(name): tuple(spelt) for name in names}
    return found


@dataclass(frozen=True, slots=True)
class Certification:
    """A certification, or a family of them such as `AWS`."""

    name: str
    keys: tuple[str, ...]
    """What it is called; of a family what each of it is."""
    beside: tuple[str, ...]
    """Others of the same family."""


@cache
def certifications() -> dict[str, Certification]:
    """Key of a certification's name, to what it is."""
    found: dict[str, Certification] = {}
    for row in rows("certifications.tsv"):
        names = {key(each): each for each in (row["short"], *(row["aliases"] or "").split(";"))}
        names.pop("", None)
        short = key(row["short"])
        alone = not any(_is_short_for(_bare(short), each) for each in names)
        for said in names:
            same = [each for each in names if _is_same(said, each)]
            if said.endswith(" certification") or (alone and _bare(said) == _bare(short)):
                same = list(names)
            if short in same:
                same += [each for each in names if each.startswith(f"{short} ")]
            held = tuple(dict.fromkeys(same))
            beside = tuple(each for each in names if each not in held)
            called = row["short"] if short in held else names[said]
            found.setdefault(said, Certification(called, held, beside))
    return found


_GENERIC: Final = listed(
    "certification certified certificate license licensed holder charterholder"
)
_LINKING: Final = frozenset({"of", "the", "in", "and", "for"})


def _bare(name: str) -> str:
    return " ".join(word for word in name.split() if word not in _GENERIC)


def _is_same(one: str, other: str) -> bool:
    """Whether two names are of one certification: `cpa`, and what it is short for."""
    return (
        _bare(one) == _bare(other)
        or _is_short_for(_bare(one), other)
        or _is_short_for(_bare(other), one)
    )


def _is_short_for(letters: str, name: str) -> bool:
    words = name.split()
    initials = ("".join(word[0] for word in said) for said in (words, _without_linking(words)))
    return " " not in letters and len(words) > 1 and letters in initials


def _without_linking(words: list[str]) -> list[str]:
    return [word for word in words if word not in _LINKING]
