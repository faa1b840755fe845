"""What every test may use."""

from __future__ import annotations

import gc
import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.forks import SHARED, share

_numbers = itertools.count()
MEMORY = Path("/dev/shm")
ROOM = 8_000_000_000
"""Bytes that a run may write at once, and more."""
CORPUS = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


def pytest_configure() -> None:
    """Have what tests write lie in memory where there is room: to make an index takes half of the
    processor there, and nothing waits for the disk. `TMPDIR` says otherwise.

    All processes of this run share one that forks programs."""
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # asked for before
    if SHARED not in os.environ:  # as in the processes that this one starts
        share()


def pytest_collection() -> None:
    """All that is made while tests are collected stays: to look for garbage in it again and again
    takes half of the processor that collecting does."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From now on only what tests make is looked at."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real people; a test that asks for it skips where it is absent."""
    if not (CORPUS / "people.jsonl.gz").exists():
        pytest.skip(f"the corpus of real people is not beside this project ({CORPUS.name}/ absent)")
    return CORPUS


@pytest.fixture(autouse=True)
def own_home(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Every test has a home of its own, and no settings or keys of the person running it."""
    # Numbered here: pytest reads the names of all folders there are for the next number.
    home = tmp_path_factory.getbasetemp() / f"home-{next(_numbers)}"
    home.mkdir(mode=0o700)
    for name in (
        "SHORTLIST_BASE_URL",
        "SHORTLIST_API_KEY",
        "SHORTLIST_PROFILE",
        "NO_COLOR",
        "SHORTLIST_THEME",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SHORTLIST_HOME", str(home))
    # Programs started by a test must not ask the keyring of the person running it.
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    yield home
    shutil.rmtree(home, ignore_errors=True)  # an index in it takes 100 MB
