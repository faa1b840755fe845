"""People whom public pages told of, so that later calls know them by their id"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "web_people",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_web_people_name_key", "web_people", ["name_key"])
