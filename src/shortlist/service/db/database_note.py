"""The note of a data folder that names its database, when that is not the folder's own SQLite file.

`serve` writes it down, without the password, so that commands on that folder reach the database
that its service reads, and none makes another one beside it.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL

from shortlist.service.db.engine import database_url, parse_url
from shortlist.service.folder import write_private

NOTE = "database.url"


def database_of(data_dir: Path, database: str | None = None) -> str | None:
    """The URL to open: `database` as given, else what the folder says; None: its own SQLite."""
    if database:
        return database
    try:
        return (data_dir / NOTE).read_text("utf-8").strip() or None
    except FileNotFoundError:
        return None


def note_database(data_dir: Path, database: str) -> None:
    """Write down that the service of `data_dir` keeps its state in `database`."""
    if database == database_url(data_dir):
        (data_dir / NOTE).unlink(missing_ok=True)
        return
    write_private(data_dir / NOTE, without_password(database) + "\n")


def without_password(database: str) -> str:
    """The URL as others may see it. Raises `BadDatabase`."""
    url = parse_url(database)
    secret = [name for name in url.query if "password" in name]
    shown = URL.create(
        url.get_backend_name(),
        username=url.username,
        host=url.host,
        port=url.port,
        database=url.database,
        query=url.query,
    ).difference_update_query(secret)
    return shown.render_as_string(hide_password=False)
