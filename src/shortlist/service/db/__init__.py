"""State: one SQLAlchemy Core schema, on SQLite (WAL) or PostgreSQL."""
