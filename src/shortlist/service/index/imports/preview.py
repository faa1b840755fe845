"""The first people of a file as an import would read them, with nothing written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from shortlist.service.index.imports.column_guesses import guess_fields
from shortlist.service.index.imports.columns import fields_of
from shortlist.service.index.imports.files import reading_file
from shortlist.service.index.imports.rows import NoHeadings, Row, Skipped, UnreadableFile
from shortlist.service.index.port import Record

FIRST_ROWS: Final = 20
"""Rows of a file that are read to show it."""


@dataclass(slots=True)
class Preview:
    """What an import would make of the beginning of a file."""

    file: str
    kind: str = ""
    error: str | None = None
    """Why it cannot be read; with `columns` where it is only not known which column is which."""
    columns: dict[str, str] = field(default_factory=dict)
    """The field that each column becomes, in their order; empty: kept to be found by its words."""
    likely: dict[str, str] = field(default_factory=dict)
    """The field that columns which are none are likely to be; nothing is read as it."""
    people: list[tuple[int, Record]] = field(default_factory=list)
    """The line where each begins, and what is read of it."""
    skipped: list[Skipped] = field(default_factory=list)


def preview(
    path: Path, mapping: Mapping[str, str] | None = None, encoding: str | None = None
) -> Preview:
    """The first rows of `path`; `mapping` is of `columns.read_maps`."""
    told = Preview(path.name)
    try:
        with reading_file(path, mapping, encoding) as reading:
            told.kind = reading.kind
            for row in islice(reading.rows, FIRST_ROWS):
                if isinstance(row, Row):
                    told.people.append((row.line, row.record))
                else:
                    told.skipped.append(row)
            rest = reading.rest
            told.columns = dict(rest.columns) or dict.fromkeys(rest.kept, "")
    except NoHeadings as error:
        fields = fields_of(error.headings, mapping)
        told.error = str(error)
        told.columns = {name: of or "" for name, of in zip(error.headings, fields, strict=True)}
    except UnreadableFile as error:
        told.error = str(error)
    unknown = [name for name, of in told.columns.items() if not of]
    told.likely = guess_fields(told.columns, {name: _first_of(told, name) for name in unknown})
    return told


def _first_of(told: Preview, column: str) -> list[str]:
    """What the first people have in a column that is no field."""
    found = ((record.get("facts") or {}).get(column) for _, record in told.people)
    return [str(value) for value in found if isinstance(value, str | int | float)]
