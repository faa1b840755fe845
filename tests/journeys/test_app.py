"""The main job in the real app, in a pseudo-terminal, against the real service.

Search, a Set of the same question, watched to its end, its people, three of them selected, their
addresses resolved, a file, and the bill.
"""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from benchmarks.terminal import Terminal
from tests.forks import begin_in_terminal
from tests.service.server import SOURCE, RunningService, running_service

from shortlist.desk.store import FILE_NAME
from shortlist.tui.kit.dialogs.base import QUIET_SECONDS

FIRST = ("Amina", "Björn", "Chloé", "Dario", "Esi", "Farid", "Grete", "Hana", "Ivo", "Jun")
LAST = ("Adeyemi", "Bergström", "Castillo", "Dubois", "Eriksen", "Fontaine", "Gupta", "Haas")


def nurse(number: int) -> dict[str, Any]:
    first, last = FIRST[number % 10], LAST[number // 10 % 8]
    address = f"{first}.{last}{number}@hospital.example".lower()
    return {
        "id": f"made_{number:03}",
        "dataset": "made-up",
        "name": f"{first} {last}",
        "first_name": first,
        "last_name": last,
        "title": "Registered Nurse" if number % 2 else "Nurse Manager",
        "company": "Lakeside Hospital",
        "company_domain": "hospital.example",
        "industry": "Hospitals and health care",
        "location": "Toronto, Ontario, Canada",
        "city": "Toronto",
        "region": "Ontario",
        "country": "Canada",
        "status": "current",
        "summary": f"{first} {last} is a nurse at Lakeside Hospital in Toronto.",
        "contacts": {
            "work_email": {
                "value": address,
                "source": "staff page",
                "last_seen": "2026-10-02T08:00:00.000Z",
            }
        },
    }


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    people = [nurse(number) for number in range(40)]
    with running_service(tmp_path_factory.mktemp("deployment") / "data", people=people) as service:
        yield service.wait_ready(60)


@contextmanager
def app(
    service: RunningService, home: Path, columns: int = 120, lines: int = 40, **env: str
) -> Iterator[Terminal]:
    """The app on that deployment, with its imports done."""
    settings = {
        "SHORTLIST_HOME": str(home),
        "SHORTLIST_BASE_URL": service.url,
        "SHORTLIST_API_KEY": service.key,
        "PYTHONPATH": str(SOURCE),
        **env,
    }
    argv = [sys.executable, "-m", "shortlist"]
    cwd = str(home.parent)
    size = {"columns": columns, "lines": lines}
    with Terminal(argv, env=settings, cwd=cwd, begin=begin_in_terminal, **size) as terminal:
        terminal.wait_for("Who are you looking for")
        yield terminal


ESCAPE = "\x1b[27u"
"""The key as terminals send it that say which key it was. A lone escape byte is told from the
start of a sequence by the silence after it, which an app that reads late cannot hear."""


def press(terminal: Terminal, *keys: str) -> None:
    """Press keys at the pace of a person."""
    for key in keys:
        terminal.send(ESCAPE if key == "escape" else key)
        terminal.settle(0.1, within=2)


def spend(terminal: Terminal, verb: str) -> None:
    """Press the button that spends, which does `verb`.

    It lets a held key pass by: it wants half a second of quiet once it is in focus, and the foot
    of the frame says when it is.
    """
    terminal.wait_for(f"enter {verb}")
    time.sleep(QUIET_SECONDS + 0.05)
    press(terminal, "enter")


def resolve(terminal: Terminal) -> None:
    press(terminal, "e")
    terminal.wait_for("Resolve contact details")
    spend(terminal, "resolve")


def day_of(terminal: Terminal, day: str) -> str:
    """The line of a day in the table of Usage; the receipts beside it name days too."""
    # A bar at its left edge says that the page has the focus.
    lines = (line.lstrip("│").strip() for line in terminal.screen.display)
    return next((line for line in lines if line.startswith(day)), "")


def account(service: RunningService) -> dict[str, Any]:
    with service.client() as client:
        return client.get("/v1/account/usage").json()["data"]


def test_the_main_job_from_the_question_to_the_bill(
    deployment: RunningService, tmp_path: Path
) -> None:
    used_before = account(deployment)["credits"]["used"]
    home = tmp_path / "home"
    with app(deployment, home) as terminal:
        terminal.wait_for("credits left")

        # Search
        terminal.send("nurses in Toronto", "enter")
        terminal.wait_for("25 people found")
        assert "3 credits charged" in terminal.text
        assert "Lakeside Hospital" in terminal.text

        # A Set of the same question
        press(terminal, "n")
        terminal.wait_for("Create · up to 3 credits")
        assert "nurses in Toronto" in terminal.text
        press(terminal, "tab", "tab", "tab", "2", "enter")
        terminal.wait_for("pays for 20 people: it stops there")
        spend(terminal, "create")

        # Live to its end, with the reason
        terminal.wait_for("Stopped: its budget was used up, with 20 people admitted.", 60)
        terminal.wait_for("2 credits spent · 0 reserved · 2 allowed")
        terminal.wait_for("20 of 25 admitted")

        # Its people; three of them
        press(terminal, "3")
        terminal.wait_for("20 loaded · 0 selected · 20 known in total")
        terminal.wait_for(lambda t: "✓" in t.line_with("Nurse"))
        press(terminal, "space", "space", "space")
        terminal.wait_for("3 selected")

        # Their addresses
        press(terminal, "e")
        terminal.wait_for("e asks for the work e-mail of 3 people: at most 3 credits")
        resolve(terminal)
        terminal.wait_for("✓ 3 found")
        # They came with the import, so nothing is charged for them.
        terminal.wait_for("0 credits charged here")
        assert "@hospital.example" in terminal.text

        # A file
        press(terminal, "w")
        terminal.wait_for("enter writes 3 people, selected")
        press(terminal, "enter")
        terminal.wait_for("3 people written to")

        # The bill
        press(terminal, "5")
        terminal.wait_for(f"{used_before + 5:,.0f} used")
        today = time.strftime("%Y-%m-%d", time.gmtime())
        terminal.wait_for(lambda t: day_of(t, today).split()[1:5] == ["3", "2", "·", "·"])
        press(terminal, "q")
        assert terminal.wait_for_exit() == 0
        # The terminal is as it was: the main screen, the cursor shown, no mouse reports.
        assert terminal.raw.rindex(b"\x1b[?1049l") > terminal.raw.rindex(b"\x1b[?1049h")
        assert b"\x1b[?25h" in terminal.raw[terminal.raw.rindex(b"\x1b[?1049l") :]

    rows = list(csv.DictReader((tmp_path / "people.csv").open(encoding="utf-8-sig", newline="")))
    assert len(rows) == 3
    for row in rows:
        made = nurse(int(row["person_id"].removeprefix("made_")))
        assert row["name"] == made["name"]
        assert row["work_email"] == made["contacts"]["work_email"]["value"]
        assert row["work_email_status"] == "found"
        assert row["query"] == "nurses in Toronto"
        assert row["set_id"].startswith("set_")
    assert account(deployment)["credits"]["used"] == used_before + 5
    # What the lookups came to is known to whoever asks next: found, and not billed.
    with closing(sqlite3.connect(home / "data" / FILE_NAME)) as db:
        told = db.execute("SELECT field, provider, found, billed FROM outcomes").fetchall()
    assert told == [("work_email", "directory", 1, 0)] * 3


def test_the_main_job_on_a_bare_start_with_the_sample(tmp_path: Path) -> None:
    """Nothing configured: the service starts behind the app, with the sample directory."""
    home = tmp_path / "home"
    argv = [sys.executable, "-m", "shortlist"]
    env = {"SHORTLIST_HOME": str(home), "PYTHONPATH": str(SOURCE)}
    noted = home / "data" / "service" / "service.json"
    try:
        with Terminal(argv, columns=140, lines=45, env=env, cwd=str(tmp_path)) as terminal:
            terminal.wait_for("Who are you looking for")
            terminal.send("physicians", "enter")
            terminal.wait_for("25 people found", 120)
            terminal.wait_for("synthetic sample")
            terminal.wait_for("3 credits charged")
            press(terminal, "n")
            terminal.wait_for("New Set")
            press(terminal, "tab", "tab", "backspace", "backspace", "5", "enter")
            terminal.wait_for("Create · up to 1 credit")
            spend(terminal, "create")
            terminal.wait_for("Done: all 5 people admitted.", 90)
            press(terminal, "3")
            terminal.wait_for("5 loaded · 0 selected · 5 known in total")
            press(terminal, "space", "space", "space", "e")
            terminal.wait_for("at most 3 credits")
            resolve(terminal)
            terminal.wait_for("Enrichment is done")
            press(terminal, "w")
            terminal.wait_for("enter writes 3 people, selected")
            press(terminal, "enter")
            terminal.wait_for("3 people written to")
            path = tmp_path / "people.csv"
            rows = list(csv.DictReader(path.open(encoding="utf-8-sig", newline="")))
            assert [row["synthetic"] for row in rows] == ["true"] * 3
            found = sum(row["work_email_status"] == "found" for row in rows)
            press(terminal, "5")
            today = time.strftime("%Y-%m-%d", time.gmtime())
            charges = ["3", "1", str(found or "·"), "·", str(4 + found)]
            terminal.wait_for(lambda t: day_of(t, today).split()[1:6] == charges)
            press(terminal, "q")
            assert terminal.wait_for_exit() == 0
    finally:
        stop_local_service(noted)


def test_a_local_service_that_dies_is_started_again(tmp_path: Path) -> None:
    home = tmp_path / "home"
    env = {"SHORTLIST_HOME": str(home), "PYTHONPATH": str(SOURCE)}
    noted = home / "data" / "service" / "service.json"
    argv = [sys.executable, "-m", "shortlist"]
    try:
        cwd = str(tmp_path)
        with Terminal(argv, env=env, cwd=cwd, begin=begin_in_terminal) as terminal:
            terminal.wait_for("● ready", 120)
            first = json.loads(noted.read_text())["pid"]
            os.kill(first, signal.SIGKILL)
            terminal.send("nurses", "enter")
            terminal.wait_for("25 people found", 120)
            assert json.loads(noted.read_text())["pid"] != first
            press(terminal, "q")
            assert terminal.wait_for_exit() == 0
    finally:
        stop_local_service(noted)


def stop_local_service(noted: Path) -> None:
    if noted.exists():
        os.kill(json.loads(noted.read_text())["pid"], signal.SIGTERM)
        deadline = time.monotonic() + 60
        while noted.exists() and time.monotonic() < deadline:
            time.sleep(0.05)


def test_a_running_set_is_picked_up_at_the_next_start(
    deployment: RunningService, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    with app(deployment, home, columns=80, lines=24) as terminal:
        terminal.wait_for("● ready")
        press(terminal, "escape", "n")
        terminal.wait_for("New Set")
        terminal.send("nurses at Lakeside Hospital")
        terminal.wait_for("nurses at Lakeside Hospital")
        press(terminal, "enter")
        spend(terminal, "create")
        terminal.wait_for(" running")  # the list of Sets; how far this one is does not matter
        terminal.send("q")
        assert terminal.wait_for_exit() == 0
    with app(deployment, home, columns=80, lines=24) as terminal:
        terminal.wait_for("● ready")
        press(terminal, "escape", "2")
        terminal.wait_for("nurses at Lakeside Hospital")
        terminal.wait_for("Done:", 60)
        press(terminal, "q")


def test_what_was_paid_is_known_at_the_next_start(
    deployment: RunningService, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    for start in (1, 2):
        with app(deployment, home) as terminal:
            terminal.wait_for("● ready")
            press(terminal, "escape", "4", "/")
            terminal.wait_for("enter run")
            terminal.send("made_007")
            terminal.wait_for("made_007")
            press(terminal, "enter")
            terminal.wait_for("person id  made_007")
            if start == 1:
                resolve(terminal)
                terminal.wait_for("✓ 1 found")
                used = account(deployment)["credits"]["used"]
            else:
                terminal.wait_for("known already,")
                press(terminal, "e")
                terminal.wait_for("There is nothing to ask for")
                assert account(deployment)["credits"]["used"] == used
            press(terminal, "q")
            assert terminal.wait_for_exit() == 0


def test_a_service_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    people = [nurse(number) for number in range(12)]
    with running_service(tmp_path / "data", people=people) as service:
        service.wait_ready(60)
        with app(service, tmp_path / "home") as terminal:
            terminal.wait_for("● ready")
            terminal.send("nurses", "enter")
            terminal.wait_for("12 people found")
            service.kill()
            terminal.send("R")
            terminal.wait_for("offline", 90)
            terminal.wait_for("Lakeside Hos")  # what was loaded stays
            press(terminal, "q")
            assert terminal.wait_for_exit() == 0


def test_a_wrong_key_says_so_and_shows_no_key(deployment: RunningService, tmp_path: Path) -> None:
    secret = "sl_live_" + "k" * 40
    with app(deployment, tmp_path / "home", SHORTLIST_API_KEY=secret) as terminal:
        terminal.send("nurses", "enter")
        terminal.wait_for("invalid_api_key")
        terminal.wait_for("req_")
        terminal.wait_for("Another API key")
        terminal.send(deployment.key)
        press(terminal, "enter")
        terminal.wait_for("people found")
        for key in (secret, deployment.key):
            assert key.encode() not in terminal.raw
        press(terminal, "q")
        assert terminal.wait_for_exit() == 0


def test_no_colour_when_asked_for_none(deployment: RunningService, tmp_path: Path) -> None:
    with app(deployment, tmp_path / "home", columns=60, lines=20, NO_COLOR="1") as terminal:
        terminal.wait_for("● ready")
        terminal.settle()
        for match in re.finditer(rb"\x1b\[[0-9;]*m", bytes(terminal.raw)):
            for colour in re.finditer(rb"[34]8;2;(\d+);(\d+);(\d+)", match[0]):
                assert colour[1] == colour[2] == colour[3], match[0]
        press(terminal, "ctrl+q")
        assert terminal.wait_for_exit() == 0
