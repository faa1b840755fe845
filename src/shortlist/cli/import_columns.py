"""Prompts for the columns that an import does not know; a script is never asked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shortlist.cli.output import ask, say

if TYPE_CHECKING:
    from shortlist.service.index.imports.preview import Preview

_SHOWN_CHARS = 40
"""Of what a column has in its first row."""


def ask_columns(
    files: Sequence[Path], mapping: dict[str, str] | None, encoding: str | None
) -> dict[str, str] | None:
    """`mapping` with what somebody at a terminal says of columns of `files` that are no field."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return mapping
    from shortlist.service.index.imports.preview import preview

    said = dict(mapping or {})
    asked: set[str] = set()
    for path in files:
        found = preview(path, said, encoding)
        for column, field in found.columns.items():
            if not field and column not in asked:
                asked.add(column)
                likely = found.likely.get(column, "")
                if chosen := _ask(column, _first_of(found, column), likely):
                    said[column] = chosen
    return said or None


def _ask(column: str, value: str, likely: str) -> str:
    """The field it is said to be; empty where it is kept as it is."""
    from shortlist.service.index.imports.columns import (
        LEAVE_OUT,
        BadMap,
        known_field,
    )

    has = f" ({value})" if value else ""
    offer = f"y if it is {likely}, " if likely else ""
    question = (
        f"Column “{column}”{has} is not known: {offer}the name of a field, - to leave it out "
        "(enter: kept, found by its words)"
    )
    while answer := ask(question):
        if answer == "-":
            return LEAVE_OUT
        if likely and answer.casefold() in ("y", "yes"):
            return likely
        try:
            return known_field(answer)
        except BadMap as error:
            say(str(error))
    return ""


def _first_of(found: Preview, column: str) -> str:
    """What the first person who has something in a column has there."""
    for _, record in found.people:
        facts: Any = record.get("facts") or {}
        if isinstance(value := facts.get(column), str | int | float) and str(value).strip():
            text = " ".join(str(value).split())
            return text if len(text) <= _SHOWN_CHARS else f"{text[: _SHOWN_CHARS - 1]}…"
    return ""
