"""A database to move money in, and what must hold in it at every commit."""

from __future__ import annotations

import itertools

from sqlalchemy import Engine, delete, insert, text

from shortlist.service.billing.money import Payer
from shortlist.service.db.engine import open_engine, reading, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.db.schema import api_keys, key_windows, ledger, reservations, workspaces

_numbers = itertools.count(1)


def open_books(url: str) -> Engine:
    """The database at `url`, its schema made if it is new."""
    engine = open_engine(url, durable=False)
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


def clear(engine: Engine) -> None:
    """Forget every workspace: what comes next is audited faster."""
    with writing(engine) as connection:
        for table in (ledger, reservations, key_windows, api_keys, workspaces):
            connection.execute(delete(table))


def audit(engine: Engine, payers: list[Payer]) -> None:
    """Assert every invariant of one workspace, in plain SQL."""
    workspace_id = payers[0].workspace_id
    with reading(engine) as books:

        def one(query: str, value: str) -> tuple:
            return tuple(books.execute(text(query), {"value": value}).one())

        granted, balance, reserved = one(
            "SELECT granted, balance, reserved FROM workspaces WHERE id = :value", workspace_id
        )
        (paid,) = one(
            "SELECT coalesce(sum(amount), 0) FROM ledger WHERE workspace_id = :value", workspace_id
        )
        (held,) = one(
            "SELECT coalesce(sum(amount), 0) FROM reservations"
            " WHERE workspace_id = :value AND settled_at IS NULL",
            workspace_id,
        )
        assert 0 <= reserved <= balance, "more is held than there is"
        assert reserved == held, "what is held is not what the open reservations say"
        assert balance == granted - paid, "the balance is not what the ledger says"
        for payer in payers:
            (key_paid,) = one(
                "SELECT coalesce(sum(amount), 0) FROM ledger WHERE key_id = :value", payer.key_id
            )
            windows = books.execute(
                text('SELECT "window", used, reserved FROM key_windows WHERE key_id = :value'),
                {"value": payer.key_id},
            ).all()
            days = sum(used for window, used, _ in windows if len(window) == 10)
            assert days == key_paid, "days do not add up to the ledger"
            months = sum(used for window, used, _ in windows if len(window) == 7)
            assert months == key_paid, "months do not add up to the ledger"
            for window, used, kept in windows:
                budget = payer.daily_budget if len(window) == 10 else payer.monthly_budget
                assert used >= 0
                assert kept >= 0
                assert budget is None or used + kept <= budget, "over a budget"
