"""A machine that sleeps while a Set runs: nothing of it is missing when it wakes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_app import app, nurse, press, spend
from tests.service.server import RunningService, running_service


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    people = [nurse(number) for number in range(40)]
    with running_service(tmp_path_factory.mktemp("asleep") / "data", people=people) as service:
        yield service.wait_ready(60)


def sets_of(service: RunningService) -> list[dict[str, Any]]:
    """The Sets of the service; none where it is asked too often."""
    with service.client() as client:
        sets: list[dict[str, Any]] = client.get("/v1/sets").json().get("data", [])
        return sets


def when_it_is(service: RunningService, status: str) -> dict[str, Any]:
    """The only Set of the service, once that is its status."""
    deadline = time.monotonic() + 60
    while True:
        sets = sets_of(service)
        if sets and status in ("", sets[0]["status"]):
            return sets[0]
        assert time.monotonic() < deadline, sets
        time.sleep(1)  # as often as a key may ask


def test_an_app_that_slept_while_a_set_ran_shows_all_of_it(
    deployment: RunningService, tmp_path: Path
) -> None:
    with app(deployment, tmp_path / "home", columns=80, lines=24) as terminal:
        terminal.wait_for("● ready")
        press(terminal, "escape", "n")
        terminal.wait_for("New Set")
        terminal.send("nurses at Lakeside Hospital")
        terminal.wait_for("nurses at Lakeside Hospital")
        press(terminal, "enter")
        spend(terminal, "create")
        # Wherever it is with that: the request may have left, and the Set may run.
        when_it_is(deployment, "")
        os.kill(terminal.pid, signal.SIGSTOP)
        ended = when_it_is(deployment, "completed")
        before = len(terminal.raw)
        os.kill(terminal.pid, signal.SIGCONT)
        # It takes the terminal over anew, and no key is for it before that.
        terminal.wait_for(lambda t: b"\x1b[?1049h" in t.raw[before:])
        terminal.wait_for("Done:")
        press(terminal, "3")
        terminal.wait_for(f"{ended['item_count']} loaded")
        press(terminal, "q")
        assert terminal.wait_for_exit() == 0
