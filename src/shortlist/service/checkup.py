"""The checks of `shortlist doctor` on a data folder; they change nothing."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import orjson
from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from shortlist.service.config import FILE_NAME, ConfigError, load_config
from shortlist.service.db.database_note import database_of, without_password
from shortlist.service.db.engine import BadDatabase, database_url, open_engine, reading
from shortlist.service.db.migrate import HEAD
from shortlist.service.folder import indexes_in, is_full

Finding = tuple[str, Literal["ok", "warn", "fail"], str, str]
"""What was looked at, how it is, what was found, and what to do."""

_LOG_BYTES = 64 << 20
_RESTORE = "Put back a copy of it (shortlist restore), or move it away to begin with an empty one."


def check_folder(data_dir: Path, database: str | None = None) -> Iterator[Finding]:
    """Settings, database and index of the service of `data_dir`, of which nothing is made."""
    yield _settings(data_dir)
    try:
        url = database_of(data_dir, database)
        shown = without_password(url) if url else ""
    except BadDatabase as error:
        yield "database", "fail", str(error), "Give the URL of the database as serve takes it."
        return
    own = Path((url or database_url(data_dir)).removeprefix("sqlite:///"))
    is_file = url is None or url.startswith("sqlite")
    if is_file and not own.exists():
        yield "database", "ok", "none yet: the first start of the local service makes it", ""
        return
    engine = open_engine(url or database_url(data_dir))
    try:
        found = _database(engine, own) if is_file else _elsewhere(engine, shown)
        yield found
        if found[1] != "fail":
            yield _index(engine, data_dir)
    finally:
        engine.dispose()


def _settings(data_dir: Path) -> Finding:
    file = data_dir / FILE_NAME
    try:
        load_config(data_dir)
    except ConfigError as error:
        return (
            "settings",
            "fail",
            str(error),
            "Mend that line; docs/reference/service-toml.md has every field.",
        )
    return "settings", "ok", str(file) if file.exists() else "as they are without a file", ""


def _database(engine: Engine, file: Path) -> Finding:
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)) as opened:
            [(told,)] = opened.execute("PRAGMA quick_check(1)").fetchall()
        if told != "ok":
            return "database", "fail", f"{file} is damaged ({told})", _RESTORE
        revision = _revision(engine)
    except (sqlite3.DatabaseError, SQLAlchemyError) as error:
        why = " ".join(str(getattr(error, "orig", error)).split())
        # A disk without room for its log looks like a damaged file.
        advice = "Free some of the disk." if is_full(file.parent) else _RESTORE
        return "database", "fail", f"{file} cannot be read ({why})", advice
    told = f"{file}, {_size(file)}"
    if problem := _of_revision(told, revision):
        return problem
    log = file.with_name(file.name + "-wal")
    if log.exists() and log.stat().st_size > _LOG_BYTES:
        held = f"{told}; its log has {_size(log)}"
        return "database", "warn", held, "Something reads it all the time; end that, or restart."
    if shutil.disk_usage(file.parent).free < file.stat().st_size:
        return "database", "warn", f"{told}, more than the disk has free", "Free some of the disk."
    return "database", "ok", told, ""


def _elsewhere(engine: Engine, shown: str) -> Finding:
    try:
        revision = _revision(engine)
    except SQLAlchemyError as error:
        why = " ".join(str(getattr(error, "orig", error)).split())
        return "database", "fail", f"{shown} cannot be reached ({why})", "Start it, or its network."
    return _of_revision(shown, revision) or ("database", "ok", shown, "")


def _revision(engine: Engine) -> str | None:
    with reading(engine) as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return found


def _of_revision(told: str, revision: str | None) -> Finding | None:
    if revision is None:
        return "database", "warn", f"{told}: it has no tables yet", "Start the service once."
    if revision > HEAD:
        later = f"{told} was written by a later version"
        return "database", "fail", later, "Install that version, or put back an earlier backup."
    if revision < HEAD:
        told = f"{told}, of an earlier version: brought up to date at the next start"
        return "database", "ok", told, ""
    return None


def _index(engine: Engine, data_dir: Path) -> Finding:
    from shortlist.service.index.embedded import read_stats
    from shortlist.service.index.embedding import MiniLm
    from shortlist.service.index.store import last_number

    try:
        with reading(engine) as connection:
            newest = last_number(connection)
        stats = read_stats(engine, MiniLm.model)
    except SQLAlchemyError as error:
        return "index", "fail", f"what it is made of cannot be read ({type(error).__name__})", ""
    people = f"{stats.people:,} people, {stats.searchable_by_meaning:,} by meaning"
    states = [folder / "state.json" for folder in indexes_in(data_dir)]
    try:
        told: list[dict[str, Any]] = [orjson.loads(f.read_bytes()) for f in states if f.exists()]
        followed = min((int(state["followed"]) for state in told), default=newest)
        applying = any(state["applying"] for state in told)
    except (OSError, ValueError, KeyError, TypeError):
        return "index", "warn", f"{people}; it cannot be read", "It is made anew at the next start."
    if not told:
        return "index", "ok", f"{people}; made at the next start", ""
    if applying:
        return (
            "index",
            "warn",
            f"{people}; being changed",
            "It is made anew where none runs.",
        )
    behind = newest - followed
    if behind > 0:
        return "index", "ok", f"{people}; {behind:,} changes behind, which it follows by itself", ""
    return "index", "ok", people, ""


def _size(file: Path) -> str:
    return f"{file.stat().st_size / (1 << 20):,.1f} MB"
