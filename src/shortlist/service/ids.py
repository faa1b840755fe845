"""Generation of identifiers."""

from __future__ import annotations

import secrets


def new_id(prefix: str) -> str:
    """A new identifier, such as `set_3f9a…`: 100 random bits, safe in a path."""
    return f"{prefix}_{secrets.token_hex(13)}"
