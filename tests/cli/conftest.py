"""Running the commands as programs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.cli.deployment import KEY, Deployment, serving
from tests.parent import ends_with_parent

SOURCE = Path(__file__).resolve().parents[2] / "src"


@dataclass(frozen=True)
class Ended:
    """A program that has ended."""

    code: int
    out: str
    err: str


class Shell:
    """Runs `shortlist …` with the environment of one test."""

    def __init__(self) -> None:
        self.environment = {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "100"}

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
        ended = subprocess.run(
            [sys.executable, "-m", "shortlist", *arguments],
            input=given.encode(),
            env={**self.environment, **(env or {})},
            capture_output=True,
            timeout=90,
            check=False,
        )
        return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


@pytest.fixture
def alone() -> Shell:
    """The commands with nothing configured."""
    return Shell()


@pytest.fixture
def deployment() -> Iterator[Deployment]:
    with serving(Deployment()) as running:
        yield running


@pytest.fixture
def shortlist(deployment: Deployment) -> Shell:
    """The commands, talking to `deployment`."""
    shell = Shell()
    shell.environment |= {"SHORTLIST_BASE_URL": deployment.url, "SHORTLIST_API_KEY": KEY}
    return shell
