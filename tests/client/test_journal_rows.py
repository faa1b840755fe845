"""Which rows of the journal are offered, for how long, and who can read the file."""

from __future__ import annotations

import contextlib
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from shortlist.client.journal import Journal, State

NOW = 10_000_000.0
DAY = 86_400.0


async def write(path: Path, state: State, key: str, at: float = NOW) -> None:
    journal = Journal(path, lambda: at)
    await journal.write(State.SENT, key, "POST", "/v1/enrich", b"{}", "http://x", "a")
    if state is not State.SENT:
        await journal.mark(key, state)
    await journal.aclose()


async def offered(path: Path, at: float = NOW) -> list[str]:
    journal = Journal(path, lambda: at)
    rows = await journal.unresolved()
    await journal.aclose()
    return [row.key for row in rows]


def belongs_to(path: Path, process: int) -> None:
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE calls SET process = ?", (process,))


@pytest.fixture
def another() -> Iterator[subprocess.Popen[bytes]]:
    """Another process, until it is told to end."""
    command = [sys.executable, "-c", "import sys; print(flush=True); sys.stdin.read()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process


def ended(process: subprocess.Popen[bytes]) -> int:
    """Its exit code, once it was told to end."""
    assert process.stdin is not None
    process.stdin.close()
    return process.wait(60)


async def test_what_is_not_known_is_offered_for_a_month(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    await write(path, State.UNKNOWN, "long ago", NOW - 31 * DAY)
    await write(path, State.UNKNOWN, "a while ago", NOW - 29 * DAY)
    assert await offered(path) == ["a while ago"]


async def test_a_request_of_another_process_is_offered_once_that_is_gone(
    tmp_path: Path, another: subprocess.Popen[bytes]
) -> None:
    path = tmp_path / "j.db"
    await write(path, State.SENT, "theirs", NOW - 10)
    belongs_to(path, another.pid)
    assert await offered(path) == []
    assert await offered(path, NOW + 1_000) == ["theirs"], "it has not touched it for long"
    assert ended(another) == 0, "it was only looked for"
    assert await offered(path) == ["theirs"]


async def test_a_request_that_may_have_run_is_never_again_one_that_was_not_sent(
    tmp_path: Path,
) -> None:
    path = tmp_path / "j.db"
    for state in (State.SENT, State.UNKNOWN):
        await write(path, state, state)
        journal = Journal(path, lambda: NOW)
        before = await journal.write(
            State.PREPARED, state, "POST", "/v1/enrich", b"{}", "http://x", "a"
        )
        await journal.aclose()
        assert before is state
    with contextlib.closing(sqlite3.connect(path)) as db:
        kept = dict(db.execute("SELECT key, state FROM calls").fetchall())
    assert kept == {"sent": "sent", "unknown": "unknown"}


@pytest.mark.parametrize("mode", [0o644, 0o660])
async def test_a_file_that_others_could_read_is_theirs_no_more(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "j.db"
    path.touch()
    path.chmod(mode)
    await write(path, State.SENT, "mine")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
