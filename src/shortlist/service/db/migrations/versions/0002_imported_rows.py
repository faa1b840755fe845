"""Which row of a file somebody was last read from (`index.imported_rows`)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """The table, where the schema that the database was made of did not have it yet."""
    op.create_table(
        "imported_rows",
        sa.Column("person_id", sa.Text(), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("mark", sa.BigInteger(), nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_imported_rows_mark", "imported_rows", ["mark"], if_not_exists=True)
