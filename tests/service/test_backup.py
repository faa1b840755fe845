"""A backup of a running service, restored after it was killed in the middle of what it wrote."""

from __future__ import annotations

import json
import sqlite3
import tarfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.cli.conftest import Ended, Shell
from tests.service.index.people import RECORDS
from tests.service.server import RunningService, put_people_in, running_service
from tests.service.sets.invariants import check_invariants

from shortlist.service.account.admin import create_local_key
from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.index.suppress import suppress

CONFIG = '[workspace]\nplan = "scale"\nrequests_per_minute = 1000000\nbalance = 9000\n'


def command(*words: object) -> Ended:
    return Shell()(*map(str, words))


def back_up(service: RunningService, file: Path) -> dict[str, Any]:
    ended = command("backup", file, "--data-dir", service.data_dir, "--json")
    assert ended.code == 0, ended.err
    told: dict[str, Any] = json.loads(ended.out)
    return told


def restore(file: Path, data_dir: Path, *options: str) -> Ended:
    return command("restore", file, "--data-dir", data_dir, "--json", *options)


@contextmanager
def under_load(service: RunningService) -> Iterator[list[int]]:
    """Searches that are paid, one after the other, and a Set now and then; how many were paid."""
    stop, paid = threading.Event(), [0]

    def load() -> None:
        with service.client() as client:
            while not stop.is_set():
                try:
                    body = {"query": f"engineers {paid[0]}", "num_results": 20}
                    answer = client.post("/v1/search", json=body)
                    paid[0] += answer.status_code == 200
                    if paid[0] % 5 == 1:
                        search = {"query": "engineers", "count": 5}
                        client.post("/v1/sets", json={"search": search})
                except httpx.TransportError:
                    return  # it was killed

    thread = threading.Thread(target=load)
    thread.start()
    try:
        yield paid
    finally:
        stop.set()
        thread.join(60)


def test_what_a_service_keeps_comes_back_after_it_was_killed_in_the_middle(tmp_path: Path):
    with running_service(tmp_path / "data", config=CONFIG, people=RECORDS) as service:
        service.wait_ready()
        with under_load(service) as paid:
            deadline = time.monotonic() + 60
            while paid[0] < 4:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            made = back_up(service, tmp_path / "one.backup")
            again = back_up(service, tmp_path / "two.backup")
            service.kill()
        key = service.key
    assert made["people"] == again["people"] == len(RECORDS)
    for name in ("one", "two"):
        file, folder = tmp_path / f"{name}.backup", tmp_path / name
        assert file.stat().st_mode & 0o777 == 0o600
        assert restore(file, folder).code == 0
        service = RunningService(folder)
        service.start().wait_ready()
        try:
            with service.client(key) as client:
                left = client.get("/v1/account/usage").json()["data"]["credits"]["available"]
                assert left < 9000, "what was paid before is paid"
                found = client.post("/v1/search", json={"query": "engineers", "num_results": 5})
                assert found.status_code == 200 and found.json()["data"]["results"]
                for each in client.get("/v1/sets").json()["data"]:
                    while client.get(f"/v1/sets/{each['id']}").json()["status"] not in (
                        *("completed", "failed", "canceled", "idle"),
                    ):
                        assert time.monotonic() < deadline + 120
                        time.sleep(0.05)
        finally:
            service.stop()
        engine = open_engine(database_url(folder))
        check_invariants(engine, 9000)
        engine.dispose()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A data folder with people and a key, and its backup beside it."""
    data = tmp_path / "kept"
    data.mkdir(mode=0o700)
    (data / "service.toml").write_text(CONFIG)
    create_local_key(data, None, "test")
    put_people_in(data, RECORDS)
    assert command("backup", tmp_path / "kept.backup", "--data-dir", data).code == 0
    return data


def count(data: Path, query: str) -> int:
    with sqlite3.connect(data / "shortlist.db") as database:
        return int(database.execute(query).fetchone()[0])


def files_of(data: Path) -> dict[str, bytes]:
    files = {path.name: path.read_bytes() for path in data.iterdir() if path.is_file()}
    files.pop("service.lock", None)
    return files


PEOPLE = "SELECT count(*) FROM people WHERE removed_at IS NULL"


def test_whoever_asked_to_be_left_out_since_then_stays_out(kept: Path, tmp_path: Path):
    gone = next(record for record in RECORDS if record.get("profile_url"))
    engine = open_engine(database_url(kept))
    suppress(engine, "profile_url", gone["profile_url"])
    engine.dispose()
    ended = restore(tmp_path / "kept.backup", kept, "--replace")
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["left_out_since"] == 1
    assert count(kept, PEOPLE) == len(RECORDS) - 1
    for file in kept.rglob("*"):
        if file.is_file():
            assert gone["profile_url"].encode() not in file.read_bytes(), file


def test_what_is_there_is_replaced_only_when_that_is_said(kept: Path, tmp_path: Path):
    before = (kept / "shortlist.db").read_bytes()
    ended = restore(tmp_path / "kept.backup", kept)
    assert ended.code == 1
    assert "--replace" in ended.err and ended.err.count("\n") == 1
    assert (kept / "shortlist.db").read_bytes() == before


def test_a_damaged_database_is_replaced_and_its_list_is_said_to_be_lost(kept: Path, tmp_path: Path):
    (kept / "shortlist.db").write_bytes(b"SQLite format 3\0" + b"?" * 9000)
    ended = command("restore", tmp_path / "kept.backup", "--data-dir", kept, "--replace")
    assert ended.code == 0, ended.err
    assert "leave out again whoever asked for it" in ended.err
    assert count(kept, PEOPLE) == len(RECORDS)


def test_the_settings_come_back_where_there_are_none(kept: Path, tmp_path: Path):
    assert restore(tmp_path / "kept.backup", tmp_path / "new").code == 0
    assert (tmp_path / "new" / "service.toml").read_text() == CONFIG
    (kept / "service.toml").write_text("[search]\n")
    assert restore(tmp_path / "kept.backup", kept, "--replace").code == 0
    assert (kept / "service.toml").read_text() == "[search]\n"


def test_nothing_is_restored_under_a_service_that_runs(kept: Path, tmp_path: Path):
    with running_service(kept) as service:
        ended = restore(tmp_path / "kept.backup", kept, "--replace")
        assert ended.code == 1
        assert service.url in ended.err


@pytest.mark.parametrize("damage", ["cut", "other", "database", "empty"])
def test_what_is_no_whole_backup_changes_nothing(kept: Path, tmp_path: Path, damage: str):
    file = tmp_path / "kept.backup"
    content = bytearray(file.read_bytes())
    if damage == "cut":
        content = content[: len(content) // 2]
    elif damage == "other":
        content = bytearray(b"just some text\n" * 1000)
    elif damage == "empty":
        content = bytearray()
    else:
        at = content.index(b"SQLite format 3")
        content[at + 4096 : at + 60_000] = b"\xff" * (60_000 - 4096)
    file.write_bytes(content)
    before = files_of(kept)
    ended = restore(file, kept, "--replace")
    assert ended.code == 1
    assert ended.err.count("\n") == 1 and "Traceback" not in ended.err
    assert files_of(kept) == before


def test_a_backup_is_written_over_nothing_and_of_nothing(kept: Path, tmp_path: Path):
    again = command("backup", tmp_path / "kept.backup", "--data-dir", kept)
    assert again.code == 1 and "is there already" in again.err
    none = command("backup", tmp_path / "none.backup", "--data-dir", tmp_path / "nowhere")
    assert none.code == 1 and "has no database" in none.err
    assert not (tmp_path / "nowhere").exists()
    url = "postgresql://somebody:secret@127.0.0.1:1/people"
    other = command("backup", tmp_path / "n.backup", "--data-dir", kept, "--database", url)
    assert other.code == 1 and "pg_dump" in other.err and "secret@" not in other.err


def test_a_backup_says_what_it_is(kept: Path, tmp_path: Path):
    with tarfile.open(tmp_path / "kept.backup") as archive:
        assert archive.getnames() == ["manifest.json", "service.toml", "shortlist.db"]
        manifest = archive.extractfile("manifest.json")
        assert manifest is not None
        assert json.load(manifest)["people"] == len(RECORDS)
