"""Section 2.6: what the framework itself fails at is the envelope, too."""

from __future__ import annotations

import httpx
import pytest

from shortlist.service.http import edge as edges
from shortlist.service.runtime.app import create_app
from shortlist.service.runtime.services import Services


async def test_s2_6_a_failure_outside_any_endpoint_is_an_envelope(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    services = Services.__new__(Services)  # nothing of it is reached
    services.metrics = None
    edge = create_app(services)

    async def fail() -> None:
        raise RecursionError("secret words")

    edge.app.add_api_route("/fails", fail)  # type: ignore[attr-defined]
    monkeypatch.setattr(edges, "OPEN_PATHS", frozenset({"/fails"}))
    transport = httpx.ASGITransport(app=edge)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        answer = await client.get("/fails")
    assert answer.status_code == 500
    error = answer.json()["error"]
    assert list(answer.json()) == ["error"]
    assert error["code"] == "internal_error"
    assert error["request_id"] == answer.headers["x-request-id"]
    assert "secret" not in answer.text
