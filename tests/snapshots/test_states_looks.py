"""What each screen may meet besides its own states: nothing yet, refusals, hostile people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.snapshots.steps import Look, search
from tests.tui.fakes import HOSTILE, FakeClient, shows, the_set, until
from textual.pilot import Pilot

from shortlist.client.errors import ApiRefused, Unreachable
from shortlist.desk.places import find_places
from shortlist.desk.receipts import Receipt
from shortlist.desk.store import Store
from shortlist.tui.features.imports.import_dialog import ImportDialog
from shortlist.tui.features.imports.work import ImportWork


def test_enrich_empty(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "4")
        await shows(pilot, "Nobody to enrich yet")

    assert look(FakeClient(), steps)


def test_enrich_hostile(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("space", "space", "e")
        await shows(pilot, "at most 2 credits")

    assert look(FakeClient(hostile=True), steps)


def test_person_hostile(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("enter")
        await shows(pilot, "n networks")

    assert look(FakeClient(hostile=True), steps)


def test_matrix_hostile(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "3")
        await shows(pilot, "25 loaded")
        await pilot.press("m", "right")
        await shows(pilot, "2/2  leads a team")

    assert look(FakeClient(sets_known=[the_set()], hostile=True), steps)


def test_receipts_hostile(look: Look, own_home: Path) -> None:
    store = Store(find_places(), "someone")
    store.add_receipts(
        Receipt(
            f"key-{n}",
            f"2026-11-2{n}T14:05:00.000Z",
            "enrich",
            "person_00000",
            HOSTILE["name"],
            HOSTILE["title"],
            1,
            "req_\x1b[31m1",
            f"key-{n}",
        )
        for n in range(3)
    )

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "5")
        await until(pilot, lambda: pilot.app.state.usage.receipts)  # type: ignore[attr-defined]
        await pilot.press("t", "j")
        await shows(pilot, "3 receipts")

    assert look(FakeClient(), steps, store=store)


def test_usage_refused(look: Look) -> None:
    client = FakeClient()

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "5")
        await shows(pilot, "Spent by day")
        client.faults["usage"] = ApiRefused(
            "The key may not read the usage.", code="insufficient_scope", request_id="req_88"
        )
        await pilot.press("R")
        await shows(pilot, "insufficient_scope")

    assert look(client, steps)


def test_usage_offline(look: Look) -> None:
    client = FakeClient()

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "5")
        await shows(pilot, "Spent by day")
        client.faults["usage"] = Unreachable("Nothing answers at 127.0.0.1:8710.")
        await pilot.press("R")
        await shows(pilot, "offline", "unreachable")

    assert look(client, steps)


def test_nothing_answers(look: Look) -> None:
    client = FakeClient()

    async def steps(pilot: Pilot[None]) -> None:
        gone = Unreachable("The service cannot be reached at https://people.example")
        client.faults["usage"] = gone
        pilot.app.tracker.read_usage()  # type: ignore[attr-defined]
        await shows(pilot, "✗ offline", "cannot be reached")

    assert look(client, steps)


def look_at_file(look: Look, told: dict[str, Any], error: str, says: str) -> bool:
    """How a file looks that an import was to bring in."""

    async def steps(pilot: Pilot[None]) -> None:
        app: Any = pilot.app
        await search(pilot)
        work = ImportWork(Path("staff.csv"), stage="read", told=told, error=error)
        app.imports.work = work
        app.push_screen(ImportDialog())
        await shows(pilot, says)

    return look(FakeClient(), steps)


def test_import_of_a_table(look: Look) -> None:
    columns = [("Name", "name", None), ("Role", "title", None), ("Remarks", None, "summary")]
    told = {
        "format": "csv",
        "columns": [{"name": n, "field": of, "likely": likely} for n, of, likely in columns],
        "people": [
            {"line": 2, "name": "Ada Byron", "title": "Engineer", "facts": {"Remarks": "met twice"}}
        ],
        "skipped": [{"line": 3, "reason": "it is not in the encoding", "other_encoding": True}],
    }
    assert look_at_file(look, told, "", "e encoding")


def test_import_of_no_table(look: Look) -> None:
    assert look_at_file(look, {}, "a spreadsheet; save it as CSV, and import that", "another file")
