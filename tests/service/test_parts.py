"""Parts that are still coming up when the service is to stop."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from tests.service.index.people import RECORDS
from tests.service.server import ENVIRONMENT, put_people_in

from shortlist.service.account.admin import create_local_key
from shortlist.service.config import load_config
from shortlist.service.index import open as index_open
from shortlist.service.index.port import IndexUnavailable
from shortlist.service.runtime import parts
from shortlist.service.runtime.main import running
from shortlist.service.runtime.parts import _index


def test_an_index_in_the_making_is_left_when_the_service_stops(tmp_path: Path):
    """What helps to make it is ended in good order, not found by nobody's exit."""
    data = tmp_path / "data"
    create_local_key(data, None, "test")
    put_people_in(data, RECORDS)
    with running(data, load_config(data)) as services:
        services.stopping.set()
        with pytest.raises(IndexUnavailable, match="stopping"):
            _index(services)
        services.stopping.clear()
        index = _index(services)
        assert index.stats().people == len(RECORDS)
        index.close()


@pytest.mark.parametrize(
    "told",
    [
        OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
        OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full")),
        RuntimeError("IO Error: No space left on device (os error 28)"),
    ],
    ids=["the system", "the database", "the engine"],
)
def test_an_index_that_found_no_room_is_made_when_there_is_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: Exception
):
    data = tmp_path / "data"
    create_local_key(data, None, "test")
    put_people_in(data, RECORDS)
    monkeypatch.setattr(parts, "INDEX_AGAIN_SECONDS", 0.01)
    once, make = [told], index_open.open_index

    def open_index(*given: Any, **named: Any) -> Any:
        if once:
            raise once.pop()
        return make(*given, **named)

    monkeypatch.setattr(index_open, "open_index", open_index)
    with running(data, load_config(data)) as services:
        index = _index(services)
        assert services.index.state == f"{type(told).__name__}: {told}", "it says why meanwhile"
        assert index.stats().people == len(RECORDS)
        index.close()


def test_what_is_shared_with_helpers_is_given_back_by_a_sudden_end():
    """Else its keeper, a process of its own, writes of leaked semaphores where the logs go."""
    program = """
import multiprocessing
shared = multiprocessing.get_context("spawn").Semaphore()
from shortlist.service.runtime.main import end
end()
"""
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, "")
