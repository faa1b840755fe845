"""A PostgreSQL server of the tests' own, where its programs are installed."""

from __future__ import annotations

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
_USUAL = ("/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt")


def programs() -> Path | None:
    """The folder with `initdb` and `postgres`; None where there is none."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    return max(
        (p.parent for usual in _USUAL for p in Path(usual).glob("*/bin/initdb")), default=None
    )


def reason_without() -> str | None:
    """Why no server can be had here; None where one can."""
    if programs() is None:
        return "PostgreSQL is not installed"
    if os.geteuid() == 0 and _unprivileged() is None:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return None


def _unprivileged() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return None


@contextmanager
def postgres() -> Iterator[str]:
    """A server on a socket in a folder of its own; the URL of its database `postgres`."""
    binaries = programs()
    assert binaries is not None
    # Short: the path of a socket has a hundred characters at most.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    owner = _unprivileged() if os.geteuid() == 0 else None
    if owner is not None:
        os.chown(folder, owner.pw_uid, owner.pw_gid)

    told: dict[str, Any] = {"cwd": folder, "env": {**os.environ, "LC_ALL": "C.UTF-8"}}
    if owner is not None:
        told |= {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
    data = str(folder / "data")

    def run(program: str, *options: str) -> int:
        command = [str(binaries / program), *options]
        return subprocess.run(
            command, capture_output=True, timeout=START_SECONDS, **told
        ).returncode

    try:
        made = run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync")
        assert made == 0, "initdb failed"
        with (folder / "log").open("wb") as log:
            # Not by `pg_ctl start`, which leaves it running when this process is killed.
            server = subprocess.Popen(
                [str(binaries / "postgres"), "-D", data, "-F", "-h", "", "-k", str(folder)],
                stdout=log,
                stderr=log,
                preexec_fn=ends_with_parent(signal.SIGQUIT),
                **told,
            )
        try:
            deadline = time.monotonic() + START_SECONDS
            while run("pg_isready", "-q", "-h", str(folder), "-U", "postgres"):
                assert server.poll() is None, (folder / "log").read_text()[-3000:]
                assert time.monotonic() < deadline, "PostgreSQL did not start"
                time.sleep(0.05)
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nothing in it is kept
            server.wait(60)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
