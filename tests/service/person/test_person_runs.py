"""A run piece by piece, in this process: each stage of its end, and what is done twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import func, select
from tests.service.person.directory import PEOPLE, fill

from shortlist.contract.person import PersonRequest
from shortlist.service.account.keys import create_key
from shortlist.service.account.workspace import WORKSPACE_ID
from shortlist.service.billing.money import Payer, balance_of
from shortlist.service.clock import now_ms
from shortlist.service.db.engine import database_url, open_engine, reading, writing
from shortlist.service.db.schema import ledger
from shortlist.service.errors import ApiError
from shortlist.service.index.port import Record
from shortlist.service.index.suppress import suppress
from shortlist.service.person import repository
from shortlist.service.person.proof import evidence_of, publisher_of
from shortlist.service.person.run import PersonJob
from shortlist.service.person.service import cancel_run, read_request, read_run, research
from shortlist.service.web.pages import Page


class People:
    """The directory as an index: only what research asks of one."""

    def get(self, person_ids: Sequence[str]) -> dict[str, Record]:
        return {record["id"]: record for record in PEOPLE if record["id"] in person_ids}

    def find_by_anchor(self, kind: str, value: str) -> list[Record]:
        assert kind == "profile"
        return [record for record in PEOPLE if record["profile_url"] == value]

    def suppressed(self, kind: str, values: Sequence[str]) -> set[str]:
        return set()

    def same_as(self, person_id: str) -> tuple[str, ...]:
        return ()


class World(SimpleNamespace):
    def start(self, person_id: str) -> str:
        asked = read_request(PersonRequest(person_id=person_id), self.index)
        with writing(self.engine) as connection:
            started = research(connection, self.payer, asked, 25, "req_x", now_ms())
        assert started.run_id is not None
        return started.run_id

    def status(self, run_id: str) -> str:
        with reading(self.engine) as connection:
            run = repository.get_run(connection, run_id)
        assert run is not None
        return str(run.status)

    def cancel(self, run_id: str) -> None:
        with writing(self.engine) as connection:
            cancel_run(connection, WORKSPACE_ID, run_id, "req_x", now_ms())

    def read(self, run_id: str) -> Any:
        with reading(self.engine) as connection:
            return read_run(connection, self.index, WORKSPACE_ID, run_id, "req_x", now_ms())

    def spent(self) -> tuple[int, int, int]:
        """Charges, credits gone, credits held."""
        with reading(self.engine) as connection:
            balance = balance_of(connection, WORKSPACE_ID)
            charges = connection.execute(select(func.count()).select_from(ledger)).scalar_one()
        return charges, balance.granted - balance.balance, balance.reserved


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    data_dir = fill(tmp_path / "data")
    engine = open_engine(database_url(data_dir))
    with writing(engine) as connection:
        key = create_key(connection, WORKSPACE_ID, "test", now=now_ms())
    index: Any = People()
    payer = Payer(WORKSPACE_ID, key["id"], None, None)
    yield World(engine=engine, index=index, payer=payer, job=PersonJob(engine, index))
    engine.dispose()


def test_a_run_ends_once_however_often_it_is_advanced(world):
    run_id = world.start("p-000")
    assert world.spent() == (0, 0, 25)
    assert world.job.advance(run_id) is True
    assert world.status(run_id) == "running"
    for _ in range(3):
        assert world.job.advance(run_id) is False
    world.job.fail(run_id, None)
    assert world.status(run_id) == "completed"
    assert world.spent() == (1, 25, 0)


@pytest.mark.parametrize("pieces", [0, 1, 2])
def test_cancelled_at_each_stage(world, pieces):
    run_id = world.start("p-000")
    for _ in range(pieces):
        world.job.advance(run_id)
    world.cancel(run_id)
    while world.job.advance(run_id):
        pass
    if pieces == 2:  # it had ended
        assert world.status(run_id) == "completed"
        assert world.spent() == (1, 25, 0)
    else:
        assert world.status(run_id) == "canceled"
        assert world.spent() == (0, 0, 0)
        with pytest.raises(ApiError, match="canceled"):
            world.read(run_id)


def test_cancelled_while_it_was_finding_out(world, monkeypatch):
    run_id = world.start("p-000")
    world.job.advance(run_id)
    find = world.job._research

    def found_too_late(anchor: Any) -> Any:
        world.cancel(run_id)
        return find(anchor)

    monkeypatch.setattr(world.job, "_research", found_too_late)
    assert world.job.advance(run_id) is False
    assert world.status(run_id) == "canceled"
    assert world.spent() == (0, 0, 0)


def test_who_asks_to_be_left_out_while_it_was_finding_out_is(world, monkeypatch):
    run_id = world.start("p-000")
    world.job.advance(run_id)
    find = world.job._research

    def found_too_late(anchor: Any) -> Any:
        found = find(anchor)
        assert found.dossier is not None
        suppress(world.engine, "person_id", "p-000")
        return found

    monkeypatch.setattr(world.job, "_research", found_too_late)
    assert world.job.advance(run_id) is False
    assert world.status(run_id) == "completed"
    with reading(world.engine) as connection:
        run = repository.get_run(connection, run_id)
    assert run is not None and run.result["dossier"] is None
    assert world.spent() == (0, 0, 0)


def test_a_failure_costs_nothing_and_says_so(world):
    run_id = world.start("p-000")
    world.job.advance(run_id)
    world.job.fail(run_id, RuntimeError("lost"))
    world.job.fail(run_id, RuntimeError("again"))
    assert world.status(run_id) == "failed"
    assert world.spent() == (0, 0, 0)
    with pytest.raises(ApiError) as failed:
        world.read(run_id)
    assert failed.value.code == "run_failed"


def test_two_runs_that_find_the_same_person_are_one_charge(world):
    # Whom the second means was not known when it was asked for: it could not join the first.
    run_id = world.start("p-000")
    with writing(world.engine) as connection:
        asked = replace(read_request(PersonRequest(person_id="p-000"), world.index), person_id=None)
        second = research(connection, world.payer, asked, 25, "req_x", now_ms()).run_id
    for id in (run_id, second, run_id, second):
        world.job.advance(id)
    assert world.status(run_id) == world.status(second) == "completed"
    assert world.read(second).body["data"]["person_id"] == "p-000"
    assert world.spent() == (1, 25, 0)


def test_unfinished_runs_are_what_the_sweeper_finds(world):
    run_id = world.start("p-000")
    assert world.job.unfinished(now_ms()) == [run_id]
    assert world.job.unfinished(now_ms() - 60_000) == []
    world.cancel(run_id)
    assert world.job.unfinished(now_ms()) == []


class TestProof:
    """The rule of `person.proof`, kind by kind."""

    record = next(record for record in PEOPLE if record["id"] == "p-000")

    def kinds(
        self,
        record: Record,
        anchor: dict[str, str] | None = None,
        shared: bool = False,
        pages: Sequence[Page] = (),
    ) -> list[str | None]:
        anchor = anchor or {"person_id": record["id"]}
        found = evidence_of(record, anchor, page_shared=shared, pages=pages)
        return [piece.kind for piece in found]

    def test_everything(self):
        assert self.kinds(self.record) == ["page", "organisation", "network", "source"]

    @pytest.mark.parametrize(
        ("change", "lost"),
        [
            ({"profile_url": None}, ["page", "source"]),
            ({"profile_url": "mailto:ada@acme.example"}, ["page", "source"]),
            ({"contacts": {}}, ["organisation"]),
            ({"contacts": {"work_email": {"value": "a@notacme.example"}}}, ["organisation"]),
            ({"company_domain": "other.example"}, ["organisation"]),
            ({"company_domain": "notacme.example"}, ["organisation"]),
            ({"links": []}, ["network"]),
            ({"sources": []}, ["source"]),
            ({"sources": ["https://www.register.example/elsewhere"]}, ["source"]),
        ],
        ids=str,
    )
    def test_what_is_missing_or_does_not_agree_is_no_evidence(self, change, lost):
        left = self.kinds({**self.record, **change})
        assert {"page", "organisation", "network", "source"} - set(left) == set(lost)

    def test_an_address_at_a_part_of_the_organisation_counts(self):
        contacts = {"work_email": {"value": "ada@lab.acme.example"}}
        assert "organisation" in self.kinds({**self.record, "contacts": contacts})

    def test_a_page_that_others_share_is_no_evidence_and_neither_are_its_sources(self):
        assert self.kinds(self.record, shared=True) == ["organisation", "network"]

    def test_the_own_page_is_not_counted_again_as_a_network(self):
        record = {
            **self.record,
            "profile_url": "https://github.com/p-000",
            "links": [{"type": "github", "url": "http://www.github.com/p-000/"}],
        }
        assert "network" not in self.kinds(record)

    def test_an_empty_record_proves_nothing(self):
        assert self.kinds({"id": "x"}) == []

    def test_publishers(self):
        assert publisher_of("https://www.acme.example/a") == "acme.example"
        assert publisher_of("https://github.com/Cncf/x") == "github.com/cncf"
