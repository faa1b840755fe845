"""Management of the API keys of a local service, whether or not it runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row

from shortlist.service.account.keys import create_key, list_keys, revoke_key
from shortlist.service.account.workspace import WORKSPACE_ID, ensure_workspace, has_workspace
from shortlist.service.clock import now_ms
from shortlist.service.config import load_config
from shortlist.service.db.database_note import database_of
from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.migrate import migrate


@contextmanager
def _database(data_dir: Path, database: str | None) -> Iterator[Connection]:
    """A write transaction on the service's database, made and brought up to date if need be."""
    os.umask(0o077)
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    config = load_config(data_dir)
    folder = data_dir.resolve()
    engine = open_engine(database_url(folder, database_of(folder, database)))
    try:
        migrate(engine)
        with writing(engine) as connection:
            if not has_workspace(connection):
                ensure_workspace(connection, config, now_ms())
            yield connection
    finally:
        engine.dispose()


def create_local_key(
    data_dir: Path, database: str | None, name: str, **options: Any
) -> dict[str, Any]:
    """Make a key: `{id, key, name, scopes}`. `options` as `create_key` takes them."""
    with _database(data_dir, database) as connection:
        return create_key(connection, WORKSPACE_ID, name, now=now_ms(), **options)


def list_local_keys(data_dir: Path, database: str | None) -> list[Row[Any]]:
    """Every key, newest first."""
    with _database(data_dir, database) as connection:
        return list_keys(connection)


def revoke_local_key(data_dir: Path, database: str | None, key_id: str) -> bool:
    """Revoke a key at once; False when there is none."""
    with _database(data_dir, database) as connection:
        return revoke_key(connection, key_id, now_ms())
