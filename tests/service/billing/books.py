"""A database to move money in, and what must hold in it at every commit."""

from __future__ import annotations

import itertools
from pathlib import Path

from sqlalchemy import Engine, func, insert, select

from shortlist.service.billing.money import Payer
from shortlist.service.db.engine import open_engine, reading, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.db.schema import api_keys, key_windows, ledger, reservations, workspaces

_numbers = itertools.count(1)


def open_books(file: Path) -> Engine:
    """A database at `file`, its schema made if it is new."""
    engine = open_engine(f"sqlite:///{file}", durable=False)
    migrate(engine)
    return engine


def new_workspace(engine: Engine, balance: int, budgets: list[tuple[int | None, int | None]]):
    """A workspace with `balance` ACU and one key for each (daily, monthly) budget: its payers."""
    workspace_id = f"ws_{next(_numbers)}"
    payers = []
    with writing(engine) as connection:
        connection.execute(
            insert(workspaces).values(
                id=workspace_id,
                plan="pro",
                active=True,
                granted=balance,
                balance=balance,
                reserved=0,
                created_at=0,
            )
        )
        for number, (daily, monthly) in enumerate(budgets):
            payer = Payer(workspace_id, f"{workspace_id}_key{number}", daily, monthly)
            connection.execute(
                insert(api_keys).values(
                    id=payer.key_id,
                    workspace_id=workspace_id,
                    name="key",
                    secret_hash="",
                    scopes=[],
                    daily_budget=daily,
                    monthly_budget=monthly,
                    created_at=0,
                )
            )
            payers.append(payer)
    return payers


def audit(engine: Engine, payers: list[Payer]) -> None:
    """Assert every invariant of one workspace (service.md, money)."""
    workspace_id = payers[0].workspace_id
    with reading(engine) as connection:
        row = connection.execute(select(workspaces).where(workspaces.c.id == workspace_id)).one()
        paid = connection.execute(
            select(func.coalesce(func.sum(ledger.c.amount), 0)).where(
                ledger.c.workspace_id == workspace_id
            )
        ).scalar_one()
        held = connection.execute(
            select(func.coalesce(func.sum(reservations.c.amount), 0)).where(
                reservations.c.workspace_id == workspace_id, reservations.c.settled_at.is_(None)
            )
        ).scalar_one()
        assert 0 <= row.reserved <= row.balance, "more is held than there is"
        assert row.reserved == held, "what is held is not what the open reservations say"
        assert row.balance == row.granted - paid, "the balance is not what the ledger says"
        for payer in payers:
            windows = connection.execute(
                select(key_windows).where(key_windows.c.key_id == payer.key_id)
            ).all()
            key_paid = connection.execute(
                select(func.coalesce(func.sum(ledger.c.amount), 0)).where(
                    ledger.c.key_id == payer.key_id
                )
            ).scalar_one()
            days = [window for window in windows if len(window.window) == 10]
            assert sum(day.used for day in days) == key_paid, "days do not add up to the ledger"
            for window in windows:
                budget = payer.daily_budget if len(window.window) == 10 else payer.monthly_budget
                assert window.used >= 0
                assert window.reserved >= 0
                assert budget is None or window.used + window.reserved <= budget, "over a budget"
