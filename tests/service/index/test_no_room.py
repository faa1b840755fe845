"""A disk without room for the index: nothing is begun that the system would end the process for."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from tests.service.index.people import RECORDS, WordVectors, make_small_index, put_records

from shortlist.cli.index import index as index_command
from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.index import edge_points
from shortlist.service.index.admin import local_engine, stats, update_idle_indexes
from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.embedding import MiniLm
from shortlist.service.index.imports.run import IMPORTED_BYTES
from shortlist.service.index.open import open_index
from shortlist.service.index.projection import Projection
from shortlist.service.index.retrieval import Vectors
from shortlist.service.index.store import put_dataset, put_people, remove_people
from shortlist.service.room import GROWTH_BYTES, NoRoom, holes_fill, taken_by

NEWCOMER = {**RECORDS[0], "id": "inv-new", "name": "Zeynep Zyxname"}


@dataclass
class Disk:
    """How much every disk has free."""

    free: int = 1 << 40


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=disk.free))
    monkeypatch.setattr(edge_points, "holes_fill", lambda _folder: False)
    return disk


def everybody(index: EmbeddedIndex) -> set[str]:
    return set(index.scan())


def test_without_room_it_answers_on_and_follows_when_there_is_some(
    tmp_path: Path, disk: Disk
) -> None:
    small = make_small_index(tmp_path, follow=False)
    before = everybody(small.index)
    disk.free = GROWTH_BYTES - 1
    put_records(small.engine, [NEWCOMER])
    with pytest.raises(NoRoom, match=f"the disk of {tmp_path}.* has 64 MB free"):
        small.index.catch_up()
    assert before <= everybody(small.index)
    disk.free = GROWTH_BYTES
    small.index.catch_up()
    assert everybody(small.index) == {*before, "inv-new"}
    small.close()


def test_who_was_taken_out_is_erased_from_its_files_once_there_is_room(
    tmp_path: Path, disk: Disk
) -> None:
    """To write the rest anew takes as much again, and the process may have ended meanwhile."""
    with local_engine(tmp_path, None) as engine:
        with writing(engine) as connection:
            put_dataset(connection, "invented")
            put_people(connection, [*RECORDS, NEWCOMER])
        folder = tmp_path / "index" / "shard"
        Projection(engine, folder, MiniLm.model, MiniLm.dimension).close()
        assert update_idle_indexes(engine, tmp_path) == ""
        with writing(engine) as connection:
            remove_people(connection, ["inv-new"])
        disk.free = GROWTH_BYTES
        assert "waits for room" in update_idle_indexes(engine, tmp_path)
        assert said_in(folder / "points")
        disk.free = 1 << 40
        assert update_idle_indexes(engine, tmp_path) == ""
        assert not said_in(folder)


def said_in(folder: Path) -> list[Path]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [file for file in files if b"inv-new" in file.read_bytes()]


def test_one_that_cannot_be_opened_for_want_of_room_is_kept(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In memory a hole of a file takes room as soon as it is read."""
    small = make_small_index(tmp_path, follow=False)
    small.close()
    mark = tmp_path / "index" / "shard" / "points" / "mark"
    mark.touch()
    options: Any = {"embedder": WordVectors(), "sample": False, "follow": False}
    monkeypatch.setattr(edge_points, "holes_fill", lambda _folder: True)
    holes = taken_by(mark.parent)[1]  # the engine itself still makes some behind a close
    disk.free = GROWTH_BYTES + holes // 2
    engine = open_engine(database_url(tmp_path))
    with pytest.raises(NoRoom):
        open_index(engine, tmp_path, **options)
    disk.free = GROWTH_BYTES + 2 * holes
    index = open_index(engine, tmp_path, **options)
    assert mark.exists()
    assert everybody(index) == {each["id"] for each in RECORDS}
    index.close()
    engine.dispose()


def test_an_import_stops_and_says_so_and_goes_on_from_there(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "people.csv"
    rows = [f"Person {n},Surgeon,Acme {n}" for n in range(1_200)]
    file.write_text("name,title,company\n" + "\n".join(rows) + "\n")
    monkeypatch.setattr(MiniLm, "embed", _vectors)
    data = tmp_path / "data"
    put = put_people

    def put_and_fill(*given: Any) -> Any:
        disk.free = IMPORTED_BYTES - 1
        return put(*given)

    with pytest.MonkeyPatch.context() as once:
        once.setattr("shortlist.service.index.imports.run.put_people", put_and_fill)
        done = CliRunner().invoke(index_command, ["import", str(file), "--data-dir", str(data)])
    assert done.exit_code == 1
    assert f"{file}: no more was read; who is in, stays in: the disk of {data}" in done.output
    assert "500 added" in done.output
    disk.free = 1 << 40
    done = CliRunner().invoke(index_command, ["import", str(file), "--data-dir", str(data)])
    assert done.exit_code == 0, done.output
    assert "700 added" in done.output
    with local_engine(data, None) as engine:
        assert stats(engine)[0].searchable_by_meaning == 1_200


def _vectors(_model: MiniLm, texts: Sequence[str]) -> Vectors:
    """Of everybody the same."""
    return np.full((len(texts), MiniLm.dimension), MiniLm.dimension**-0.5, np.float32)


@pytest.mark.skipif(not Path("/dev/shm").exists(), reason="has no folder in memory")
def test_in_memory_holes_fill() -> None:
    assert holes_fill(Path("/dev/shm"))


def test_on_a_full_disk_nobody_tries_whether_they_do(tmp_path: Path, disk: Disk) -> None:
    """Whoever reads the hole of a file in memory then is ended."""
    disk.free = 0
    assert holes_fill(tmp_path / "that is not there")
