"""The tables of the pack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from shortlist.service.lexicon.text import key, stems

_HERE: Final = Path(__file__).parent


def rows(name: str) -> Iterator[list[str]]:
    """The lines of a table, by column."""
    for line in (_HERE / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield [cell.strip() for cell in line.split("\t")]


@cache
def parties() -> list[tuple[str, str, str]]:
    """The key of a party in records, its name, and a pattern of its wordings."""
    return [(ours, label, pattern) for ours, label, pattern in rows("parties.tsv")]


def party_key(text: str) -> str:
    """One spelling for the names of a party: `Democrat` and `Democratic` are one."""
    name = key(text.replace("(Co-op)", ""))
    return _party_names().get(name, name)


@cache
def _party_names() -> dict[str, str]:
    return dict(rows("party_names.tsv"))


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
