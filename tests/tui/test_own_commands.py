"""Programs of one's own on a person: by a key or the palette, as text in a pane."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from tests.tui.fakes import FakeClient, app_on, seen, shows, type_in, until
from textual.pilot import Pilot

from shortlist.desk.config import Settings
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.people.command_pane import CommandPane
from shortlist.tui.features.people.own_commands import refused_keys
from shortlist.tui.kit.palette.entries import list_entries

SAYS = r"import sys; print('\x1b[31mred\x1b]0;title\x07', *sys.argv[1:]); sys.exit(3)"
WAITS = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(600)"


def settings(**commands: dict[str, Any]) -> Settings:
    return Settings(commands=commands)


def program(code: str, *arguments: str, key: str = "f9") -> dict[str, Any]:
    return {"key": key, "label": "Say [b]it[/b]", "run": [sys.executable, "-c", code, *arguments]}


async def search(pilot: Pilot[None]) -> None:
    await shows(pilot, "● ready")
    await type_in(pilot, "vp")
    await pilot.press("enter")
    await shows(pilot, "25 people found")


async def test_a_program_runs_on_a_person_and_what_it_says_is_text() -> None:
    given = settings(say=program(SAYS, "{name}; rm -rf ~", "{id}"))
    app = app_on(FakeClient(), settings=given)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await search(pilot)
        await pilot.press("f9")
        await shows(pilot, "Say [b]it[/b]", "✗ exit code 3  on Amara Okafor")
        await shows(pilot, "red Amara Okafor; rm -rf ~ person_00000")
        assert "\x1b" not in seen(app) and "title" not in seen(app).replace("Title", "")
        await pilot.press("escape", "enter")
        await shows(pilot, "On this machine")
        await pilot.press("f9")
        await shows(pilot, "exit code 3  on Amara Okafor")


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_it_is_stopped_and_ends_with_the_app(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    app = app_on(FakeClient(), settings=settings(wait=program(WAITS, str(told))))

    async def started(pilot: Pilot[None]) -> int:
        told.unlink(missing_ok=True)
        await pilot.press("f9")
        await until(pilot, lambda: told.exists() and told.read_text() != "")
        return int(told.read_text())

    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await search(pilot)
        first = await started(pilot)
        await shows(pilot, "runs  on Amara Okafor", "x stop")
        await pilot.press("x")
        await shows(pilot, "■ stopped")
        await until(pilot, lambda: not alive(first))
        await pilot.press("escape")
        second = await started(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: not alive(second))
        last = await started(pilot)
    deadline = asyncio.get_running_loop().time() + 60
    while alive(last):  # it does not outlive the app
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.to_thread(os.sched_yield)


async def test_the_app_answers_while_a_program_runs(tmp_path: Path) -> None:
    app = app_on(FakeClient(), settings=settings(wait=program(WAITS, str(tmp_path / "pid"))))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await search(pilot)
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, CommandPane))
        await pilot.press("escape", "j")
        await shows(pilot, "2 of 25")


async def test_what_is_not_known_of_them_is_said_and_nothing_is_run() -> None:
    app = app_on(FakeClient(), settings=settings(mail=program(SAYS, "{email}")))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await search(pilot)
        await pilot.press("f9")
        await shows(pilot, "needs their e-mail address, which is not known here")
        assert not isinstance(app.screen, CommandPane)


async def test_it_is_not_run_on_who_is_left_out() -> None:
    store = Store(find_places(), "one")
    store.leave_out([{"person_id": "person_00000"}])
    app = app_on(FakeClient(), store=store, settings=settings(say=program(SAYS, "{id}")))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await search(pilot)
        await pilot.press("f9")
        await shows(pilot, "Left out on this machine")
        assert not isinstance(app.screen, CommandPane)


async def test_a_key_that_the_app_uses_is_refused_and_the_palette_has_it() -> None:
    given = settings(one=program(SAYS, key="r"), two=program(SAYS, key="f9"))
    app = app_on(FakeClient(), settings=given)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await search(pilot)
        await pilot.press("r")
        await shows(pilot, "On this machine")
        await pilot.press("escape")
        names = [entry.name for entry in list_entries(app, app.screen)]
        assert "command: Say [b]it[/b]" in names
        await shows(pilot, "[commands.one] has the key r, which is do.research (research) already")


def test_two_commands_have_not_one_key() -> None:
    given = settings(one=program(SAYS), two=program(SAYS), three=program(SAYS, key="n"))
    told = refused_keys(given.own_commands, {"do.new": "f6"})
    assert list(told) == ["two", "three"]
    assert "[commands.one] already" in told["two"]
    assert "person.networks" in told["three"], "of what [keys] moved, the old key is free"
