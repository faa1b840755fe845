"""A PostgreSQL server of the tests' own, where its programs are installed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

START_SECONDS = 60
_USUAL = ("/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt")


def programs() -> Path | None:
    """The folder with `initdb` and `pg_ctl`; None where there is none."""
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

    def run(command: Sequence[str]) -> None:
        subprocess.run(
            command,
            check=True,
            capture_output=True,
            cwd=folder,
            timeout=START_SECONDS,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            **({"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if owner else {}),
        )

    data = str(folder / "data")
    settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    control = str(binaries / "pg_ctl")
    try:
        run([str(binaries / "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "--no-sync"])
        run([control, "-D", data, "-w", "-l", str(folder / "log"), "-o", settings, "start"])
        try:
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            run([control, "-D", data, "-w", "-m", "immediate", "stop"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
