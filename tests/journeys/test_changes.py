"""What changed from one Set to the same one made anew, in the real app, on the real service."""

from __future__ import annotations

import time
from pathlib import Path

from tests.journeys.test_app import app, nurse, press
from tests.service.server import RunningService, put_people_in, running_service

QUERY = "nurses at Lakeside Hospital"


def make(service: RunningService, people: int) -> None:
    """A Set, waited for to its end with so many people."""
    with service.client() as client:
        made = client.post("/v1/sets", json={"search": {"query": QUERY, "count": 50}}).json()
        deadline = time.monotonic() + 60
        while (now := client.get(f"/v1/sets/{made['id']}").json())["status"] != "completed":
            assert time.monotonic() < deadline, now
            time.sleep(0.1)
        assert now["item_count"] == people


def test_who_came_and_who_is_told_otherwise_and_the_same_again(tmp_path: Path) -> None:
    people = [nurse(number) for number in range(6)]
    data = tmp_path / "data"
    with running_service(data, people=people) as service:
        service.wait_ready(60)
        make(service, 6)
        put_people_in(data, [{**people[2], "title": "Head Nurse"}, nurse(30)])
        with service.client() as client:
            search = {"query": "head nurse", "filters": {"title": "Head Nurse"}}
            deadline = time.monotonic() + 60
            while not client.post("/v1/search", json=search).json()["data"]["results"]:
                assert time.monotonic() < deadline
                time.sleep(0.2)
        make(service, 7)
        with app(service, tmp_path / "home", 100, 35) as terminal:
            terminal.wait_for("● ready", 60)
            press(terminal, "escape", "2")
            terminal.wait_for("2 Sets")
            press(terminal, "m")
            terminal.wait_for("1 came, 0 left, 1 changed, 5 people the same")
            terminal.wait_for("Nurse Manager → Head Nurse")
            press(terminal, "b")
            terminal.wait_for("Create · up to 5 credits")
            terminal.wait_for(QUERY)
