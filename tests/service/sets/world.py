"""A workspace with a key on a real database, and searches that run in this process, piece by
piece, without durable execution around them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, insert, select, update
from tests.service.sets.fakes import Directory, NumberJudge

from shortlist.contract.sets import CreatedSet, CreateSetRequest, PeopleSet
from shortlist.service.billing.money import Payer
from shortlist.service.clock import now_ms
from shortlist.service.db.engine import open_engine, reading, writing
from shortlist.service.db.schema import (
    api_keys,
    events,
    items,
    key_windows,
    ledger,
    metadata,
    searches,
    sets,
    workspaces,
)
from shortlist.service.sets import service
from shortlist.service.sets.run import SearchJob


class World:
    def __init__(self, folder: Path, people: int = 100, balance: int = 1_000) -> None:
        self.engine: Engine = open_engine(f"sqlite:///{folder / 'shortlist.db'}")
        metadata.create_all(self.engine)
        self.directory, self.judge = Directory(people), NumberJudge()
        self.job = SearchJob(self.engine, self.directory, self.directory, self.judge)  # type: ignore[arg-type]
        self.start_balance = balance
        with writing(self.engine) as connection:
            connection.execute(
                insert(workspaces).values(
                    id="w",
                    plan="pro",
                    active=True,
                    granted=balance,
                    balance=balance,
                    reserved=0,
                    created_at=0,
                )
            )
        self.payer = self.key("k")

    def key(self, id: str, daily: int | None = None, monthly: int | None = None) -> Payer:
        with writing(self.engine) as connection:
            connection.execute(
                insert(api_keys).values(
                    id=id, workspace_id="w", name=id, secret_hash=id, scopes=[], created_at=0
                )
            )
        return Payer("w", id, daily, monthly)

    def create(
        self, count: int = 25, budget: int | None = None, payer: Payer | None = None, **search: Any
    ) -> CreatedSet:
        request = CreateSetRequest.model_validate(
            {
                "search": {"query": "engineers", "count": count, **search},
                "budget": {"credits": budget} if budget else None,
            }
        )
        wanted = service.want(request, self.judge, synthetic=True)
        with writing(self.engine) as connection:
            return service.create_set(connection, payer or self.payer, wanted, now_ms())

    def run(self, created: CreatedSet) -> PeopleSet:
        """Run its search to its end."""
        while self.job.advance(self.search_id(created)):
            pass
        return self.read(created)

    def search_id(self, created: CreatedSet) -> str:
        assert created.search is not None
        return created.search.id

    def read(self, created: CreatedSet) -> PeopleSet:
        with reading(self.engine) as connection:
            return service.read_set(connection, "w", created.id, now_ms())

    def cancel(self, created: CreatedSet) -> PeopleSet:
        with writing(self.engine) as connection:
            return service.cancel_set(connection, "w", created.id, now_ms())

    def rows(self, table: Any, **where: Any) -> list[Any]:
        with reading(self.engine) as connection:
            query = select(table)
            for name, value in where.items():
                query = query.where(table.c[name] == value)
            return list(connection.execute(query.order_by(*table.primary_key.columns)))

    def forget_the_charge(self, created: CreatedSet) -> None:
        """Damage for tests of the checker itself."""
        with writing(self.engine) as connection:
            connection.execute(update(workspaces).values(balance=workspaces.c.balance + 1))

    def check_invariants(self) -> None:
        """What holds at every commit, whatever happened before."""
        [workspace] = self.rows(workspaces)
        charges = self.rows(ledger)
        assert 0 <= workspace.reserved <= workspace.balance
        assert workspace.balance == self.start_balance - sum(row.amount for row in charges)
        assert len({row.ref for row in charges}) == len(charges)
        unsettled = 0
        for row in self.rows(sets):
            [search] = self.rows(searches, set_id=row.id)
            told = sorted(self.rows(events, set_id=row.id), key=lambda event: event.seq)
            kept = sorted(self.rows(items, set_id=row.id), key=lambda item: item.seq)
            admitted = [item for item in kept if item.status == "admitted"]
            finished = search.status in ("completed", "failed", "canceled")

            assert [event.seq for event in told] == list(range(1, row.event_seq + 1)), "gapless"
            assert [event.data["item"] for event in told if event.type == "set.item.admitted"] == [
                item.id for item in admitted
            ], "one event for each admitted person, in order"
            assert search.admitted == row.item_count == len(admitted)
            assert search.review == len(kept) - len(admitted)
            assert search.position == search.admitted + search.review + search.rejected
            budget = row.budget_credits
            assert search.admitted <= min(search.count, 10 * budget if budget else search.count)
            for item in admitted:
                assert {verdict["status"] for verdict in item.verification} == {"satisfied"}
            for criterion in search.criteria_counts.values():
                assert criterion["checked"] == sum(
                    criterion[name] for name in ("satisfied", "unclear", "rejected")
                )
            paid = [charge for charge in charges if charge.ref == f"search:{search.id}"]
            price = -(-search.admitted // 10)
            terminal = [event.type for event in told if event.type.endswith(search.status)]
            if finished:
                assert [charge.amount for charge in paid] == ([price] if price else [])
                assert row.spent_credits == price
                assert [event.type for event in told[-2:]] == [
                    f"set.search.{search.status}",
                    "set.idle",
                ]
                assert len(terminal) == 1
                assert search.finished_at is not None
            else:
                unsettled += -(-search.count // 10)
                assert not paid and row.spent_credits == 0 and search.finished_at is None
                assert "set.idle" not in [event.type for event in told]
        assert workspace.reserved == unsettled
        for payer_id in {row.key_id for row in self.rows(key_windows)}:
            windows = self.rows(key_windows, key_id=payer_id)
            spent = sum(charge.amount for charge in charges if charge.key_id == payer_id)
            for window in windows:
                assert window.used == spent and window.reserved >= 0

    def close(self) -> None:
        self.engine.dispose()
