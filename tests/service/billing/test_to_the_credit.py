"""The last credit can be spent and no more, and what is said of a refusal is so to the credit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, select
from tests.service.billing.books import audit, new_workspace, open_books

from shortlist.service.billing import money
from shortlist.service.billing.money import Payer
from shortlist.service.db.engine import reading, writing
from shortlist.service.db.schema import key_windows, ledger
from shortlist.service.errors import ApiError

NOW = 1_790_000_000_000
LIMITS = {
    "daily_budget_exceeded": (1_000, (10, None)),
    "monthly_budget_exceeded": (1_000, (None, 10)),
    "insufficient_acu": (10, (None, None)),
}
"""What each code refuses: the balance and the budgets of which 10 ACU are the least."""


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Engine]:
    engine = open_books(f"sqlite:///{tmp_path / 'books.db'}")
    yield engine
    engine.dispose()


def charge(connection: Connection, payer: Payer, amount: int) -> None:
    ref = f"charge-{amount}"
    money.charge(connection, payer, kind="search", ref=ref, amount=amount, now=NOW)


def reserve(connection: Connection, payer: Payer, amount: int) -> None:
    money.reserve(connection, payer, ref=f"hold-{amount}", amount=amount, now=NOW)


def look(connection: Connection, payer: Payer, amount: int) -> None:
    money.ensure_affordable(connection, payer, amount, NOW)


Spend = Callable[[Connection, Payer, int], None]


@pytest.mark.parametrize("code", LIMITS)
@pytest.mark.parametrize("before", [0, 4])
@pytest.mark.parametrize("how", [charge, reserve, look])
def test_all_that_is_left_can_be_spent(books: Engine, how: Spend, before: int, code: str) -> None:
    balance, budgets = LIMITS[code]
    [payer] = new_workspace(books, balance, [budgets])
    left = 10 - before
    if before:
        with writing(books) as connection:
            reserve(connection, payer, before)
    with pytest.raises(ApiError) as refused, writing(books) as connection:
        how(connection, payer, left + 1)
    assert refused.value.code == code
    assert refused.value.details == {"required_credits": left + 1, "available_credits": left}
    with writing(books) as connection:
        how(connection, payer, left)
        charge(connection, payer, 0 if how is not look else left)
    for again in (charge, reserve, look):
        with pytest.raises(ApiError) as refused, writing(books) as connection:
            again(connection, payer, 1)
        assert refused.value.code == code
        assert refused.value.details == {"required_credits": 1, "available_credits": 0}
    audit(books, [payer])


def test_nothing_left_is_never_less_than_nothing(books: Engine) -> None:
    """A budget that was lowered below what was spent leaves nothing, and costs nothing more."""
    [payer] = new_workspace(books, 1_000, [(None, None)])
    with writing(books) as connection:
        charge(connection, payer, 9)
    lowered = Payer(payer.workspace_id, payer.key_id, 5, 5)
    for how in (charge, reserve, look):
        with pytest.raises(ApiError) as refused, writing(books) as connection:
            how(connection, lowered, 1)
        assert refused.value.details == {"required_credits": 1, "available_credits": 0}
    with writing(books) as connection:
        look(connection, lowered, 0)
        charge(connection, lowered, 0)


def test_a_key_without_a_budget_has_no_cap(books: Engine) -> None:
    [payer] = new_workspace(books, 3_000_000_000, [(None, None)])
    with writing(books) as connection:
        charge(connection, payer, 1_000_000_000)
        charge(connection, payer, 999_999_999)
        reserve(connection, payer, 1_000_000_001)
    audit(books, [payer])


@pytest.mark.parametrize("amount", [0, 1, 10])
def test_a_hold_is_settled_once_with_any_part_of_it(books: Engine, amount: int) -> None:
    [payer] = new_workspace(books, 10, [(10, 10)])
    with writing(books) as connection:
        reserve(connection, payer, 10)
    for charged in (amount, 10 - amount):
        with writing(books) as connection:
            settled = money.settle(connection, ref="hold-10", kind="sets", amount=charged, now=NOW)
        assert settled == amount
    with reading(books) as connection:
        rows = connection.execute(select(ledger.c.ref, ledger.c.amount)).all()
        windows = connection.execute(select(key_windows.c.used, key_windows.c.reserved)).all()
    assert rows == ([("hold-10", amount)] if amount else [])
    assert windows == [(amount, 0)] * 2
    audit(books, [payer])


def test_a_charge_of_nothing_leaves_no_trace(books: Engine) -> None:
    [payer] = new_workspace(books, 10, [(10, 10)])
    with writing(books) as connection:
        charge(connection, payer, 0)
    with reading(books) as connection:
        assert connection.execute(select(ledger)).all() == []
        assert connection.execute(select(key_windows)).all() == []
    audit(books, [payer])
