"""Bringing people in: files, columns, records, and the import that joins them."""
