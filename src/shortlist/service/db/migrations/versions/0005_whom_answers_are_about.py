"""Kept answers say where they were asked for, and whom they are about"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("idempotency", sa.Column("path", sa.Text(), nullable=True))
    op.add_column("idempotency", sa.Column("about", sa.JSON(), nullable=True))
