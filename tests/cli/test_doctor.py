"""`shortlist doctor`: each thing that may be wrong is one line, with what to do."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.cli.conftest import Ended, Shell
from tests.cli.deployment import KEY, Deployment
from tests.service.index.people import RECORDS
from tests.service.server import put_people_in, running_service

from shortlist.desk.checkup import check_home
from shortlist.desk.places import DeskError, find_places
from shortlist.service.account.admin import create_local_key
from shortlist.service.checkup import check_folder
from shortlist.service.folder import StartError, prepare


def look(shell: Shell, *options: str, **env: str) -> dict[str, tuple[str, str]]:
    """State and words of each line, by its name."""
    ended = shell("doctor", *options, env=env)
    lines = [line.split(None, 2) for line in ended.out.splitlines()]
    found = {name: (state, said) for state, name, said in lines}
    assert len(found) == len(lines), ended.out
    assert ended.code == (1 if "fail" in {state for state, _ in found.values()} else 0), ended.err
    assert {state for state, _ in found.values()} <= {"ok", "warn", "fail"}
    return found


@pytest.fixture
def data(own_home: Path) -> Path:
    """The folder of the local service of this home, with people and a key."""
    folder = own_home / "data" / "service"
    folder.mkdir(parents=True, mode=0o700)
    create_local_key(folder, None, "test")
    put_people_in(folder, RECORDS)
    return folder


def test_a_machine_on_which_nothing_was_done_is_well(alone: Shell, own_home: Path):
    found = look(alone)
    assert {state for state, _ in found.values()} == {"ok"}
    assert list(found) == ["home", "terminal", "key", "service", "settings", "database"]
    assert not (own_home / "data" / "service").exists(), "it makes nothing"


def test_one_that_is_used_says_what_it_has(alone: Shell, data: Path):
    found = look(alone)
    assert found["database"][0] == "ok" and "shortlist.db" in found["database"][1]
    assert found["index"][0] == "ok" and f"{len(RECORDS)} people" in found["index"][1]
    assert found["service"] == ("ok", "does not run: the app and the commands start it")


def test_a_service_that_runs_is_asked(alone: Shell, own_home: Path, data: Path):
    key = own_home / "config" / "local-key"
    key.parent.mkdir(mode=0o700)
    with running_service(data, "--bootstrap-key", str(key)) as service:
        service.wait_ready()
        state, said = look(alone)["service"]
        assert state == "ok" and service.url in said
        key.chmod(0o644)
        state, said = look(alone)["key"]
        assert state == "warn" and "chmod 600" in said


def _damage(data: Path) -> None:
    (data / "shortlist.db").write_bytes(b"SQLite format 3\0" + b"?" * 9000)


def _of_a_later_version(data: Path) -> None:
    with closing(sqlite3.connect(data / "shortlist.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()


def _bad_settings(data: Path) -> None:
    (data / "service.toml").write_text('[workspace]\nplan = "none"\n')


def _index_half_made(data: Path) -> None:
    folder = data / "index" / "shard"
    folder.mkdir(parents=True)
    (folder / "state.json").write_text('{"followed": 1, "applying": true}')


@pytest.mark.parametrize(
    ("harm", "name", "state", "told"),
    [
        (_damage, "database", "fail", "shortlist restore"),
        (_of_a_later_version, "database", "fail", "Install that version"),
        (_bad_settings, "settings", "fail", "service.toml:2"),
        (_index_half_made, "index", "warn", "made anew"),
    ],
)
def test_what_is_wrong_with_the_service_of_this_machine(
    alone: Shell, data: Path, harm: Any, name: str, state: str, told: str
):
    harm(data)
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    found = look(alone)
    assert found[name][0] == state
    assert told in found[name][1]
    after = {path: path.read_bytes() for path in before}
    assert after == before, "it changes nothing"


def test_a_database_elsewhere_that_is_away(alone: Shell):
    url = "postgresql://somebody:secret@127.0.0.1:1/people"
    state, said = look(alone, "--database", url)["database"]
    assert state == "fail"
    assert "127.0.0.1" in said and "secret" not in said


def test_a_home_that_is_a_file(alone: Shell, own_home: Path):
    own_home.joinpath("data").write_text("in the way")
    state, said = look(alone)["home"]
    assert state == "fail" and said.count("SHORTLIST_HOME") == 1


def test_a_home_that_cannot_be_written(own_home: Path, monkeypatch: pytest.MonkeyPatch):
    # The superuser may write everywhere.
    monkeypatch.setattr(os, "access", lambda folder, _mode: folder.name != "cache")
    check, _ = check_home()
    assert check.state == "fail" and str(own_home / "cache") in check.told


@pytest.mark.parametrize(("free", "state"), [(10 << 20, "fail"), (500 << 20, "warn")])
def test_a_disk_that_is_full(monkeypatch: pytest.MonkeyPatch, free: int, state: str):
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=free))
    check, _ = check_home()
    assert check.state == state and check.advice


def test_where_there_is_no_room_at_all_nothing_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=1000))
    with pytest.raises(DeskError, match=r"has 0 MB free\. Free some of it"):
        find_places()
    with pytest.raises(StartError, match="is full: free some"):
        prepare(tmp_path)
    check, places = check_home()
    assert (check.state, places) == ("fail", None) and check.advice.startswith("Free some of it")


def test_of_a_full_disk_nobody_is_told_to_move_the_database_away(
    alone: Shell, data: Path, monkeypatch: pytest.MonkeyPatch
):
    _damage(data)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=0))
    [found] = [each for each in check_folder(data) if each[0] == "database"]
    assert found[1] == "fail" and found[3] == "Free some of the disk."


def test_half_of_an_environment_is_told_and_no_key(alone: Shell):
    state, said = look(alone, SHORTLIST_BASE_URL="http://127.0.0.1:9")["key"]
    assert state == "fail" and said.endswith("Set both, or neither.")


def test_a_locale_without_the_letters_of_the_app(alone: Shell):
    state, said = look(alone, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")["terminal"]
    assert state == "warn" and "UTF-8" in said


def test_a_deployment_elsewhere_is_asked_with_the_key(shortlist: Shell, deployment: Deployment):
    found = look(shortlist)
    assert list(found) == ["home", "terminal", "key", "service"]
    state, said = found["service"]
    assert state == "ok" and deployment.url in said
    assert KEY not in str(found)
    deployment.fault = lambda *_given: (401, {}, b"{}")
    assert look(shortlist)["service"][0] == "fail"


def test_a_profile_whose_key_is_gone(alone: Shell, deployment: Deployment, own_home: Path):
    added = alone("profiles", "add", "work", "--base-url", f"{deployment.url}/", given=f"{KEY}\n")
    assert added.code == 0, added.err
    assert look(alone)["profiles"][0] == "ok"
    (own_home / "config" / "keys" / "work").unlink()
    found = look(alone, "--profile", "local")
    assert found["profiles"][0] == "warn" and "shortlist profiles add" in found["profiles"][1]


def test_for_programs(alone: Shell, data: Path):
    _damage(data)
    ended: Ended = alone("doctor", "--json")
    told = json.loads(ended.out)
    assert ended.code == 1 and told["ok"] is False
    assert {"name", "state", "told", "advice"} == set(told["checks"][0])
    assert [check["name"] for check in told["checks"] if check["state"] == "fail"] == ["database"]
