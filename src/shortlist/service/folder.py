"""The data folder of a running service: private, held by one service at a time."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shortlist.contract.times import format_time
from shortlist.private_file import is_locked
from shortlist.service.clock import moment, now_ms

LOCK = "service.lock"
INDEX_OF_ONE = "shard"
"""The folder of the index of a service that is one process."""
_INDEX = re.compile(rf"{INDEX_OF_ONE}|(?:worker|searcher)-\d+")
LOOK_SECONDS = 0.5
"""How long a lock that is taken may be that of a program that only looks whether it is."""


ROOM_BYTES = 1 << 20
"""With less than this free, a disk is full: what SQLite shares in memory lies in a file, and who
touches a part of it that found no room on the disk is killed."""


class StartError(Exception):
    """The service cannot start; the text says why, on one line."""


def prepare(data_dir: Path) -> Path:
    """Make `data_dir`, private to its owner, if it is not there. Raises `StartError` where it
    cannot be made, or its disk is full."""
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StartError(f"{data_dir}: cannot be made: {error.strerror}") from None
    if is_full(data_dir):
        raise StartError(f"the disk of {data_dir} is full: free some of it")
    return data_dir.resolve()


def is_there(data_dir: Path) -> bool:
    """Whether the folder of a running service is still there: what it is asked to keep in one
    that was deleted, nobody would find."""
    return (data_dir / LOCK).exists()


def is_full(folder: Path) -> bool:
    """Whether the disk of `folder` has no room left."""
    try:
        return shutil.disk_usage(folder).free < ROOM_BYTES
    except OSError:
        return False


def tells_of_a_full_disk(error: BaseException) -> bool:
    """Whether `error`, of the system, of SQLite or of the vectors' engine, is that no room is
    left."""
    if getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT):
        return True
    return any(words in str(error) for words in ("disk is full", os.strerror(errno.ENOSPC)))


def index_of(worker: int) -> str:
    """The folder of the index of one of several processes, counted from 0."""
    return f"worker-{worker}"


def indexes_in(data_dir: Path) -> list[Path]:
    """The folders of the indexes that processes made in `data_dir`."""
    there = (data_dir / "index").glob("*")
    return sorted(folder for folder in there if _INDEX.fullmatch(folder.name))


def remove_unused_indexes(data_dir: Path, workers: int) -> None:
    """Remove the indexes of processes that a service of so many workers does not have: there were
    more once, or one, or searchers, as an older version had them. Nobody follows the database in
    those, so that whoever is erased would stay there. The first process takes over the index that
    the first had before."""
    used = [index_of(n) for n in range(workers)] if workers > 1 else [INDEX_OF_ONE]
    before = INDEX_OF_ONE if workers > 1 else index_of(0)
    first, index = used[0], data_dir / "index"
    if (index / before).exists() and not (index / first).exists():
        (index / before).rename(index / first)
    for folder in indexes_in(data_dir):
        if folder.name not in used:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def alone_on(data_dir: Path) -> Iterator[None]:
    """Hold `data_dir` for this service alone. Raises `StartError` saying who serves it."""
    with (data_dir / LOCK).open("a") as lock:
        until = time.monotonic() + LOOK_SECONDS
        while not is_locked(lock):
            if time.monotonic() > until:
                raise StartError(_who_serves(data_dir))
            time.sleep(0.01)
        yield


@contextmanager
def announced(data_dir: Path, url: str) -> Iterator[None]:
    """Tell others on this machine, in `service.json`, where and by whom `data_dir` is served."""
    file = data_dir / "service.json"
    told = {"url": url, "pid": os.getpid(), "started_at": format_time(moment(now_ms()))}
    write_private(file, json.dumps(told) + "\n")
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def write_private(file: Path, text: str) -> None:
    """Write `text` to `file` (0600): whole under its name, or not at all."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(text)
    beside.replace(file)


def _who_serves(data_dir: Path) -> str:
    try:
        told = json.loads((data_dir / "service.json").read_text("utf-8"))
        who = f"at {told['url']} by process {told['pid']}"
    except (OSError, ValueError, KeyError, TypeError):
        who = "by another process that is just starting"
    return f"{data_dir} is already served {who}; stop that, or name another folder"
