"""What an agent would spend waits for a yes in an open app; each of its calls is shown there."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from benchmarks.terminal import Terminal
from tests.cli.conftest import Shell
from tests.cli.deployment import Deployment
from tests.cli.test_agents import billed, called, over_pipes, purse
from tests.forks import begin_in_terminal

from shortlist.desk.agent_calls import is_app_open, say_open
from shortlist.desk.places import find_places
from shortlist.tui.kit.dialogs.base import QUIET_SECONDS


@pytest.fixture(autouse=True)
def sdk() -> None:
    pytest.importorskip("mcp", reason="the SDK comes with the `mcp` extra, and with `test`")


@contextmanager
def app(shell: Shell) -> Iterator[Terminal]:
    environment = {name: shell.environment[name] for name in shell.environment}
    argv = [sys.executable, "-m", "shortlist"]
    size = {"columns": 100, "lines": 30}
    with Terminal(argv, env=environment, begin=begin_in_terminal, **size) as terminal:
        terminal.wait_for("● ready")
        yield terminal


async def on(terminal: Terminal, what: str) -> None:
    await asyncio.to_thread(terminal.wait_for, what)


async def test_a_call_that_would_spend_waits_for_a_yes_and_is_shown(
    shortlist: Shell, deployment: Deployment
) -> None:
    with app(shortlist) as terminal:
        async with over_pipes(shortlist, "--max-cost", "20") as client:
            asked: Any = asyncio.create_task(
                called(client, "search", query="nurses \x1b]0;x\x07 in Oslo", num_results=20)
            )
            await on(terminal, "An agent asks")
            await on(terminal, "20 people: nurses")
            await on(terminal, "at most 2 credits; its purse has 18")
            assert not billed(deployment) and not asked.done()
            # What has the focus spends nothing: `no` is a key away, `yes` two and a wait.
            await on(terminal, "enter no")
            terminal.send("enter")
            done, told = await asked
            assert not done and "said no" in told
            await asyncio.to_thread(terminal.wait_for, "An agent asks", gone=True)
            assert not billed(deployment)
            assert (await purse(client))["left"] == 20

            asked = asyncio.create_task(called(client, "search", query="nurses", num_results=20))
            await on(terminal, "An agent asks")
            await on(terminal, "enter no")
            terminal.send("tab")
            await on(terminal, "enter allow")
            await asyncio.sleep(QUIET_SECONDS + 0.05)
            terminal.send("enter")
            done, found = await asked
            assert done and found["data"]["results"]
            assert billed(deployment) == 1
            terminal.send("\x1b[27u", "I")
            await on(terminal, "agent: usage")
            text = terminal.text
            assert "✗ refused" in text and "✓ done" in text and "≤ 2 cr" in text
            assert "3 calls of agents" in text
            terminal.send("ctrl+q")
            await asyncio.to_thread(terminal.wait_for_exit)
            # Nobody is there any more: the purse alone decides.
            done, _ = await called(client, "search", query="doctors", num_results=20)
            assert done and billed(deployment) == 2


async def test_a_call_is_refused_where_a_yes_is_always_asked_for_and_no_app_is_open(
    shortlist: Shell, deployment: Deployment
) -> None:
    config = find_places().config / "config.toml"
    config.write_text('agent_approval = "always"\n')
    async with over_pipes(shortlist, "--max-cost", "20") as client:
        done, told = await called(client, "search", query="nurses", num_results=20)
        assert not done and "none is open" in told
        assert not billed(deployment)
        assert (await purse(client))["left"] == 20
        config.write_text('agent_approval = "never"\n')
        with say_open(find_places()):
            done, _ = await called(client, "search", query="nurses", num_results=20)
            assert done and billed(deployment) == 1


def test_an_app_is_open_as_long_as_its_file_is(shortlist: Shell) -> None:
    places = find_places()
    assert not is_app_open(places)
    with say_open(places), say_open(places):
        assert is_app_open(places)
    assert not is_app_open(places)
