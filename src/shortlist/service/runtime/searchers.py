"""Processes that compute searches, beside the one that answers HTTP.

A search computes, mostly in Python, and one process computes on one core. Here each searcher has
the index to itself and one search at a time, so that as many are computed at once as there are
searchers, and whoever asks waits for the first that is free, whatever connection it came on.
Accounts, money, Sets and events stay where they are, in one process that is never held up by a
search: a searcher is told a question and tells the answer, and writes nothing.

A searcher that dies, or does not answer in time, fails the search it was at (503, nothing is
charged) and is replaced. While none is up, as at a start, the process that answers HTTP searches
itself.
"""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from shortlist.service.errors import ApiError
from shortlist.service.runtime.searcher import Start, shard_of

if TYPE_CHECKING:
    from shortlist.service.reading.port import Heard
    from shortlist.service.search.answering import Answered
    from shortlist.service.search.request import Asked

MOST = 4
"""Searchers where nobody says how many; at most."""
_PROCESS_BYTES = 300 * 1024**2
_PERSON_BYTES = 3 * 1024
"""What a process with an index takes of memory: itself, and for each person in it."""
RESTART_SECONDS = 1.0
RESTART_MOST_SECONDS = 60.0
"""How long one that does not come up is waited with: twice as long each time, up to this."""
STOP_SECONDS = 5.0
_KNOWN = 512
"""Answers that are kept, of some 50 KB at most."""
_GRACE_SECONDS = 1.0
"""How much longer than a search may take its answer is waited for: it fails by itself."""

_ALONE = {
    "OPENBLAS_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "QDRANT_NUM_CPUS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "PYTHONMALLOC": "malloc",
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1",
}
"""A searcher to each core, one search at a time: what libraries share out to threads of their own,
as three texts to be embedded or a filter to be answered, takes them longer than to do it. And all
memory in one heap of huge pages, where the system has them: a search looks into some 600 MB, here
and there, and to find each small page takes longer than to read what it says."""
log = logging.getLogger("shortlist.searchers")


def count_affordable(people: int) -> int:
    """As many searchers as there are cores, at most `MOST`, and as fit into half of the memory
    beside the process that asks them, each with an index of `people`; on one core they gain
    nothing."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    processes = memory // 2 // (_PROCESS_BYTES + people * _PERSON_BYTES)
    most = min(cores or 1, MOST, processes - 1)
    return max(most, 0) if (cores or 1) > 1 else 0


@dataclass(slots=True)
class _Searcher:
    """A searcher as the process that asks it sees it; one question at a time."""

    process: subprocess.Popen[bytes]
    connection: Connection
    dead: bool = field(default=False)

    def ask(self, asked: Asked, heard: Heard | None, seconds: float) -> Answered | tuple[str, str]:
        """Its answer, or the code and text of an error. Raises `OSError` or `EOFError` when it
        dies, `TimeoutError`."""
        self.connection.send((asked, heard, seconds))
        if not self.connection.poll(seconds + _GRACE_SECONDS):
            raise TimeoutError
        answered: Answered | tuple[str, str] = self.connection.recv()
        return answered

    def let_go(self) -> None:
        """Have it end, once it is done with what it is at."""
        with socket.socket(fileno=os.dup(self.connection.fileno())) as its:
            its.shutdown(socket.SHUT_RDWR)


class Searchers:
    """The searchers of a service. Thread-safe."""

    def __init__(
        self, count: int, data_dir: Path, config_file: Path | None, database: str | None
    ) -> None:
        self._starts = [Start(n, data_dir, config_file, database) for n in range(count)]
        self._changed = threading.Condition()
        self._all: list[_Searcher] = []
        self._up: list[_Searcher] = []
        self._free: list[_Searcher] = []
        """The one that was busy last is asked first: what it knows is still at hand."""
        self._known: OrderedDict[Asked, Answered] = OrderedDict()
        self._stopping = threading.Event()
        self._keepers: list[threading.Thread] = []

    @property
    def shards(self) -> list[str]:
        """The names of their shards."""
        return [shard_of(start.number) for start in self._starts]

    @property
    def up(self) -> int:
        """How many can be asked."""
        return len(self._up)

    def start(self) -> None:
        """Start them; each is asked as soon as it is up, and replaced when it ends."""
        for start in self._starts:
            thread = threading.Thread(
                target=self._keep, args=(start,), name=shard_of(start.number), daemon=True
            )
            self._keepers.append(thread)
            thread.start()

    def stop(self) -> None:
        """End them all; a search under way fails."""
        self._stopping.set()
        with self._changed:
            for searcher in self._all:
                searcher.let_go()
        deadline = time.monotonic() + STOP_SECONDS
        for keeper in self._keepers:
            keeper.join(max(deadline - time.monotonic(), 0))

    def answer(
        self, asked: Asked, timeout: float, followed: int, heard: Heard | None = None
    ) -> Answered | None:
        """The answer of the first searcher that is free within `timeout` seconds, or the one given
        before, while the directory is what it was (`followed`); None when none is up. `heard`:
        what a model said of the query, where one is asked.

        Raises `ApiError`: those of a search.
        """
        with self._changed:
            known = self._known.get(asked)
            if known is not None and known.followed == followed:
                self._known.move_to_end(asked)
                return known
        deadline = time.monotonic() + timeout
        with self._changed:
            while not self._free:
                left = deadline - time.monotonic()
                if not self._up:
                    return None
                if left <= 0:
                    raise ApiError("search_timeout")
                self._changed.wait(left)
            searcher = self._free.pop()
        try:
            answered = searcher.ask(asked, heard, max(deadline - time.monotonic(), 0.001))
        except TimeoutError:
            self._lose(searcher)
            raise ApiError("search_timeout") from None
        except (OSError, EOFError):
            # Asked of another one it might end that too.
            self._lose(searcher)
            raise ApiError("search_failed") from None
        with self._changed:
            if not searcher.dead:
                self._free.append(searcher)
                self._changed.notify()
            if not isinstance(answered, tuple) and not (heard and heard.failed):
                self._known[asked] = answered
                if len(self._known) > _KNOWN:
                    self._known.popitem(last=False)
        if isinstance(answered, tuple):
            raise ApiError(*answered)
        return answered

    def _keep(self, start: Start) -> None:
        """Keep one searcher running until the service stops."""
        wait = RESTART_SECONDS
        while not self._stopping.is_set():
            searcher = _launch(start)
            with self._changed:
                self._all.append(searcher)
                if self._stopping.is_set():
                    searcher.let_go()
            try:
                searcher.connection.recv()
            except (EOFError, OSError):
                if not self._stopping.is_set():
                    log.error("searcher %d did not start; see its log", start.number)
                wait = min(2 * wait, RESTART_MOST_SECONDS)
            else:
                wait = RESTART_SECONDS
                with self._changed:
                    self._up.append(searcher)
                    self._free.append(searcher)
                    self._changed.notify()
                log.info("ready", extra={"part": shard_of(start.number)})
                code = searcher.process.wait()
                if not self._stopping.is_set():
                    log.error("searcher %d ended with %d", start.number, code)
            self._lose(searcher)
            searcher.process.wait()
            searcher.connection.close()
            self._stopping.wait(wait)

    def _lose(self, searcher: _Searcher) -> None:
        """Ask it nothing any more, and end it."""
        with self._changed:
            searcher.dead = True
            for known in (self._all, self._up, self._free):
                if searcher in known:
                    known.remove(searcher)
            # Whoever waits may have nobody to wait for any more.
            self._changed.notify_all()
        searcher.process.kill()


def _launch(start: Start) -> _Searcher:
    ours, its = socket.socketpair()
    with its:
        process = subprocess.Popen(
            [sys.executable, "-m", "shortlist.service.runtime.searcher", str(its.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=(its.fileno(),),
            env={**os.environ, **_ALONE},
        )
    connection = Connection(ours.detach())
    # Not on the command line: a database URL may hold a password.
    connection.send(start)
    return _Searcher(process, connection)
