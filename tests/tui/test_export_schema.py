"""What the screens show of a person is in the file, named as `docs/reference/exports.md` says."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow.parquet
import pytest
from tests.tui import fakes
from tests.tui.fakes import FakeClient, app_on, item, seen, shows, the_set, until
from textual.widgets import Input

from shortlist.contract.columns import VERDICT_PARTS
from shortlist.contract.sets import SetItem
from shortlist.desk.person_rows import (
    CONTACT_PARTS,
    ENRICHMENT_PARTS,
    PERSON_COLUMNS,
    PROVENANCE_COLUMNS,
)
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.people.evidence import EvidencePage
from shortlist.tui.kit.choice import Choice
from shortlist.tui.kit.words import VERDICTS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "exports.md"
CONTACT = {
    "value": "amara@pay.example",
    "status": "found",
    "confidence": "verified",
    "source": "acme",
    "last_seen": "2026-08-05T00:00:00.000Z",
}


def checked() -> SetItem:
    """Somebody with a verdict on two references, one of which tells little."""
    wire = item(0).to_wire()
    first, second = wire["verification"]
    first["references"] = [
        {
            "url": "https://source.example/page",
            "source": "profile",
            "quote": "built the payments platform",
            "observed_at": "2026-08-05",
        },
        {"url": None, "source": "history", "quote": "=SUM(led payments)"},
    ]
    second |= {"status": "unclear", "reasoning": "The record does not say."}
    return SetItem.model_validate(wire)


def rows_of(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    if path.suffix == ".json":
        return json.loads(path.read_text("utf-8"))
    if path.suffix == ".parquet":
        return pyarrow.parquet.read_table(path).to_pylist()
    header, *rows = openpyxl.load_workbook(path).active.iter_rows(values_only=True)
    return [dict(zip(header, row, strict=True)) for row in rows]


def verdicts_in(row: dict[str, Any]) -> list[dict[str, Any]]:
    """The verdicts of a row of either kind, as JSON has them."""
    if "verification" in row:
        return row["verification"]
    found = []
    while f"criterion_{len(found) + 1}" in row:
        name = f"criterion_{len(found) + 1}"
        told = {part: str(row[name + part] or "") for part in VERDICT_PARTS}
        lines = [told[part].split("\n") for part in ("_quote", "_source", "_url", "_date")]
        keys = ("quote", "source", "url", "observed_at")
        most = max(map(len, lines))
        lines = [each + [""] * (most - len(each)) for each in lines]
        references = [
            {key: each[n].lstrip("'") for key, each in zip(keys, lines, strict=True)}
            for n in range(most)
        ]
        found.append(
            {
                "criterion": told[""],
                "status": told["_verdict"],
                "reasoning": told["_reasoning"],
                "references": references if any(any(r.values()) for r in references) else [],
            }
        )
    return found


@pytest.mark.parametrize("ending", ["csv", "xlsx", "jsonl", "json", "parquet"])
async def test_a_file_read_back_says_what_the_screen_shows(
    tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    store = Store(find_places(), "local")
    store.remember_contact("person_00000", "work_email", CONTACT)
    client = FakeClient(sets_known=[the_set(admitted=1)], items_known=1)
    monkeypatch.setattr(fakes, "item", lambda *args, **changes: checked())
    app = app_on(client, store=store)
    path = tmp_path / f"people.{ending}"
    async with app.run_test(size=(140, 60), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "3")
        await shows(pilot, "1 loaded")
        page = seen(app)
        assert "amara@pay.example" in page
        shown = []
        for n, verdict in enumerate(checked().verification):
            app.push_screen(EvidencePage(checked(), verdict.criterion))
            await shows(pilot, f"Criterion {n + 1} of 2")
            shown.append(" ".join(seen(app).split()))
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(app.screen, EvidencePage))
        await pilot.press("w")
        app.screen.query_one("#path", Input).value = str(path)
        await pilot.press("enter")
        await shows(pilot, "1 person written to")
    (row,) = rows_of(path)
    for name in ("name", "title", "company", "location"):
        assert row[name] in page
    verdicts = verdicts_in(row)
    assert len(verdicts) == len(shown) == 2
    for given, verdict, text in zip(checked().verification, verdicts, shown, strict=True):
        assert VERDICTS[verdict["status"]][1] in text
        assert verdict["criterion"] in text
        assert verdict["reasoning"] in text
        told = [part for r in verdict["references"] for part in r.values() if part]
        assert all(part in text for part in told)
        # And all that there is to show is in both.
        whole = [str(part) for r in given.references for part in r.to_wire().values() if part]
        assert sorted(told) == sorted(whole)
    contact = (
        row["contacts"]["work_email"]
        if "contacts" in row
        else {
            part: row["work_email" + end]
            for end, part in zip(ENRICHMENT_PARTS, CONTACT_PARTS, strict=True)
        }
    )
    assert contact == CONTACT


@pytest.mark.parametrize("chosen", [0, 1])
async def test_a_csv_for_spreadsheets_begins_with_the_mark(tmp_path: Path, chosen: int) -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    path = tmp_path / "people.csv"
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "3")
        await shows(pilot, "25 loaded")
        await pilot.press("w")
        app.screen.query_one("#csv", Choice).choose(chosen)
        app.screen.query_one("#path", Input).value = str(path)
        await shows(pilot, ("‹ plain ›", "‹ for spreadsheets ›")[chosen])
        await pilot.press("enter")
        await shows(pilot, "25 people written to")
    assert path.read_bytes().startswith(b"\xef\xbb\xbf") == bool(chosen)
    assert rows_of(path)[0]["person_id"] == "person_00000"


def test_the_page_on_exports_names_every_column() -> None:
    named = set(re.findall(r"`([\w.\[\]]+)`", PAGE.read_text(encoding="utf-8")))
    columns = {
        *PERSON_COLUMNS,
        *PROVENANCE_COLUMNS,
        *("status", "criteria", "admitted_at", "note", "tags"),
        *(f"criterion_1{part}" for part in VERDICT_PARTS),
        *(f"work_email{part}" for part in ENRICHMENT_PARTS),
        *(f"contacts.work_email.{part}" for part in CONTACT_PARTS),
    }
    assert not columns - named
