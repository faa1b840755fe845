"""One's own programs on a person: arguments and no shell, bounded, cleaned, and without a key."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from shortlist.desk.commands import Command, arguments_of, problem_of, run_command
from shortlist.desk.config import SettingsError, load_settings
from shortlist.desk.places import DeskError, find_places

ADA = {"name": "Ada; rm -rf ~ $(id)", "email": "ada@hive.example", "id": "p1", "url": None}


def python(code: str, *arguments: str) -> Command:
    return Command("it", "It", (sys.executable, "-c", code, *arguments))


def test_a_configuration_has_commands() -> None:
    path = find_places().config / "config.toml"
    path.write_text(
        '[commands.crm]\nkey = "f7"\nlabel = "The CRM"\nrun = ["crm", "--mail={email}", "{id}"]\n'
        '[commands.note]\nrun = ["note", "{name}"]\n'
    )
    crm, note = load_settings(find_places()).own_commands
    assert (crm.name, crm.label, crm.key) == ("crm", "The CRM", "f7")
    assert crm.needs == ("email", "id")
    assert (note.label, note.key) == ("note", "")
    assert arguments_of(crm, ADA) == ["crm", "--mail=ada@hive.example", "p1"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("crm", "must be a table"),
        ({"run": "crm {id}"}, "list of texts"),
        ({"run": []}, "list of texts"),
        ({"run": [1]}, "list of texts"),
        ({"run": ["{id}"]}, "begins with a program"),
        ({"run": ["crm", "{phone}"]}, "{phone} is no place"),
        ({"run": ["crm"], "shell": True}, "`shell` is no part"),
        ({"run": ["crm"], "key": ""}, "`key` must be text"),
        ({"run": ["crm", "\0"]}, "a character"),
    ],
)
def test_what_is_wrong_is_said(given: Any, told: str) -> None:
    assert told in (problem_of("crm", given) or "")


def test_what_is_wrong_is_said_with_its_line() -> None:
    path = find_places().config / "config.toml"
    path.write_text('theme = "paper"\n\n[commands.crm]\nrun = ["crm", "{phone}"]\n')
    with pytest.raises(SettingsError) as caught:
        load_settings(find_places())
    assert caught.value.line == 3


async def test_no_shell_reads_what_a_person_is_called() -> None:
    said = await run_command(python("import sys; print(sys.argv[1:])", "{name}", "x{id}y"), ADA)
    assert (said.code, said.ended) == (0, "")
    assert said.text == "['Ada; rm -rf ~ $(id)', 'xp1y']\n"


def test_what_is_not_known_or_would_be_an_option_is_not_run() -> None:
    with pytest.raises(DeskError, match="profile page"):
        arguments_of(python("", "{url}"), ADA)
    with pytest.raises(DeskError, match="option"):
        arguments_of(python("", "{name}"), {"name": "--delete-all"})
    # A place within an option is one's own.
    assert arguments_of(python("", "--of={name}"), {"name": "--x"})[-1] == "--of=--x"


async def test_what_it_says_is_text_for_a_terminal() -> None:
    code = (
        r"import sys; sys.stdout.buffer.write(b'\x1b[31mred\x1b[0m\x1b]0;title\x07\xff\x9b2J\a\n')"
    )
    said = await run_command(python(code), ADA)
    assert said.text == "red\ufffd\ufffd2J\n"


async def test_a_failure_is_told_with_what_it_said() -> None:
    said = await run_command(python("import sys; sys.exit('no such person')"), ADA)
    assert (said.code, said.text) == (1, "no such person\n")
    with pytest.raises(DeskError, match="no program"):
        await run_command(Command("x", "X", ("no-such-program-here",)), ADA)


async def test_it_knows_neither_key_nor_deployment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHORTLIST_API_KEY", "sk_secret")
    monkeypatch.setenv("SHORTLIST_BASE_URL", "https://d.example")
    said = await run_command(python("import os; print(dict(os.environ))"), ADA)
    assert "sk_secret" not in said.text and "d.example" not in said.text
    assert "PATH" in said.text


async def test_who_says_too_much_is_ended_with_all_it_started(tmp_path: Path) -> None:
    code = (
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "open(sys.argv[1], 'w').write(str(child.pid))\n"
        "while True: sys.stdout.write('x' * 1000)\n"
    )
    noted = tmp_path / "pid"
    said = await run_command(python(code, str(noted)), ADA, most_bytes=10_000)
    assert said.code is None and "more than" in said.ended
    assert len(said.text) == 10_000
    await asyncio.to_thread(gone, int(noted.read_text()))


async def test_who_takes_too_long_is_ended(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "open(sys.argv[1], 'w').write(str(os.getpid()))\n"
        "print('began', flush=True)\n"
        "time.sleep(600)\n"
    )
    noted = tmp_path / "pid"
    said = await run_command(python(code, str(noted)), ADA, seconds=3)
    assert said.code is None and "longer than 3 s" in said.ended
    if noted.exists():  # it may not have come that far on a busy machine
        await asyncio.to_thread(gone, int(noted.read_text()))


def gone(pid: int) -> None:
    """Wait until a process is no more, or only waits to be counted."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat")
            if state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z":
                return
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("it is still there")
