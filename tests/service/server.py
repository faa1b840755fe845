"""A real `shortlist serve` on a free loopback port, for any test that wants one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

import shortlist
from shortlist.service.account.admin import create_local_key

START_SECONDS = 30.0
SOURCE = Path(shortlist.__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE)}
"""Of every subprocess: it runs the code that the tests import."""


class RunningService:
    """A service in a process of its own, with a key that may do everything."""

    def __init__(self, data_dir: Path, *options: str) -> None:
        self.data_dir = data_dir
        self.options = options
        made = create_local_key(data_dir, None, "test")
        self.key: str = made["key"]
        self.key_id: str = made["id"]
        self.url = ""
        self.command = [sys.executable, "-m", "shortlist.cli.serve"]
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> RunningService:
        """Start it, and return once it has said where it listens."""
        with (self.data_dir / "stderr.txt").open("a") as stderr:
            self.process = subprocess.Popen(
                [*self.command, "--port", "0", "--data-dir", str(self.data_dir), *self.options],
                stdout=subprocess.PIPE,
                stderr=stderr,
                env=ENVIRONMENT,
                text=True,
            )
        assert self.process.stdout is not None
        watchdog = threading.Timer(START_SECONDS, self.process.kill)
        watchdog.start()
        line = self.process.stdout.readline()
        watchdog.cancel()
        assert line.startswith("listening on "), (line, self.stderr()[-3000:])
        self.url = line.removeprefix("listening on ").strip()
        return self

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
        code = self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def stderr(self) -> str:
        """What it logged."""
        return (self.data_dir / "stderr.txt").read_text()

    def create_key(self, name: str = "another", **options: Any) -> dict[str, Any]:
        """Another key: `{id, key, name, scopes}`; options as `account.keys.create_key` takes."""
        return create_local_key(self.data_dir, None, name, **options)

    def client(self, key: str | None = None, **options: Any) -> httpx.Client:
        """A plain HTTP client with the key in its headers."""
        headers = {"Authorization": f"Bearer {key or self.key}", **options.pop("headers", {})}
        timeout = options.pop("timeout", 30)
        return httpx.Client(base_url=self.url, headers=headers, timeout=timeout, **options)

    def wait_ready(self, seconds: float = START_SECONDS) -> RunningService:
        """Return once every part is up."""
        deadline = time.monotonic() + seconds
        while (answer := httpx.get(f"{self.url}/readyz")).status_code != 200:
            assert time.monotonic() < deadline, answer.text
            time.sleep(0.05)
        return self


@contextmanager
def running_service(data_dir: Path, *options: str, config: str = "") -> Iterator[RunningService]:
    """A running service on `data_dir`, stopped at the end; `config` is its `service.toml`."""
    os.makedirs(data_dir, mode=0o700, exist_ok=True)  # noqa: PTH103
    if config:
        (data_dir / "service.toml").write_text(config)
    service = RunningService(data_dir, *options).start()
    try:
        yield service
    finally:
        service.stop()
