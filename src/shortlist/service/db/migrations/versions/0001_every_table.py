"""What a new database begins at: `db.schema` has made its tables already."""

from __future__ import annotations

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing is missing."""
