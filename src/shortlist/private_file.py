"""Files that only their owner can read, and that one process holds."""

from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path
from typing import IO, Any, Final

_making: Final = threading.Lock()


def make_private(path: Path) -> None:
    """Have a file at `path` that only its owner reads (0600); `OSError` where a link is in the way.

    A file that is there is not opened: to close it would let go of every lock that this process has
    on it, and whoever closes the database next would take its log from under our feet.
    """
    with _making:
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        except FileExistsError:
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode):
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None
            if stat.S_IMODE(mode) != 0o600:
                path.chmod(0o600)


def is_locked(file: IO[Any]) -> bool:
    """Lock an open file for this process until it is closed; False where another has it."""
    import fcntl  # not on Windows

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
