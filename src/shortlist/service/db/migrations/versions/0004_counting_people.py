"""People and vectors are counted without reading them"""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_index("ix_people_dataset_removed", "people", ["dataset", "removed_at"])
    op.drop_index("ix_people_dataset", "people")
    op.create_index("ix_vectors_model", "vectors", ["model"])
