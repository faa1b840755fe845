"""The items of a Set as a file (interface, section 4.2, export), streamed page by page.

The file is of one moment: whoever is admitted while it is read is not in it, so that a Set that is
still being built says as many people as follow. A file whose key is revoked or expires meanwhile
breaks off, so that nobody takes it for whole.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Connection, Engine

from shortlist.contract.columns import verdict_cells, verdicts_in_brief
from shortlist.contract.sets import PeopleSet, export_columns
from shortlist.contract.spreadsheet import safe_cell
from shortlist.service.account.keys import is_valid
from shortlist.service.clock import now_ms
from shortlist.service.db.engine import reading
from shortlist.service.errors import ApiError
from shortlist.service.sets import repository, service
from shortlist.service.sets.views import item_wire
from shortlist.service.sets.visibility import Visibility

PAGE = 200


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A Set at one moment."""

    found: PeopleSet
    last_seq: int
    """Its last item then: items are only ever added, each with a higher number."""


def take_snapshot(connection: Connection, workspace_id: str, set_id: str, now: int) -> Snapshot:
    """The Set as the transaction of `connection` sees it, which must be `reading`'s.

    Raises `ApiError` `not_found`, also for another workspace's."""
    found = service.read_set(connection, workspace_id, set_id, now)
    return Snapshot(found, repository.next_item_seq(connection, set_id) - 1)


def csv_lines(engine: Engine, visible: Visibility, of: Snapshot, key_id: str) -> Iterator[bytes]:
    """A header row, then a row a person; cells a spreadsheet would run carry an apostrophe."""
    columns = export_columns(of.found)
    yield _csv_rows([columns])
    for page in _pages(engine, visible, of, key_id):
        yield _csv_rows([[safe_cell(cell) for cell in _cells(item, columns)] for item in page])


def json_lines(engine: Engine, visible: Visibility, of: Snapshot, key_id: str) -> Iterator[bytes]:
    """`{"set": …, "items": […]}` with values as they are."""
    yield b'{"set":' + orjson.dumps(of.found.to_wire()) + b',"items":['
    first = True
    for page in _pages(engine, visible, of, key_id):
        for item in page:
            yield (b"" if first else b",") + orjson.dumps(item)
            first = False
    yield b"]}"


def _pages(
    engine: Engine, visible: Visibility, of: Snapshot, key_id: str
) -> Iterator[list[dict[str, Any]]]:
    after = 0
    while True:
        # Not one long transaction: a slow download would keep the database from tidying up.
        with reading(engine) as connection:
            if not is_valid(connection, key_id, now_ms()):
                raise ApiError("revoked_api_key")
            rows = repository.list_admitted(
                connection, of.found.id, after, PAGE, up_to_seq=of.last_seq
            )
            visible_rows = visible(connection, rows)
            shown = [item_wire(row, visible.same_as(row)) for row in visible_rows]
        if not rows:
            return
        after = rows[-1].seq
        if shown:
            yield shown


def _cells(item: dict[str, Any], columns: Sequence[str]) -> list[str]:
    verification = item["verification"]
    values = {
        **item["person"],
        "status": item["status"],
        "criteria": verdicts_in_brief(verification),
        "admitted_at": item["created_at"],
        **verdict_cells(verification),
    }
    return ["" if (value := values.get(name)) is None else str(value) for name in columns]


def _csv_rows(rows: Any) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()
