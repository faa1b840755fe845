"""What people studied and hold: degrees, certifications and their families, schools and groups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from shortlist.service.reading.tokens import bases, longest
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.tables import compiled, key
from shortlist.service.reading.vocabulary.words import rows, words_for

_LEVELS: Final = {
    "bachelor": ("bachelor", "bachelor degree", "undergraduate degree"),
    "master": ("master", "master degree"),
    "doctorate": ("doctorate", "doctoral degree", "doctor degree"),
}
"""The levels that people ask for, as the table of degrees has them, and what they are called."""


@cache
def degrees() -> dict[str, str]:
    """Key of what a degree, or a level of degrees, is called, to its id."""
    found: dict[str, str] = {word: level for level, words in _LEVELS.items() for word in words}
    for row in rows("degrees.tsv"):
        for word in row["words"].split(";"):
            found.setdefault(key(word), row["id"])
    return found


@cache
def first_words_of_degrees() -> frozenset[str]:
    return frozenset(name.split()[0] for name in degrees())


@cache
def degree_subjects() -> dict[str, str]:
    """The id of a degree in one subject alone, a Juris Doctor, to that."""
    return {row["id"]: row["subject"] for row in rows("degrees.tsv") if row["subject"]}


@cache
def degree_labels() -> dict[str, str]:
    """Id of a degree or level to what it is called."""
    levels = {"bachelor": "bachelor's", "master": "master's", "doctorate": "doctorate"}
    return {row["id"]: row["words"].split(";")[0] for row in rows("degrees.tsv")} | levels


@cache
def _levels() -> dict[str, str]:
    return {row["id"]: row["level"] for row in rows("degrees.tsv") if row["level"] in _LEVELS}


def with_level(degree: str) -> tuple[str, ...]:
    """A degree's id, and that of its level: who has a BSc has a bachelor's."""
    level = _levels().get(degree)
    return (degree, level) if level else (degree,)


def degree_ids(text: str) -> list[str]:
    """The degrees that `text` names, each with its level."""
    named = (name for _, _, name in longest(bases(text), degrees(), 5) if name)
    return list(dict.fromkeys(each for name in named for each in with_level(degrees()[name])))


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


_OF_A_SCHOOL: Final = words_for("of_a_school") | words_for("beside_a_school")


def is_listed_school(school: str) -> bool:
    """Whether the list of schools, which are of higher education, has this key."""
    return school in compiled()["schools"]


def school_place(school: str) -> str:
    """Where the school of this key is, `de` or `us/texas`: by the list of schools, else by the city
    that its name ends in; empty where neither tells."""
    if listed_at := compiled()["schools"].get(school):
        return str(listed_at)
    words = [word for word in school.split() if word not in _OF_A_SCHOOL]
    ends = (" ".join(words[at:]) for at in range(len(words)))
    told = tables.countries_told() if len(words) < len(school.split()) else {}
    return next((told[each] for each in ends if each in told), "")


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
        family = not any(_is_short_for(_bare(short), each) for each in names)
        for said in names:
            held = [e for e in names if _is_same(said, e) or e.startswith(f"{said} ")]
            if said.endswith(" certification") or (family and short in held):
                held = list(names)
            called = row["short"] if short in held else names[said]
            beside = tuple(each for each in names if each not in held)
            found.setdefault(said, Certification(called, tuple(held), beside))
    return found


_GENERIC: Final = words_for("of_a_credential")
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
    telling = [word for word in words if word not in _LINKING]
    initials = ("".join(word[0] for word in said) for said in (words, telling))
    return " " not in letters and len(words) > 1 and letters in initials
