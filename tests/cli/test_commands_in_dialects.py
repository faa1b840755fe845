"""Every command works on every dialect, and prints our own shape, whatever it was given."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook
from pyarrow import parquet
from tests.client.deployment import STREAM, Exchange, item_body, person_body, set_body, sse
from tests.client.dialects import DIALECTS, Ours, Spoken

from shortlist.cli.main import run

KEPT = {"ours": set(), "wrapped": {"photo_url", "company_details"}, "flat": {"headline"}}


class Talking:
    """Commands against a deployment that speaks a dialect: in this process, since a program of
    its own adds nothing here but the time that it takes to start."""

    def __init__(self, server: Spoken) -> None:
        self.environment = {"SHORTLIST_BASE_URL": server.url, "SHORTLIST_API_KEY": "sl_a"}

    async def __call__(self, *arguments: str) -> str:
        return await asyncio.to_thread(self._run, arguments)

    def _run(self, arguments: tuple[str, ...]) -> str:
        with CliRunner().isolation(env=self.environment) as (out, err, _):
            code = run(arguments)
            assert code == 0, (arguments, err.getvalue().decode())
            return out.getvalue().decode()

    async def json(self, *arguments: str) -> Any:
        return json.loads(await self(*arguments, "--json"))

    async def lines(self, *arguments: str) -> list[Any]:
        return [json.loads(line) for line in (await self(*arguments, "--json")).splitlines()]


def check(person: dict[str, Any], number: int) -> None:
    ours = person_body(number)
    for name in ("person_id", "name", "title", "company", "location", "profile_url"):
        assert person[name] == ours[name], name


def of_json(path: Path) -> int:
    return len(people_of(path.read_text()))


def people_of(text: str) -> list[Any]:
    """JSON exports are the deployment's own: an object with `items`, or their array."""
    document = json.loads(text)
    return document["items"] if isinstance(document, dict) else document


def of_xlsx(path: Path) -> int:
    return load_workbook(path).worksheets[0].max_row - 1


def of_parquet(path: Path) -> int:
    return parquet.read_table(path).num_rows


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
        told = Talking(server)
        found = await told.json("search", "senators", "-n", "3")
        assert len(found["data"]["results"]) == 3
        for number, result in enumerate(found["data"]["results"]):
            check(result["person"], number)
        created, *events = await told.lines(
            "sets", "create", "senators", "--count", "60", "--watch"
        )
        assert created["id"] == "set_1" and created["search"]["count"] == 60
        admitted = [event for event in events if event["type"] == "set.item.admitted"]
        assert len({event["data"]["id"] for event in admitted}) == len(admitted) == 60
        check(admitted[0]["data"]["person"], 0)
        assert [event["type"] for event in events].count("set.search.completed") == 1
        assert "60 of 60" in await told("sets", "list")
        (listed,) = (await told.json("sets", "list"))["data"]
        shown = await told.json("sets", "show", "set_1")
        for read in (listed, shown):
            assert (read["id"], read["status"], read["item_count"]) == ("set_1", "completed", 60)
            assert read["searches"][0]["progress"]["admitted"] == 60
            assert read["searches"][0]["criteria"][0]["description"] == "Is a senator"
        items = await told.lines("sets", "items", "set_1", "--all", "--limit", "25")
        assert [item["id"] for item in items] == [f"item_{n}" for n in range(60)]
        for number, item in enumerate(items):
            check(item["person"], number)
        # What this version has no field for is kept.
        extras = {name for item in items for name in item["person"].get("extra", {})}
        assert extras == KEPT[dialect.name]
        path = tmp_path / "people.csv"
        await told("sets", "export", "set_1", "-o", str(path))
        with path.open(newline="") as file:
            assert [row["person_id"] for row in csv.DictReader(file)] == [
                f"per_{n}" for n in range(60)
            ]
        for kind, count in (("json", of_json), ("xlsx", of_xlsx), ("parquet", of_parquet)):
            path = tmp_path / f"people.{kind}"
            kept = await told.json("sets", "export", "set_1", "-o", str(path))
            assert kept["people"] == count(path) == 60, kind
        piped = await told("sets", "export", "set_1", "--format", "json")
        assert len(people_of(piped)) == 60
        watched = await told.lines("sets", "watch", "set_1")
        assert [event["type"] for event in watched].count("set.item.admitted") == 60
        page = await told.json("sets", "items", "set_1", "--limit", "25")
        assert len(page["data"]) == 25 and page["has_more"]
        searched = csv.DictReader(io.StringIO(await told("search", "senators", "--csv")))
        assert [row["name"] for row in searched][:2] == ["Zoë Person 0", "Zoë Person 1"]
        assert await told.json("journal", "list") == {"data": []}
        assert await told.lines("journal", "resume") == []
        path = tmp_path / "people.csv"
        resolved = tmp_path / "resolved.csv"
        await told("enrich", "--from", str(path), "--fields", "phone", "-o", str(resolved), "-y")
        with resolved.open(newline="") as file:
            rows = list(csv.DictReader(file))
        assert [row["phone_status"] for row in rows] == ["found"] * 60
        one = await told.json("enrich", "--person-id", "per_7", "--fields", "work_email")
        assert one["data"]["work_email"]["status"] == "found"
        assert one["data"]["work_email"]["value"] == "per_7@work_email.example"
        assert (await told.json("person", "per_1"))["data"]["summary"] == "A person"
        usage = await told.json("usage")
        assert usage["data"]["credits"]["available"] == 90
        assert (await told.json("sets", "cancel", "set_1"))["status"] == "canceled"
    assert set(server.billed.values()) == {1}
