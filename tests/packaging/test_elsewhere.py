"""What is imported is there on every system: Windows has no `fcntl`, `termios`, `pwd` and the like.

Nothing is run there, and docs/how-to/install.md says what is missing; client, commands and service
are kept importable, so that it can be added.
"""

from __future__ import annotations

import subprocess
import sys

from tests.cli.conftest import SOURCE

POSIX_ONLY = (
    "crypt", "curses", "fcntl", "grp", "nis", "pty", "pwd", "readline", "resource", "spwd",
    "syslog", "termios", "tty", "uvloop",
)  # fmt: skip
PROGRAM = f"""
import importlib, os, pkgutil, signal, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in {POSIX_ONLY!r}:
            raise ModuleNotFoundError("No module named " + name, name=name)

for name in {POSIX_ONLY!r}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
for module, names in ((signal, ("SIGHUP", "SIGALRM", "SIGCHLD", "SIGUSR1", "SIGTSTP")),
                      (os, ("O_NOFOLLOW", "O_CLOEXEC", "getuid", "geteuid", "fork", "setsid"))):
    for name in names:
        delattr(module, name)

import shortlist

failed = 0
for room in ("contract", "client", "desk", "cli", "service"):
    package = importlib.import_module("shortlist." + room)
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        # The library that speaks to agents imports what there is by the name of the system.
        if ".migrations." in found.name or found.name == "shortlist.cli.agents":
            continue
        try:
            importlib.import_module(found.name)
        except BaseException as error:
            failed += 1
            print(found.name, repr(error), sep=": ")
print("failed:", failed)
"""


def test_client_commands_and_service_are_importable_where_posix_is_not() -> None:
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={"PYTHONPATH": str(SOURCE), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert told.stdout.splitlines()[-1:] == ["failed: 0"], told.stdout + told.stderr[-2000:]
