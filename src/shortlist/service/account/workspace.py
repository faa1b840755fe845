"""The one workspace of this service, kept in step with the configuration."""

from __future__ import annotations

from sqlalchemy import Connection, exists, select, update

from shortlist.service.config import Config
from shortlist.service.db.engine import insert_if_absent
from shortlist.service.db.schema import ledger, reservations, workspaces

WORKSPACE_ID = "ws_local"


def ensure_workspace(connection: Connection, config: Config, now: int) -> str:
    """Make the workspace if there is none, and give it the plan, state and credits configured.

    Until something was spent the balance is the configured one. Afterwards a raised `balance`
    adds the difference, and a lowered one takes nothing back. Returns its id.
    """
    wanted = config.workspace
    insert_if_absent(
        connection,
        workspaces,
        id=WORKSPACE_ID,
        plan=wanted.plan,
        active=wanted.active,
        granted=wanted.balance,
        balance=wanted.balance,
        reserved=0,
        created_at=now,
    )
    mine = workspaces.c.id == WORKSPACE_ID
    connection.execute(
        update(workspaces).where(mine).values(plan=wanted.plan, active=wanted.active)
    )
    spent = connection.scalar(
        select(
            exists().where(ledger.c.workspace_id == WORKSPACE_ID)
            | exists().where(reservations.c.workspace_id == WORKSPACE_ID)
        )
    )
    given = update(workspaces).where(mine)
    if spent:
        given = given.where(workspaces.c.granted < wanted.balance)
    connection.execute(
        given.values(
            granted=wanted.balance,
            balance=workspaces.c.balance + (wanted.balance - workspaces.c.granted),
        )
    )
    return WORKSPACE_ID


def has_workspace(connection: Connection) -> bool:
    """Whether the workspace was made."""
    return connection.execute(select(workspaces.c.id)).first() is not None
