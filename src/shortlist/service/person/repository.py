"""Queries of research runs. Callers own the transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, insert, literal, select, update

from shortlist.service.clock import promised_by
from shortlist.service.db.engine import alone
from shortlist.service.db.schema import (
    datasets,
    ledger,
    person_runs,
    reservations,
)

QUEUED, RUNNING = "queued", "running"
COMPLETED, FAILED, CANCELED = "completed", "failed", "canceled"
UNFINISHED = (QUEUED, RUNNING)

RunRow = Row[Any]
"""A row of `person_runs`."""


def run_ref(run_id: str) -> str:
    """What the run's reservation and its one charge are known by."""
    return f"person:{run_id}"


def lock_workspace(connection: Connection, workspace_id: str) -> None:
    """Wait until no other transaction decides about this workspace's research."""
    # Not a lock on the workspace's row: money takes that one last.
    alone(connection, f"research:{workspace_id}")


def insert_run(connection: Connection, values: Mapping[str, Any]) -> None:
    connection.execute(insert(person_runs).values(status=QUEUED, **values))


def get_run(connection: Connection, run_id: str, workspace_id: str | None = None) -> RunRow | None:
    """The run; with `workspace_id`, only if it is that workspace's."""
    query = select(person_runs).where(person_runs.c.id == run_id)
    if workspace_id is not None:
        query = query.where(person_runs.c.workspace_id == workspace_id)
    return connection.execute(query).one_or_none()


def move_run(
    connection: Connection, run_id: str, states: Sequence[str], values: Mapping[str, Any]
) -> bool:
    """Set `values` if the run is in one of `states`; False: it is not, nothing changed."""
    moved = connection.execute(
        update(person_runs)
        .where(person_runs.c.id == run_id, person_runs.c.status.in_(states))
        .values(**values)
    )
    return moved.rowcount == 1


def unfinished_run_of(
    connection: Connection, workspace_id: str, person_ids: Sequence[str]
) -> RunRow | None:
    """The run of the workspace that is researching this person, by any of their records, now."""
    return connection.execute(
        select(person_runs)
        .where(
            person_runs.c.workspace_id == workspace_id,
            person_runs.c.person_id.in_(person_ids),
            person_runs.c.status.in_(UNFINISHED),
        )
        .order_by(person_runs.c.created_at, person_runs.c.id)
        .limit(1)
    ).one_or_none()


def dossier_of(
    connection: Connection, workspace_id: str, person_ids: Sequence[str], since: int
) -> dict[str, Any] | None:
    """The newest dossier of this person, of any of their records, their identity verified, that
    the workspace got at `since` (epoch milliseconds) or later. What was not verified is found out
    anew, with whatever the next request knows more."""
    results = connection.scalars(
        select(person_runs.c.result)
        .where(
            person_runs.c.workspace_id == workspace_id,
            person_runs.c.person_id.in_(person_ids),
            person_runs.c.status == COMPLETED,
            person_runs.c.finished_at >= since,
        )
        .order_by(person_runs.c.finished_at.desc(), person_runs.c.id)
    )
    dossiers = (result["dossier"] for result in results if result and result["dossier"])
    return next((found for found in dossiers if found["identity"]["identity_verified"]), None)


def dossier_runs(connection: Connection) -> Sequence[Row[str, str, int]]:
    """Every run that still has a dossier: `id`, `person_id`, `finished_at`."""
    return connection.execute(
        select(person_runs.c.id, person_runs.c.person_id, person_runs.c.finished_at).where(
            person_runs.c.status == COMPLETED,
            person_runs.c.result["dossier"].as_string().is_not(None),
        )
    ).all()


def runs_with_somebody(connection: Connection) -> Sequence[Row[str, str | None, Any, str]]:
    """Every run that still says whom it was asked about: `id`, `person_id`, `identifier`,
    `status`."""
    rows = connection.execute(
        select(
            person_runs.c.id,
            person_runs.c.person_id,
            person_runs.c.identifier,
            person_runs.c.status,
        )
    ).all()
    return [row for row in rows if row.identifier]


def forget_run(connection: Connection, run_id: str, unsure: Mapping[str, Any]) -> None:
    """Erase what the run found, and by what the person was asked for."""
    connection.execute(
        update(person_runs)
        .where(person_runs.c.id == run_id)
        .values(identifier={}, result={"dossier": None, "unsure": dict(unsure)})
    )


def unfinished_runs(connection: Connection, created_before: int) -> Sequence[str]:
    """Ids of runs that were promised before that time and are not finished."""
    return connection.scalars(
        select(person_runs.c.id).where(
            person_runs.c.status.in_(UNFINISHED),
            promised_by(person_runs.c.created_at, created_before),
        )
    ).all()


def was_paid_for(
    connection: Connection, workspace_id: str, person_ids: Sequence[str], since: int
) -> bool:
    """Whether the workspace was charged for research of this person, by any of their records,
    that ended since that time."""
    charged = (
        select(ledger.c.id)
        .join(person_runs, ledger.c.ref == literal("person:") + person_runs.c.id)
        .where(
            person_runs.c.workspace_id == workspace_id,
            person_runs.c.person_id.in_(person_ids),
            person_runs.c.finished_at >= since,
            ledger.c.amount > 0,
        )
    )
    return connection.execute(charged.limit(1)).first() is not None


def held_for(connection: Connection, run_id: str) -> int:
    """ACU that were reserved for the run: its price, whatever the price is by now."""
    return int(
        connection.execute(
            select(reservations.c.amount).where(reservations.c.ref == run_ref(run_id))
        ).scalar_one()
    )


def charged_for(connection: Connection, run_id: str) -> int:
    """ACU that the run was charged; 0 while it has not been, or was free."""
    paid = connection.execute(select(ledger.c.amount).where(ledger.c.ref == run_ref(run_id)))
    return int(paid.scalar() or 0)


def is_synthetic(connection: Connection, dataset: str) -> bool:
    return bool(connection.scalar(select(datasets.c.synthetic).where(datasets.c.name == dataset)))
