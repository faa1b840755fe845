"""The way to the deployment: found or started, while the client is imported beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.desk.connection import Connection
    from shortlist.desk.embedded import State
    from shortlist.desk.store import Store


class Opened(NamedTuple):
    """A deployment that answers, and what this machine keeps for it."""

    connection: Connection
    client: Shortlist
    store: Store | None


Opener = Callable[[str | None, "Callable[[State], None]"], Awaitable[Opened]]
"""Finds or starts the deployment, and opens a client on it."""


async def open_link(profile: str | None, on_state: Callable[[State], None]) -> Opened:
    """The deployment of `profile`: the service is looked for while the client is imported."""
    from shortlist.desk.connection import connect
    from shortlist.desk.embedded import wait_until_ready
    from shortlist.desk.places import find_places

    places = find_places()
    imported = asyncio.create_task(_import_client_soon())
    try:
        connection = await connect(profile, places=places, on_state=on_state)
        if connection.kind == "embedded":
            await wait_until_ready(connection.base_url, on_state)
    finally:
        await imported
    from shortlist.client import Shortlist
    from shortlist.desk.store import Store, account_of

    store = await asyncio.to_thread(Store, places, account_of(connection))
    client = Shortlist(
        connection.base_url,
        connection.api_key,
        journal=places.journal,
        account=connection.name if connection.kind == "embedded" else None,
    )
    return Opened(connection, client, store)


async def _import_client_soon() -> None:
    """On a thread, after the first keys were answered: importing holds the interpreter."""
    await asyncio.sleep(0.2)
    await asyncio.to_thread(_import_client)


def _import_client() -> None:
    """What takes longest to import, on a thread, after the first frame."""
    import shortlist.client.api
    import shortlist.contract.search
    import shortlist.contract.sets
    import shortlist.desk.store  # noqa: F401
