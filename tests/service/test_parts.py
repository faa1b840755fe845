"""Parts that are still coming up when the service is to stop."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.service.index.people import RECORDS
from tests.service.server import ENVIRONMENT, put_people_in

from shortlist.service.account.admin import create_local_key
from shortlist.service.config import load_config
from shortlist.service.index.port import IndexUnavailable
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
