"""What holds of Sets and their money at every commit, whatever happened before."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, select

from shortlist.service.db.engine import reading
from shortlist.service.db.schema import (
    events,
    items,
    key_windows,
    ledger,
    searches,
    sets,
    workspaces,
)


def rows_of(engine: Engine, table: Any, **where: Any) -> list[Any]:
    """The rows of `table` where its columns are `where`, by primary key."""
    with reading(engine) as connection:
        query = select(table)
        for name, value in where.items():
            query = query.where(table.c[name] == value)
        return list(connection.execute(query.order_by(*table.primary_key.columns)))


def check_invariants(engine: Engine, start_balance: int) -> None:
    """Raise `AssertionError` unless everything holds."""
    [workspace] = rows_of(engine, workspaces)
    charges = rows_of(engine, ledger)
    assert 0 <= workspace.reserved <= workspace.balance
    assert workspace.balance == start_balance - sum(row.amount for row in charges)
    assert len({row.ref for row in charges}) == len(charges)
    unsettled = 0
    for row in rows_of(engine, sets):
        [search] = rows_of(engine, searches, set_id=row.id)
        told = sorted(rows_of(engine, events, set_id=row.id), key=lambda event: event.seq)
        kept = sorted(rows_of(engine, items, set_id=row.id), key=lambda item: item.seq)
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
    for payer_id in {row.key_id for row in rows_of(engine, key_windows)}:
        windows = rows_of(engine, key_windows, key_id=payer_id)
        spent = sum(charge.amount for charge in charges if charge.key_id == payer_id)
        for window in windows:
            assert window.used == spent and window.reserved >= 0
