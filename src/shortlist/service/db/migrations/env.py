"""How Alembic runs here: on the connection, and in the transaction, that it is handed."""

from __future__ import annotations

from alembic import context

from shortlist.service.db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
