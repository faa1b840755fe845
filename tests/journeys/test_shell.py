"""The shell in a pseudo-terminal: requests, several profiles, a restart with nothing there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.terminal import Terminal
from tests.forks import begin_in_terminal
from tests.journeys.test_app import app, nurse, press
from tests.service.server import SOURCE, RunningService, running_service


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningService, ...]]:
    """Two deployments with people of their own."""
    folder = tmp_path_factory.mktemp("two")
    first = [nurse(number) for number in range(12)]
    elsewhere = {"company": "Harbour Clinic", "summary": "A nurse at Harbour Clinic."}
    second = [{**nurse(n), **elsewhere} for n in range(20, 27)]
    with (
        running_service(folder / "one", people=first) as one,
        running_service(folder / "two", people=second) as other,
    ):
        yield one.wait_ready(60), other.wait_ready(60)


def without_deployment(home: Path) -> dict[str, str]:
    """The environment of somebody who has saved profiles in `home`, and no system keyring."""
    return {
        "SHORTLIST_HOME": str(home),
        "PYTHONPATH": str(SOURCE),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }


def save(name: str, service: RunningService, home: Path) -> None:
    command = [sys.executable, "-m", "shortlist", "profiles", "add", name]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SHORTLIST_")}
    subprocess.run(
        [*command, "--base-url", service.url],
        input=service.key,
        text=True,
        check=True,
        capture_output=True,
        env={**environment, **without_deployment(home)},
        timeout=60,
    )


def test_two_profiles_with_their_own_people_money_and_requests(
    two: tuple[RunningService, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SHORTLIST_BASE_URL", raising=False)
    monkeypatch.delenv("SHORTLIST_API_KEY", raising=False)
    home = tmp_path / "home"
    save("harbour", two[1], home)
    save("lakeside", two[0], home)
    argv = [sys.executable, "-m", "shortlist"]
    size = {"columns": 140, "lines": 45}
    env = without_deployment(home)
    with Terminal(argv, env=env, begin=begin_in_terminal, **size) as terminal:
        terminal.wait_for("lakeside  ● ready", 60)
        terminal.send("nurses", "enter")
        terminal.wait_for("12 people found")

        # The other deployment: its name, and nothing of the first.
        press(terminal, "escape", "P")
        terminal.wait_for("Profiles")
        terminal.wait_for(two[1].url)
        press(terminal, "up", "enter")
        terminal.wait_for("harbour  ● ready")
        terminal.wait_for("12 people found", gone=True)
        press(terminal, "escape", "/")
        terminal.send("nurses", "enter")
        terminal.wait_for("7 people found")
        terminal.wait_for("Harbour Clinic")
        assert "Lakeside" not in terminal.text

        # The first again, as it was left.
        press(terminal, "escape", "P")
        terminal.wait_for("open")
        press(terminal, "down", "enter")
        terminal.wait_for("lakeside  ● ready")
        terminal.wait_for("12 people found")

        # Its receipts are its own.
        press(terminal, "escape", "5")
        terminal.wait_for("1 receipt · 2 credits")

        # Every call of both, and no key in any.
        press(terminal, "I")
        terminal.wait_for("Requests of this session")
        press(terminal, "/")
        terminal.send("/v1/search")
        terminal.wait_for(lambda t: t.text.count("POST /v1/search") >= 2)
        press(terminal, "enter")
        terminal.wait_for("$SHORTLIST_API_KEY")
        terminal.wait_for("Idempotency key")
        assert two[1].url in terminal.text  # the newest one
        for service in two:
            assert service.key.encode() not in terminal.raw
        # The first empties the filter.
        press(terminal, "escape", "escape", "q")
        assert terminal.wait_for_exit() == 0


def test_a_restart_with_the_service_gone_shows_what_was_loaded(tmp_path: Path) -> None:
    home = tmp_path / "home"
    people = [nurse(number) for number in range(12)]
    with running_service(tmp_path / "data", people=people) as service:
        service.wait_ready(60)
        with app(service, home, columns=80, lines=24) as terminal:
            terminal.wait_for("● ready")
            terminal.send("nurses in Toronto", "enter")
            terminal.wait_for("12 people found")
            press(terminal, "escape", "q")
            terminal.wait_for_exit()
        service.kill()
        with app(service, home, columns=80, lines=24) as terminal:
            terminal.wait_for("✗ offline, ", 90)
            terminal.wait_for("Lakeside Hos")
            terminal.wait_for("12 people found")
            press(terminal, "escape", "5", "t")
            terminal.wait_for("1 receipt · 2 credits")
            press(terminal, "q")
            assert terminal.wait_for_exit() == 0
