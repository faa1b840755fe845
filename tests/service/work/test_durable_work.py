"""Durable work on real SQLite and the real DBOS: done once, whatever happens to the process."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from dbos import DBOS
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError
from tests.parent import ends_with_parent

from shortlist.service.db.engine import open_engine, reading, writing
from shortlist.service.db.schema import metadata
from shortlist.service.work import durable
from shortlist.service.work.durable import Work, _forget_finished
from shortlist.service.work.executors import WorkProcess

HERE = Path(__file__).parent


class Tally:
    """A job of `pieces` pieces; each is a row, so that doing one twice would show."""

    transient = (ConnectionError,)
    awaited = (InterruptedError,)

    def __init__(self, engine: Engine, pieces: int = 5) -> None:
        self.engine = engine
        self.pieces = pieces
        self.before: Callable[[str, int], None] = lambda id, done: None
        with writing(engine) as connection:
            connection.execute(text("create table if not exists promised (id text primary key)"))
            connection.execute(text("create table if not exists failed (id text primary key)"))
            connection.execute(
                text("create table if not exists pieces (id text, n int, unique(id, n))")
            )

    def promise(self, id: str) -> None:
        with writing(self.engine) as connection:
            connection.execute(text("insert into promised values (:id)"), {"id": id})

    def done(self, id: str) -> int:
        with reading(self.engine) as connection:
            return connection.execute(
                text("select count(*) from pieces where id = :id"), {"id": id}
            ).scalar_one()

    def failed(self, id: str) -> bool:
        with reading(self.engine) as connection:
            return (
                connection.execute(
                    text("select count(*) from failed where id = :id"), {"id": id}
                ).scalar_one()
                == 1
            )

    def advance(self, id: str) -> bool:
        done = self.done(id)
        if done >= self.pieces or self.failed(id):
            return False
        self.before(id, done)
        with writing(self.engine) as connection:
            connection.execute(text("insert into pieces values (:id, :n)"), {"id": id, "n": done})
        return done + 1 < self.pieces

    def fail(self, id: str, error: Exception | None) -> None:
        if self.done(id) < self.pieces:
            with writing(self.engine) as connection:
                connection.execute(text("insert or ignore into failed values (:id)"), {"id": id})

    def unfinished(self, created_before: int) -> list[str]:
        with reading(self.engine) as connection:
            ids = connection.execute(text("select id from promised")).scalars().all()
        return [id for id in ids if self.done(id) < self.pieces and not self.failed(id)]


def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_engine(f"sqlite:///{tmp_path / 'shortlist.db'}")
    metadata.create_all(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def job(engine: Engine) -> Tally:
    return Tally(engine)


@pytest.fixture
def work(engine: Engine, tmp_path: Path, job: Tally) -> Iterator[Work]:
    work = Work(engine, engine, tmp_path, {"tally": job})
    yield work
    work.stop()


def test_work_runs_to_its_end_and_starting_it_again_does_nothing(work: Work, job: Tally) -> None:
    work.launch()
    until(lambda: work.launched)
    job.promise("a")
    work.start("tally", "a")
    work.start("tally", "a")
    until(lambda: job.done("a") == 5)
    work.start("tally", "a")
    assert job.done("a") == 5


def test_work_promised_but_never_started_is_found(work: Work, job: Tally) -> None:
    job.promise("lost")
    work.launch()
    until(lambda: job.done("lost") == 5)


def test_starting_before_the_launch_is_done_loses_nothing(work: Work, job: Tally) -> None:
    job.promise("early")
    work.start("tally", "early")
    work.launch()
    until(lambda: job.done("early") == 5)


def test_a_failure_that_passes_is_tried_again(work: Work, job: Tally) -> None:
    attempts = []

    def flaky(id: str, done: int) -> None:
        attempts.append(done)
        if len(attempts) < 3:
            raise ConnectionError("not yet")

    job.before = flaky
    job.promise("a")
    work.launch()
    until(lambda: job.done("a") == 5)
    assert attempts == [0, 0, 0, 1, 2, 3, 4]


def test_what_is_not_up_yet_is_waited_for_however_long_it_takes(
    work: Work, job: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durable, "AWAITED_SECONDS", 0.01)
    monkeypatch.setattr(durable, "RETRY_DELAYS", (0.01,))
    asked = 0

    def not_up(id: str, done: int) -> None:
        nonlocal asked
        asked += 1
        if asked < 20:
            raise InterruptedError("still starting")

    job.before = not_up
    job.promise("a")
    work.launch()
    until(lambda: job.done("a") == job.pieces)
    assert not job.failed("a")


def test_a_failure_that_stays_fails_the_work(work: Work, job: Tally) -> None:
    def broken(id: str, done: int) -> None:
        if done == 2:
            raise ValueError("wrong")

    job.before = broken
    job.promise("a")
    work.launch()
    until(lambda: job.failed("a"))
    assert job.done("a") == 2


def test_stopping_between_pieces_and_going_on_later(
    engine: Engine, tmp_path: Path, job: Tally
) -> None:
    first = Work(engine, engine, tmp_path, {"tally": job})

    def stop_soon(id: str, done: int) -> None:
        if done == 1:
            first._stopping.set()

    job.before = stop_soon
    job.promise("a")
    first.launch()
    until(first._stopping.is_set)
    first._sweep_now.set()
    first._thread.join()
    assert job.done("a") == 2, "the piece at hand is finished, no other is begun"

    job.before = lambda id, done: None
    second = Work(engine, engine, tmp_path, {"tally": job})
    second.launch()
    try:
        until(lambda: job.done("a") == 5)
        assert not job.failed("a")
    finally:
        second.stop()


def test_what_was_running_when_the_process_was_killed_goes_on(
    engine: Engine, tmp_path: Path, job: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The next start takes it up by its slot: not because a lease passes.
    monkeypatch.setattr(WorkProcess, "dead", lambda self, ids: [])
    job.promise("a")
    victim = subprocess.Popen(
        [sys.executable, str(HERE / "victim.py"), str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=ends_with_parent(),
    )
    try:
        assert victim.stdout is not None
        assert victim.stdout.readline() == "stuck\n"
    finally:
        victim.kill()
        victim.wait()
        victim.stdout.close()
    assert job.done("a") == 2

    work = Work(engine, engine, tmp_path, {"tally": job})
    work.launch()
    try:
        until(lambda: job.done("a") == 5)
    finally:
        work.stop()


def test_the_work_of_a_process_whose_lease_passed_is_taken_over(
    engine: Engine, tmp_path: Path, job: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    job.promise("a")
    victim = subprocess.Popen(
        [sys.executable, str(HERE / "victim.py"), str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=ends_with_parent(),
    )
    work = Work(engine, engine, tmp_path / "another", {"tally": job})
    try:
        assert victim.stdout is not None
        assert victim.stdout.readline() == "stuck\n"
        work.launch()
        until(lambda: work.launched)
        victim.kill()
        victim.wait()
        assert job.done("a") == 2
        with writing(engine) as connection:
            connection.execute(
                text("update executors set lease_until = 1 where id not like :mine"),
                {"mine": f"{(tmp_path / 'another/executors/id').read_text()}%"},
            )
        until(lambda: job.done("a") == 5)
    finally:
        victim.kill()
        victim.wait()
        victim.stdout.close()
        work.stop()


def test_a_database_that_is_away_at_first_delays_the_work_and_loses_none(
    work: Work, job: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = []

    def away(engine: Engine, data_dir: Path) -> WorkProcess:
        attempts.append(1)
        if len(attempts) == 1:
            raise OperationalError("select", {}, Exception("database is locked"))
        return WorkProcess(engine, data_dir)

    monkeypatch.setattr(durable, "WorkProcess", away)
    monkeypatch.setattr(durable, "RELAUNCH_SECONDS", 0.01)
    job.promise("a")
    work.launch()
    until(lambda: job.done("a") == 5)
    assert len(attempts) == 2


def test_nothing_fails_because_the_database_was_away_for_long(
    work: Work, job: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durable, "RETRY_DELAYS", (0.01,))
    answers = Work._database_answers
    monkeypatch.setattr(Work, "_database_answers", lambda self: answers(self) and len(asked) >= 20)
    job.transient = (OperationalError,)  # type: ignore[assignment]
    asked: list[int] = []

    def away(id: str, done: int) -> None:
        asked.append(done)
        if len(asked) < 20:
            raise OperationalError("select", {}, Exception("the server closed the connection"))

    job.before = away
    job.promise("a")
    work.launch()
    until(lambda: job.done("a") == job.pieces)
    assert not job.failed("a")


def test_a_lease_that_cannot_be_given_back_keeps_no_work_from_being_taken_up_again(
    work: Work, job: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    launch, attempts = durable._launch_dbos, []

    def away(*given: object) -> object:
        attempts.append(1)
        if len(attempts) == 1:
            raise OperationalError("select", {}, Exception("the server closed the connection"))
        return launch(*given)  # type: ignore[arg-type]

    def lost(self: WorkProcess) -> None:
        self._lock.close()
        raise OperationalError("delete", {}, Exception("the server closed the connection"))

    monkeypatch.setattr(durable, "_launch_dbos", away)
    monkeypatch.setattr(durable, "RELAUNCH_SECONDS", 0.01)
    monkeypatch.setattr(WorkProcess, "release", lost)
    job.promise("a")
    work.launch()
    until(lambda: job.done("a") == 5)
    assert len(attempts) == 2


def test_what_was_begun_and_never_ran_is_started_again(
    work: Work, job: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the connection breaks before its start is heard to be written."""
    monkeypatch.setattr(durable, "SWEEP_SECONDS", 0.05)
    run, begun = work.run, []

    def unheard(kind: str, id: str, step: Callable[[str, str], bool]) -> None:
        begun.append(id)
        if len(begun) == 1:
            raise durable._Stopping
        run(kind, id, step)

    monkeypatch.setattr(work, "run", unheard)
    job.promise("a")
    work.launch()
    until(lambda: job.done("a") == 5)
    assert begun == ["a", "a"]


def test_what_was_taken_over_and_left_again_finds_a_thread(
    engine: Engine, work: Work, job: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This process is frozen, another takes its work over, and dies."""
    monkeypatch.setattr(durable, "THREADS", 1)
    monkeypatch.setattr(durable, "SWEEP_SECONDS", 0.05)
    taken: list[str] = []

    def taken_over(id: str, done: int) -> None:
        if done == 2 and not taken:
            taken.append(id)
            with writing(engine) as connection:
                connection.execute(
                    text(
                        "update workflow_status set executor_id = 'another', owner_xid = 'its' "
                        "where workflow_uuid = :id"
                    ),
                    {"id": id},
                )

    job.before = taken_over
    job.promise("a")
    work.launch()
    until(lambda: job.done("a") == 5)
    assert taken == ["a"] and not job.failed("a")


def test_records_of_finished_workflows_do_not_pile_up(
    engine: Engine, work: Work, job: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    def recorded() -> int:
        with reading(engine) as connection:
            return connection.execute(text("select count(*) from operation_outputs")).scalar_one()

    work.launch()
    job.promise("a")
    until(lambda: job.done("a") == 5)
    until(lambda: recorded() == 5)
    monkeypatch.setattr(durable, "KEEP_FINISHED_SECONDS", -5.0)

    def forgotten() -> bool:
        _forget_finished(DBOS)
        return recorded() == 0

    until(forgotten)
    # What is finished stays finished, whoever starts it again.
    work.start("tally", "a")
    assert job.done("a") == 5


def test_a_slot_is_held_while_its_process_lives_and_kept_by_its_folder(
    engine: Engine, tmp_path: Path
) -> None:
    first = WorkProcess(engine, tmp_path)
    second = WorkProcess(engine, tmp_path)
    elsewhere = WorkProcess(engine, tmp_path / "elsewhere")
    assert len({first.id, second.id, elsewhere.id}) == 3
    assert first.dead([first.id, second.id, elsewhere.id, "gone"]) == ["gone"]
    first.release()
    assert second.dead([first.id]) == [first.id]
    again = WorkProcess(engine, tmp_path)
    assert again.id == first.id
    for executor in (second, elsewhere, again):
        executor.release()


def test_an_old_sqlite_is_given_the_clock_that_dbos_asks_for(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    from shortlist.service.work.system_engine import open_system_engine

    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 40, 0))
    system = open_system_engine(engine.url)
    with system.connect() as connection:
        several = []
        for _ in range(5):
            several += connection.exec_driver_sql("select unixepoch('subsec')").scalars()
            time.sleep(0.002)  # one of a thousand is a whole second
    system.dispose()
    assert abs(several[-1] - time.time()) < 60
    assert any(asked % 1 for asked in several), "to the millisecond"
