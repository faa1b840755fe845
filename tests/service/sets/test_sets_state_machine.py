"""The invariants of Sets and their money, over any order of creations, batches, cancellations,
failures, batches attempted twice and process deaths. Real SQLite."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from pathlib import Path
from unittest import mock

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    rule,
)
from tests.examples import examples
from tests.service.sets.world import World

from shortlist.contract.sets import CreatedSet
from shortlist.service.errors import ApiError
from shortlist.service.index.port import IndexUnavailable
from shortlist.service.sets import run

BALANCE = 60
DAILY = 40


class SetsAndMoney(RuleBasedStateMachine):
    created = Bundle("created")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.world = World(self.folder, people=90, balance=BALANCE)
        # Not by the clock, as it is elsewhere: the same rules must do the same again.
        self.pace = mock.patch.object(run, "_batch_size", lambda search, _now: 10 + search.position)
        self.pace.start()
        self.small = self.world.key("small", daily=DAILY, monthly=DAILY + 5)
        self.asked: list[tuple[bool, int]] = []

    @rule(
        target=created,
        count=st.integers(1, 200),
        budget=st.none() | st.integers(1, 8),
        small=st.booleans(),
    )
    def create(self, count: int, budget: int | None, small: bool) -> object:
        price = -(-count // 10)
        workspace = self.balance()
        try:
            made = self.world.create(count, budget, self.small if small else None)
        except ApiError as error:
            # A refusal is right: it really would not have fitted.
            if error.code == "insufficient_acu":
                assert workspace < price
            else:
                assert small and self.window_total() + price > DAILY
            return multiple()
        assert workspace >= price
        return made

    def balance(self) -> int:
        from shortlist.service.db.schema import workspaces

        [row] = self.world.rows(workspaces)
        return int(row.balance - row.reserved)

    def window_total(self) -> int:
        from shortlist.service.db.schema import key_windows

        rows = self.world.rows(key_windows, key_id="small")
        return max((row.used + row.reserved for row in rows), default=0)

    @rule(made=created, pieces=st.integers(1, 6))
    def work(self, made: CreatedSet, pieces: int) -> None:
        for _ in range(pieces):
            if not self.world.job.advance(self.world.search_id(made)):
                break

    @rule(made=created)
    def a_batch_is_done_by_two(self, made: CreatedSet) -> None:
        search_id = self.world.search_id(made)

        def first(_records: object) -> None:
            self.world.judge.before = lambda records: None
            self.world.job.advance(search_id)

        self.world.judge.before = first
        self.world.job.advance(search_id)
        self.world.judge.before = lambda records: None

    @rule(made=created)
    def the_process_dies_in_a_batch(self, made: CreatedSet) -> None:
        class Death(BaseException):
            pass

        def die(_records: object) -> None:
            raise Death

        self.world.judge.before = die
        with contextlib.suppress(Death):
            self.world.job.advance(self.world.search_id(made))
        self.world.judge.before = lambda records: None

    @rule(made=created)
    def cancel(self, made: CreatedSet) -> None:
        self.world.cancel(made)

    @rule(made=created)
    def cancel_within_a_batch(self, made: CreatedSet) -> None:
        def cancel(_records: object) -> None:
            self.world.cancel(made)

        self.world.judge.before = cancel
        self.world.job.advance(self.world.search_id(made))
        self.world.judge.before = lambda records: None

    @rule(made=created)
    def fail(self, made: CreatedSet) -> None:
        self.world.job.fail(self.world.search_id(made), IndexUnavailable("gone"))

    @rule(made=consumes(created))
    def finish(self, made: CreatedSet) -> None:
        assert self.world.run(made).newest.finished  # type: ignore[union-attr]

    @invariant()
    def everything_holds(self) -> None:
        self.world.check_invariants()
        assert self.window_total() <= DAILY + 5

    def teardown(self) -> None:
        self.pace.stop()
        self.world.close()
        shutil.rmtree(self.folder)


SetsAndMoney.TestCase.settings = settings(
    max_examples=examples(12),
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestSetsAndMoney = SetsAndMoney.TestCase
