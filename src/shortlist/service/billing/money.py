"""Reservations, charges and settlements (interface, section 4.2, budget rules, and section 7).

Every function takes the caller's open write transaction: what is charged, the response that says
so and the record that replays it commit together or not at all. Each guard is one conditional
statement, so concurrent requests cannot spend the same credits twice on any database.

What holds at every commit: reserved <= balance; a key's used + reserved <= its budget when
something is held; balance = granted - sum of the ledger; one ledger row a `ref`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import BigInteger, Connection, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from shortlist.service.clock import day_of, month_of
from shortlist.service.db.schema import key_windows, ledger, reservations, workspaces
from shortlist.service.errors import ApiError

Kind = Literal["search", "sets", "enrich", "person"]


@dataclass(frozen=True, slots=True)
class Payer:
    """Who pays: a workspace, by one of its keys. Budgets are in ACU; None is no cap."""

    workspace_id: str
    key_id: str
    daily_budget: int | None
    monthly_budget: int | None


@dataclass(frozen=True, slots=True)
class Balance:
    """ACU of a workspace."""

    granted: int
    balance: int
    reserved: int

    @property
    def available(self) -> int:
        """What can still be spent."""
        return self.balance - self.reserved


def balance_of(connection: Connection, workspace_id: str) -> Balance:
    """The workspace's credits as this transaction sees them."""
    row = connection.execute(_BALANCE, {"payer": workspace_id}).one()
    return Balance(row.granted, row.balance, row.reserved)


def charge(
    connection: Connection,
    payer: Payer,
    *,
    kind: Kind,
    ref: str,
    amount: int,
    now: int,
    request_id: str | None = None,
    detail: dict[str, Any] | None = None,
) -> Balance:
    """Charge `amount` ACU at once, under the unique `ref`; nothing is written for 0.

    Raises `ApiError`: `daily_budget_exceeded`, `monthly_budget_exceeded`, `insufficient_acu`.
    """
    _ensure_not_negative(amount)
    if amount == 0:
        return balance_of(connection, payer.workspace_id)
    _take_window(connection, payer, day_of(now), amount, payer.daily_budget, "daily", used=True)
    _take_window(
        connection, payer, month_of(now), amount, payer.monthly_budget, "monthly", used=True
    )
    taken = {"payer": payer.workspace_id, "taken": amount}
    paid = connection.execute(_PAY, taken).one_or_none()
    if paid is None:
        raise _insufficient(connection, payer, amount)
    _write_ledger(
        connection, payer.workspace_id, payer.key_id, kind, ref, amount, now, request_id, detail
    )
    return Balance(paid.granted, paid.balance, paid.reserved)


def ensure_affordable(connection: Connection, payer: Payer, amount: int, now: int) -> None:
    """Raise what `charge` would raise for `amount` ACU, writing nothing.

    For work whose cost is known only afterwards: called before it with the most it can cost.
    """
    for window_of, budget, name in (
        (day_of, payer.daily_budget, "daily"),
        (month_of, payer.monthly_budget, "monthly"),
    ):
        if budget is not None and amount > 0:
            left = budget - _window_total(connection, payer.key_id, window_of(now))
            if amount > left:
                raise ApiError(
                    f"{name}_budget_exceeded",
                    required_credits=amount,
                    available_credits=max(left, 0),
                )
    if amount > balance_of(connection, payer.workspace_id).available:
        raise _insufficient(connection, payer, amount)


def reserve(connection: Connection, payer: Payer, *, ref: str, amount: int, now: int) -> None:
    """Hold `amount` ACU for `ref` against the balance and the key's day and month budgets.

    Raises `ApiError`: `daily_budget_exceeded`, `monthly_budget_exceeded`, `insufficient_acu`.
    """
    _ensure_not_negative(amount)
    day, month = day_of(now), month_of(now)
    _take_window(connection, payer, day, amount, payer.daily_budget, "daily", used=False)
    _take_window(connection, payer, month, amount, payer.monthly_budget, "monthly", used=False)
    held = connection.execute(_HOLD, {"payer": payer.workspace_id, "taken": amount})
    if held.rowcount == 0:
        raise _insufficient(connection, payer, amount)
    connection.execute(
        insert(reservations).values(
            ref=ref,
            workspace_id=payer.workspace_id,
            key_id=payer.key_id,
            amount=amount,
            day=day,
            month=month,
            created_at=now,
        )
    )


def settle(
    connection: Connection,
    *,
    ref: str,
    kind: Kind,
    amount: int,
    now: int,
    detail: dict[str, Any] | None = None,
) -> int:
    """Turn the reservation `ref` into its actual charge; returns the ACU charged under `ref`.

    A second call, however late, changes nothing and returns what the first one charged
    (section 4.2, budget rule 5). `amount` never exceeds what was held.
    """
    held = connection.execute(select(reservations).where(reservations.c.ref == ref)).one()
    first = connection.execute(
        update(reservations)
        .where(reservations.c.ref == ref, reservations.c.settled_at.is_(None))
        .values(settled_at=now)
    )
    if first.rowcount == 0:
        paid = connection.scalar(select(ledger.c.amount).where(ledger.c.ref == ref))
        return int(paid or 0)
    if not 0 <= amount <= held.amount:
        raise ValueError(f"{ref}: a charge of {amount} against {held.amount} held")
    # Windows before the balance, as everywhere: two at once must not wait for each other.
    for window in (held.day, held.month):
        connection.execute(
            update(key_windows)
            .where(key_windows.c.key_id == held.key_id, key_windows.c.window == window)
            .values(
                used=key_windows.c.used + amount,
                reserved=key_windows.c.reserved - held.amount,
            )
        )
    connection.execute(
        update(workspaces)
        .where(workspaces.c.id == held.workspace_id)
        .values(
            balance=workspaces.c.balance - amount,
            reserved=workspaces.c.reserved - held.amount,
        )
    )
    if amount > 0:
        _write_ledger(
            connection, held.workspace_id, held.key_id, kind, ref, amount, now, None, detail
        )
    return amount


def _ensure_not_negative(amount: int) -> None:
    if amount < 0:
        raise ValueError(f"an amount of {amount}")


def _take_window(
    connection: Connection,
    payer: Payer,
    window: str,
    amount: int,
    budget: int | None,
    name: str,
    *,
    used: bool,
) -> None:
    most = _NO_CAP if budget is None else budget
    taken = {"payer": payer.key_id, "during": window, "taken": amount, "most": most}
    statement = (_USE if used else _RESERVE)[connection.dialect.name]
    # A window that has nothing in it yet is not guarded by the statement.
    if amount > most or connection.execute(statement, taken).rowcount == 0:
        left = most - _window_total(connection, payer.key_id, window)
        raise ApiError(
            f"{name}_budget_exceeded", required_credits=amount, available_credits=max(left, 0)
        )


def _window_total(connection: Connection, key_id: str, window: str) -> int:
    found = connection.execute(_TOTAL, {"payer": key_id, "during": window}).one_or_none()
    return 0 if found is None else int(found[0])


def _insufficient(connection: Connection, payer: Payer, amount: int) -> ApiError:
    available = balance_of(connection, payer.workspace_id).available
    return ApiError(
        "insufficient_acu", required_credits=amount, available_credits=max(available, 0)
    )


def _write_ledger(
    connection: Connection,
    workspace_id: str,
    key_id: str,
    kind: Kind,
    ref: str,
    amount: int,
    now: int,
    request_id: str | None,
    detail: dict[str, Any] | None,
) -> None:
    connection.execute(
        _CHARGED,
        {
            "workspace_id": workspace_id,
            "key_id": key_id,
            "kind": kind,
            "ref": ref,
            "amount": amount,
            "request_id": request_id,
            "detail": detail,
            "created_at": now,
        },
    )


# What every search pays with.
_BALANCE = select(workspaces.c.granted, workspaces.c.balance, workspaces.c.reserved).where(
    workspaces.c.id == bindparam("payer")
)
_TAKEN = bindparam("taken", type_=BigInteger)
_AFFORDING = update(workspaces).where(
    workspaces.c.id == bindparam("payer"),
    workspaces.c.balance - workspaces.c.reserved >= _TAKEN,
)
_PAY = _AFFORDING.values(balance=workspaces.c.balance - _TAKEN).returning(
    workspaces.c.granted, workspaces.c.balance, workspaces.c.reserved
)
_HOLD = _AFFORDING.values(reserved=workspaces.c.reserved + _TAKEN)

_NO_CAP = 2**62
_OF_WINDOW = (key_windows.c.key_id == bindparam("payer")) & (
    key_windows.c.window == bindparam("during")
)
_TOTAL = select(key_windows.c.used + key_windows.c.reserved).where(_OF_WINDOW)


def _within_budget(insert: Any, column: str) -> Any:
    """The window's first row, or more in the column of the one that is there."""
    taking = {"used": 0, "reserved": 0, column: _TAKEN}
    first = insert(key_windows).values(
        key_id=bindparam("payer"), window=bindparam("during"), **taking
    )
    return first.on_conflict_do_update(
        index_elements=["key_id", "window"],
        set_={column: key_windows.c[column] + _TAKEN},
        where=key_windows.c.used + key_windows.c.reserved + _TAKEN <= bindparam("most"),
    ).execution_options(preserve_rowcount=True)


_INSERTS = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
_USE = {name: _within_budget(insert, "used") for name, insert in _INSERTS.items()}
_RESERVE = {name: _within_budget(insert, "reserved") for name, insert in _INSERTS.items()}
_CHARGED = insert(ledger).inline()
