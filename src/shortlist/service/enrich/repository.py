"""Queries of the ledger about enrichment. Callers own the transaction."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from shortlist.service.db.engine import alone
from shortlist.service.db.schema import ledger


def wait_for_others(connection: Connection, person_ids: Sequence[str]) -> None:
    """Wait until no other transaction charges for these records of one person."""
    alone(connection, f"enrich:{min(person_ids)}")


def paid_for(
    connection: Connection, workspace_id: str, person_ids: Sequence[str], since: int
) -> set[str]:
    """The fields of these people that the workspace was charged for since that time."""
    if not person_ids:
        return set()
    details = connection.scalars(
        select(ledger.c.detail).where(
            ledger.c.workspace_id == workspace_id,
            ledger.c.created_at >= since,
            ledger.c.kind == "enrich",
            ledger.c.detail["person_id"].as_string().in_(person_ids),
        )
    )
    return {field for detail in details for field in detail["fields"]}
