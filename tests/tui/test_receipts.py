"""Receipts: what each credit was spent on, on the screen, in the file and over restarts."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.tui.fakes import (
    NOW,
    FakeClient,
    app_on,
    item,
    person,
    seen,
    shows,
    the_set,
    type_in,
    until,
)

from shortlist.contract.enrich import EnrichResponse
from shortlist.contract.person import PersonResponse
from shortlist.contract.times import format_time
from shortlist.desk.charges import enrich_receipts, person_receipts, set_receipts
from shortlist.desk.places import find_places
from shortlist.desk.receipts import Receipt
from shortlist.desk.replayed_answers import keep_replayed_answer
from shortlist.desk.store import Store
from shortlist.tui.features.usage.charts import KINDS, stacked
from shortlist.tui.live.enrichment import subject_of, typed_subject


@pytest.fixture
def store(own_home: Path) -> Store:
    return Store(find_places(), "someone")


def receipt(number: int, **changes: object) -> Receipt:
    values: dict[str, object] = {
        "id": f"key-{number}",
        "at": f"2026-11-{1 + number % 21:02}T10:00:00.000Z",
        "kind": "enrich",
        "subject": f"person_{number:05}",
        "name": f"Person {number}",
        "detail": "Work e-mail",
        "credits": 1,
        "request_id": f"req_{number}",
        "key": f"key-{number}",
    }
    return Receipt(**{**values, **changes})  # type: ignore[arg-type]


def test_a_charge_that_is_told_twice_is_one_and_accounts_do_not_mix(store: Store) -> None:
    store.add_receipts([receipt(1, request_id=""), receipt(2)])
    store.add_receipts([receipt(1, credits=3, at="2026-11-30T00:00:00.000Z")])
    kept = {r.id: r for r in store.receipts()}
    assert len(kept) == 2
    assert (kept["key-1"].credits, kept["key-1"].request_id) == (3, "req_1")
    assert kept["key-1"].at.startswith("2026-11-02")
    assert Store(find_places(), "someone else").receipts() == []
    assert [r.id for r in Store(find_places(), "someone").receipts()] == ["key-2", "key-1"]


def answer(billed: list[str], used: int | None) -> EnrichResponse:
    meta = {"request_id": "req_e", "usage": {"billed": billed, "acu_used": used}}
    return EnrichResponse.model_validate({"data": {}, "meta": meta})


@pytest.mark.parametrize(
    ("billed", "used", "rows"),
    [
        (["work_email", "phone"], 11, [("Work e-mail", 1), ("Phone", 10)]),
        (["work_email", "phone"], 4, [("work_email + phone", 4)]),  # a deployment's own prices
        (["work_email"], None, [("Work e-mail", 1)]),
        ([], 0, []),
    ],
)
def test_each_field_that_was_billed_has_a_receipt(
    billed: list[str], used: int | None, rows: list[tuple[str, float]]
) -> None:
    subject = subject_of(item(1).person)
    made = enrich_receipts(subject.key, subject.name, answer(billed, used), "app-1", NOW)
    assert [(r.detail, r.credits) for r in made] == rows
    assert all((r.request_id, r.key, r.subject) == ("req_e", "app-1", subject.key) for r in made)
    assert len({r.id for r in made}) == len(rows)


def test_a_set_has_one_when_it_has_ended() -> None:
    ended, runs, free = the_set("a"), the_set("b", "running", 3), the_set("c", admitted=0)
    made = set_receipts([ended, runs, free], {"a": ("app-7", "req_7")})
    assert [(r.subject, r.credits, r.request_id, r.key) for r in made] == [
        ("a", 3, "req_7", "app-7")
    ]


def test_two_who_follow_one_run_are_told_of_one_charge(store: Store) -> None:
    """The service tells each reader of a run what it was charged, in a request of their own."""

    def told(request_id: str, made: str) -> PersonResponse:
        data = {"person_id": "p1", "identity": {"name": "Ada"}, "researched_at": made}
        meta = {"request_id": request_id, "credits_charged": 25}
        return PersonResponse.model_validate({"data": data, "meta": meta})

    first, later = "2026-11-21T14:39:00.000Z", "2027-04-01T09:00:00.000Z"
    for request_id, made in (("req_app", first), ("req_command", first), ("req_later", later)):
        store.add_receipts(person_receipts("p1", told(request_id, made)))
    kept = store.receipts()
    assert sorted(r.request_id for r in kept) == ["req_app", "req_later"]
    # The id outlives the erasure of who it was about.
    assert not any("p1" in r.id for r in kept)


async def test_lookups_of_the_app_are_in_the_yield_once(store: Store) -> None:
    missed = person(1).person_id
    client = FakeClient(statuses=lambda who, _: "not_found" if who == missed else "found")
    app = app_on(client, store=store)
    async with app.run_test() as pilot:
        await until(pilot, lambda: app.tracker.ready)
        app.enrichment.bring_to_enrich([person(0), person(1)])
        app.enrichment.add_subjects([typed_subject("Ada Comb @ hive.example")])
        app.enrichment.start_enrichment()
        await until(pilot, lambda: not app.state.enrich.running)
    store = Store(find_places(), "someone")  # the app has closed its own
    assert store.rate("work_email") == (2, 3)
    assert store.rates_by_domain("work_email", ["hive.example"]) == {"hive.example": (1, 1)}
    before = store.receipts()
    assert [(r.at, r.credits) for r in before] == [(format_time(NOW), 1)] * 2
    # A command that resumes the same requests is told the same, and counts nothing twice.
    for given in client.called("enrich"):
        key = given.pop("idempotency_key")
        body = json.dumps(given).encode()
        again = (await client.enrich(**given)).to_wire()
        row = SimpleNamespace(path="/v1/enrich", body=body, key=key)
        keep_replayed_answer(store, row, again)
    assert store.rate("work_email") == (2, 3)
    assert store.receipts() == before


def test_the_chart_shows_whatever_was_spent() -> None:
    lines = stacked([[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 600], [300, 300, 0, 0]], 6)
    assert len(lines) == 6
    marks = [mark for _, _, mark, _ in KINDS]
    foot = lines[-1].plain
    assert foot == f"  {marks[0]} {marks[3]} {marks[0]} "
    assert lines[0].plain == f"    {marks[3]} {marks[1]} "


async def test_what_is_spent_is_listed_filtered_sorted_and_written(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    client = FakeClient(sets_known=[the_set()])
    app = app_on(client, store=store)
    async with app.run_test(size=(140, 45), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp payments")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("space", "space", "e")
        await shows(pilot, "at most 2 credits")
        app.enrichment.start_enrichment()
        await shows(pilot, "2 found")
        await pilot.press("5")
        await shows(pilot, "vp payments", "Amara Okafor", "Work ", "engineering")
        await shows(pilot, "4 receipts · 8 credits", "8 of these 1,061 credits have receipts here")
        await pilot.press("slash")
        await type_in(pilot, "amara")
        await shows(pilot, "1 of 4 receipts · 1 credit")
        await pilot.press("enter", "w")
        await shows(pilot, "enter writes 1 receipt, shown", "receipts.csv")
        await pilot.press("enter")
        await shows(pilot, "1 receipt written to")
    rows = list(csv.DictReader((tmp_path / "receipts.csv").open(encoding="utf-8-sig", newline="")))
    assert [(r["name"], r["credits"], r["request_id"]) for r in rows] == [
        ("Amara Okafor", "1", "req_enrich")
    ]


async def test_receipts_are_there_at_the_next_start_with_the_service_away(own_home: Path) -> None:
    Store(find_places(), "someone").add_receipts([receipt(n) for n in range(3_000)])
    app = app_on(FakeClient(), fails=OSError("no"), store=Store(find_places(), "someone"))
    async with app.run_test(size=(60, 20)) as pilot:
        await shows(pilot, "failed")
        await pilot.press("escape", "5", "t")
        await shows(pilot, "3,000 receipts · 3,000 credits", "Person 104")
        await pilot.press("G")
        await until(pilot, lambda: "2026-11-01" in seen(app))
        await pilot.press("t")
        await shows(pilot, "this session")
