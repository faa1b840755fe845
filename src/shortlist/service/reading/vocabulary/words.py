"""Words and wordings by what they do in a text: a line of `words.tsv` or `patterns.tsv` each."""

from __future__ import annotations

import gzip
import lzma
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from shortlist.service.lexicon.text import fold

HERE: Final = Path(__file__).parent
_PACKED: Final = {".gz": gzip.decompress, ".xz": lzma.decompress}


def rows(name: str) -> Iterator[dict[str, str]]:
    """The lines of a table, by column."""
    file = HERE / name
    unpack = _PACKED.get(file.suffix, bytes)
    head, *lines = unpack(file.read_bytes()).decode().splitlines()
    columns = head.split("\t")
    for line in lines:
        yield dict(zip(columns, line.split("\t"), strict=False))


def words_for(use: str) -> frozenset[str]:
    """The folded words of one use; KeyError where the table has no such use."""
    return _uses()[use]


@cache
def _uses() -> dict[str, frozenset[str]]:
    return {row["use"]: frozenset(row["words"].split()) for row in rows("words.tsv")}


@cache
def singulars() -> dict[str, str]:
    """Words that make no plural with an s, and those that end in one, to their singular."""
    return {row["word"]: row["singular"] for row in rows("plurals.tsv")}


@cache
def past_forms() -> dict[str, str]:
    """The past of a verb that has one of its own, to the verb: `wrote`, `write`."""
    return {row["past"]: row["verb"] for row in rows("past_forms.tsv")}


@cache
def title_levels() -> dict[str, str]:
    """Nouns that say a level, to it; empty where only words beside them do."""
    return {row["word"]: row["level"] for row in rows("title_levels.tsv")}


@cache
def nicknames() -> dict[str, frozenset[str]]:
    """A first name, to itself and what those of it are called, or whose it may be short for."""
    found: dict[str, set[str]] = {}
    for row in rows("nicknames.tsv"):
        full, short = row["name"], row["short"].split()
        found.setdefault(full, set()).update((full, *short))
        for name in short:
            found.setdefault(name, set()).add(full)
    for row in rows("name_variants.tsv"):
        variants = {fold(name) for name in row["variants"].split("|")}
        for name in variants:
            found.setdefault(name, set()).update(variants)
    return {name: frozenset(alike) for name, alike in found.items()}


@cache
def seniorities() -> dict[str, tuple[str, ...]]:
    """The seniorities of records, to other words for each."""
    return {row["seniority"]: tuple(row["also"].split(";")) for row in rows("seniorities.tsv")}


@cache
def levels(column: str) -> dict[str, tuple[str, ...]]:
    """The level of a question, to the levels of titles that are `meant`, or come `beside` it."""
    return {row["level"]: tuple(row[column].split()) for row in rows("levels.tsv")}


@cache
def pattern(of: str) -> str:
    """A regular expression by its name, with those that it names in braces inside it."""
    if of == "number":
        words = sorted(_number_words(), key=len, reverse=True)
        tens, units = (
            "|".join(word for word in words if _number_words()[word] in of)
            for of in (range(20, 100, 10), range(2, 10))
        )
        return rf"\d{{1,3}}|(?:{tens})[ -](?:one|{units})|{'|'.join(words)}"
    return re.sub(r"{([a-z_]+)}", lambda named: pattern(named[1]), patterns()[of]["pattern"])


def number(said: str) -> int:
    """What the pattern `number` matched: up to 999, in figures or in words."""
    if said.isdigit():
        return int(said)
    whole = _number_words().get(said)
    return whole or sum(_number_words().get(word, 1) for word in re.split("[ -]", said))


def is_number(said: str) -> bool:
    """Whether a folded word is a number, in figures or in words."""
    return said.isdigit() or said in _number_words()


@cache
def _number_words() -> dict[str, int]:
    return {row["words"]: int(row["number"]) for row in rows("numbers.tsv")}


@cache
def patterns() -> dict[str, dict[str, str]]:
    """The lines of the table of wordings, by name."""
    return {row["of"]: row for row in rows("patterns.tsv")}


@cache
def common_words() -> dict[str, frozenset[str]]:
    """A language, to its 3,000 commonest words, folded."""
    return {row["lang"]: frozenset(row["words"].split()) for row in rows("common_words.tsv.xz")}


@cache
def sizes() -> dict[str, dict[str, tuple[int | None, int | None]]]:
    """An adjective, to how many staff an employer has that is called so (the European Union's
    recommendation 2003/361), and how many students a school (the Carnegie classification)."""
    return {
        row["word"]: {
            "size": (_number(row["staff_least"]), _number(row["staff_most"])),
            "students": (_number(row["students_least"]), _number(row["students_most"])),
        }
        for row in rows("sizes.tsv")
    }


def _number(cell: str) -> int | None:
    return int(cell) if cell else None
