"""What the storm's clients do, and what they remember of it to hold the service to."""

from __future__ import annotations

import queue
import random
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import httpx
from tests.service.server import http_client
from tests.service.sets.sse import follow

UNKNOWN = (409, 503)
"""Answered so, a request is sent again with its own key."""


class Service(Protocol):
    """What is struck: one process, or several that are asked in turn."""

    data_dir: Path
    database: str | None
    key: str

    @property
    def url(self) -> str:
        """Where the next request goes."""
        ...

    def client(self) -> httpx.Client:
        """A plain HTTP client with the key."""
        ...


@dataclass(frozen=True)
class Answered:
    """A request that got its answer."""

    path: str
    body: Any
    key: str
    status: int
    content: bytes

    @property
    def charged(self) -> int:
        """ACU that the answer says it cost."""
        meta = httpx.Response(self.status, content=self.content).json().get("meta", {})
        return int(meta.get("credits_charged") or meta.get("usage", {}).get("acu_used") or 0)


class Client(threading.Thread):
    """Makes Sets, searches and enriches, each with a key of its own, and keeps asking until it is
    told the outcome."""

    def __init__(
        self,
        service: Service,
        seed: int,
        stop: threading.Event,
        made: queue.SimpleQueue[str],
        people: list[str],
    ) -> None:
        """`made` gets the id of each Set; `people` are ids of who is in the directory."""
        super().__init__(daemon=True)
        self.service = service
        self.random = random.Random(seed)
        self.http = http_client()
        self.stop = stop
        self.made = made
        self.people = people
        self.answers: list[Answered] = []
        self.told = Counter[str]()
        self.problems: list[str] = []

    def run(self) -> None:
        while not self.stop.is_set():
            path, body = self.random.choices((self._set, self._search, self._enrich), (5, 2, 3))[
                0
            ]()
            answer = self.insist(path, body, uuid.uuid4().hex)
            if answer is None:
                continue
            self.told[f"{path} {answer.status}"] += 1
            if answer.status not in (200, 201):
                self.problems.append(answer.content.decode())
                continue
            if path == "/v1/sets":
                self._tend(answer)
            if self.random.random() < 0.5:
                self.replay(answer)

    def replay(self, answer: Answered) -> bool:
        """Send a request again: whether it was answered, with the same bytes."""
        again = self.insist(answer.path, answer.body, answer.key, remember=False)
        if again is None:
            return False
        if (again.status, again.content) != (answer.status, answer.content):
            self.problems.append(f"{answer.key}: replayed as {again.content[:200]!r}")
        return True

    def _tend(self, answer: Answered) -> None:
        set_id = httpx.Response(200, content=answer.content).json()["id"]
        self.made.put(set_id)
        if self.random.random() < 0.3:
            time.sleep(self.random.random() * 0.3)
            self.insist(f"/v1/sets/{set_id}/cancel", None, uuid.uuid4().hex)

    def _set(self) -> tuple[str, Any]:
        body: dict[str, Any] = {
            "search": {"query": self._query(), "count": self.random.randint(1, 120)}
        }
        if self.random.random() < 0.5:
            body["budget"] = {"credits": self.random.randint(1, 8)}
        return "/v1/sets", body

    def _search(self) -> tuple[str, Any]:
        return "/v1/search", {
            "query": self._query(),
            "type": "fast",
            "num_results": self.random.randint(1, 90),
        }

    def _enrich(self) -> tuple[str, Any]:
        who = self.random.choice(self.people)
        return "/v1/enrich", {"person_id": who, "fields": ["work_email", "phone"]}

    def _query(self) -> str:
        return " ".join(self.random.sample(("engineers", "nurses", "in Berlin", "who teach"), 2))

    def insist(self, path: str, body: Any, key: str, remember: bool = True) -> Answered | None:
        """The answer, however often it takes; None once the storm is over without one."""
        headers = {"Authorization": f"Bearer {self.service.key}", "Idempotency-Key": key}
        while True:
            try:
                url = self.service.url + path
                answer = self.http.post(url, json=body, headers=headers, timeout=10)
                if answer.status_code not in UNKNOWN:
                    found = Answered(path, body, key, answer.status_code, answer.content)
                    if remember:
                        self.answers.append(found)
                    return found
            except httpx.HTTPError:
                pass
            if self.stop.wait(0.05):
                return None


@dataclass
class Story:
    """What a follower was told of one Set."""

    ids: list[int] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)


class Follower(threading.Thread):
    """Follows one Set after the other to its end, resuming whenever the stream breaks off."""

    def __init__(self, service: Service, made: queue.SimpleQueue[str]) -> None:
        super().__init__(daemon=True)
        self.service = service
        self.made = made
        self.stop = threading.Event()
        """Set once no Set is still running."""
        self.http = http_client(headers={"Authorization": f"Bearer {service.key}"})
        self.stories: dict[str, Story] = {}
        self.breaks = 0
        self.following = ""

    def run(self) -> None:
        while True:
            try:
                set_id = self.made.get(timeout=0.5)
            except queue.Empty:
                if self.stop.is_set():
                    return
                continue
            story = self.stories.setdefault(set_id, Story())
            self.following = set_id
            while "set.idle" not in story.types:
                try:
                    self._read_on(set_id, story)
                except (httpx.HTTPError, AssertionError, ValueError):
                    self.breaks += 1
                    time.sleep(0.05)

    def _read_on(self, set_id: str, story: Story) -> None:
        last = story.ids[-1] if story.ids else None
        # A few events at a time: what was read before a break must not be lost with it.
        part = follow(
            self.http, set_id, last=last, stop_after=5, base_url=self.service.url, timeout=15
        )
        if len(part.data) < len(part.ids):  # broken off within an event
            part.ids.pop()
            part.types.pop()
        story.ids += part.ids
        story.types += part.types[: len(part.data)]
        story.items += [
            told["data"]["id"] for told in part.data if told["type"] == "set.item.admitted"
        ]
