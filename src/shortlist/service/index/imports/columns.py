"""Mapping of a table's columns to fields of a person."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from shortlist.service.index.imports.career_parts import STUDY_KEYS, key_of
from shortlist.service.index.imports.words import meanings, words_of

_HEADINGS = words_of("column")
FIELDS = frozenset(_HEADINGS)
"""What a column can be. `email` is sorted into work or personal by its domain."""

HEADINGS = meanings(_HEADINGS)
"""The field that a column of each of these headings is."""
_NOT_LETTER = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d{1,2}")
_LISTING = frozenset({"skills", "languages", "certifications", "past_companies", "past_titles"})
"""Fields of which several columns may each say some."""
_PREFIXES = words_of("prefix")

LEAVE_OUT = "leave_out"
"""What a mapping calls a column that nothing is kept of."""
MAPPABLE = FIELDS | {"history", LEAVE_OUT}
"""What a mapping may name: of objects a list of posts, too."""

# A header has one of these, or it is no header.
IDENTIFYING = {"name", "last_name", "first_name", "profile_url", "email", "work_email"}


class BadMap(Exception):
    """The `--map` file cannot be used; one line says where and why."""


def field_of(column: str) -> str | None:
    """The field that a column of this heading holds, or None when it is none we know."""
    return HEADINGS.get(_NOT_LETTER.sub("", column.casefold()))


def fields_of(header: Sequence[str], mapping: Mapping[str, str] | None = None) -> list[str | None]:
    """The field of each column of `header`; of two columns for one field, the first has it, but
    of those that list things each has some. `history.2.title` is of a numbered column."""
    taken: set[str] = set()
    fields: list[str | None] = []
    # A mapping's word is final: what it names is not given to another column.
    named = {column.strip() for column in header}
    reserved = {field for column, field in (mapping or {}).items() if column in named}
    plain = {field_of(column) for column in header}
    for column in header:
        field = (mapping or {}).get(column.strip())
        if field is None:
            field = field_of(column) or _part_of(column, plain)
            if field in reserved:
                field = None
        if field in taken and field not in _LISTING and field != LEAVE_OUT:
            field = None
        if field:
            taken.add(field)
        fields.append(field)
    return fields


def _part_of(column: str, plain: set[str | None]) -> str | None:
    """The field of a column that says one thing of one post or study: `Company 2`, `School Degree`,
    `Job Start Date`. The first post is the present one where no plain column says that."""
    letters = _NOT_LETTER.sub("", column.casefold())
    base = _DIGITS.sub("", letters)
    digits = _DIGITS.findall(letters)
    if len(digits) > 1 or not base:
        return None
    number = int(digits[0]) if digits else 0
    field = HEADINGS.get(base)
    if number and field in _LISTING:
        return field
    if number and field in STUDY_KEYS:
        return f"education.{number}.{STUDY_KEYS[field]}"
    named = [("history", field)] if number and field in ("title", "company") else []
    for part, prefixes in _PREFIXES.items():
        for prefix in prefixes:
            key = key_of(part, base.removeprefix(prefix)) if base.startswith(prefix) else None
            # A number says of which post; without one, a date is of the present one.
            if key and (number or part == "education" or key in ("start", "end", "period")):
                named.append((part, key))
    if not named:
        return None
    part, of = named[0]
    if part == "history" and number == 1 and not plain & {"title", "company"}:
        return of if of in ("title", "company") else f"history.0.{of}"
    return f"{part}.{number}.{of}"


def is_header(cells: Sequence[str], mapping: Mapping[str, str] | None = None) -> bool:
    """Whether this row names columns: at least two of them known, one of them identifying."""
    if mapping and set(mapping) <= {cell.strip() for cell in cells}:
        return True
    known = {field for field in fields_of(cells, mapping) if field}
    return bool(known & IDENTIFYING) and (len(known) >= 2 or len(cells) == 1)


def read_map(path: Path) -> dict[str, str]:
    """The columns of a `--map` file: TOML, `field = "Column heading"` a line.

    Gives heading → field. Raises `BadMap`.
    """
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadMap(f"{path}: {error}") from error
    columns = given.get("columns", given)
    mapping: dict[str, str] = {}
    for field, headings in columns.items():
        for heading in headings if isinstance(headings, list) else [headings]:
            if not isinstance(heading, str) or not heading.strip():
                raise BadMap(f"{path}: {field} needs the heading of its column, in quotes")
            mapping[heading.strip()] = known_field(field, f"{path}: ")
    if not mapping:
        raise BadMap(f'{path}: no columns; write lines such as name = "Full Name"')
    return mapping


def read_maps(given: Sequence[str]) -> dict[str, str] | None:
    """What all of `--map` say, each a file or `COLUMN=FIELD`; None where there is none. Raises
    `BadMap`."""
    mapping: dict[str, str] = {}
    for each in given:
        path = Path(each)
        if "=" in each and not path.is_file():
            column, field = read_pair(each)
            mapping[column] = field
        else:
            mapping |= read_map(path)
    return mapping or None


def read_pair(pair: str) -> tuple[str, str]:
    """The column and the field of `COLUMN=FIELD`. Raises `BadMap`."""
    column, _, field = pair.rpartition("=")
    if not column.strip():
        raise BadMap(f"{pair!r} is no COLUMN=FIELD, such as 'Employer Name=company'")
    return column.strip(), known_field(field.strip())


def known_field(field: str, where: str = "") -> str:
    """The field of this name, however it is written. Raises `BadMap`."""
    name = re.sub(r"[\W_]+", "_", field.strip().casefold())
    name = name if name in MAPPABLE else field_of(field) or name
    if name not in MAPPABLE:
        known = ", ".join(sorted(MAPPABLE))
        raise BadMap(f"{where}{field!r} is no field of a person; there are {known}")
    return name
