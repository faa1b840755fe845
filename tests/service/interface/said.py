"""What the sentences of the interface are checked with: plain HTTP and what it answers."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from tests.service.server import RunningService, envelope

_numbers = itertools.count(1)


class Said:
    """A key's view of the service."""

    def __init__(self, service: RunningService, client: httpx.Client) -> None:
        self.service = service
        self.http = client

    @contextmanager
    def as_key(self, **options: Any) -> Iterator[Said]:
        """The same service with another key, made with `options`."""
        made = self.service.create_key(**options)
        with self.service.client(made["key"]) as client:
            yield Said(self.service, client)

    def search(self, key: str | None = None, **body: Any) -> httpx.Response:
        return self.post("/v1/search", body, key)

    def enrich(self, key: str | None = None, **body: Any) -> httpx.Response:
        return self.post("/v1/enrich", body, key)

    def post(self, path: str, body: Any, key: str | None = None, **headers: str) -> httpx.Response:
        if key is not None:
            headers["Idempotency-Key"] = key
        return self.http.post(path, json=body, headers=headers)

    def people(self, **body: Any) -> list[dict[str, Any]]:
        """The people that a search finds."""
        answer = self.search(**body)
        assert answer.status_code == 200, answer.text
        return [result["person"] for result in answer.json()["data"]["results"]]

    def used(self) -> int:
        """ACU that the workspace has spent, once nothing is under way that could still be charged:
        a Set or a run of another test may end meanwhile."""
        deadline = time.monotonic() + 60
        while True:
            credits = self.http.get("/v1/account/usage").json()["data"]["credits"]
            if not credits["reserved"]:
                return int(credits["used"])
            assert time.monotonic() < deadline, credits
            time.sleep(0.02)


def fresh() -> str:
    """An idempotency key that was never used."""
    return f"fresh-{next(_numbers)}"


refused = envelope
