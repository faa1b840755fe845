"""The tables of the pack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from shortlist.service.lexicon.text import stems

_HERE: Final = Path(__file__).parent


def rows(name: str) -> Iterator[list[str]]:
    """The lines of a table, by column."""
    for line in (_HERE / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield [cell.strip() for cell in line.split("\t")]


@cache
def parties() -> list[tuple[str, str, str]]:
    """The key of a party in records, its name, and a pattern of its wordings."""
    return [(key, label, pattern) for key, label, pattern in rows("parties.tsv")]


@cache
def appointments() -> list[tuple[tuple[str, ...], str]]:
    """Kinds of appointment and pay plans as records call them, and a pattern of their wordings."""
    return [(tuple(values.split(";")), pattern) for values, pattern in rows("appointments.tsv")]


@cache
def occupations() -> dict[str, dict[tuple[str, ...], tuple[str, ...]]]:
    """What people are (`is`) and do (`does`) for a living, by stems, as records name it."""
    found: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {"is": {}, "does": {}}
    for how, said, recorded in rows("occupations.tsv"):
        for phrase in said.split(";"):
            found[how][stems(phrase)] = tuple(each.strip() for each in recorded.split(";"))
    return found
