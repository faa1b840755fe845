"""A clock that is set back: what was written under the later time holds nobody up."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, update
from tests.service.sets.conftest import world
from tests.service.sets.world import World

from shortlist.service.clock import is_held, now_ms
from shortlist.service.db.engine import reading, writing
from shortlist.service.db.schema import executors, person_runs, searches
from shortlist.service.http import idempotency
from shortlist.service.http.idempotency import LEASE_MS, Claim, InFlight
from shortlist.service.person.repository import unfinished_runs
from shortlist.service.sets.repository import unfinished_searches
from shortlist.service.work.executors import WorkProcess

__all__ = ["world"]

HOUR = 3_600_000


def test_a_lease_is_held_until_its_time_and_not_for_hours():
    assert is_held(11, 10) and is_held(10 + LEASE_MS, 10)
    assert not is_held(10, 10) and not is_held(9, 10)
    assert not is_held(10 + HOUR, 10), "it was taken before the clock was set back"


def test_s7_2_a_key_whose_process_died_is_free_though_the_clock_was_set_back(engine: Engine):
    now = now_ms()

    def claim(holder: str, at: int) -> object:
        return idempotency.claim(engine, "ws", "key", "print", holder, at)

    first = claim("req_1", now + HOUR)
    over = claim("req_2", now)
    assert isinstance(first, Claim) and isinstance(over, Claim)
    assert over.since == first.since, "what it charges has the same reference"
    assert isinstance(claim("req_3", now + 1), InFlight)


def test_work_of_a_dead_process_is_found_though_the_clock_was_set_back(
    engine: Engine, tmp_path: Path
):
    mine = WorkProcess(engine, tmp_path)
    with writing(engine) as connection:
        for id, ahead in (("alive", LEASE_MS), ("long gone", HOUR), ("gone", -1)):
            connection.execute(insert(executors).values(id=id, lease_until=now_ms() + ahead))
    assert mine.dead(["alive", "long gone", "gone", "unknown", mine.id]) == [
        *("gone", "long gone", "unknown"),
    ]
    mine.release()


@pytest.mark.parametrize(
    ("ago", "found"), [(HOUR, True), (0, True), (-1, False), (-5_000, False), (-HOUR, True)]
)
def test_what_was_promised_is_begun_though_the_clock_was_set_back(
    world: World, ago: int, found: bool
):
    """By the sweeper, which leaves alone what was promised a moment ago."""
    made, now = world.create(), now_ms()
    with writing(world.engine) as connection:
        connection.execute(update(searches).values(created_at=now - ago))
        connection.execute(
            insert(person_runs).values(
                id="run",
                workspace_id="w",
                key_id="k",
                person_id="p",
                identifier={},
                status="queued",
                created_at=now - ago,
            )
        )
    with reading(world.engine) as connection:
        assert list(unfinished_searches(connection, now)) == [world.search_id(made)] * found
        assert list(unfinished_runs(connection, now)) == ["run"] * found


def test_s2_3_what_is_left_is_never_less_than_nothing(world: World):
    made = world.create(count=500)
    for _ in range(2):  # it begins, and checks the first few
        assert world.job.advance(world.search_id(made))
    with writing(world.engine) as connection:
        connection.execute(update(searches).values(started_at=now_ms() + HOUR))
    [search] = world.read(made).searches
    assert search.progress.eta_seconds == 0
    world.run(made)
