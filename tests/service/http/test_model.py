"""`[model]` in a running service: it reads and checks, and what it did not do is said."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.service.chat_server import ChatServer, Question, chat_server
from tests.service.server import RunningService, put_people_in, running_service

PEOPLE = [
    {
        "id": f"p{n}",
        "dataset": "people",
        "name": f"Person Number{n}",
        "title": "Registered Nurse" if n % 2 else "Plumber",
        "company": "Acme",
        "location": "Leeds, United Kingdom" if n < 4 else "London, United Kingdom",
        "summary": "Has led a team." if n == 1 else "Works alone.",
    }
    for n in range(6)
]
QUERY = "who look after the sick up north"


def good(question: Question) -> Any:
    """Reads the one question, and knows who has led a team."""
    if "texts" in question:
        fixed = {"negated": False, "past": False, "at_least": None, "at_most": None}
        clauses = [
            {"kind": "role", "words": "look after the sick", "values": ["nurse"], **fixed},
            {"kind": "place", "words": "up north", "values": ["Leeds"], **fixed},
        ]
        return {
            "readings": [
                {"text": each["text"], "clauses": clauses if each["words"] == QUERY else []}
                for each in question["texts"]
            ]
        }
    return {
        "verdicts": [
            {
                "person": each["person"],
                "criterion": criterion["id"],
                "status": "satisfied" if led else "unclear",
                "quote": "Has led a team" if led else "",
                "reason": "",
            }
            for each in question["people"]
            for led in ["summary: Has led a team." in each["record"]]
            for criterion in question["criteria"]
        ]
    }


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with chat_server() as chat:
        chat.say = good
        yield chat


def configured(server: ChatServer) -> str:
    return f'[model]\nbase_url = "{server.url}"\nname = "some-model"\nread_seconds = 20\n'


def searched(service: RunningService) -> dict[str, Any]:
    with service.client() as client:
        answer = client.post("/v1/search", json={"query": QUERY, "type": "fast"})
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def test_a_search_is_read_by_it_and_says_where_it_was_not(
    server: ChatServer, tmp_path: Path
) -> None:
    with running_service(tmp_path, config=configured(server), people=PEOPLE) as service:
        service.wait_ready()
        server.status = 500
        unread = searched(service)
        assert unread["request"]["plan"]["fallback"] == "it answered 500"
        service.stop()

    server.status = 200
    with running_service(tmp_path, config=configured(server)) as service:
        service.wait_ready()
        data = searched(service)
        plan = data["request"]["plan"]
        assert "fallback" not in plan
        assert [(term["kind"], term["text"]) for term in plan["terms"]] == [
            ("role", "look after the sick"),
            ("place", "up north"),
        ]
        first = {result["person"]["person_id"] for result in data["results"][:2]}
        assert first == {"p1", "p3"}
        asked = len(server.asked)
        searched(service)
        assert len(server.asked) == asked, "it is asked about a question once"


def test_a_set_is_checked_by_it_and_says_where_it_was_not(
    server: ChatServer, tmp_path: Path
) -> None:
    wanted = {
        "search": {
            "query": "works alone or leads a team",
            "criteria": ["Brought colleagues along"],
            "count": 5,
        }
    }

    def done(service: RunningService) -> dict[str, Any]:
        with service.client() as client:
            made = client.post("/v1/sets", json=wanted).json()
            deadline = time.monotonic() + 100
            while not (got := client.get(f"/v1/sets/{made['id']}").json())["searches"][0][
                "finished_at"
            ]:
                assert time.monotonic() < deadline
                time.sleep(0.05)
            return dict(got)

    server.confirm = lambda question: {
        "claims": [
            {
                "claim": each["claim"],
                "status": "satisfied" if "colleagues" in each["criterion"] else "unclear",
            }
            for each in question["claims"]
        ]
    }
    with running_service(tmp_path, config=configured(server), people=PEOPLE) as service:
        service.wait_ready()
        got = done(service)
        assert got["item_count"] == 1
        assert "fallback" not in got["searches"][0]["criteria"][0]

        server.status = 500
        put_people_in(
            tmp_path, [{**each, "summary": "Has led a team of three."} for each in PEOPLE]
        )
        got = done(service)
        assert got["item_count"] == 0
        [criterion] = got["searches"][0]["criteria"]
        assert criterion["fallback"] == criterion["unclear"] > 0
        assert "The configured model left" in got["searches"][0]["message"]
        assert "it answered 500" in got["searches"][0]["message"]
