"""A worker process that serves on a socket beside others (see `workers`)."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import IO

from shortlist.service.config import load_config
from shortlist.service.folder import index_of
from shortlist.service.http.logs import set_up_logs
from shortlist.service.runtime.main import end, running
from shortlist.service.runtime.parts import start_parts
from shortlist.service.runtime.server import run_server


def _end_with_parent(parent: IO[str]) -> None:
    """Ask this process to stop once its parent is gone."""
    parent.read()
    os.kill(os.getpid(), signal.SIGTERM)


def _work() -> None:
    """A worker process."""
    os.umask(0o077)
    # A terminal that closes tells the parent too, which stops its workers.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    told = json.loads(sys.stdin.readline())
    data_dir = Path(told["data_dir"])
    config_file = None if told["config_file"] is None else Path(told["config_file"])
    name = index_of(told["number"])
    set_up_logs(data_dir, name)
    listener = socket.socket(fileno=told["descriptor"])
    with running(data_dir, load_config(data_dir, config_file), told["database"]) as services:
        services.shard_name = name
        start_parts(services)
        threading.Thread(target=_end_with_parent, args=(sys.stdin,), daemon=True).start()
        # The parent reads this line; nothing else is said there.
        run_server(services, listener, lambda: print("ready", flush=True))  # noqa: T201
    end()


if __name__ == "__main__":
    _work()
