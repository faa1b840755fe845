"""Every command works on every dialect, and prints our own shape, whatever it was given."""

from __future__ import annotations

import asyncio
import csv
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import SOURCE
from tests.client.deployment import STREAM, Exchange, item_body, person_body, set_body, sse
from tests.client.dialects import DIALECTS, Ours, Spoken


class Talking:
    """Commands against a deployment that speaks a dialect."""

    def __init__(self, server: Spoken) -> None:
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(SOURCE),
            "SHORTLIST_BASE_URL": server.url,
            "SHORTLIST_API_KEY": "sl_a",
        }

    async def __call__(self, *arguments: str) -> str:
        running = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "shortlist", *arguments),
            env=self.environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await running.communicate()
        assert running.returncode == 0, (arguments, err.decode())
        return out.decode()

    async def json(self, *arguments: str) -> Any:
        return json.loads(await self(*arguments, "--json"))

    async def lines(self, *arguments: str) -> list[Any]:
        return [json.loads(line) for line in (await self(*arguments, "--json")).splitlines()]


def check(person: dict[str, Any], number: int) -> None:
    ours = person_body(number)
    for name in ("person_id", "name", "title", "company", "location", "profile_url"):
        assert person[name] == ours[name], name


@pytest.mark.timeout(300)
@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
async def test_commands(dialect: Ours, tmp_path: Path) -> None:
    async with Spoken().speak(dialect) as server:

        async def stream(exchange: Exchange) -> None:
            server.items["set_1"] = [item_body(n) for n in range(60)]
            server.sets["set_1"] = set_body("set_1", "completed", admitted=60, count=60)
            search = dialect.search(server.sets["set_1"]["searches"][0])
            events = [
                dialect.event(n + 1, "set.item.admitted", dialect.item(item_body(n)))
                for n in range(60)
            ]
            ended = dialect.event(61, "set.search.completed", search)
            await exchange.send(200, sse(*events, ended), STREAM)
            exchange.close()

        server.always("GET /v1/sets/set_1/events", stream)
        run = Talking(server)
        found = await run.json("search", "senators", "-n", "3")
        check(found["data"]["results"][0]["person"], 0)
        created, *events = await run.lines("sets", "create", "senators", "--count", "60", "--watch")
        assert created["id"] == "set_1"
        admitted = [event for event in events if event["type"] == "set.item.admitted"]
        assert len({event["data"]["id"] for event in admitted}) == len(admitted) == 60
        check(admitted[0]["data"]["person"], 0)
        assert [event["type"] for event in events].count("set.search.completed") == 1
        assert "60 of 60" in await run("sets", "list")
        assert (await run.json("sets", "show", "set_1"))["status"] == "completed"
        items = await run.lines("sets", "items", "set_1", "--all", "--limit", "25")
        assert [item["id"] for item in items] == [f"item_{n}" for n in range(60)]
        path = tmp_path / "people.csv"
        await run("sets", "export", "set_1", "-o", str(path))
        with path.open(newline="") as file:
            assert len(list(csv.DictReader(file))) == 60
        resolved = tmp_path / "resolved.csv"
        await run("enrich", "--from", str(path), "--fields", "phone", "-o", str(resolved), "-y")
        with resolved.open(newline="") as file:
            assert {row["phone_status"] for row in csv.DictReader(file)} == {"found"}
        assert (await run.json("person", "per_1"))["data"]["summary"] == "A person"
        usage = await run.json("usage")
        assert usage["data"]["credits"]["available"] == 90
        assert (await run.json("sets", "cancel", "set_1"))["status"] == "canceled"
    assert set(server.billed.values()) == {1}
