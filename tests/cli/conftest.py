"""Running the commands as programs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import pytest
from tests.cli.deployment import KEY, Deployment, serving
from tests.forks import Fork
from tests.parent import ends_with_parent

SOURCE = Path(__file__).resolve().parents[2] / "src"


@dataclass(frozen=True)
class Ended:
    """A program that has ended."""

    code: int
    out: str
    err: str


class Shell:
    """Runs `shortlist …` with the environment of one test.

    `bare`: as anybody starts it. Otherwise it is forked with its imports done. `seconds`: how
    long one may take.
    """

    def __init__(self, *, bare: bool = False, seconds: float = 90) -> None:
        self.bare, self._seconds = bare, seconds
        self.environment = {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "100"}

    def fork(self, *arguments: str) -> Fork:
        """A command that goes on meanwhile, with its imports done, and whatever it says unheard."""
        with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
            command = [sys.executable, "-m", "shortlist", *arguments]
            return Fork(command, env=self.environment, stdout=nowhere, stderr=nowhere)

    def start(self, *arguments: str, **streams: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "shortlist", *arguments],
            env=self.environment,
            preexec_fn=ends_with_parent(),
            **streams,
        )

    def __call__(
        self, *arguments: str, given: str = "", env: Mapping[str, str] | None = None
    ) -> Ended:
        command = [sys.executable, "-m", "shortlist", *arguments]
        with TemporaryFile() as stdin, TemporaryFile() as out, TemporaryFile() as err:
            stdin.write(given.encode())
            stdin.seek(0)
            if self.bare or env:  # which may say how the interpreter starts
                every = {**self.environment, **(env or {})}
                given_to: dict[str, Any] = {"stdin": stdin, "stdout": out, "stderr": err}
                given_to |= {"env": every, "timeout": self._seconds}
                returned = subprocess.run(command, check=False, **given_to).returncode
            else:
                fork = Fork(command, env=self.environment, stdin=stdin, stdout=out, stderr=err)
                returned = fork.wait(self._seconds)
            said = []
            for stream in (out, err):
                stream.seek(0)
                said.append(stream.read().decode())
        return Ended(returned, *said)


@pytest.fixture
def alone(request: pytest.FixtureRequest) -> Shell:
    """The commands with nothing configured."""
    return Shell(bare=getattr(request.module, "BARE", False))


@pytest.fixture
def deployment() -> Iterator[Deployment]:
    with serving(Deployment()) as running:
        yield running


@pytest.fixture
def shortlist(alone: Shell, deployment: Deployment) -> Shell:
    """The commands, talking to `deployment`."""
    shell = alone
    shell.environment |= {"SHORTLIST_BASE_URL": deployment.url, "SHORTLIST_API_KEY": KEY}
    return shell
