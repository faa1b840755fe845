"""The service of `tests.chaos.host` as its next version might be: it brings a migration along that
adds to the tables that are used most."""

from __future__ import annotations

import runpy
import shutil
import tempfile
from pathlib import Path

from shortlist.service.db import migrate

NEXT = "next"
MIGRATION = f'''
import sqlalchemy as sa
from alembic import op

revision, down_revision = "{NEXT}", "{migrate.HEAD}"


def upgrade():
    op.create_table("remarks", sa.Column("id", sa.Text(), primary_key=True))
    for table in ("sets", "searches", "items", "events", "ledger", "idempotency", "workspaces"):
        op.add_column(table, sa.Column("remark", sa.Text(), nullable=True))
        op.add_column(table, sa.Column("rank", sa.BigInteger(), nullable=False, server_default="7"))
    op.create_index("ix_events_rank", "events", ["rank"])
'''


def write_migrations(folder: Path) -> Path:
    """The migrations of this version and the one that the next brings along, in `folder`."""
    migrations = folder / "migrations"
    shutil.copytree(migrate.MIGRATIONS, migrations)
    (migrations / "versions" / f"{NEXT}.py").write_text(MIGRATION)
    return migrations


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        migrations = write_migrations(Path(folder))
        migrate.HEAD, migrate.MIGRATIONS = NEXT, migrations
        host = Path(__file__).parents[2] / "chaos" / "host.py"
        runpy.run_path(str(host), run_name="__main__")
