"""A stranger's deployment: strict about what it is sent, with words and shapes of its own.

It refuses what the interface does not show, tells only parts of things, counts in parts of a
credit, has its budgets in cents, and often does not say what something cost.
`python -m tests.cli.stranger` serves one until it is interrupted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.cli.deployment import KEY, Deployment, Reply, Seen, refuse, reply, serving
from tests.cli.strict import SHOWN, problems, route_of

USAGE = {
    "data": {
        "plan": "scale",
        "credits": {"acu": {"available": 6283.4, "used": 0.3}, "acu_value_usd": 0.1},
        "api_key": {
            "name": "theirs",
            "budget": {"daily_budget_cents": 500, "daily_used_cents": 37},
        },
        "history": [{"date": "2026-11-20", "search": 0.3}],
    }
}
ASKED = 173


def stranger_person(number: int) -> dict[str, Any]:
    return {
        "id": f"p{number}",
        "full_name": f"Person {number}",
        "headline": "Engineer",
        "company": {"name": "Acme"},
        "location_name": "Oslo, Norway",
        "linkedin_url": f"https://people.example.org/{number}",
    }


@dataclass
class Stranger(Deployment):
    """`came` people have been admitted; `over`: the search has ended."""

    came: int = 3
    over: bool = False
    instead: dict[str, Reply] = field(default_factory=dict)
    """Answers in place of its own, by route."""
    knows: set[str] = field(default_factory=lambda: {*SHOWN})
    """The fields of a person that it lets be asked for."""
    refused: list[str] = field(default_factory=list)
    """What it was sent that the interface does not show."""
    grows: Callable[[Stranger], None] = lambda stranger: None
    """Called before each request."""

    def answer(self, seen: Seen, raw: bytes) -> Reply | None:
        self.grows(self)
        if seen.headers.get("authorization") == f"Bearer {KEY}":
            wrong = problems(seen.method, seen.path, seen.headers, seen.body, self.knows)
            if wrong:
                self.refused += [f"{seen.method} {seen.path}: {each}" for each in wrong]
                return refuse("validation_failed", 422, message="; ".join(wrong))
            if (odd := self.instead.get(route_of(seen.method, seen.path))) is not None:
                return odd
        return super().answer(seen, raw)

    def do(self, seen: Seen) -> Reply:
        path, _, _ = seen.path.partition("?")
        match [seen.method, *path.strip("/").split("/")]:
            case ["POST", "v1", "sets"]:
                return reply({"set_id": "set_1"}, 201)
            case ["GET", "v1", "sets"]:
                return reply({"sets": [{"set_id": "set_1", "status": self._word()}]})
            case ["POST", "v1", "sets", "set_1", "cancel"]:
                self.over = True
                return reply({"status": "cancelled"})
            case ["GET", "v1", "sets", "set_1", "events"]:
                return self._events_after(int(seen.headers.get("last-event-id", 0)))
            case ["GET", "v1", "account", "usage"]:
                return reply(USAGE)
        return super().do(seen)

    def _word(self) -> str:
        return "finished" if self.over else "processing"

    def _search(self, body: dict[str, Any]) -> Reply:
        found = min(self.people, body.get("num_results", 10))
        return reply({"people": [stranger_person(n) for n in range(found)]})

    def _enrich(self, body: dict[str, Any]) -> Reply:
        return reply({"data": {name: {"value": f"a@{name}.example"} for name in body["fields"]}})

    def _set(self, status: str) -> dict[str, Any]:
        search = {"search_id": "s1", "query": "engineers in Oslo", "count": ASKED}
        search["criteria"] = ["Is an engineer", "Lives in Oslo"]
        return {"set_id": "set_1", "status": self._word(), "search": search}

    def _item(self, number: int) -> dict[str, Any]:
        return {"item_id": f"i{number}", "person": stranger_person(number)}

    def _items(self, query: str) -> Reply:
        return reply({"items": [self._item(n) for n in range(self.came)]})

    def _events_after(self, last: int) -> Reply:
        told: list[tuple[str, dict[str, Any]]] = [
            ("search.started", {"search_id": "s1", "status": "processing"})
        ]
        told += [("item.admitted", self._item(n)) for n in range(self.came)]
        told.append(("search.progress", {"search_id": "s1", "progress": {"analyzed": 40}}))
        if self.over:
            told.append(("search.completed", {"search_id": "s1", "status": "finished"}))
        frames = "".join(
            f"id: {n}\nevent: {kind}\ndata: {json.dumps(data)}\n\n"
            for n, (kind, data) in enumerate(told, 1)
            if n > last
        )
        return 200, {"Content-Type": "text/event-stream"}, frames.encode()


def main() -> None:
    began = time.monotonic()

    def grow(stranger: Stranger) -> None:
        stranger.came = min(40, int(time.monotonic() - began) // 2)
        stranger.over = stranger.over or stranger.came == 40

    with serving(Stranger(grows=grow)) as stranger:
        assert isinstance(stranger, Stranger)
        print(stranger.url, KEY, flush=True)
        while True:
            time.sleep(3600)


if __name__ == "__main__":
    main()
