"""The opening of a deployment: found or started, while the client is imported beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from shortlist.client import CallRecord, Shortlist
    from shortlist.desk.connection import Connection
    from shortlist.desk.local_service import ServiceState
    from shortlist.desk.places import Places
    from shortlist.desk.store import Store


class Opened(NamedTuple):
    """A deployment that answers, and what this machine keeps for it."""

    connection: Connection
    client: Shortlist
    store: Store | None


class Hooks(NamedTuple):
    """What an opener tells while it opens, and after."""

    state: Callable[[ServiceState], None]
    """What becomes of a service that is looked for or started."""
    store: Callable[[Store], None]
    """What this machine keeps for the account: there before any service answers."""
    call: Callable[[CallRecord], None]
    """Each call of the client, when it has ended."""


Opener = Callable[[str | None, Hooks], Awaitable[Opened]]
"""Finds or starts the deployment of a profile, and opens a client on it."""


async def open_link(profile: str | None, hooks: Hooks) -> Opened:
    """The deployment of `profile`: the service is looked for while the client is imported."""
    from shortlist.desk.connection import open_connection
    from shortlist.desk.local_service import wait_until_ready
    from shortlist.desk.places import find_places

    places = find_places()
    prepared = asyncio.create_task(_prepare(profile, places, hooks.store))
    try:
        connection = await open_connection(profile, places=places, on_state=hooks.state)
        if connection.kind == "embedded":
            await wait_until_ready(places, connection.base_url, hooks.state)
    finally:
        store = await prepared
    from shortlist.client import Shortlist

    client = Shortlist(
        connection.base_url,
        connection.api_key,
        journal=places.journal,
        account=connection.name if connection.kind == "embedded" else None,
        proven=connection.kind == "embedded",
        on_call=hooks.call,
        read_only=connection.read_only,
    )
    return Opened(connection, client, store)


async def _prepare(
    profile: str | None, places: Places, hand_over: Callable[[Store], None]
) -> Store | None:
    """Import the client and open the store, on a thread, after the first keys were answered:
    importing holds the interpreter. It is handed over at once, however long the service takes to
    start. `None` where no account is meant: `open_connection` says why."""
    from shortlist.desk.threads import run_on_thread

    await asyncio.sleep(0.2)
    store = await run_on_thread(_prepare_now, profile, places)
    if store is not None:
        hand_over(store)
    return store


def _prepare_now(profile: str | None, places: Places) -> Store | None:
    _import_client()
    from shortlist.desk.connection import resolve_connection
    from shortlist.desk.places import DeskError
    from shortlist.desk.store import Store, account_of

    try:
        account = account_of(resolve_connection(profile, places))
    except DeskError:
        return None
    return Store(places, account)


def _import_client() -> None:
    """What takes longest to import, on a thread, after the first frame."""
    import shortlist.client.api
    import shortlist.contract.search
    import shortlist.contract.sets
    import shortlist.desk.store  # noqa: F401
