"""Alembic migrations; `versions` holds one file a revision, run in order at the start."""
