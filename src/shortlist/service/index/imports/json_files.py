"""Reading JSON: one object a line, or one document, which may be a résumé or a graph."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import orjson

from shortlist.service.index.imports import json_resume, schema_org
from shortlist.service.index.imports.records import from_object
from shortlist.service.index.imports.rows import (
    LINE_MOST_BYTES,
    BadRow,
    EmptyRow,
    Rest,
    Row,
    Skipped,
    UnreadableFile,
    row_mark,
    too_long,
)

_WHOLE_MOST_BYTES = 8 * 1024 * 1024
"""Of a document that is read whole: what is made of it takes up to sixty times as much."""
_MARK = b"\xef\xbb\xbf"

Rows = Iterator[Row | Skipped]


def read_json(
    path: Path, opened: IO[bytes], mapping: Mapping[str, str] | None, rest: Rest, *, whole: bool
) -> tuple[Rows, str]:
    """The people of a JSON file and what kind it is. Raises `UnreadableFile`.

    `whole`: by its name it may be one document on many lines. A list is one in any case.
    """
    first = opened.readline(LINE_MOST_BYTES)
    start = first.removeprefix(_MARK).strip()
    people = _People(path.name, mapping, rest)
    if not start.startswith(b"[") and (not whole or _is_object(start)):
        return people.of_lines(first, opened), _kind_of(start) or "json lines"
    content = first + opened.read(max(0, _WHOLE_MOST_BYTES + 1 - len(first)))
    if len(content) > _WHOLE_MOST_BYTES:
        raise UnreadableFile(
            f"{path}: one JSON document of more than {_WHOLE_MOST_BYTES // 1024 // 1024} MB; "
            "write one object a line (jq -c '.[]' does)"
        )
    try:
        document = orjson.loads(content.removeprefix(_MARK))
    except orjson.JSONDecodeError as error:
        if start.startswith(b"["):
            raise UnreadableFile(f"{path}: no JSON: {error}") from None
        return people.of_lines(b"", io.BytesIO(content)), "json lines"
    kind = json_resume.KIND if json_resume.is_resume(document) else None
    kind = schema_org.KIND if schema_org.is_linked_data(document) else kind
    return people.of_document(document), kind or "json"


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(orjson.loads(line), dict) if line else False
    except orjson.JSONDecodeError:
        return False


def _kind_of(line: bytes) -> str | None:
    """What the only, or first, line of a file is, where it is of a known kind."""
    try:
        given = orjson.loads(line) if line else None
    except orjson.JSONDecodeError:
        return None
    if json_resume.is_resume(given):
        return json_resume.KIND
    return schema_org.KIND if schema_org.is_linked_data(given) else None


class _People:
    """Makes rows of what a file of this name says."""

    def __init__(self, source: str, mapping: Mapping[str, str] | None, rest: Rest) -> None:
        self._source = source
        self._mapping = mapping
        self._rest = rest

    def of_document(self, document: Any) -> Rows:
        """Everyone of a whole document, numbered in its order."""
        if schema_org.is_linked_data(document):
            people: Any = schema_org.people_of(document, self._rest)
        else:
            people = document if isinstance(document, list) else [document]
        found = False
        for number, given in enumerate(people, 1):
            found = True
            yield self._row(number, given)
        if not found:
            yield Skipped(1, "nobody in it")

    def of_lines(self, first: bytes, opened: IO[bytes]) -> Rows:
        """Everyone of a file with an object a line; a graph on a line may be of several."""
        number = 0
        while line := first if number == 0 and first else opened.readline(LINE_MOST_BYTES):
            number += 1
            if len(line) == LINE_MOST_BYTES and not line.endswith(b"\n"):
                while (more := opened.readline(LINE_MOST_BYTES)) and not more.endswith(b"\n"):
                    pass
                yield Skipped(number, too_long())
                continue
            line = line.removeprefix(_MARK) if number == 1 else line
            if not line.strip():
                continue
            try:
                given = orjson.loads(line)
            except orjson.JSONDecodeError as error:
                yield Skipped(number, f"no JSON: {error}")
                continue
            if not schema_org.is_linked_data(given):
                yield self._row(number, given)
                continue
            nobody = True
            for person in schema_org.people_of(given, self._rest):
                nobody = False
                yield self._row(number, person)
            if nobody:
                yield Skipped(number, "nobody in it")

    def _row(self, number: int, given: Any) -> Row | Skipped:
        try:
            if json_resume.is_resume(given):
                given = json_resume.person_of(given, self._rest)
            record = from_object(given, self._source, self._mapping, self._rest)
            return Row(number, record, row_mark(given))
        except BadRow as error:
            return Skipped(number, str(error), isinstance(error, EmptyRow))
