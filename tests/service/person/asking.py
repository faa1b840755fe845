"""Asking a service for research, as tests do."""

from __future__ import annotations

import time
from typing import Any

import httpx
from sqlalchemy import select
from tests.service.person.directory import database
from tests.service.server import RunningService
from tests.service.server import envelope as refused

from shortlist.service.db.schema import ledger

__all__ = ["charges_of", "credits", "finished", "refused", "researched"]


def finished(client: httpx.Client, run_id: str, seconds: float = 60) -> httpx.Response:
    """The answer of a run once it is no longer 202."""
    deadline = time.monotonic() + seconds
    while (answer := client.get(f"/v1/person/runs/{run_id}")).status_code == 202:
        assert time.monotonic() < deadline, answer.text
        time.sleep(0.03)
    return answer


def researched(client: httpx.Client, **identifier: str) -> dict[str, Any]:
    """What research of `identifier`, not researched before, ends with."""
    started = client.post("/v1/person", json={"identifier": identifier})
    assert started.status_code == 202, started.text
    answer = finished(client, started.json()["data"]["run_id"])
    assert answer.status_code == 200, answer.text
    return answer.json()


def credits(client: httpx.Client) -> dict[str, int]:
    return client.get("/v1/account/usage").json()["data"]["credits"]


def charges_of(service: RunningService, person_id: str) -> list[int]:
    with database(service.data_dir) as connection:
        rows = connection.execute(select(ledger).where(ledger.c.kind == "person")).all()
    return [row.amount for row in rows if row.detail["person_id"] == person_id]
