"""What the journal promises: nothing leaves unwritten, nothing is paid twice, nothing leaks."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.client.deployment import Deployment, Exchange, error, reply
from tests.client.ticking import Ticking

from shortlist.client import (
    AuthRequired,
    CallRecord,
    JournalFailed,
    OutcomeUnknown,
    Shortlist,
    ShortlistError,
    WrongUse,
)
from shortlist.client.journal import Journal, State

ROUTE = "POST /v1/enrich"

ENRICH = """
import asyncio, sys
from pathlib import Path
from shortlist.client import Shortlist
async def main(url, journal, people):
    async with Shortlist(url, "sl_secret", journal=Path(journal)) as client:
        for number in range(int(people)):
            await client.enrich(
                fields=["work_email"], person_id=f"per_{number}", idempotency_key=f"row-{number}"
            )
            print(number, flush=True)
asyncio.run(main(*sys.argv[1:]))
"""

RESUME = """
import asyncio, json, sys
from pathlib import Path
from shortlist.client import Shortlist
async def main(url, journal):
    async with Shortlist(url, "sl_secret", journal=Path(journal)) as client:
        async for resumed in client.resume():
            print(json.dumps([resumed.row.key, resumed.outcome, resumed.value]), flush=True)
asyncio.run(main(*sys.argv[1:]))
"""


async def start(script: str, *arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        script,
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


async def hold_after_running(exchange: Exchange) -> None:
    exchange.server.run(exchange.seen)
    await exchange.gone()


async def test_killed_between_send_and_answer_then_resumed(tmp_path: Path) -> None:
    journal = str(tmp_path / "journal.db")
    async with Deployment() as server:
        server.on(ROUTE, hold_after_running)
        child = await start(ENRICH, server.url, journal, "1")
        await server.until(lambda: bool(server.seen))
        child.kill()
        await child.wait()
        assert server.billed == {"row-0": 1}
        second = await start(RESUME, server.url, journal)
        out, _ = await second.communicate()
        key, outcome, value = json.loads(out)
        assert (key, outcome) == ("row-0", "done")
        assert value["data"]["work_email"]["value"] == "per_0@work_email.example"
        first, again = server.seen
        assert (first.key, first.body) == (again.key, again.body)
        assert server.billed == {"row-0": 1}
        third = await start(RESUME, server.url, journal)
        assert (await third.communicate())[0] == b""


async def test_every_row_once_under_kills(tmp_path: Path) -> None:
    journal, rows = str(tmp_path / "journal.db"), 12
    async with Deployment() as server:
        faults = iter(range(10_000))
        held = asyncio.Event()

        async def shaky(exchange: Exchange) -> None:
            match next(faults) % 6:
                case 1:
                    exchange.server.run(exchange.seen)
                    exchange.reset()
                case 3:
                    exchange.server.run(exchange.seen)
                    held.set()
                    await exchange.gone()
                case 5:
                    held.set()
                    await exchange.gone()
                case _:
                    await server.answer(exchange)

        server.always(ROUTE, shaky)
        kills = 0
        while True:
            held.clear()
            child = await start(ENRICH, server.url, journal, str(rows))
            ended = asyncio.create_task(child.wait())
            holding = asyncio.create_task(held.wait())
            await asyncio.wait((ended, holding), return_when=asyncio.FIRST_COMPLETED)
            holding.cancel()
            if not ended.done():
                kills += 1
                child.kill()
            await ended
            if child.returncode == 0:
                break
            if kills == 4:
                server.always(ROUTE, server.answer)
        assert kills == 4
        assert server.billed == {f"row-{number}": 1 for number in range(rows)}


async def test_the_row_is_committed_before_the_first_byte(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    rows: list[Any] = []

    async def look(exchange: Exchange) -> None:
        with contextlib.closing(sqlite3.connect(path)) as db:
            rows.extend(db.execute("SELECT key, body, state, path, origin FROM calls"))
        await exchange.server.answer(exchange)

    async with Deployment() as server, Shortlist(server.url, "sl_secret", journal=path) as client:
        server.on(ROUTE, look)
        await client.enrich(fields=["phone"], email="a@b.example")
        seen = server.seen[0]
        assert rows == [(seen.key, seen.body, "sent", "/v1/enrich", server.url)]
        # That it is done is noted soon, with nothing else going on.
        await noted(lambda: states_in(path) == [("done", None)])


async def test_what_is_done_is_noted_by_the_time_the_client_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with Deployment() as server:
        async with Shortlist(server.url, "sl_secret", journal=path) as client:
            await client.enrich(fields=["phone"], email="a@b.example")
        assert states_in(path) == [("done", None)]


async def test_what_is_cancelled_while_it_waits_is_committed_as_well(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal = Journal(path, lambda: 1.0)
    await journal.unresolved()
    with contextlib.closing(sqlite3.connect(path)) as other:
        # The disk is held by another program.
        other.execute("BEGIN IMMEDIATE")
        writes = [
            asyncio.create_task(
                journal.write(State.SENT, f"k{number}", "POST", "/v1/search", b"{}", "http://x", "")
            )
            for number in range(3)
        ]
        await asyncio.sleep(0)
        writes[-1].cancel()
        other.execute("ROLLBACK")
        await asyncio.wait(writes)
    assert writes[-1].cancelled() and all(write.result() is None for write in writes[:-1])
    await journal.aclose()
    assert states_in(path) == [("sent", b"{}")] * 3


async def test_a_key_of_another_body_stops_itself_alone(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db", lambda: 1.0)
    wrote = await asyncio.gather(
        *(
            journal.write(State.SENT, key, "POST", "/v1/search", body, "http://x", "")
            for key, body in (("a", b"1"), ("a", b"2"), ("b", b"3"), ("b", b"3"))
        ),
        return_exceptions=True,
    )
    assert wrote[0] is None and wrote[2] is None and wrote[3] is State.SENT
    assert isinstance(wrote[1], WrongUse) and wrote[1].code == "idempotency_conflict"
    assert [row.body for row in await journal.unresolved()] == []  # this process is at work
    await journal.aclose()
    assert states_in(tmp_path / "journal.db") == [("sent", b"1"), ("sent", b"3")]


def states_in(path: Path) -> list[Any]:
    with contextlib.closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT state, body FROM calls ORDER BY key").fetchall()


async def test_private_and_without_the_key(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    calls: list[CallRecord] = []
    async with Deployment() as server:
        client = Shortlist(
            server.url, "sl_secret_key", journal=folder / "j.db", on_call=calls.append
        )
        async with client:
            server.always(ROUTE, error(402, "insufficient_acu", "No: sl_nothing"))
            with pytest.raises(ShortlistError) as caught:
                await client.enrich(fields=["phone"], email="who@example.org")
            server.always("POST /v1/search", reply(200, "<html>"))
            assert "sl_secret_key" not in repr(client) + str(caught.value) + repr(client.connection)
            assert "who@example.org" not in repr(calls)
            for file in folder.iterdir():
                assert stat.S_IMODE(file.stat().st_mode) == 0o600
                assert b"sl_secret_key" not in file.read_bytes()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


async def test_a_link_in_the_way_is_refused_and_nothing_leaves(tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    target.write_text("")
    (tmp_path / "j.db").symlink_to(target)
    async with Deployment() as server:
        async with Shortlist(server.url, "sl_a", journal=tmp_path / "j.db") as client:
            with pytest.raises(JournalFailed, match="Nothing was sent"):
                await client.enrich(fields=["phone"], person_id="per_1")
        assert server.seen == []
    assert target.read_text() == ""


async def test_a_file_that_is_no_journal_is_refused_and_nothing_leaves(tmp_path: Path) -> None:
    (tmp_path / "j.db").write_text("not a database, and longer than one hundred bytes " * 9)
    async with Deployment() as server:
        async with Shortlist(server.url, "sl_a", journal=tmp_path / "j.db") as client:
            with pytest.raises(JournalFailed, match=str(tmp_path / "j.db")):
                await client.search("x")
        assert server.seen == []


async def test_rows_of_others_and_old_rows_are_left_alone(tmp_path: Path, ticking: Ticking) -> None:
    path = tmp_path / "j.db"
    async with Deployment() as server:
        server.always(ROUTE, reply(502, b""))
        mine = Shortlist(server.url, "sl_mine", journal=path, clock=ticking.clock)
        theirs = Shortlist(server.url, "sl_theirs", journal=path, clock=ticking.clock)
        async with mine, theirs:
            for client in (mine, theirs):
                with pytest.raises(ShortlistError):
                    await client.enrich(fields=["phone"], person_id="per_1")
            server.always(ROUTE, server.answer)
            assert len(await mine.unresolved()) == 2
            ticking.now += 25 * 3600
            outcomes = [(one.outcome, one.reason) async for one in mine.resume()]
            assert [outcome for outcome, _ in outcomes] == ["skipped", "skipped"]
            assert {"another API key" in (reason or "") for _, reason in outcomes} == {True, False}
            billed = dict(server.billed)
            assert billed == {}
            kept = [one.outcome async for one in mine.resume(include_stale=True)]
            assert sorted(kept) == ["done", "skipped"]
            (left,) = await mine.unresolved()
            await mine.forget(left)
            assert await mine.unresolved() == []


async def test_final_rows_are_pruned_after_a_day(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    now = 1_000_000.0
    for age, key in ((90_000.0, "old"), (10.0, "new")):
        journal = Journal(path, lambda age=age: now - age)
        await journal.write(State.SENT, key, "POST", "/v1/search", b"{}", "http://x", "a")
        await journal.mark(key, State.DONE)
        await journal.aclose()
    journal = Journal(path, lambda: now)
    await journal.unresolved()
    await journal.aclose()
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT key FROM calls").fetchall() == [("new",)]


async def test_an_answer_is_kept_when_its_end_cannot_be_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(self: Journal, *arguments: Any, **named: Any) -> None:
        raise JournalFailed("disk full")

    journal = tmp_path / "j.db"
    async with Deployment() as server, Shortlist(server.url, "sl_a", journal=journal) as client:
        monkeypatch.setattr(Journal, "mark", full)
        answer = await client.enrich(fields=["phone"], person_id="per_1")
        assert answer.data["phone"].status == "found"


async def test_cancelled_after_sending_it_finishes_under_the_client(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    go = asyncio.Event()

    async def slow(exchange: Exchange) -> None:
        await go.wait()
        await exchange.server.answer(exchange)

    calls: list[CallRecord] = []
    async with Deployment() as server:
        client = Shortlist(server.url, "sl_a", journal=path, on_call=calls.append)
        async with client:
            server.on(ROUTE, slow)
            screen = asyncio.create_task(client.enrich(fields=["phone"], person_id="per_1"))
            await server.until(lambda: bool(server.seen))
            screen.cancel()
            with pytest.raises(asyncio.CancelledError):
                await screen
            go.set()
        assert list(server.billed.values()) == [1]
    assert [call.error for call in calls] == [None]
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT state FROM calls").fetchall() == [("done",)]


async def test_cancelled_before_sending_nothing_leaves(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    go = asyncio.Event()

    async def slow(exchange: Exchange) -> None:
        await go.wait()
        await exchange.server.answer(exchange)

    async with Deployment() as server, Shortlist(server.url, "sl_a", journal=path) as client:
        server.always(ROUTE, slow)
        tasks = [
            asyncio.create_task(client.enrich(fields=["phone"], person_id=f"per_{n}"))
            for n in range(6)
        ]
        # Four fly, two wait for a slot.
        await server.until(lambda: len(server.seen) == 4)
        for task in tasks[4:]:
            task.cancel()
        await asyncio.gather(*tasks[4:], return_exceptions=True)
        go.set()
        await asyncio.gather(*tasks[:4])
        assert server.count(ROUTE) == 4
        assert sum(server.billed.values()) == 4
        assert await client.unresolved() == []


async def test_replay_of_what_is_still_in_flight_waits(tmp_path: Path, ticking: Ticking) -> None:
    async with Deployment() as server:
        client = Shortlist(server.url, "sl_a", journal=tmp_path / "j.db", clock=ticking.clock)
        async with client:
            server.on(ROUTE, *[reply(504, b"")] * 4)
            with pytest.raises(ShortlistError):
                await client.enrich(fields=["phone"], person_id="per_1")
            busy = error(409, "idempotency_conflict", headers={"retry-after": "1"})
            server.on(ROUTE, busy, busy)
            assert [one.outcome async for one in client.resume()] == ["done"]
            waits = ticking.slept[-2:]
            assert waits[0] >= 1 and waits[1] > waits[0]


async def test_unknown_stays_unknown_until_it_is_known(tmp_path: Path, ticking: Ticking) -> None:
    async with Deployment() as server:
        client = Shortlist(server.url, "sl_a", journal=tmp_path / "j.db", clock=ticking.clock)
        async with client:
            lost = reply(200, "<html>")
            server.on(ROUTE, lost, lost, lost)
            with pytest.raises(OutcomeUnknown):
                await client.enrich(fields=["phone"], person_id="per_1")
            server.on(ROUTE, reply(429, b"", retry_after="500"))
            assert [one.outcome async for one in client.resume()] == ["unknown"]
            ticking.now += 600
            server.on(ROUTE, error(401, "expired_api_key"))
            assert [one.outcome async for one in client.resume()] == ["unknown"]
            client._link._executor.limiter.admit()  # type: ignore[union-attr]
            assert [one.outcome async for one in client.resume()] == ["done"]


async def noted(met: Callable[[], bool]) -> None:
    """Wait until the file says so; it is written on a thread of its own."""
    async with asyncio.timeout(60):
        while not met():  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_what_waits_for_its_turn_is_written_down_and_settled(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    go = asyncio.Event()

    async def refuse_late(exchange: Exchange) -> None:
        await go.wait()
        await error(401, "expired_api_key")(exchange)

    def states() -> dict[str, str]:
        with contextlib.closing(sqlite3.connect(path)) as db:
            return dict(db.execute("SELECT key, state FROM calls").fetchall())

    async with Deployment() as server, Shortlist(server.url, "sl_w", journal=path) as client:
        server.always(ROUTE, refuse_late)
        tasks = [
            asyncio.create_task(
                client.enrich(fields=["phone"], person_id=f"per_{n}", idempotency_key=f"k{n}")
            )
            for n in range(6)
        ]
        # Four fly, two wait for a slot.
        await server.until(lambda: len(server.seen) == 4)
        await noted(lambda: len(states()) == 6)
        waiting = sorted(key for key, state in states().items() if state == "prepared")
        assert len(waiting) == 2
        last = tasks[int(waiting[1][1:])]
        last.cancel()
        await asyncio.gather(last, return_exceptions=True)
        await noted(lambda: states()[waiting[1]] == "rejected")
        # The key is refused: who waits for a slot is told so without being sent.
        go.set()
        others = await asyncio.gather(
            *(task for task in tasks if task is not last), return_exceptions=True
        )
        assert all(isinstance(other, AuthRequired) for other in others)
        assert len(server.seen) == 4
        assert set(states().values()) == {"rejected"}


async def test_a_row_that_nobody_wrote_is_told_and_waited_for_by_nobody(tmp_path: Path) -> None:
    """A damaged file may open: whoever asks for its rows hears of it."""
    path = tmp_path / "j.db"
    journal = Journal(path, lambda: 5.0)
    await journal.write(State.SENT, "k", "POST", "/v1/search", b"{}", "http://a", "x")
    await journal.aclose()
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE calls SET updated_at = 'long ago', process = 'nobody'")
    journal = Journal(path, lambda: 5.0)
    async with asyncio.timeout(60):
        with pytest.raises(JournalFailed):
            await journal.unresolved()
        await journal.write(State.SENT, "k2", "POST", "/v1/search", b"{}", "http://a", "x")
    await journal.aclose()


async def test_another_program_that_closes_it_takes_no_log_from_a_program_with_two_of_them_open(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.db"
    one, two = Journal(path, time.time), Journal(path, time.time)
    assert await one.every() == await two.every() == []
    program = (
        "import asyncio, sys, pathlib, time\n"
        "from shortlist.client.journal import Journal\n"
        "async def look():\n"
        "    journal = Journal(pathlib.Path(sys.argv[1]), time.time)\n"
        "    await journal.every()\n"
        "    await journal.aclose()\n"
        "asyncio.run(look())\n"
    )
    done = await asyncio.create_subprocess_exec(sys.executable, "-c", program, str(path))
    assert await done.wait() == 0
    assert path.with_name("journal.db-wal").exists()
    await one.aclose()
    await two.aclose()
