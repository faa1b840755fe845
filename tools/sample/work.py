"""What people of the sample do, for whom, and what they learned for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shortlist.service.reading.vocabulary.words import rows

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Family:
    """Occupations that are learned and led alike."""

    name: str
    function: str
    fields: tuple[str, ...]
    """What its people studied."""
    skills: tuple[str, ...]
    certifications: tuple[tuple[str, str], ...]
    """(name, issuer)."""
    matters: tuple[str, ...]
    """What its people work on, as it would stand after "works on"."""


@dataclass(frozen=True, slots=True)
class Job:
    """An occupation, with how many of some four thousand people have it."""

    family: Family
    code: str
    """O*NET-SOC."""
    weight: int
    employers: tuple[str, ...]
    """Kinds of employers, by their key."""
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of employers."""

    key: str
    industry: str
    branches: tuple[str, ...]
    nouns: tuple[str, ...]
    """What they are called after."""
    sizes: tuple[int, ...]
    """How many people they employ, about."""
    known: tuple[tuple[str, int], ...]
    """Employers that everybody knows, where people of the sample may have been once."""
    only_in: dict[str, str]
    """Of those that are in one country alone, which."""


def _rows(name: str) -> Iterator[list[str]]:
    for line in HERE.joinpath(name).read_text("utf-8").splitlines():
        yield line.split("|")


def _known(cell: str) -> list[list[str]]:
    """Of each: its name, its weight and, where there is but one, its country."""
    return [each.split(":") for each in cell.split(";") if each]


FAMILIES = {
    name: Family(
        name,
        function,
        tuple(fields.split(";")),
        tuple(skills.split(";")),
        tuple((c.rsplit("/", 1)[0], c.rsplit("/", 1)[1]) for c in certifications.split(";")),
        tuple(matters.split(";")),
    )
    for name, function, fields, skills, certifications, matters in _rows("families.txt")
}
JOBS = tuple(
    Job(FAMILIES[family], code, int(weight), tuple(kinds.split()), tuple(titles.split(";")))
    for family, code, weight, kinds, titles in _rows("jobs.txt")
)
KINDS = {
    key: Kind(
        key,
        industry,
        tuple(branches.split(";")),
        tuple(nouns.split(",")),
        tuple(map(int, sizes.split())),
        tuple((each[0], int(each[1])) for each in _known(known)),
        {each[0]: each[2] for each in _known(known) if len(each) > 2},
    )
    for key, industry, branches, nouns, sizes, known in _rows("employers.txt")
}
_TAUGHT = {
    "technical": "software data product engineering academic science production sites vehicles",
    "business": "finance payroll banking underwriting investing people operations sales marketing"
    " logistics executive legal public office",
}
"""Schools of one kind, and the families that they have something for."""


@dataclass(frozen=True, slots=True)
class School:
    """Where people of the sample studied."""

    name: str
    families: frozenset[str]
    """For whom it has something to learn; empty where for everybody."""


def _schools(cell: str) -> tuple[School, ...]:
    parts = (each.partition(":") for each in cell.split(";"))
    return tuple(School(name, frozenset(_TAUGHT.get(of, "").split())) for name, _, of in parts)


SCHOOLS = {country: _schools(schools) for country, schools in _rows("schools.txt")}
_INSTEAD = {
    key: dict(each.split("=") for each in words.split(";"))
    for keys, words in _rows("instead.txt")
    for key in keys.split(",")
}


def instead(job: Job, *of: str) -> dict[str, str]:
    """What people of an occupation are called, know, hold and work on in place of what others of
    its family do: a joiner lays no cables. `of`: their title and what they studied, where these
    tell more."""
    name = job.family.name
    keys = (job.code, *(f"{name}/{each}" for each in (job.code, *of)))
    return {word: other for key in keys for word, other in _INSTEAD.get(key, {}).items()}


SPOKEN_TOO = dict(_rows("talk.txt"))
"""By country, the language that many speak beside its first."""
STEMS = tuple(HERE.joinpath("stems.txt").read_text("utf-8").split())
"""First halves of employers' names; coined, or words of landscape and craft."""

_SHORT = frozenset(
    {"Rn", "Hr", "It", "Er", "Icu", "Np", "Qa", "Cnc", "Pr", "Cpa", "Lan", "Ux", "Ui", "Is"}
    | {"Mis", "Cdl", "Arnp"}
)
_SMALL = frozenset({"And", "At", "Of", "The"})


@cache
def reported(code: str) -> tuple[str, ...]:
    """The titles that people of an occupation gave for themselves, as O*NET has them."""
    return _reported().get(code, ())


@cache
def _reported() -> dict[str, tuple[str, ...]]:
    wanted = {job.code for job in JOBS}
    found: dict[str, list[str]] = defaultdict(list)
    for row in rows("titles.tsv.xz"):
        code = row["occupation"].removeprefix("onet:")
        if row["kind"] == "reported" and code in wanted:
            title = row["title"] or row["key"].title()
            words = [
                w.upper() if w in _SHORT else w.lower() if w in _SMALL else w for w in title.split()
            ]
            # Those with an abbreviation say the same twice.
            if len(words) < 5 and len({w.casefold() for w in words}) == len(words):
                found[code].append(" ".join(words))
    return {code: tuple(titles) for code, titles in found.items()}
