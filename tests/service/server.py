"""A real `shortlist serve` on a free loopback port, for any test that wants one."""

from __future__ import annotations

import os
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TypeVar

import httpx
import psutil
from tests.forks import Fork
from tests.parent import ends_with_parent

import shortlist
from shortlist.service.account.admin import create_local_key
from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.index.port import Record
from shortlist.service.index.store import put_dataset, put_people

T = TypeVar("T")
START_SECONDS = 100.0
SOURCE = Path(shortlist.__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE)}
"""Of every subprocess: it runs the code that the tests import."""


TLS = ssl.create_default_context()
"""Made once: to read every certificate there is takes 30 ms, and nothing here is encrypted."""


def http_client(**options: Any) -> httpx.Client:
    """A plain HTTP client of a service on loopback."""
    return httpx.Client(verify=TLS, **options)


def http_request(method: str, url: str, **options: Any) -> httpx.Response:
    """The answer to one request, on a connection of its own."""
    with http_client(timeout=60) as client:
        return client.request(method, url, **options)


class RunningService:
    """A service in a process of its own, with a key that may do everything."""

    def __init__(
        self,
        data_dir: Path,
        *options: str,
        database: str | None = None,
        bare: bool = False,
    ) -> None:
        """`bare`: started as anybody starts it, and not forked with its imports done."""
        self.data_dir = data_dir
        self.database = database
        self.options = options if database is None else (*options, "--database", database)
        made = create_local_key(data_dir, database, "test")
        self.key: str = made["key"]
        self.key_id: str = made["id"]
        self.url = ""
        self.command = [sys.executable, "-m", "shortlist.cli.serve"]
        self.bare = bare
        self.process: subprocess.Popen[str] | Fork | None = None

    def start(self) -> RunningService:
        """Start it, and return once it has said where it listens."""
        with (self.data_dir / "stderr.txt").open("a") as stderr:
            command = [*self.command, "--port", "0", "--data-dir", str(self.data_dir)]
            self.process = self._begin([*command, *self.options], stderr)
        assert self.process.stdout is not None
        watchdog = threading.Timer(START_SECONDS, self.process.kill)
        watchdog.start()
        line = self.process.stdout.readline()
        watchdog.cancel()
        assert line.startswith("listening on "), (line, self.stderr()[-3000:])
        self.url = line.removeprefix("listening on ").strip()
        return self

    def _begin(self, command: list[str], stderr: IO[str]) -> subprocess.Popen[str] | Fork:
        if not self.bare and command[0] == sys.executable:
            return Fork(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=stderr)
        return subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=ENVIRONMENT,
            text=True,
            preexec_fn=ends_with_parent(),
        )

    def stop(self) -> int:
        """Ask it to stop, as an operator does; returns its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._gone()

    def kill(self) -> int:
        """End it as a crash does."""
        assert self.process is not None
        self.process.kill()
        return self._gone()

    def _gone(self) -> int:
        assert self.process is not None
        code = self.process.wait(60)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def stderr(self) -> str:
        """What it logged."""
        return (self.data_dir / "stderr.txt").read_text()

    def create_key(self, name: str = "another", **options: Any) -> dict[str, Any]:
        """Another key: `{id, key, name, scopes}`; options as `account.keys.create_key` takes."""
        return create_local_key(self.data_dir, self.database, name, **options)

    def client(self, key: str | None = None, **options: Any) -> httpx.Client:
        """A plain HTTP client with the key in its headers."""
        headers = {"Authorization": f"Bearer {key or self.key}", **options.pop("headers", {})}
        timeout = options.pop("timeout", 60)
        return http_client(base_url=self.url, headers=headers, timeout=timeout, **options)

    def wait_ready(self, seconds: float = START_SECONDS) -> RunningService:
        """Return once every part is up."""
        deadline = time.monotonic() + seconds
        with http_client(timeout=seconds) as client:
            while (answer := client.get(f"{self.url}/readyz")).status_code != 200:
                assert time.monotonic() < deadline, answer.text
                time.sleep(0.05)
        return self


def put_people_in(data_dir: Path, people: Sequence[Record], database: str | None = None) -> None:
    """Make `people` part of the directory of the service on `data_dir`, which runs or not."""
    engine = open_engine(database_url(data_dir, database))
    with writing(engine) as connection:
        for name in {str(record["dataset"]) for record in people}:
            put_dataset(connection, name)
        put_people(connection, people)
    engine.dispose()


@contextmanager
def running_service(
    data_dir: Path,
    *options: str,
    config: str = "",
    people: Sequence[Record] = (),
    database: str | None = None,
    bare: bool = False,
) -> Iterator[RunningService]:
    """A running service on `data_dir`, stopped at the end; `config` is its `service.toml`.

    With `people`, they are its directory; without any it has the sample.
    """
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    if config:
        (data_dir / "service.toml").write_text(config)
    service = RunningService(data_dir, *options, database=database, bare=bare)
    if people:
        put_people_in(data_dir, people, database)
    service.start()
    try:
        yield service
    finally:
        service.stop()


def children(process: subprocess.Popen[str] | Fork | None) -> list[int]:
    """The ids of the processes that `process` started, in that order, and that run."""
    assert process is not None
    running = []
    for each in psutil.Process(process.pid).children():
        with suppress(psutil.NoSuchProcess):  # it ended between being named and being looked at
            if each.status() != psutil.STATUS_ZOMBIE:
                running.append(each.pid)
    return sorted(running)


def within_a_minute(ask: Callable[[], T]) -> T:
    """What `ask` returns when it begins and ends in one minute, as the windows of request limits
    do; it is asked anew where a minute ended in between."""
    for _ in range(5):
        began = time.time() // 60
        told = ask()
        if time.time() // 60 == began:
            return told
    raise AssertionError("it takes longer than a minute")


def envelope(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The error of `answer`, after checking what every error promises (2.6)."""
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert list(body) == ["error"]
    error: dict[str, Any] = body["error"]
    assert error["code"] == code
    assert error["message"]
    assert error["request_id"].startswith("req_")
    assert answer.headers["x-request-id"] == error["request_id"]
    return error
