"""A process that computes searches: questions in, answers out (see `searchers`)."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from shortlist.service.errors import ApiError

_COLLECTED_FROM = 100_000
"""Objects more than before after which the collector looks for rings among them: to look
after each 700, as it does by itself, took 4 to 7 % of a search."""

log = logging.getLogger("shortlist.searchers")


def shard_of(number: int) -> str:
    """The name of the shard of a searcher, which no other process opens."""
    return f"searcher-{number}"


@dataclass(frozen=True, slots=True)
class Start:
    """What a searcher is told first."""

    number: int
    data_dir: Path
    config_file: Path | None
    database: str | None


def _search(connection: Connection) -> None:
    """A searcher: questions in, answers out, until nobody is left who asks."""
    from shortlist.service.config import load_config
    from shortlist.service.db.engine import database_url, open_engine
    from shortlist.service.http.logs import set_up_logs
    from shortlist.service.index.open import open_index, store_of
    from shortlist.service.index.port import Filters
    from shortlist.service.reading.chat import open_reader
    from shortlist.service.search.answering import answer
    from shortlist.service.search.finder import open_finder

    start: Start = connection.recv()
    os.umask(0o077)
    set_up_logs(start.data_dir, shard_of(start.number))
    config = load_config(start.data_dir, start.config_file)
    engine = open_engine(database_url(start.data_dir, start.database))
    index: Any = open_index(
        engine,
        start.data_dir,
        shard_name=shard_of(start.number),
        store_of=store_of(config.index),
        sample=False,
    )
    try:
        # What a model says of a question comes with it.
        finder = open_finder(index, open_reader(None) if config.model else None)
        finder.warm()
        # The first question waits for the model and for pages of the index: nobody waits for it.
        finder.find("people", Filters(), type="fast", limit=1, timeout_seconds=60)
        gc.collect()
        gc.freeze()
        gc.set_threshold(_COLLECTED_FROM)
        connection.send("ready")
        while True:
            asked, heard, seconds = connection.recv()
            if heard is not None:
                finder.reader.told(asked.query, heard)
            try:
                connection.send(answer(finder, index, None, asked, seconds))
            except ApiError as error:
                connection.send((error.code, error.message))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # nobody is left who asks
    finally:
        index.close()
        engine.dispose()


if __name__ == "__main__":
    # Who stops the service often signals all of its processes: this one ends after the one that
    # asks it.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    try:
        _search(Connection(int(sys.argv[1])))
    except Exception:
        log.exception("a searcher failed")
        sys.exit(1)
