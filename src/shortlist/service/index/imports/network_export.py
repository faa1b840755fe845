"""A professional network's export of one's own data: a folder, or a zip, of tables.

Connections are people, a row each. Profile, Positions, Education, Skills, Languages and
Certifications are of one person, whose export it is.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final

from shortlist.service.index.imports.career_parts import key_of
from shortlist.service.index.imports.records import cell, from_object
from shortlist.service.index.imports.rows import (
    BadRow,
    EmptyRow,
    Rest,
    Row,
    Skipped,
    UnreadableFile,
)
from shortlist.service.index.imports.table_files import read_table

KIND: Final = "network export"

_CONNECTIONS: Final = "connections"
_OF_ONE: Final = (
    "profile",
    "positions",
    "education",
    "skills",
    "languages",
    "certifications",
    "emailaddresses",
)
_TABLE_MOST_BYTES: Final = 4 * 1024 * 1024
"""Of a table of one person."""
_ROWS_MOST: Final = 2000
_MEMBERS_MOST: Final = 5000
_UNPACKED_MOST_BYTES: Final = 512 * 1024 * 1024
_TIMES_MOST: Final = 200
"""How much longer than its archive a table may be, past `_TABLE_MOST_BYTES`."""

Tables = dict[str, Callable[[], IO[bytes]]]
"""What opens each table of an export, by its name in small letters."""


@contextmanager
def open_export(path: Path) -> Iterator[tuple[Tables, dict[str, str]]]:
    """The tables of a folder or zip, and the names of all files by the same keys. Raises
    `UnreadableFile` where there is no export."""
    if path.is_dir():
        files = sorted(each for each in path.iterdir() if each.is_file())[:_MEMBERS_MOST]
        named = {_key(each.name): each for each in files}
        yield (
            {key: _opener(each) for key, each in named.items() if key},
            {_key(each.name) or each.name: each.name for each in files},
        )
        return
    try:
        with zipfile.ZipFile(path) as archive:
            members = [each for each in archive.infolist() if not each.is_dir()]
            _ensure_bounded(path, members)
            yield (
                {
                    key: _member(archive, each)
                    for each in members
                    if (key := _key(PurePosixPath(each.filename).name))
                },
                {_key(PurePosixPath(m.filename).name) or m.filename: m.filename for m in members},
            )
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, UnicodeError) as error:
        raise UnreadableFile(f"{path}: the archive is damaged or locked: {error}") from None


def _key(name: str) -> str:
    """`Email Addresses.csv` as `emailaddresses`; empty of what is no table."""
    stem, dot, ending = name.rpartition(".")
    if not dot or ending.casefold() != "csv":
        return ""
    return "".join(letter for letter in stem.casefold() if letter.isalnum())


def _opener(path: Path) -> Callable[[], IO[bytes]]:
    return lambda: path.open("rb")


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Callable[[], IO[bytes]]:
    return lambda: archive.open(member)


def _ensure_bounded(path: Path, members: list[zipfile.ZipInfo]) -> None:
    if len(members) > _MEMBERS_MOST:
        raise UnreadableFile(f"{path}: not read, as it says {len(members):,} files")
    most = max(_TABLE_MOST_BYTES, _TIMES_MOST * path.stat().st_size)
    if sum(each.file_size for each in members) > min(most, _UNPACKED_MOST_BYTES):
        raise UnreadableFile(f"{path}: not read, as it unpacks to many times its own length")


def read_export(
    path: Path,
    tables: Tables,
    names: Mapping[str, str],
    rest: Rest,
) -> Iterator[Row | Skipped]:
    """The person of an export, then their connections."""
    own = {key: table for key, table in tables.items() if key in _OF_ONE}
    if not own.keys() - {"emailaddresses"} and _CONNECTIONS not in tables:
        there = ", ".join(list(names.values())[:10]) or "nothing"
        raise UnreadableFile(
            f"{path}: no export of a network: it has {there}, and no Connections.csv or "
            "Profile.csv; what else is in it is imported file by file"
        )
    rest.leave(name for key, name in names.items() if key not in (_CONNECTIONS, *_OF_ONE))
    if "profile" in own:
        yield _owner(own, rest)
    else:
        rest.leave(names[key] for key in own)
    if _CONNECTIONS in tables:
        with tables[_CONNECTIONS]() as opened:
            rows, _ = read_table(path / names[_CONNECTIONS], opened, None, None, rest)
            yield from rows


def _owner(tables: Tables, rest: Rest) -> Row | Skipped:
    said = {key: _rows(key, table) for key, table in tables.items()}
    profile = next(iter(said["profile"]), {})
    try:
        record = from_object(_person(profile, said), "network export", None, rest, as_is=False)
        return Row(1, record)
    except BadRow as error:
        return Skipped(1, f"the export's own profile: {error}", isinstance(error, EmptyRow))


def _person(profile: dict[str, str], said: Mapping[str, list[dict[str, str]]]) -> dict[str, Any]:
    posts = _entries("history", said.get("positions", ()))
    now = next((post for post in posts if "end" not in post), {})
    addresses = said.get("emailaddresses", ())
    primary = (row for row in addresses if row.get("primary", "").casefold() == "yes")
    person: dict[str, Any] = {
        "first_name": profile.get("firstname"),
        "last_name": profile.get("lastname"),
        "title": now.get("title") or profile.get("headline"),
        "company": now.get("company"),
        "industry": profile.get("industry"),
        "location": profile.get("geolocation"),
        "summary": "\n".join(filter(None, (profile.get("headline"), profile.get("summary")))),
        "email": next(primary, {}).get("emailaddress"),
        "history": posts,
        "education": _entries("education", said.get("education", ())),
        "skills": [row["name"] for row in said.get("skills", ()) if row.get("name")],
        "languages": said.get("languages"),
        "certifications": _entries("certifications", said.get("certifications", ())),
    }
    return {key: value for key, value in person.items() if value}


def _entries(part: str, rows: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    """What rows say of a part of a record, by its own names."""
    return [
        {key: value for head, value in row.items() if (key := key_of(part, head))} for row in rows
    ]


def _rows(name: str, table: Callable[[], IO[bytes]]) -> list[dict[str, str]]:
    """The rows of a table of one person, by headings in small letters without blanks."""
    with table() as opened:
        content = opened.read(_TABLE_MOST_BYTES + 1)
    if len(content) > _TABLE_MOST_BYTES:
        raise UnreadableFile(f"{name}: more than any one person says of themselves")
    lines = io.StringIO(content.decode("utf-8-sig", errors="replace"), newline="")
    found: list[dict[str, str]] = []
    csv.field_size_limit(1_000_000)
    try:
        reader = csv.reader(lines)
        heads = ["".join(c for c in each.casefold() if c.isalnum()) for each in next(reader, [])]
        for cells in reader:
            given = zip(heads, cells, strict=False)
            row = {head: value for head, each in given if (value := cell("summary", each))}
            if row and len(found) < _ROWS_MOST:
                found.append(row)
    except csv.Error as error:
        raise UnreadableFile(f"{name}: no table that can be read: {error}") from None
    return found
