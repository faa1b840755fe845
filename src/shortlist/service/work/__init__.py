"""Durable execution. Everything of DBOS stands behind this room."""
