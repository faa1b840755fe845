"""Room on the disk, looked for before it is taken.

The engine of the index grows its files by mapping them: where a page of one finds no room, the
system ends the process, and nobody can refuse anything then. So it is refused before.
"""

from __future__ import annotations

import errno
import mmap
import os
import shutil
import tempfile
from pathlib import Path

GROWTH_BYTES = 64 << 20
"""What is free before the index grows by a batch of people, with room to spare."""

_PROBE_BYTES = 1 << 20


class NoRoom(Exception):
    """A disk has less free than is needed; the text says how much, on one line."""

    errno = errno.ENOSPC

    def __init__(self, folder: Path, free: int, needed: int) -> None:
        super().__init__(
            f"the disk of {folder} has {free / (1 << 20):,.0f} MB free, where "
            f"{needed / (1 << 20):,.0f} are needed: free some of it"
        )


def ensure_room(folder: Path, needed: int = GROWTH_BYTES) -> None:
    """Raise `NoRoom` unless the disk of `folder` has so many bytes free."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise NoRoom(folder, free, needed)


def taken_by(folder: Path) -> tuple[int, int]:
    """How many bytes the files of `folder` take, and how many more their holes would."""
    stats = [file.stat() for file in folder.rglob("*") if file.is_file()]
    taken = sum(each.st_blocks * 512 for each in stats)
    return taken, sum(max(each.st_size - each.st_blocks * 512, 0) for each in stats)


def holes_fill(folder: Path) -> bool:
    """Whether a hole of a file in `folder` takes room once it is read, as it does in memory
    (tmpfs); of a disk that is full nobody tries."""
    if shutil.disk_usage(folder).free < _PROBE_BYTES:
        return True
    with tempfile.TemporaryFile(dir=folder) as file:
        file.truncate(mmap.PAGESIZE)
        with mmap.mmap(file.fileno(), mmap.PAGESIZE) as mapped:
            mapped[0]
        return os.fstat(file.fileno()).st_blocks > 0
