"""A person in the real app, against the real service: why they are on a list goes with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_app import app, nurse, press, spend
from tests.service.server import RunningService, running_service

pytestmark = pytest.mark.timeout(400)


def elsewhere(number: int) -> dict[str, Any]:
    """A nurse of another place, with a career."""
    return {
        **nurse(number),
        "location": "Lyon, Auvergne-Rhône-Alpes, France",
        "city": "Lyon",
        "region": "Auvergne-Rhône-Alpes",
        "country": "France",
        "education": [{"school": "Université de Lyon", "degree": "BSc", "end": "2014"}],
        "skills": ["triage", "wound care"],
        "languages": ["French"],
        "certifications": ["Advanced Life Support"],
        "company_size": "51-200",
    }


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    people = [nurse(n) for n in range(6)] + [elsewhere(n) for n in range(6, 10)]
    with running_service(tmp_path_factory.mktemp("deployment") / "data", people=people) as service:
        yield service.wait_ready(60)


def test_the_page_has_all_of_the_pane_and_more_and_why_stays(
    deployment: RunningService, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    with app(deployment, home, columns=140, lines=60) as terminal:
        terminal.wait_for("● ready")
        terminal.send("nurses in Toronto", "enter")
        terminal.wait_for("10 people found")
        terminal.wait_for("── 4 weaker matches ──")
        assert "✓✗" in terminal.text and "✓✓" in terminal.text
        press(terminal, "R")  # its first answer said that it knows more of people
        press(terminal, "G")
        terminal.wait_for("Université de Lyon")
        press(terminal, "enter")
        terminal.wait_for("On this machine")
        terminal.wait_for("Search      nurses in Toronto")
        for told in (
            *("1 of 2 match", "no: location is Lyon", "Université de Lyon", "triage, wound care"),
            *("French", "Advanced Life Support", "51-200", "Found by    nurses in Toronto"),
            *("Contact     to be resolved", "Person id   made_009"),
        ):
            assert told in terminal.text, told
        press(terminal, "l")
        terminal.wait_for("shortlist")
        terminal.send("far", "enter")
        terminal.wait_for("1 person put on far")
        press(terminal, "escape", "q")
        assert terminal.wait_for_exit() == 0
    # The next day, away from the search: why they are there is still known.
    with app(deployment, home, columns=140, lines=60) as terminal:
        terminal.wait_for("● ready")
        press(terminal, "escape", "L")
        terminal.wait_for("far")
        press(terminal, "enter")
        terminal.wait_for("Found by    “nurses in Toronto”")
        assert "✗ place     Toronto" in terminal.text
        press(terminal, "enter")
        terminal.wait_for("Shortlist   far")
        page = "no: location is Lyon, Auvergne-Rhône-Alpes, France"
        assert page in terminal.text, "on the page, where it is on one line"
        press(terminal, "escape", "q")
        assert terminal.wait_for_exit() == 0


def test_verdicts_a_dossier_and_ones_own_verdict_are_there_without_the_service(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    people = [nurse(n) for n in range(4)]
    with running_service(tmp_path / "data", people=people) as service:
        service.wait_ready(60)
        with app(service, home, columns=140, lines=60) as terminal:
            terminal.wait_for("● ready")
            press(terminal, "escape", "n")
            terminal.wait_for("New Set")
            terminal.send("nurses in Toronto", "enter")
            spend(terminal, "create")
            terminal.wait_for("● done", 60)
            press(terminal, "3")
            terminal.wait_for("4 known in total")
            press(terminal, "enter")
            terminal.wait_for("On this machine")
            terminal.wait_for("Set         nurses in Toronto")
            assert "Why this person" in terminal.text and "✓ yes" in terminal.text
            assert "Found by    nurses in Toronto" in terminal.text
            press(terminal, "r")
            spend(terminal, "research")
            terminal.wait_for("identity not verified", 60)
            press(terminal, "V")
            terminal.wait_for("Do they meet it?")
            press(terminal, "enter")
            terminal.send("gone", "enter")
            terminal.wait_for("yours: no, overruled")
            # A second app on the same home sees it, without being told.
            with app(service, home, columns=140, lines=60) as other:
                other.wait_for("● ready")
                press(other, "escape", "3")
                other.wait_for("overruled  gone")
                press(terminal, "V")
                terminal.wait_for("Take back")
                press(terminal, "enter")
                terminal.send(" in May", "enter")
                other.wait_for("overruled  gone in May", 60)
                press(other, "q")
                assert other.wait_for_exit() == 0
            press(terminal, "escape", "q")
            assert terminal.wait_for_exit() == 0
        service.kill()
        with app(service, home, columns=140, lines=60) as terminal:
            terminal.wait_for("offline", 90)
            press(terminal, "escape", "3")
            terminal.wait_for("4 loaded")
            terminal.wait_for("R reads again, free")
            terminal.wait_for("overruled  gone in May")
            press(terminal, "enter")
            terminal.wait_for("r asks again: up to 25 credits")
            terminal.wait_for("○ identity not verified")
            press(terminal, "escape", "q")
            assert terminal.wait_for_exit() == 0
