"""Backup and restore of a data folder: its database at one moment, and its settings.

The search index is in no backup: it is derived of the database, and a service that starts on a
restored folder derives it anew. Nor are logs.
"""

from __future__ import annotations

import io
import os
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import orjson
from sqlalchemy import Connection, Engine, delete, insert, select

from shortlist import __version__
from shortlist.contract.times import format_time, parse_time
from shortlist.service.clock import moment, now_ms
from shortlist.service.config import FILE_NAME as SETTINGS
from shortlist.service.db.database_note import NOTE, database_of, without_password
from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.db.schema import counters, people, suppressions, web_people
from shortlist.service.erasure import erase
from shortlist.service.folder import alone_on, prepare
from shortlist.service.index.store import (
    IDENTITY,
    allocate,
    put_people,
    remove_people,
    suppressed_ids,
    suppression_hashes,
)
from shortlist.service.index.web_people import names_to_check
from shortlist.service.sets.repository import erase_people

DATABASE = "shortlist.db"
MANIFEST = "manifest.json"
FORMAT = 1
_MANIFEST_MOST_BYTES = 1 << 16
_SETTINGS_MOST_BYTES = 1 << 20
_BATCH = 1000


class BackupError(Exception):
    """A backup cannot be made or restored; the text says why, on one line."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup holds."""

    made_at: str
    """RFC 3339."""
    version: str
    people: int
    bytes: int
    """Of the database."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What `restore` did."""

    backup: Backup
    left_out: int
    """People of the backup who asked to be left out after it was made, and were erased."""
    list_kept: bool
    """Whether the list of those left out since then could be read, where there was one."""


def back_up(data_dir: Path, file: Path, database: str | None = None) -> Backup:
    """Write what the service of `data_dir` keeps to `file`, which is not there yet, whole or not at
    all. The service may run: it waits for nothing, and the backup is of one moment.

    Raises `BackupError`; `OSError`.
    """
    source = _own_database(data_dir, database)
    if not source.is_file():
        raise BackupError(f"{data_dir} has no database: nothing was ever kept there")
    if file.exists():
        raise BackupError(f"{file} is there already; name a file that is not")
    os.umask(0o077)
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    copy = file.with_name(f".{file.name}.{os.getpid()}.db")
    try:
        made_at = format_time(moment(now_ms()))
        _copy_database(source, copy)
        told = Backup(made_at, __version__, _count_people(copy), copy.stat().st_size)
        with draft.open("xb") as out:
            with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
                manifest = {"format": FORMAT, "made_at": made_at, "version": __version__}
                manifest |= {"people": told.people, "database_bytes": told.bytes}
                _add(archive, MANIFEST, orjson.dumps(manifest))
                settings = data_dir / SETTINGS
                if settings.is_file():
                    _add(archive, SETTINGS, settings.read_bytes())
                archive.add(copy, DATABASE, filter=_nobodys)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
        return told
    finally:
        for left in (draft, copy):
            left.unlink(missing_ok=True)


def restore(file: Path, data_dir: Path, *, replace: bool = False) -> Restored:
    """Put the backup in `file` into `data_dir`, whose service does not run, whole or not at all.

    What the folder holds is only replaced with `replace`. Whoever asked to be left out since the
    backup was made stays out: the folder's own list is carried over, and what the backup still has
    of them is erased before anything can be asked.
    Raises `BackupError`, `StartError` where the service runs; `DatabaseTooNew`; `OSError`.
    """
    os.umask(0o077)
    folder = prepare(data_dir)
    if (folder / NOTE).exists():
        raise BackupError(
            f"the service of {folder} keeps its state in another database than SQLite"
        )
    with alone_on(folder):
        current = folder / DATABASE
        if current.exists() and not replace:
            raise BackupError(f"{folder} has a database; say --replace to have the backup instead")
        draft = folder / f".{DATABASE}.{os.getpid()}"
        try:
            with _opened(file) as archive:
                backup = _unpack(archive, folder, draft)
            _ensure_whole(draft)
            listed = _list_of(current)
            left_out = _bring_up_to_date(draft, listed or [])
            _put_in_place(folder, draft)
        finally:
            for left in (draft, *_beside(draft)):
                left.unlink(missing_ok=True)
    return Restored(backup, left_out, listed is not None)


def _own_database(data_dir: Path, database: str | None) -> Path:
    url = database_of(data_dir, database)
    if url is None or url.startswith("sqlite"):
        return Path((url or database_url(data_dir)).removeprefix("sqlite:///"))
    raise BackupError(
        f"the service keeps its state in {without_password(url)}: back that up with its own tools, "
        "such as pg_dump"
    )


def _copy_database(source: Path, copy: Path) -> None:
    """SQLite's own online backup, in one step: writers go on meanwhile, in the log."""
    with (
        closing(sqlite3.connect(f"file:{source}?mode=rw", uri=True, timeout=60)) as original,
        closing(sqlite3.connect(copy)) as made,
    ):
        original.backup(made)
        # One file: what restores it finds no log beside it.
        made.execute("PRAGMA journal_mode=DELETE")
    _ensure_whole(copy)


def _ensure_whole(database: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as opened:
            [(told,)] = opened.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.DatabaseError as error:
        told = str(error)
    if told != "ok":
        raise BackupError(f"the database is damaged: {' '.join(str(told).split())}")


def _count_people(database: Path) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as opened:
        query = "SELECT count(*) FROM people WHERE removed_at IS NULL"
        return int(opened.execute(query).fetchone()[0])


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = len(content), 0o600, now_ms() // 1000
    archive.addfile(entry, io.BytesIO(content))


def _nobodys(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o600
    return entry


@contextmanager
def _opened(file: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(file, "r:") as archive:
            yield archive
    except tarfile.TarError as error:
        raise BackupError(f"{file} is no backup of this program ({error})") from None


def _unpack(archive: tarfile.TarFile, folder: Path, draft: Path) -> Backup:
    """The database into `draft`, and the settings into `folder` where it has none."""
    inside = {entry.name: entry for entry in archive if entry.isreg()}
    if MANIFEST not in inside or DATABASE not in inside:
        raise BackupError(f"{archive.name!s} is no backup of this program")
    backup = _read_manifest(_content(archive, inside[MANIFEST], _MANIFEST_MOST_BYTES))
    entry = inside[DATABASE]
    free = shutil.disk_usage(folder).free
    if entry.size != backup.bytes:
        raise BackupError("the backup is not whole: its database has another length than it says")
    if entry.size > free:
        raise BackupError(f"the database takes {entry.size:,} bytes, and the disk has {free:,}")
    with draft.open("xb") as out:
        shutil.copyfileobj(_member(archive, entry), out, 1 << 20)
        out.flush()
        os.fsync(out.fileno())
    if SETTINGS in inside and not (folder / SETTINGS).exists():
        content = _content(archive, inside[SETTINGS], _SETTINGS_MOST_BYTES)
        (folder / SETTINGS).write_bytes(content)
    return backup


def _read_manifest(content: bytes) -> Backup:
    try:
        told: dict[str, Any] = orjson.loads(content)
        if told["format"] != FORMAT:
            raise BackupError("the backup was made by a later version; install that version")
        made_at = str(told["made_at"])
        if parse_time(made_at) is None:
            raise ValueError(made_at)
        counts = int(told["people"]), int(told["database_bytes"])
        return Backup(made_at, str(told["version"])[:40], *counts)
    except (ValueError, KeyError, TypeError):
        raise BackupError("the backup does not say what it holds: it is none, or damaged") from None


def _content(archive: tarfile.TarFile, entry: tarfile.TarInfo, most: int) -> bytes:
    if entry.size > most:
        raise BackupError(f"{entry.name} of the backup is too large to be one")
    return _member(archive, entry).read()


def _member(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes]:
    member = archive.extractfile(entry)
    assert member is not None  # it is a file
    return member


Listed = list[tuple[str, str]]
"""Of those left out: kind and hash."""


def _list_of(current: Path) -> Listed | None:
    """The list of the database that is replaced; None where it cannot be read."""
    if not current.exists():
        return []
    try:
        with closing(sqlite3.connect(current, timeout=10)) as opened:
            return opened.execute("SELECT kind, value_hash FROM suppressions").fetchall()
    except sqlite3.DatabaseError:
        return None


def _bring_up_to_date(draft: Path, listed: Listed) -> int:
    """Have the restored database be one of this version and of its own, without those `listed`; how
    many people of it those were."""
    engine = open_engine(f"sqlite:///{draft}")
    try:
        migrate(engine)
        with writing(engine) as connection:
            # Another database than the one that was backed up, which may still be there: an index
            # of either is none of the other.
            connection.execute(delete(counters).where(counters.c.name == IDENTITY))
            gone = _leave_out(connection, listed)
        erase(engine)
        _settle(engine)
        return gone
    finally:
        engine.dispose()


def _leave_out(connection: Connection, listed: Listed) -> int:
    columns = suppressions.c
    known = set(connection.execute(select(columns.kind, columns.value_hash)).tuples())
    new = [each for each in listed if each not in known]
    if not new:
        return 0
    first, now = allocate(connection, len(new)), now_ms()
    rows = [
        {"kind": kind, "value_hash": digest, "seq": first + n, "created_at": now}
        for n, (kind, digest) in enumerate(new)
    ]
    connection.execute(insert(suppressions), rows)
    gone, last = 0, ""
    while True:
        page = connection.execute(
            select(people.c.id, people.c.record)
            .where(people.c.id > last, people.c.removed_at.is_(None))
            .order_by(people.c.id)
            .limit(_BATCH)
        ).all()
        if not page:
            break
        last = page[-1].id
        # An import finds whoever is on the list by any of their names, and lists their ids.
        put_people(connection, [row.record for row in page])
        theirs = list(suppressed_ids(connection, [row.id for row in page]))
        erase_people(connection, theirs)
        gone += remove_people(connection, theirs)
    hashes = {digest for _, digest in new}
    for row in connection.execute(select(web_people.c.id, web_people.c.record)).all():
        names = names_to_check(row.record)
        if any(not hashes.isdisjoint(suppression_hashes(*name)) for name in names):
            connection.execute(delete(web_people).where(web_people.c.id == row.id))
            gone += 1
    return gone


def _settle(engine: Engine) -> None:
    """All of it in the one file, on the disk."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("PRAGMA journal_mode=DELETE")
    finally:
        connection.close()


def _put_in_place(folder: Path, draft: Path) -> None:
    current = folder / DATABASE
    if current.exists():
        try:
            # Nothing is left in its log: it is whole until the moment it is replaced.
            with closing(sqlite3.connect(current, timeout=10)) as opened:
                opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.DatabaseError:
            pass  # it is damaged, and thrown away
    for left in _beside(current):
        left.unlink(missing_ok=True)
    draft.replace(current)
    descriptor = os.open(folder, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)
    # Of another database: made anew at the next start.
    shutil.rmtree(folder / "index", ignore_errors=True)


def _beside(database: Path) -> list[Path]:
    return [database.with_name(database.name + end) for end in ("-wal", "-shm", "-journal")]
