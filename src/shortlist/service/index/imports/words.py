"""The words that files of people use, lines of `words.tsv`: what they call their columns, letters
and digits only, and what stands in some cells."""

from __future__ import annotations

from pathlib import Path

from shortlist.tables import read_table


def words_of(kind: str) -> dict[str, tuple[str, ...]]:
    """The words of each thing of a `kind`, in the order of the table."""
    lines = read_table(Path(__file__).with_suffix(".tsv"))
    return {what: tuple(words.split()) for of, what, words in lines if of == kind}


def meanings(words: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """What each word stands for."""
    return {word: what for what, each in words.items() for word in each}
