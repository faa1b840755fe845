"""`--workers N`: several processes that serve on one socket, over one database."""

from __future__ import annotations

import json
import logging
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from shortlist.service.folder import StartError, is_there

log = logging.getLogger("shortlist.service")

STOP_SECONDS = 30
RESTART_SECONDS = 1.0


def run_workers(
    listener: socket.socket,
    on_listening: Callable[[], None],
    *,
    count: int,
    data_dir: Path,
    config_file: Path | None,
    database: str | None,
) -> None:
    """Keep `count` workers running until SIGTERM or SIGINT, then let them drain.

    `on_listening` is called once all can answer. A worker that dies is replaced. Raises
    `StartError` when one does not come up the first time.
    """
    stopping = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for asked in (signal.SIGTERM, signal.SIGINT):
        signal.signal(asked, stop)
    listener.listen(1024)

    told = {
        "descriptor": listener.fileno(),
        "data_dir": str(data_dir),
        "config_file": None if config_file is None else str(config_file.resolve()),
        "database": database,
    }
    workers = [_start(number, told) for number in range(count)]
    try:
        for worker in workers:
            assert worker.stdout is not None
            if not worker.stdout.readline() and not stopping:
                raise StartError("a worker did not start; see the log")
        if not stopping:
            on_listening()
        while not stopping:
            time.sleep(0.1)
            if not is_there(data_dir):
                log.error("the data folder is gone: stopping")
                break
            for number, worker in enumerate(workers):
                if worker.poll() is not None and not stopping:
                    log.error("worker %d ended with %d", number, worker.returncode)
                    time.sleep(RESTART_SECONDS)
                    workers[number] = _start(number, told)
    finally:
        _stop(workers)


def _start(number: int, told: dict[str, Any]) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "shortlist.service.runtime.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=(told["descriptor"],),
        text=True,
    )
    # Not on the command line: a database URL may hold a password. The pipe stays open, so that a
    # worker whose parent died notices.
    assert process.stdin is not None
    process.stdin.write(json.dumps({"number": number, **told}) + "\n")
    process.stdin.flush()
    return process


def _stop(workers: list[subprocess.Popen[str]]) -> None:
    for worker in workers:
        if worker.poll() is None:
            worker.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + STOP_SECONDS
    for worker in workers:
        try:
            worker.wait(max(deadline - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()
