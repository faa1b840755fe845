"""The query line: its syntax, completion and values."""
