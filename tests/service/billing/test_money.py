"""Money (interface, section 4.2, budget rules; section 5, budgets): a machine that does anything
in any order, and planted mistakes that it must find."""

from __future__ import annotations

import shutil
import tempfile
import types
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import Engine, select
from sqlalchemy.exc import SQLAlchemyError
from tests.examples import examples
from tests.service.billing.books import audit, clear, new_workspace, open_books

from shortlist.service.billing import money as real_money
from shortlist.service.db.engine import reading, writing
from shortlist.service.db.schema import ledger
from shortlist.service.errors import ApiError

DAY_MS = 86_400_000
SETTINGS = settings(
    max_examples=examples(30),
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=False,
)
HUNT = settings(
    SETTINGS,
    max_examples=500,  # a mistake is found long before
    database=None,
    # Found is enough: it need not be made small.
    phases=[Phase.generate],
    report_multiple_bugs=False,
)
_budgets = st.one_of(st.none(), st.integers(0, 60))


def machine(engine: Engine, money: Any) -> type[RuleBasedStateMachine]:
    """A state machine over `money`, with a model of what it should do beside it."""

    class Money(RuleBasedStateMachine):
        held = Bundle("held")

        @initialize(
            balance=st.integers(0, 100),
            budgets=st.lists(st.tuples(_budgets, _budgets), min_size=1, max_size=2),
        )
        def open(self, balance: int, budgets: list) -> None:
            self.payers = new_workspace(engine, balance, budgets)
            self.balance = balance
            self.used: dict[tuple[str, str], int] = {}
            self.open_holds: dict[str, tuple[Any, int, str, str]] = {}
            self.settled: dict[str, int] = {}
            self.now = 1_790_000_000_000
            self.refs = 0

        def teardown(self) -> None:
            clear(engine)

        # The model: what is left for `payer`, by the interface's words.

        def left(self, payer: Any) -> dict[str, float]:
            day, month = real_money.day_of(self.now), real_money.month_of(self.now)
            left = {}
            for code, window, budget in (
                ("daily_budget_exceeded", day, payer.daily_budget),
                ("monthly_budget_exceeded", month, payer.monthly_budget),
            ):
                held = sum(
                    amount
                    for who, amount, d, m in self.open_holds.values()
                    if who is payer and window in (d, m)
                )
                used = self.used.get((payer.key_id, window), 0)
                left[code] = float("inf") if budget is None else budget - used - held
            held_by_all = sum(amount for _, amount, _, _ in self.open_holds.values())
            left["insufficient_acu"] = self.balance - held_by_all
            return left

        def refusal(self, payer: Any, amount: int) -> str | None:
            return next((c for c, left in self.left(payer).items() if amount > left), None)

        def spend(self, payer: Any, amount: int, day: str, month: str) -> None:
            self.balance -= amount
            for window in (day, month):
                key = (payer.key_id, window)
                self.used[key] = self.used.get(key, 0) + amount

        def attempt(self, what: Any) -> str | None:
            try:
                with writing(engine) as connection:
                    what(connection)
            except ApiError as error:
                assert error.status == 402
                assert error.details["required_credits"] > error.details["available_credits"]
                return error.code
            return None

        def ref(self) -> str:
            self.refs += 1
            return f"{self.payers[0].workspace_id}:{self.refs}"

        # What can happen.

        @rule(who=st.integers(0, 1), amount=st.integers(0, 40))
        def charge(self, who: int, amount: int) -> None:
            payer = self.payers[who % len(self.payers)]
            ref = self.ref()
            expected = self.refusal(payer, amount) if amount else None
            told = self.attempt(
                lambda c: money.charge(
                    c, payer, kind="search", ref=ref, amount=amount, now=self.now
                )
            )
            assert told == expected
            if told is None:
                day, month = real_money.day_of(self.now), real_money.month_of(self.now)
                self.spend(payer, amount, day, month)

        @rule(who=st.integers(0, 1), amount=st.integers(0, 40))
        def look(self, who: int, amount: int) -> None:
            payer = self.payers[who % len(self.payers)]
            with reading(engine) as connection:
                try:
                    money.ensure_affordable(connection, payer, amount, self.now)
                    told = None
                except ApiError as error:
                    told = error.code
            assert told == self.refusal(payer, amount) or amount == 0

        @rule(target=held, who=st.integers(0, 1), amount=st.integers(0, 40))
        def reserve(self, who: int, amount: int):
            payer = self.payers[who % len(self.payers)]
            ref = self.ref()
            expected = self.refusal(payer, amount)
            told = self.attempt(
                lambda c: money.reserve(c, payer, ref=ref, amount=amount, now=self.now)
            )
            assert told == expected
            if told is not None:
                return multiple()
            day, month = real_money.day_of(self.now), real_money.month_of(self.now)
            self.open_holds[ref] = (payer, amount, day, month)
            return ref

        @rule(ref=held, part=st.floats(0, 1))
        def settle(self, ref: str, part: float) -> None:
            """However often, and with whatever amount: the first one counts (budget rule 5)."""
            if ref in self.settled:
                amount = 7
            else:
                payer, most, day, month = self.open_holds.pop(ref)
                amount = round(most * part)
                self.settled[ref] = amount
                self.spend(payer, amount, day, month)
            with writing(engine) as connection:
                paid = money.settle(connection, ref=ref, kind="sets", amount=amount, now=self.now)
            assert paid == self.settled[ref]

        @rule(ref=held)
        def settle_too_much(self, ref: str) -> None:
            if ref in self.settled:
                return
            most = self.open_holds[ref][1]
            with pytest.raises(ValueError), writing(engine) as connection:
                money.settle(connection, ref=ref, kind="sets", amount=most + 1, now=self.now)

        @rule(days=st.integers(1, 40))
        def wait(self, days: int) -> None:
            self.now += days * DAY_MS

        @invariant()
        def books_are_whole(self) -> None:
            if not hasattr(self, "payers"):
                return
            audit(engine, self.payers)
            with reading(engine) as connection:
                told = money.balance_of(connection, self.payers[0].workspace_id)
            held = sum(amount for _, amount, _, _ in self.open_holds.values())
            assert (told.balance, told.reserved) == (self.balance, held)

    return Money


@pytest.fixture(scope="module")
def books():
    folder = Path(tempfile.mkdtemp())
    engine = open_books(f"sqlite:///{folder / 'books.db'}")
    yield engine
    engine.dispose()
    shutil.rmtree(folder)


def test_money_holds_whatever_happens(books: Engine):
    run_state_machine_as_test(machine(books, real_money), settings=SETTINGS)


MISTAKES = {
    "the balance is not guarded when charging": (
        "_PAY = _AFFORDING.values(",
        '_PAY = update(workspaces).where(workspaces.c.id == bindparam("payer")).values(',
    ),
    "the balance is not guarded when reserving": (
        "_HOLD = _AFFORDING.values(",
        '_HOLD = update(workspaces).where(workspaces.c.id == bindparam("payer"), '
        "workspaces.c.balance >= _TAKEN).values(",
    ),
    "a key's budget forgets what is held": (
        "key_windows.c.used + key_windows.c.reserved + _TAKEN <= ",
        "key_windows.c.used + _TAKEN <= ",
    ),
    "settling leaves the hold": (
        "reserved=workspaces.c.reserved - held.amount",
        "reserved=workspaces.c.reserved",
    ),
    "settling corrects no budget": (
        "used=key_windows.c.used + amount,",
        "used=key_windows.c.used,",
    ),
    "settling twice charges twice": ("if first.rowcount == 0:", "if first.rowcount == -1:"),
    "settling counts today's budget, not the one that was held": (
        "for window in (held.day, held.month):",
        "for window in (day_of(now), month_of(now)):",
    ),
    "a charge larger than the hold goes through": (
        "if not 0 <= amount <= held.amount:",
        "if amount < 0:",
    ),
    "settling writes no ledger row": (
        "    if amount > 0:\n        _write",
        "    if False:\n        _write",
    ),
    "the monthly budget is not looked at": (
        "connection, payer, month_of(now), amount, payer.monthly_budget, ",
        "connection, payer, month_of(now), amount, None, ",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_planted_mistake_is_found(books: Engine, mistake: str):
    before, after = MISTAKES[mistake]
    source = Path(real_money.__file__).read_text("utf-8")
    assert before in source, "this mistake can no longer be planted: write it anew"
    mutant = types.ModuleType(real_money.__name__)
    exec(compile(source.replace(before, after), "mutant", "exec"), mutant.__dict__)
    mutant.Payer = real_money.Payer
    with pytest.raises((AssertionError, ValueError, SQLAlchemyError, pytest.fail.Exception)):
        run_state_machine_as_test(machine(books, mutant), settings=HUNT)


def test_one_ledger_row_a_reference(books: Engine):
    (payer,) = new_workspace(books, 100, [(None, None)])
    ref = f"{payer.workspace_id}:once"
    with writing(books) as connection:
        real_money.charge(connection, payer, kind="search", ref=ref, amount=3, now=0)
    with pytest.raises(Exception, match="UNIQUE"), writing(books) as connection:
        real_money.charge(connection, payer, kind="search", ref=ref, amount=3, now=0)
    with reading(books) as connection:
        rows = connection.execute(select(ledger.c.amount).where(ledger.c.ref == ref)).all()
    assert rows == [(3,)]
    audit(books, [payer])


@pytest.mark.parametrize("what", ["charge", "reserve"])
def test_no_amount_is_negative(books: Engine, what: str):
    (payer,) = new_workspace(books, 100, [(None, None)])
    with pytest.raises(ValueError), writing(books) as connection:
        if what == "charge":
            real_money.charge(connection, payer, kind="search", ref="x", amount=-1, now=0)
        else:
            real_money.reserve(connection, payer, ref="x", amount=-1, now=0)
    audit(books, [payer])
