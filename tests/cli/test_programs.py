"""The commands among other programs: pipes, signals, terminals, shells, and what they import."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

import pytest
from tests.cli.conftest import SOURCE, Shell
from tests.cli.deployment import Deployment, Seen, reply

from shortlist.cli import main

BARE = True
"""Every program is started as anybody starts it."""


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has after running `code`."""
    program = f"{code}\nimport sys\nsys.__stdout__.write('\\n' + ' '.join(sys.modules))"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        check=True,
        timeout=60,
        text=True,
    )
    return set(ended.stdout.splitlines()[-1].split())


HELP = "from shortlist.cli.main import run\nassert run(['--help']) == 0"


def test_help_loads_next_to_nothing() -> None:
    loaded = loaded_by(HELP)
    assert not loaded & {"httpx", "pydantic", "rich", "textual", "keyring", "asyncio", "sqlite3"}
    assert not any(name.startswith(("shortlist.service", "shortlist.tui")) for name in loaded)


def test_the_client_loads_neither_the_app_nor_the_service() -> None:
    loaded = loaded_by("import shortlist.client\nshortlist.client.Shortlist")
    assert not any(
        name.split(".")[0] in ("textual", "fastapi", "sqlalchemy")
        or name.startswith(("shortlist.service.", "shortlist.tui.", "shortlist.cli."))
        for name in loaded
    )


def test_the_app_loads_no_part_of_the_service() -> None:
    loaded = loaded_by("import shortlist.tui.app")
    assert not any(name.startswith("shortlist.service") for name in loaded)
    assert not loaded & {"httpx", "keyring", "fastapi", "sqlalchemy"}


def test_the_desk_loads_no_part_of_the_service() -> None:
    loaded = loaded_by(
        "from shortlist.desk import bulk, config, connection, exports, local_service, lookups\n"
        "from shortlist.desk import people_csv, person_rows, places, profiles, store"
    )
    assert not any(name.startswith("shortlist.service") for name in loaded)
    assert not loaded & {"httpx", "keyring", "openpyxl", "pyarrow"}


def test_a_reader_that_leaves_early_is_no_error(shortlist: Shell, deployment: Deployment) -> None:
    deployment.admitted = 5_000
    running = shortlist.start(
        *("sets", "items", "set_1", "--all", "--json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    running.stdout.readline()
    running.stdout.close()
    assert running.wait(60) == 0
    assert running.stderr is not None
    assert running.stderr.read() == b""


def test_ctrl_c_is_one_line_and_130(shortlist: Shell, deployment: Deployment) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def wait(seen):
        asked.set()
        go_on.wait(60)

    deployment.fault = wait
    running = shortlist.start("usage", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert asked.wait(60)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    go_on.set()
    assert (running.returncode, out, err) == (130, b"", b"Interrupted.\n")


def test_ctrl_c_while_a_native_module_is_loaded_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def loading(*_: object, **__: object) -> None:
        raise ImportError("initialization failed") from KeyboardInterrupt()

    monkeypatch.setattr(main._root, "main", loading)
    assert main.run(["index", "stats"]) == 130
    assert capsys.readouterr().err == "Interrupted.\n"


def on_a_terminal(
    shell: Shell, *arguments: str, columns: int = 60, prompt: str = "", typed: str = ""
) -> str:
    """What a command writes to a terminal of that width; `typed` answers `prompt`."""
    main, side = pty.openpty()
    environment = {**shell.environment, "TERM": "xterm-256color"}
    environment.pop("COLUMNS", None)
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    running = subprocess.Popen(
        [sys.executable, "-m", "shortlist", *arguments],
        stdin=side,
        stdout=side,
        stderr=side,
        env=environment,
    )
    os.close(side)
    shown = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        ready, _, _ = select.select([main], [], [], 0.5)
        if not ready:
            continue
        try:
            chunk = os.read(main, 65536)
        except OSError:
            break
        if not chunk:
            break
        shown += chunk
        if typed and prompt.encode() in shown:
            os.write(main, typed.encode())
            typed = ""
    os.close(main)
    running.wait(60)
    return shown.decode()


def test_a_table_fits_the_terminal(shortlist: Shell) -> None:
    shown = on_a_terminal(shortlist, "search", "engineers")
    rows = [line for line in shown.splitlines() if "Person" in line]
    assert len(rows) == 10
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    assert max(map(len, plain.splitlines())) <= 60


def test_ids_that_are_needed_are_whole_and_others_make_room(shortlist: Shell) -> None:
    assert "set_1" in on_a_terminal(shortlist, "sets", "list", columns=30)
    assert "person id" not in on_a_terminal(shortlist, "search", "engineers", columns=80)
    assert "person id" in on_a_terminal(shortlist, "search", "engineers", columns=120)


def test_a_full_disk_is_one_line(shortlist: Shell) -> None:
    with Path("/dev/full").open("w") as full:
        running = shortlist.start("usage", "--json", stdout=full.fileno(), stderr=subprocess.PIPE)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 1
    assert err.count(b"\n") == 1
    assert b"No space left" in err


def test_a_pipe_gets_whole_cells(shortlist: Shell) -> None:
    assert "Oslo, Norway" in shortlist("search", "x", env={"COLUMNS": "30"}).out


def test_no_color_means_none(shortlist: Shell) -> None:
    shortlist.environment["NO_COLOR"] = "1"
    assert "\x1b[3" not in on_a_terminal(shortlist, "search", "engineers")


def test_progress_shows_only_on_a_terminal(shortlist: Shell) -> None:
    assert "admitted" in on_a_terminal(shortlist, "sets", "watch", "set_1", columns=100)
    assert "\r" not in shortlist("sets", "watch", "set_1").err


def test_binary_formats_refuse_a_terminal(shortlist: Shell) -> None:
    shown = on_a_terminal(shortlist, "sets", "export", "set_1", "--format", "xlsx", columns=200)
    assert "not for a terminal" in shown
    assert "PK" not in shown


def test_a_typed_key_is_not_shown(alone: Shell) -> None:
    shown = on_a_terminal(
        alone,
        *("profiles", "add", "work", "--base-url", "https://people.example.org"),
        columns=200,
        prompt="API key: ",
        typed="sk_typed_1\n",
    )
    assert "Saved work" in shown
    assert "sk_typed_1" not in shown


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(alone: Shell, shell: str) -> None:
    script = alone("completion", shell)
    assert "_SHORTLIST_COMPLETE" in script.out
    asked = {
        "_SHORTLIST_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": "shortlist se",
        "COMP_CWORD": "1" if shell != "fish" else "se",
    }
    assert "search" in alone(env=asked).out


def test_the_app_needs_a_terminal(alone: Shell) -> None:
    ended = alone()
    assert ended.code == 2
    assert "needs a terminal" in ended.err


def test_help_and_version(alone: Shell) -> None:
    shown = alone("--help")
    assert shown.code == 0
    for command in ("search", "sets", "enrich", "person", "usage", "profiles", "journal", "serve"):
        assert f"\n  {command} " in shown.out
    assert alone("--version").out.startswith("shortlist ")


def test_json_is_utf8_whatever_the_locale(shortlist: Shell, deployment: Deployment) -> None:
    from tests.cli.deployment import person, reply

    results = [{"person": {**person(1), "name": "Зоя 🧑‍🔬"}}]
    deployment.fault = lambda seen: reply({"data": {"results": results}, "meta": {}})
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert "Зоя 🧑‍🔬" in shortlist("search", "x", "--json", env=plain).out
    assert shortlist("search", "x", env=plain).code == 0


def test_a_bulk_run_says_when_the_rate_limit_holds_it(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    limited = []

    def once(seen: Seen):
        limited.append(seen)
        error = {"error": {"code": "rate_limited"}}
        return reply(error, 429, Retry_After="2") if len(limited) == 1 else None

    deployment.fault = once
    source = tmp_path / "in.csv"
    source.write_text("email\na@x.org\nb@x.org\n")
    shown = on_a_terminal(
        shortlist,
        *("enrich", "--from", str(source), "--fields", "phone"),
        *("-o", str(tmp_path / "out.csv"), "--yes"),
        columns=100,
    )
    assert re.search(r"of 2  \d+ credits?  0:0\d.*  waiting for the rate limit, [123] s", shown)
    assert "2 rows, 2 with something found" in shown


def test_an_import_asks_a_person_what_it_does_not_know(alone: Shell, tmp_path: Path) -> None:
    """On a terminal; the other test of imports sees that a script is asked nothing."""
    table, data = tmp_path / "people.csv", tmp_path / "data"
    table.write_text("Name,Title,Firma,Remark\nAda Byron,Count,Analytical,late \x1b[31magain\n")
    arguments = ("index", "import", str(table), "--data-dir", str(data))
    shown = on_a_terminal(
        alone, *arguments, columns=200, prompt="y if it is company", typed="y\n-\n"
    )
    assert "Column “Firma” (Analytical)" in shown
    assert "Column “Remark” (late" in shown and "\x1b[31m" not in shown
    assert "1 added" in shown and "not used: Remark" in shown
    asked = alone(*arguments)
    assert "not known" not in asked.err + asked.out
    assert "kept to be found by their words: Firma, Remark" in asked.err
    assert "(likely --map Firma=company" in asked.err
