"""The database: one SQLAlchemy Core schema, on SQLite (WAL) or PostgreSQL."""
