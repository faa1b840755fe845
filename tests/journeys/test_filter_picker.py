"""The filter picker in the real app, in a pseudo-terminal, with values that the service counted."""

from __future__ import annotations

from pathlib import Path

from tests.journeys.test_app import app, nurse, press
from tests.service.server import running_service

PLACES = (("Toronto", "Canada"), ("Toulouse", "France"), ("Berlin", "Germany"))


def somebody(number: int) -> dict[str, object]:
    city, country = PLACES[number % 3 if number < 12 else 0]
    where = {"city": city, "region": None, "country": country, "location": f"{city}, {country}"}
    return {**nurse(number), **where, "seniority": "manager" if number % 2 else "head"}


def test_values_are_offered_as_one_types_and_what_none_has_is_refused(tmp_path: Path) -> None:
    people = [somebody(number) for number in range(20)]
    with (
        running_service(tmp_path / "data", people=people) as service,
        app(service.wait_ready(60), tmp_path / "home", 80, 24) as terminal,
    ):
        terminal.wait_for("● ready", 60)
        # In the line, from a deployment that said that it lists values.
        terminal.send("location:Tou")
        terminal.wait_for("Toulouse, France")
        terminal.wait_for("4 people")
        press(terminal, "\x15", "escape", "f")
        terminal.wait_for("counted among 20 people")
        press(terminal, "tab")
        terminal.send("boss")
        terminal.wait_for("Seniority")
        press(terminal, "enter")
        terminal.wait_for("boss is called head here")
        terminal.wait_for("is one of: head, manager")
        press(terminal, "down", "enter", "tab", "tab", "tab")
        # Of the ten who are one: the other filters leave fewer.
        terminal.wait_for("counted among 10 people")
        terminal.wait_for("Toronto, Canada")  # other fields say so on the way to this one
        press(terminal, "down", "down")
        terminal.wait_for("enter take")
        press(terminal, "enter")
        terminal.wait_for("enter search")
        press(terminal, "enter")
        terminal.wait_for("people found", 30)
        assert "seniority:head" in terminal.text
        found = int(terminal.text.split(" people found")[0].split()[-1])
        assert 0 < found < 10
