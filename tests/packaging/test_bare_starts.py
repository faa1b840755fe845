"""It starts with next to nothing around it: no home, no locale, a terminal that can do nothing.
Each is a process that is started as anybody starts it."""

from __future__ import annotations

import ctypes
import os
import resource
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import SOURCE

BARE = {"PATH": os.defpath, "PYTHONPATH": str(SOURCE)}
PLAIN = {**BARE, "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""Without a locale, and without what Python does about that by itself."""


def run(
    *words: str, first: Callable[[], None] | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """What `shortlist WORDS` says; `first` is done in its process before it begins."""
    return subprocess.run(
        [sys.executable, "-m", "shortlist", *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=100,
        preexec_fn=first,
    )


def one_line(told: subprocess.CompletedProcess[bytes]) -> bytes:
    """What a command that could not be done says."""
    assert told.returncode == 1 and b"Traceback" not in told.stderr, told.stderr
    [line] = told.stderr.splitlines()
    return line


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


def test_what_is_no_text_in_this_locale_is_said_to_be_none(served: dict[str, str]) -> None:
    elsewhere = {"SHORTLIST_BASE_URL": "http://127.0.0.1:9", "SHORTLIST_API_KEY": "sl_a"}
    told = run("search", "nurses in Zürich", **served, **elsewhere)
    assert told.returncode == 2 and len(told.stderr.splitlines()) == 1
    assert b"UTF-8 locale" in told.stderr


def test_in_a_home_that_cannot_be_written_it_is_said_what_to_do(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o500)
    told = one_line(run("profiles", "list", **BARE, HOME=str(home), first=as_anybody))
    assert b"Permission denied" in told and b"SHORTLIST_HOME" in told
    assert list(home.iterdir()) == []
    # What is read only, and what another folder is named for, is done.
    assert run("--help", **BARE, HOME=str(home), first=as_anybody).returncode == 0
    kept = {"HOME": str(home), "SHORTLIST_HOME": str(tmp_path / "kept")}
    assert run("profiles", "list", **BARE, **kept, first=as_anybody).returncode == 0


def as_anybody() -> None:
    """Let the superuser write only where it is allowed to, as everybody else."""
    if sys.platform == "linux" and os.geteuid() == 0:
        drop_from_what_may_be_had, write_everywhere = 24, 1
        ctypes.CDLL(None).prctl(drop_from_what_may_be_had, write_everywhere, 0, 0, 0)


@pytest.mark.parametrize(
    "words",
    [
        ("keys", "create", "--name", "laptop", "--data-dir", "{home}/service"),
        ("search", "nurses"),
        ("sets", "create", "nurses", "--yes"),
    ],
    ids=" ".join,
)
def test_where_nothing_more_can_be_written_one_line_tells_and_what_was_there_stays(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    home = tmp_path / "kept"
    command = [word.format(home=home) for word in words]
    elsewhere = {"SHORTLIST_BASE_URL": "http://127.0.0.1:9", "SHORTLIST_API_KEY": "sl_a"}
    # Python would leave a module half compiled where it stands.
    environment = {**BARE, **elsewhere, "SHORTLIST_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    one_line(run(*command, **environment, first=without_room))
    assert not [path for path in home.rglob("*") if path.is_file() and path.stat().st_size > ROOM]
    # With room again the same command is done, or says what else is in its way.
    again = run(*command, **environment)
    assert again.returncode == (0 if command[0] == "keys" else 5), again.stderr
    kept = [path for path in home.rglob("*") if path.is_file()]
    assert kept and all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in kept)


ROOM = 4096


def without_room() -> None:
    """No file may become longer than `ROOM`: a disk that is full says the same of all of them."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))


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
