"""The folders of this program, and safe writing of files in them.

One folder when `SHORTLIST_HOME` is set, the platform's own folders otherwise. Folders are 0700 and
files 0600; a file appears under its name only when it is whole; a symbolic link in the way is
refused, because following it would write somebody's data where somebody else chose.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

ROOM_BYTES = 100 << 20
"""What this program needs free on the disk: the index of the sample takes half of it."""
LEAST_BYTES = 1 << 20
"""With less than this, nothing is begun: what SQLite shares in memory lies in a file, and who
touches a part of it that found no room on the disk is killed."""


class DeskError(Exception):
    """Something on this machine is not as it must be; the text says what, and what to do."""

    exit_code = 1
    """What a command ends with."""

    def __init__(self, told: str) -> None:
        # What a library says of a damaged file, or quotes of it, may be many lines.
        super().__init__(" ".join(told.split()))


class Unkept(DeskError):
    """A file could not be written or read: the disk is full, or the file is damaged."""


class Places(NamedTuple):
    """The four folders. They exist, private, once `find_places` has returned them."""

    config: Path
    data: Path
    cache: Path
    logs: Path

    @property
    def service(self) -> Path:
        """The data folder of the embedded service."""
        return self.data / "service"

    @property
    def journal(self) -> Path:
        """Every POST, remembered before it leaves."""
        return self.data / "journal.db"

    @property
    def local_key(self) -> Path:
        """Where the embedded service leaves the key that this machine's owner uses."""
        return self.config / "local-key"


def find_places() -> Places:
    """The folders of this program, made if they are missing.

    Raises `DeskError` when one cannot be made, or is a symbolic link or a file, or where the disk
    is full.
    """
    home = os.environ.get("SHORTLIST_HOME")
    if home:
        root = Path(home).expanduser().absolute()
        # The folder that was named may be anything its owner likes; what is inside is ours.
        _make(root)
        folders = [root / name for name in ("config", "data", "cache", "logs")]
    else:
        from platformdirs import PlatformDirs

        dirs = PlatformDirs("shortlist", appauthor=False)
        try:
            folders = [
                Path(dirs.user_config_dir),
                Path(dirs.user_data_dir),
                Path(dirs.user_cache_dir),
                Path(dirs.user_log_dir),
            ]
        except RuntimeError:  # some versions name a folder "~" instead
            folders = []
        if not folders or not all(folder.is_absolute() for folder in folders):
            raise DeskError("Nobody knows where your home is. Set SHORTLIST_HOME to a folder.")
    places = Places(*(private_folder(folder) for folder in folders))
    if full := full_disk(places.data, LEAST_BYTES):
        raise DeskError(full)
    return places


def private_folder(folder: Path) -> Path:
    """Make `folder` (0700), or make the one that is there private. Refuses a symbolic link."""
    _make(folder)
    found = folder.lstat()
    if stat.S_ISLNK(found.st_mode):
        raise DeskError(f"{folder} is a symbolic link. Remove it, or set SHORTLIST_HOME elsewhere.")
    if stat.S_IMODE(found.st_mode) != 0o700:
        try:
            folder.chmod(0o700)
        except OSError as error:
            raise DeskError(f"{folder} cannot be made private: {error.strerror}.") from None
    return folder


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        in_the_way = isinstance(error, FileExistsError | NotADirectoryError)
        reason = "a file is in the way" if in_the_way else error.strerror
        advice = "Move that file" if in_the_way else "Have it writable"
        raise DeskError(
            f"{folder} cannot be made: {reason}. {advice}, or set SHORTLIST_HOME elsewhere."
        ) from None


def full_disk(folder: Path, room: int = ROOM_BYTES) -> str:
    """That the disk of `folder` has not so many bytes free, and what to do; empty where it has."""
    free = shutil.disk_usage(folder).free
    if free >= room:
        return ""
    return (
        f"The disk of {folder} has {free / (1 << 20):.0f} MB free. Free some of it and try again."
    )


@contextlib.contextmanager
def writing(path: Path) -> Iterator[IO[bytes]]:
    """Write a private file beside `path`, and rename it there when the block ends well.

    Nothing is left behind, and what was at `path` stays, when the block raises. Raises `DeskError`
    when `path` is a symbolic link or not a plain file, or its folder is missing or closed to us.
    """
    refuse_link(path)
    beside = path.with_name(f".{path.name[:100]}.{os.urandom(6).hex()}.part")
    try:
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise DeskError(f"{path} cannot be written: {error.strerror}.") from None
    try:
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        refuse_link(path)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def appending(path: Path) -> IO[bytes]:
    """Open a private file to add to its end. Refuses a symbolic link."""
    refuse_link(path)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW
    try:
        descriptor = os.open(path, flags, 0o600)
    except OSError as error:
        raise DeskError(f"{path} cannot be written: {error.strerror}.") from None
    os.fchmod(descriptor, 0o600)
    return os.fdopen(descriptor, "ab")


def refuse_link(path: Path) -> None:
    """Raise `DeskError` when something other than a plain file is at `path`."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise DeskError(f"{path} cannot be read: {error.strerror}.") from None
    if stat.S_ISLNK(mode):
        raise DeskError(f"{path} is a symbolic link. Remove it, or choose another name.")
    if not stat.S_ISREG(mode):
        raise DeskError(f"{path} is not a file. Choose another name.")
