"""It starts with next to nothing around it: no home, no locale, a terminal that can do nothing.
Each is a process that is started as anybody starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import SOURCE

BARE = {"PATH": os.defpath, "PYTHONPATH": str(SOURCE)}
PLAIN = {**BARE, "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""Without a locale, and without what Python does about that by itself."""


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "shortlist", *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=100,
    )


@pytest.fixture
def served(tmp_path: Path) -> dict[str, str]:
    """An environment whose home is `tmp_path`, and what is kept below it."""
    return {**PLAIN, "SHORTLIST_HOME": str(tmp_path / "kept")}


def test_without_a_locale_names_of_every_script_are_told(served: dict[str, str]) -> None:
    assert run("serve", "--help", **served).returncode == 0
    told = run("index", "import", "/nowhere/Łódź-東京.csv", **served)
    assert told.returncode == 2, told.stderr
    # Whatever the terminal can show of it, it is one line and no traceback.
    assert b"Traceback" not in told.stderr and b".csv" in told.stderr


@pytest.mark.parametrize("home", [None, "/nonexistent", "/dev/null"])
def test_without_a_home_it_is_said_what_to_do_or_done(home: str | None, tmp_path: Path) -> None:
    """`SHORTLIST_HOME` is enough; without it, one line tells."""
    environment = dict(BARE) if home is None else {**BARE, "HOME": home}
    assert run("--version", **environment).stdout.startswith(b"shortlist ")
    kept = {**environment, "SHORTLIST_HOME": str(tmp_path / "kept")}
    told = run("profiles", "list", **kept)
    assert told.returncode == 0, told.stderr
    if home == "/dev/null":  # nothing can be made below a file
        told = run("profiles", "list", **environment)
        assert told.returncode == 1
        assert b"Traceback" not in told.stderr and len(told.stderr.splitlines()) == 1
        assert b"SHORTLIST_HOME" in told.stderr


def test_on_a_terminal_that_can_do_nothing_commands_work_and_the_app_says_why_not(
    served: dict[str, str],
) -> None:
    dumb = {**served, "TERM": "dumb"}
    told = run("profiles", "list", **dumb)
    assert told.returncode == 0 and b"\x1b" not in told.stdout + told.stderr
    told = run(**dumb)
    assert told.returncode == 2
    assert b"Traceback" not in told.stderr and len(told.stderr.splitlines()) == 1


def test_whose_system_knows_no_home_of_is_told_and_nothing_is_made_where_they_are(
    tmp_path: Path,
) -> None:
    """As in a container that is run by a number nobody has."""
    program = (
        "import pwd, sys\n"
        "def unknown(number): raise KeyError(number)\n"
        "pwd.getpwuid = unknown\n"
        "from shortlist.cli.main import run\n"
        "sys.exit(run(['profiles', 'list']))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], env=BARE, cwd=tmp_path, capture_output=True, timeout=100
    )
    assert told.returncode == 1, told.stderr
    assert b"SHORTLIST_HOME" in told.stderr and len(told.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
