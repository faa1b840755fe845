"""One person of several records"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # Filled when the index is opened next: `index.persons` compares everyone.
    op.create_table(
        "people_marks",
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("mark", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_people_marks_person_id")
        ),
        sa.PrimaryKeyConstraint("person_id", "mark", name=op.f("pk_people_marks")),
    )
    op.create_index("ix_people_marks_mark", "people_marks", ["mark"])
    op.create_table(
        "same_people",
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("same_as", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_same_people_person_id")
        ),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_same_people")),
    )
    op.create_index("ix_same_people_same_as", "same_people", ["same_as"])
