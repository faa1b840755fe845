"""The file of a Set that is still being built is of one moment (section 4.2, export)."""

from __future__ import annotations

import csv
import io
import json

import pytest
from tests.service.sets.fakes import Directory
from tests.service.sets.world import World

from shortlist.contract.sets import RUNNING, CreatedSet
from shortlist.service.clock import now_ms
from shortlist.service.db.engine import reading
from shortlist.service.sets import export
from shortlist.service.sets.visibility import Visibility


def begun(world: World) -> CreatedSet:
    """A Set whose search has admitted some, and goes on."""
    created = world.create(count=25)
    search_id = world.search_id(created)
    while world.read(created).item_count == 0:
        assert world.job.advance(search_id)
    assert world.read(created).status == RUNNING
    return created


def snapshot_of(world: World, created: CreatedSet) -> export.Snapshot:
    with reading(world.engine) as connection:
        return export.take_snapshot(connection, "w", created.id, now_ms())


@pytest.mark.parametrize("format", ["json", "csv"])
def test_s4_2_who_is_admitted_while_a_file_is_read_is_not_in_it(world: World, format: str) -> None:
    created = begun(world)
    visible = Visibility(lambda: Directory(0))  # type: ignore[return-value,arg-type]
    snapshot = snapshot_of(world, created)
    lines = {"json": export.json_lines, "csv": export.csv_lines}[format](
        world.engine, visible, snapshot, "k"
    )
    first = next(lines)
    assert world.run(created).item_count > snapshot.found.item_count > 0
    whole = (first + b"".join(lines)).decode()
    if format == "csv":
        assert len(list(csv.DictReader(io.StringIO(whole)))) == snapshot.found.item_count
    else:
        told = json.loads(whole)
        assert told["set"]["status"] == RUNNING
        assert told["set"]["item_count"] == len(told["items"]) == snapshot.found.item_count
    assert snapshot_of(world, created).found.item_count == 25
