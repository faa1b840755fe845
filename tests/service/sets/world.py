"""A workspace with a key on a real database, and searches that run in this process, piece by
piece, without durable execution around them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, insert, update
from tests.service.sets.fakes import Directory, NumberJudge
from tests.service.sets.invariants import check_invariants, rows_of

from shortlist.contract.sets import CreatedSet, CreateSetRequest, PeopleSet
from shortlist.service.billing.money import Payer
from shortlist.service.clock import now_ms
from shortlist.service.db.engine import open_engine, reading, writing
from shortlist.service.db.schema import (
    api_keys,
    metadata,
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
        return rows_of(self.engine, table, **where)

    def forget_the_charge(self, created: CreatedSet) -> None:
        """Damage for tests of the checker itself."""
        with writing(self.engine) as connection:
            connection.execute(update(workspaces).values(balance=workspaces.c.balance + 1))

    def check_invariants(self) -> None:
        check_invariants(self.engine, self.start_balance)

    def close(self) -> None:
        self.engine.dispose()
