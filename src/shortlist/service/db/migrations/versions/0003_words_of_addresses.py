"""Words of profile addresses"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from shortlist.service.index.addresses import insert_all_handles

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "people_handles",
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_people_handles_person_id")
        ),
        sa.PrimaryKeyConstraint("person_id", "word", name=op.f("pk_people_handles")),
    )
    op.create_index("ix_people_handles_word", "people_handles", ["word"])
    insert_all_handles(op.get_bind())
