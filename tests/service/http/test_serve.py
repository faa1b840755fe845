"""`shortlist serve`: starting, one at a time, stopping."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryFile
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import uvicorn
from click.testing import CliRunner
from starlette.responses import Response
from tests.forks import Fork
from tests.service.index.people import RECORDS
from tests.service.server import ENVIRONMENT, children, envelope, running_service, within_a_minute
from tests.service.sets.sse import follow

from shortlist.cli.keys import keys
from shortlist.service.account.admin import create_local_key
from shortlist.service.config import Config
from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.http.edge import Edge
from shortlist.service.runtime.server import Linger, _Server


def _serve(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "shortlist.cli.serve", "--port", "0", *options]
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        code = Fork(command, env=ENVIRONMENT, stdout=out, stderr=err).wait(60)
        for stream in (out, err):
            stream.seek(0)
        return subprocess.CompletedProcess(command, code, out.read(), err.read())


def test_it_says_where_it_listens_and_stops_when_asked(tmp_path: Path):
    data = tmp_path / "data"
    with running_service(data, bare=True) as service:
        told = json.loads((data / "service.json").read_text())
        assert told["url"] == service.url
        assert service.process is not None
        assert told["pid"] == service.process.pid
        assert service.stop() == 0
        assert not (data / "service.json").exists()


def test_what_it_keeps_is_private(tmp_path: Path):
    data = tmp_path / "data"
    key_file = tmp_path / "key"
    with running_service(data, "--bootstrap-key", str(key_file), bare=True) as service:
        assert service.key not in service.stderr()
        for path in (key_file, *data.rglob("*")):
            if path.name in ("stderr.txt", "service.toml"):
                continue  # written by the test
            mode = stat.S_IMODE(path.stat().st_mode)
            assert mode == (0o700 if path.is_dir() else 0o600), path
        with service.client(key_file.read_text().strip()) as client:
            answer = client.get("/v1/account/usage").json()
    assert answer["data"]["api_key"]["name"] == "this machine"


def test_a_second_one_says_who_serves(tmp_path: Path):
    data = tmp_path / "data"
    with running_service(data, people=RECORDS[:4]) as service:
        second = _serve("--data-dir", str(data))
    assert second.returncode == 1
    assert second.stdout == ""
    assert second.stderr.count("\n") == 1
    assert service.url in second.stderr


def test_a_port_that_is_taken_is_one_line(tmp_path: Path):
    with running_service(tmp_path / "a", people=RECORDS[:4]) as service:
        port = service.url.rpartition(":")[2]
        second = _serve("--data-dir", str(tmp_path / "b"), "--port", port)
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert port in second.stderr


def test_a_bad_configuration_stops_the_start_with_its_line(tmp_path: Path):
    file = tmp_path / "my.toml"
    file.write_text('[workspace]\nplan = "pro"\nbalanse = 3\n')
    refused = _serve("--data-dir", str(tmp_path / "data"), "--config", str(file))
    assert refused.returncode == 1
    assert "my.toml:3: unknown field `workspace.balanse`; [workspace] has `plan`" in refused.stderr


def test_it_goes_when_nobody_used_it_for_as_long_as_it_lingers(tmp_path: Path):
    with running_service(tmp_path / "data", "--linger", "1", people=RECORDS[:4]) as service:
        assert service.process is not None
        assert service.process.wait(60) == 0


async def test_it_lingers_from_the_end_of_the_last_request_on(tmp_path: Path):
    engine = open_engine(database_url(tmp_path))
    migrate(engine)
    services: Any = SimpleNamespace(engine=engine, config=Config())
    meanwhile = []

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        edge.last_seen -= 601  # as if it took so long
        meanwhile.append(linger.is_over())
        await Response()(scope, receive, send)

    edge = Edge(answer, services, ())
    linger = Linger(services, edge, 600)
    assert not linger.is_over()
    edge.last_seen -= 601
    assert linger.is_over()
    transport = httpx.ASGITransport(edge)
    async with httpx.AsyncClient(transport=transport, base_url="http://edge") as client:
        assert (await client.get("/healthz")).status_code == 200
    assert meanwhile == [False]
    assert not linger.is_over()
    edge.last_seen -= 601
    assert linger.is_over()
    engine.dispose()


@pytest.mark.parametrize("options", [(), ("--linger", "600"), ("--workers", "2")])
def test_it_goes_when_its_folder_is_gone(tmp_path: Path, options: tuple[str, ...]):
    with running_service(tmp_path / "data", *options, people=RECORDS[:4]) as service:
        (tmp_path / "data").rename(tmp_path / "moved")
        shutil.rmtree(tmp_path / "moved")
        assert service.process is not None
        assert service.process.wait(60) == 0


def test_it_starts_where_a_crash_left_off(tmp_path: Path):
    data = tmp_path / "data"
    with running_service(data, people=RECORDS[:4]) as service:
        service.kill()
        assert os.path.exists(data / "service.json")  # noqa: PTH110
        service.start()
        with service.client() as client:
            assert client.get("/v1/account/usage").status_code == 200


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_requests_count_across_a_start(tmp_path: Path, end: str):
    with running_service(tmp_path / "data", people=RECORDS[:4]) as service:

        def ask() -> list[int]:
            left = []
            key = service.create_key(rate_limit=200)["key"]
            for again in (True, False):
                with service.client(key) as client:
                    answers = [client.get("/v1/account/usage") for _ in range(10)]
                left += [int(answer.headers["ratelimit-remaining"]) for answer in answers]
                if again:
                    getattr(service, end)()
                    service.start()
            return left

        left = within_a_minute(ask)
    assert left[:10] == [*range(199, 189, -1)]
    assert left[10:] == [*range(189, 179, -1)]


@pytest.mark.parametrize(
    ("workers", "left"),
    [("1", {"shard": "shard"}), ("2", {"worker-0": "shard", "worker-1": "worker-1"})],
)
def test_an_index_that_no_process_follows_is_removed_or_taken_over(
    tmp_path: Path, workers: str, left: dict[str, str]
) -> None:
    """Of an older version's searchers, or of more workers or one: who is erased would stay there.
    What the first had, the first has."""
    data = tmp_path / "data"
    names = ("shard", "searcher-0", "worker-1", "worker-2", "worker-of-mine")
    for name in names:
        (data / "index" / name).mkdir(parents=True)
        (data / "index" / name / "held").write_text(name)
    with running_service(data, "--workers", workers, people=RECORDS[:1]):
        held = {file.parent.name: file.read_text() for file in (data / "index").glob("*/held")}
        assert held == {"worker-of-mine": "worker-of-mine", **left}


def test_several_workers_answer_as_one(tmp_path: Path):
    data = tmp_path / "data"
    with running_service(data, "--workers", "2", people=RECORDS[:4]) as service:

        def ask() -> list[int]:
            key, answers = service.create_key(rate_limit=70)["key"], []
            for _ in range(75):
                # A connection each: the kernel hands them to whichever worker is free.
                with service.client(key) as client:
                    answers.append(client.get("/v1/account/usage").status_code)
            return answers

        assert within_a_minute(ask) == [200] * 70 + [429] * 5
        workers = children(service.process)
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        deadline = time.monotonic() + 60
        while len(now := children(service.process)) < 2 or workers[0] in now:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        with service.client() as client:
            assert client.get("/healthz").status_code == 200
        assert service.stop() == 0
    for child in now:
        assert not Path(f"/proc/{child}").exists()


def test_a_password_is_better_not_on_the_command_line(tmp_path: Path, monkeypatch):
    url = "postgresql://shortlist:hunter2@127.0.0.1:9/none"
    given = CliRunner().invoke(keys, ["list", "--data-dir", str(tmp_path), "--database", url])
    assert "SHORTLIST_DATABASE_URL" in given.stderr
    monkeypatch.setenv("SHORTLIST_DATABASE_URL", url)
    told = CliRunner().invoke(keys, ["list", "--data-dir", str(tmp_path)])
    assert told.stderr.startswith(
        "Error: the database postgresql://shortlist@127.0.0.1:9/none cannot"
    )
    assert told.stderr.count("\n") == 1
    assert "hunter2" not in given.output + told.output


@pytest.mark.parametrize("damage", ["not a database" * 1_000, ""], ids=["a text", "noise"])
def test_a_database_that_is_damaged_is_one_line(tmp_path: Path, damage: str):
    data = tmp_path / "data"
    with running_service(data, people=RECORDS[:4]):
        pass
    file = data / "shortlist.db"
    for beside in data.glob("shortlist.db-*"):
        beside.unlink()
    if damage:
        file.write_text(damage)
    else:
        with file.open("r+b") as pages:
            for page in range(1, file.stat().st_size // 4096):
                pages.seek(page * 4096)
                pages.write(os.urandom(4096))
    refused = _serve("--data-dir", str(data))
    assert refused.returncode == 1
    last = refused.stderr.strip().splitlines()[-1]
    assert last.startswith(f"Error: the database {file} is damaged (")
    assert "Traceback" not in refused.stderr


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path):
    (tmp_path / "service.lock").mkdir()
    refused = _serve("--data-dir", str(tmp_path))
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert "service.lock: Is a directory" in refused.stderr


@pytest.mark.parametrize("why", ["port", "config", "later version"])
def test_what_keeps_it_from_starting_is_one_line(tmp_path: Path, why: str):
    data = tmp_path / "data"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        if why == "config":
            (data / "service.toml").mkdir(parents=True)
            said = "service.toml: cannot be read"
        elif why == "later version":
            create_local_key(data, None, "test")
            engine = open_engine(database_url(data))
            with writing(engine) as connection:
                connection.exec_driver_sql("update alembic_version set version_num = '9999'")
            engine.dispose()
            said = "written by a later version"
        else:
            said = f"cannot listen on 127.0.0.1:{port}: "
        refused = _serve("--data-dir", str(data), *(["--port", str(port)] * (why == "port")))
    assert refused.returncode == 1
    assert refused.stdout == ""
    last = refused.stderr.strip().splitlines()[-1]
    assert last.startswith("Error: ") and said in last
    if why == "port":
        assert last.endswith("; give another --port, or 0 for a free one")
    assert "Traceback" not in refused.stderr


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits a running process")
def test_while_the_disk_is_full_it_says_so_and_bills_nothing(tmp_path: Path):
    """A file that may not grow is what a full disk is to a database."""
    config = '[workspace]\nplan = "scale"\n'
    with running_service(tmp_path / "data", config=config, people=RECORDS) as service:
        service.wait_ready()
        assert service.process is not None
        with service.client() as client:

            def search(key: str) -> httpx.Response:
                headers = {"Idempotency-Key": key}
                return client.post("/v1/search", json={"query": "nurse"}, headers=headers)

            first = search("before")
            used = client.get("/v1/account/usage").json()["data"]["credits"]["used"]
            _, hard = resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (4096, hard))
            full = search("during")
            error = envelope(full, 503, "internal_error")
            assert error["retryable"] is True
            assert "database" in error["message"]
            assert client.get("/healthz").status_code == 200
            resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
            after = search("during")
            assert after.status_code == 200, after.text
            assert search("before").content == first.content
            now = client.get("/v1/account/usage").json()["data"]["credits"]["used"]
            assert now - used == after.json()["meta"]["credits_charged"]
            made = client.post("/v1/sets", json={"search": {"query": "nurse", "count": 1}})
            assert made.status_code == 201
            assert follow(client, made.json()["id"]).types[-1] == "set.idle"
        assert service.stop() == 0


@pytest.mark.parametrize("after_seconds", [0.0, 0.3, 1.0, 2.0])
def test_stopped_while_it_is_still_starting_it_ends_with_0(tmp_path: Path, after_seconds: float):
    """Whatever the start is in the middle of: the index, its model, durable work."""
    with running_service(tmp_path / "data") as service:
        assert service.process is not None
        time.sleep(after_seconds)
        assert service.stop() == 0
        assert "terminate called" not in service.stderr()


def test_asked_twice_to_stop_while_it_is_still_starting_it_ends_with_0(tmp_path: Path):
    with running_service(tmp_path / "data", bare=True) as service:
        assert service.process is not None
        for asked in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
            service.process.send_signal(asked)
        assert service.stop() == 0
        assert "Traceback" not in service.stderr()


def test_asked_to_stop_again_and_again_it_ends_with_0(tmp_path: Path):
    with running_service(tmp_path / "data", people=RECORDS[:4]) as service:
        assert service.process is not None
        service.wait_ready()
        deadline = time.monotonic() + 60
        while service.process.poll() is None:
            assert time.monotonic() < deadline, "it waits for itself"
            service.process.send_signal(signal.SIGTERM)
        assert service.stop() == 0


def test_a_signal_waits_for_no_lock_that_what_it_interrupts_may_hold():
    stopping = threading.Event()
    services: Any = SimpleNamespace(stopping=stopping, hub=SimpleNamespace(wake=lambda: None))
    server = _Server(uvicorn.Config("of none"), services, lambda: None, None)
    asked = threading.Thread(target=server.handle_exit, args=(signal.SIGTERM, None), daemon=True)
    with stopping._cond:  # type: ignore[attr-defined]
        asked.start()
        asked.join(60)
        assert not asked.is_alive()
    assert server.should_exit
