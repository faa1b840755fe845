"""What a request that begins may rely on of the balance that came with its key."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from shortlist.service.account.admin import create_local_key
from shortlist.service.account.keys import authenticate, create_key
from shortlist.service.billing import money
from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.schema import workspaces


@pytest.mark.parametrize("budgets", [{}, {"daily_budget": 50}, {"monthly_budget": 50}])
def test_only_a_balance_without_budgets_is_relied_on(
    tmp_path: Path, budgets: dict[str, int]
) -> None:
    create_local_key(tmp_path, None, "first")
    engine = open_engine(database_url(tmp_path))
    with writing(engine) as connection:
        connection.execute(update(workspaces).values(granted=20, balance=20))
        workspace = connection.execute(workspaces.select()).one().id
        key = create_key(connection, workspace, "k", now=1, **budgets)["key"]
        caller = authenticate(connection, key, 2)
        assert caller.can_afford(20) is (not budgets)
        assert not caller.can_afford(21)
        money.reserve(connection, caller.payer, ref="r", amount=6, now=3)
        after = authenticate(connection, key, 4)
        assert after.can_afford(14) is (not budgets)
        assert not after.can_afford(15)
    engine.dispose()
