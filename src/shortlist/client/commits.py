"""A writer thread for an SQLite file, so that a slow disk never blocks the event loop.

What is asked for while a commit runs shares the next one, and what nobody waits for goes along
with it: ten requests that leave together cost one or two commits.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from shortlist.client.errors import JournalFailed, ShortlistError

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

Work = Callable[["sqlite3.Connection"], Any]
_Asked = tuple[Work, "asyncio.Future[Any] | None"]
_Done = list[tuple["asyncio.Future[Any] | None", Any, Exception | None]]

_LATER_SECONDS: Final = 0.25

_log = logging.getLogger("shortlist.client")


class Commits:
    """Does pieces of work on a database, each within a transaction, in the order asked for.

    `connect` opens the database at the first use, on the thread; `path` is where it is. Without
    one it is in memory: there is no thread, and work is done where it is asked for.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], path: Path | None) -> None:
        self._connect = connect
        self._path = path
        self._inline = path is None
        self._db: sqlite3.Connection | None = None
        self._asked: queue.SimpleQueue[list[_Asked]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._later: list[_Asked] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def opened(self) -> bool:
        return self._db is not None or self._thread is not None

    async def run(self, work: Work) -> Any:
        """What `work` gives, once it is committed. It is committed even where the caller is
        cancelled. Raises `JournalFailed` where the database cannot be used."""
        if self._inline:
            ((_, value, failure),) = self._commit([(work, None)])
            if failure is not None:
                raise failure
            return value
        future = asyncio.get_running_loop().create_future()
        self._put([(work, future)])
        return await future

    def run_later(self, work: Work) -> None:
        """Commit `work` with what comes next, at the latest after a quarter of a second."""
        if self._inline:
            self._commit([(work, None)])
            return
        # Kept here: to wake the thread for each would cost more than what it does.
        self._later.append((work, None))
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_LATER_SECONDS, self._flush)

    async def aclose(self) -> None:
        """Commit what was asked for, and close the database."""
        self._flush()
        if self._thread is not None:
            thread, self._thread = self._thread, None
            self._asked.put([])  # the end
            await asyncio.get_running_loop().run_in_executor(None, thread.join)
        elif self._db is not None:
            self._db.close()
            self._db = None

    def _flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._later:
            self._put([])

    def _put(self, asked: list[_Asked]) -> None:
        if self._thread is None:
            # A daemon: a program that ends without `aclose` does not wait for it.
            self._thread = threading.Thread(
                target=self._work, name="shortlist-journal", daemon=True
            )
            self._thread.start()
        later, self._later = self._later, []
        self._asked.put([*later, *asked])

    # On the thread from here.

    def _work(self) -> None:
        going = True
        while going:
            batch = self._asked.get()
            going = bool(batch)
            while going and not self._asked.empty():
                more = self._asked.get()
                going = bool(more)
                batch += more
            if batch:
                _deliver(self._commit(batch))
        if self._db is not None:
            self._db.close()
            self._db = None

    def _commit(self, batch: list[_Asked]) -> _Done:
        done: _Done = []
        try:
            if self._db is None:
                self._db = self._connect()
            with self._db as db:
                db.execute("BEGIN IMMEDIATE")
                for work, future in batch:
                    try:
                        done.append((future, work(db), None))
                    except ShortlistError as refusal:
                        done.append((future, None, refusal))
        except Exception as error:
            # Whatever it is: whoever waits would else wait for ever. A damaged file opens, and has
            # things in it that nobody wrote.
            if any(future is None for _, future in batch):
                _log.warning("The journal could not note the end of a request: %s", error)
            text = f"The journal {self._path or 'in memory'} cannot be used: {error}"
            return [(future, None, JournalFailed(text)) for _, future in batch]
        return done


def _deliver(done: _Done) -> None:
    for future, value, failure in done:
        if future is not None:
            try:
                future.get_loop().call_soon_threadsafe(_settle, future, value, failure)
            except RuntimeError:  # the loop is closed: nobody waits any more
                continue


def _settle(future: asyncio.Future[Any], value: Any, failure: Exception | None) -> None:
    if future.done():  # cancelled meanwhile
        return
    if failure is None:
        future.set_result(value)
    else:
        future.set_exception(failure)
