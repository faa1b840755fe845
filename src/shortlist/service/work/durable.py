"""Durable execution: DBOS Transact on the database of our own tables.

Nothing else in the service knows DBOS. A piece of work is one workflow, named by its id, which
calls its job's `advance` until nothing is left, one step a piece. What DBOS leaves to others is
added here: finding dead processes, starting what a crash kept from being started, and failing
what can no longer run.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, text

from shortlist.service.clock import now_ms
from shortlist.service.db.engine import AWAY
from shortlist.service.work.executors import BEAT_SECONDS, LEASE_MS, WorkProcess
from shortlist.service.work.port import Job

if TYPE_CHECKING:
    from dbos import DBOS

log = logging.getLogger(__name__)

# One constant: with DBOS's own (a hash of the code) every upgrade would strand pending work.
# Raise it only when `_run` no longer replays what an older one recorded.
APPLICATION_VERSION = "1"
THREADS = 8
SWEEP_SECONDS = 2.0
START_GRACE_MS = 3_000
"""How long the process that promised work has to start it before the sweeper does."""
RETRY_DELAYS = (0.1, 0.3, 1.0, 2.0, *[4.0] * 14)
"""About a minute in all, and never so long that a cancellation waits."""
AWAITED_SECONDS = 0.5
"""How soon a piece looks again whether what it needs is up."""
RELAUNCH_SECONDS = 2.0
TIDY_SECONDS = 600.0
KEEP_FINISHED_SECONDS = 3_600.0
"""How long the record of a finished workflow is kept; what it did is in our own tables."""
STOP_SECONDS = 10.0
LISTEN_SECONDS = 0.1
"""How long DBOS sleeps before it sees that it is to stop. It has nothing to listen for: a second,
as it would have it, is a second longer that each stop takes."""
_ALIVE = ("PENDING", "ENQUEUED", "DELAYED")


class _Stopping(BaseException):
    """Leaves a workflow without an outcome, so that the next start goes on with it."""


class _Elsewhere(BaseException):
    """Leaves a workflow to the process that took it over meanwhile. To wait for what becomes of it
    there, as DBOS would, keeps a thread: should that process die in turn, there may be none left
    to go on with it."""


class Work:
    """The durable work of this process. One at a time: DBOS is one to a process."""

    def __init__(
        self, engine: Engine, quick_engine: Engine, data_dir: Path, jobs: Mapping[str, Job]
    ) -> None:
        """`quick_engine` is the same database, for the leases."""
        self._engine = engine
        self._quick_engine = quick_engine
        self._data_dir = data_dir
        self._jobs = jobs
        self._stopping = threading.Event()
        self._launched = threading.Event()
        self._sweep_now = threading.Event()
        self._idle = threading.Condition()
        self._running = Counter[str]()
        """What runs here, by its id: twice for a moment where it came back from elsewhere."""
        self._missed: set[str] = set()
        """What the last sweep found to be this process's, and not running."""
        self._thread = threading.Thread(target=self._serve, name="work", daemon=True)

    def launch(self) -> None:
        """Begin, in the background: what earlier processes left is taken up first."""
        self._thread.start()

    @property
    def launched(self) -> bool:
        """Work can be started, and what was pending is being taken up."""
        return self._launched.is_set()

    def start(self, kind: str, id: str) -> None:
        """Start the work `id`, which is committed; again: nothing happens.

        Never raises: what cannot be started now is started by the sweeper.
        """
        if not self.launched or self._stopping.is_set():
            self._sweep_now.set()
            return
        try:
            _start_workflow(kind, id)
        except Exception:
            log.warning("work %s could not be started yet", id, exc_info=True)

    def stop(self) -> None:
        """Stop at the next piece of each running work; the next start goes on with it."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        self._sweep_now.set()
        if self._thread.ident is not None:
            self._thread.join()

    # --- the background thread -----------------------------------------------------------------

    def _serve(self) -> None:
        while not self._stopping.is_set():
            try:
                executor = WorkProcess(self._quick_engine, self._data_dir)
            except Exception:
                # The database is busy or away: work waits, and is not lost.
                log.warning("durable work cannot start yet", exc_info=True)
                self._stopping.wait(RELAUNCH_SECONDS)
                continue
            try:
                self._serve_as(executor)
            except Exception:
                log.warning("durable work is started again", exc_info=True)
                self._stopping.wait(RELAUNCH_SECONDS)
            finally:
                _release(executor)

    def _serve_as(self, executor: WorkProcess) -> None:
        try:
            dbos = _launch_dbos(self._engine, executor.id, self)
            self._launched.set()
            self._sweep_until_stopped(dbos, executor)
        finally:
            self._launched.clear()
            with self._idle:
                self._idle.wait_for(lambda: not self._running, timeout=STOP_SECONDS)
            _destroy_dbos()

    def _sweep_until_stopped(self, dbos: type[DBOS], executor: WorkProcess) -> None:
        next_beat = time.monotonic() + BEAT_SECONDS
        next_tidying = time.monotonic()
        dead_from = 0.0
        grace = 0
        while not self._stopping.is_set():
            try:
                if time.monotonic() >= next_beat:
                    executor.beat()
                    next_beat = time.monotonic() + BEAT_SECONDS
                pending = dbos.list_workflows(status="PENDING", load_input=False, load_output=False)
                if time.monotonic() >= dead_from:
                    self._take_over_from_the_dead(pending, executor)
                self._resume_missed(dbos, pending, executor)
                self._reconcile(dbos, now_ms() - grace)
                if time.monotonic() >= next_tidying:
                    next_tidying = time.monotonic() + TIDY_SECONDS
                    _forget_finished(dbos)
            except Exception:
                # The database is busy or away for a moment: the next round tries again.
                log.warning("a sweep of durable work failed", exc_info=True)
                # No process could renew its lease meanwhile: each is given the time to.
                next_beat = time.monotonic()
                dead_from = next_beat + LEASE_MS / 1000
            grace = START_GRACE_MS
            if self._sweep_now.wait(SWEEP_SECONDS):
                self._sweep_now.clear()

    def _take_over_from_the_dead(self, pending: Sequence[Any], executor: WorkProcess) -> None:
        dead = executor.dead(row.executor_id for row in pending if row.executor_id)
        if dead:
            log.info("taking over the work of %d dead process(es)", len(dead))
            _recover(dead)

    def _resume_missed(
        self, dbos: type[DBOS], pending: Sequence[Any], executor: WorkProcess
    ) -> None:
        """Start again what is written down as begun by this process and is not: its connection
        broke before it heard that it had begun it."""
        with self._idle:
            busy = len(self._running) >= THREADS  # it may wait for a thread
            idle = {
                row.workflow_id
                for row in pending
                if row.executor_id == executor.id and row.workflow_id not in self._running
            }
        missed, self._missed = self._missed, set() if busy else idle
        # Twice in a row: no start and no end takes from one sweep to the next.
        for id in missed & self._missed:
            log.info("%s was begun and does not run: starting it again", id)
            dbos.resume_workflow(id)

    def _reconcile(self, dbos: type[DBOS], created_before: int) -> None:
        """Start what was promised and never started; fail what can no longer run."""
        for kind, job in self._jobs.items():
            ids = list(job.unfinished(created_before))
            if not ids:
                continue
            known = {
                row.workflow_id: row.status
                for row in dbos.list_workflows(
                    workflow_ids=ids, load_input=False, load_output=False
                )
            }
            for id in ids:
                if id not in known:
                    _start_workflow(kind, id)
                elif known[id] not in _ALIVE:
                    # Finished work reads as such here; this is no longer run by anyone.
                    job.fail(id, None)

    # --- inside a workflow ---------------------------------------------------------------------

    def run(self, kind: str, id: str, step: Callable[[str, str], bool]) -> None:
        """The workflow: piece after piece, each its own step."""
        with self._idle:
            self._running[id] += 1
        try:
            while True:
                if self._stopping.is_set():
                    raise _Stopping
                if not step(kind, id):
                    return
        finally:
            with self._idle:
                self._running[id] -= 1
                self._running += Counter()  # forgets who is at nought
                self._idle.notify_all()

    def advance(self, kind: str, id: str) -> bool:
        """One step: the next piece, tried again while its failure is one that passes."""
        job = self._jobs[kind]
        delays = iter(RETRY_DELAYS)
        while True:
            try:
                return job.advance(id)
            except Exception as error:
                awaited = isinstance(error, job.awaited)
                passes = awaited or isinstance(error, job.transient)
                delay = AWAITED_SECONDS if awaited else next(delays, None)
                if delay is None and isinstance(error, AWAY) and not self._database_answers():
                    # However long it takes: that the work failed could not be written either.
                    delay = RETRY_DELAYS[-1]
                if not passes or delay is None:
                    log.exception("%s failed", id)
                    job.fail(id, error)
                    return False
                if not awaited:
                    log.info("%s: %s; trying again in %s s", id, error, delay)
                if self._stopping.wait(delay):
                    raise _Stopping from None

    def _database_answers(self) -> bool:
        try:
            with self._engine.connect() as connection:
                connection.execute(text("SELECT 1"))
        except AWAY:
            return False
        return True


def _release(executor: WorkProcess) -> None:
    try:
        executor.release()
    except AWAY:
        log.warning("the lease of %s stays until it passes", executor.id, exc_info=True)


# --- DBOS ---------------------------------------------------------------------------------------

_current: Work | None = None
_workflow: Callable[[str, str], None] | None = None


def _launch_dbos(engine: Engine, executor_id: str, work: Work) -> type[DBOS]:
    # Imported here: it takes over a second, which the service's start need not wait for.
    from dbos import DBOS

    from shortlist.service.work.system_engine import open_system_engine

    global _current
    if _current is not None:
        raise RuntimeError("durable work runs once in a process")
    _current = work
    _register(DBOS)
    logger = logging.getLogger("dbos")
    if not logger.handlers:
        # DBOS prints to the terminal unless it finds a handler; its records go where ours go.
        logger.addHandler(logging.NullHandler())
    DBOS(
        config={
            "name": "shortlist",
            "system_database_engine": open_system_engine(engine.url),
            "application_version": APPLICATION_VERSION,
            "executor_id": executor_id,
            "max_executor_threads": THREADS,
            "log_level": "WARNING",
            "enable_otlp": False,
            "notification_listener_polling_interval_sec": LISTEN_SECONDS,
        }
    )
    DBOS.launch()
    return DBOS


def _register(dbos: type[DBOS]) -> None:
    from dbos._error import DBOSWorkflowConflictIDError

    global _workflow
    if _workflow is not None:
        return

    @dbos.step(name="advance")
    def advance(kind: str, id: str) -> bool:
        assert _current is not None
        return _current.advance(kind, id)

    @dbos.workflow(name="work", max_recovery_attempts=1_000)
    def run(kind: str, id: str) -> None:
        assert _current is not None
        try:
            _current.run(kind, id, advance)
        except DBOSWorkflowConflictIDError:
            raise _Elsewhere from None

    _workflow = run


def _start_workflow(kind: str, id: str) -> None:
    from dbos import DBOS, SetWorkflowID

    assert _workflow is not None
    with SetWorkflowID(id):
        DBOS.start_workflow(_workflow, kind, id)


def _forget_finished(dbos: type[DBOS]) -> None:
    before = datetime.now(UTC) - timedelta(seconds=KEEP_FINISHED_SECONDS)
    while finished := dbos.list_workflows(
        status=["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"],
        completed_before=before.isoformat(),
        limit=100,
        load_input=False,
        load_output=False,
    ):
        dbos.delete_workflows([row.workflow_id for row in finished])


def _recover(executor_ids: list[str]) -> None:
    from dbos import DBOS

    DBOS._recover_pending_workflows(executor_ids)


def _destroy_dbos() -> None:
    from dbos import DBOS

    global _current
    DBOS.destroy()
    _current = None
