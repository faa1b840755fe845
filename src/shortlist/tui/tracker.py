"""What is under way: requests and live Sets, owned by the app and outliving every screen.

Workers never touch a widget: each posts what happened to the app. A worker's group says what it
is, and none is exclusive where a request costs credits: a paid request that has left is let finish.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui import messages
from shortlist.tui.contacts import key_for
from shortlist.tui.state import Asked, Link, Subject, Trouble
from shortlist.tui.troubles import trouble_of

if TYPE_CHECKING:
    from textual.timer import Timer

    from shortlist.client import Shortlist, Update
    from shortlist.desk.connection import Connection
    from shortlist.desk.embedded import State
    from shortlist.tui.app import ShortlistApp

DRAIN_SECONDS: Final = 0.1
PAGE: Final = 100
SETS_LISTED: Final = 100
FOLLOWED_AT_ONCE: Final = 5
ENRICHED_AT_ONCE: Final = 4

Opener = Callable[
    [str | None, "Callable[[State], None]"], Awaitable["tuple[Connection, Shortlist]"]
]
"""Finds or starts the deployment, and opens a client on it."""


async def open_link(
    profile: str | None, on_state: Callable[[State], None]
) -> tuple[Connection, Shortlist]:
    """The deployment of `profile`: the service is looked for while the client is imported."""
    from shortlist.desk.connection import connect

    imported = asyncio.create_task(asyncio.to_thread(_import_client))
    try:
        connection = await connect(profile, on_state=on_state)
    finally:
        await imported
    from shortlist.client import Shortlist
    from shortlist.desk.places import find_places

    journal = find_places().data / "journal.db"
    return connection, Shortlist(connection.base_url, connection.api_key, journal=journal)


def _import_client() -> None:
    """What takes longest to import, on a thread, after the first frame."""
    import shortlist.client.client
    import shortlist.contract.search
    import shortlist.contract.sets  # noqa: F401


class Tracker:
    """Starts the app's requests and follows its live Sets."""

    def __init__(self, app: ShortlistApp, profile: str | None, opener: Opener) -> None:
        self._app = app
        self._profile = profile
        self._opener = opener
        self._client: Shortlist | None = None
        self._inbox: deque[tuple[str, Update]] = deque()
        self._drain_timer: Timer | None = None
        self._following: set[str] = set()
        self._enriching = asyncio.Semaphore(ENRICHED_AT_ONCE)

    @property
    def ready(self) -> bool:
        return self._client is not None

    def _run(self, work: Coroutine[Any, Any, None], group: str) -> None:
        self._app.run_worker(work, group=group, exit_on_error=False)

    # The deployment

    def open(self) -> None:
        """Find or start the service and open a client on it."""
        self._drain_timer = self._drain_timer or self._app.set_interval(
            DRAIN_SECONDS, self._drain, pause=True
        )
        self._run(self._open(), "link")

    async def _open(self) -> None:
        post = self._app.post_message
        name = self._profile or ""
        post(messages.LinkChanged(Link("looking", name, "Looking for the service")))

        def on_state(state: State) -> None:
            if state.stage in ("looking", "starting"):
                post(messages.LinkChanged(Link(state.stage, name or "local", state.text)))

        try:
            connection, client = await self._opener(self._profile, on_state)
        except Exception as error:
            log = str(getattr(error, "log", "") or "")
            link = Link("failed", name or "local", "", trouble_of(error), log)
            post(messages.LinkChanged(link))
            return
        self._client = client
        link = Link("ready", connection.name, connection.note or "")
        post(messages.LinkChanged(link, client))

    def close(self) -> None:
        if self._drain_timer is not None:
            self._drain_timer.stop()

    # Search

    def search(self, generation: int, asked: Asked) -> None:
        self._run(self._search(generation, asked), "search")

    async def _search(self, generation: int, asked: Asked) -> None:
        client = self._client
        assert client is not None
        answer, trouble = None, None
        try:
            answer = await client.search(
                asked.query or None,
                type=asked.type,
                num_results=asked.count,
                filters=dict(asked.filters) or None,
                fields=_SEARCH_FIELDS,
            )
        except Exception as error:
            trouble = trouble_of(error)
        self._app.post_message(messages.SearchAnswered(generation, asked, answer, trouble))

    # Sets

    def list_sets(self) -> None:
        self._run(self._list_sets(), "sets")

    async def _list_sets(self) -> None:
        client = self._client
        assert client is not None
        try:
            page = await client.list_sets(limit=SETS_LISTED)
        except Exception as error:
            self._app.post_message(messages.SetsListed(None, trouble_of(error)))
        else:
            self._app.post_message(messages.SetsListed(page, None))

    def create_set(
        self, query: str, count: int, criteria: Sequence[str], budget: int | None
    ) -> None:
        self._run(self._create_set(query, count, list(criteria), budget), "set-creation")

    async def _create_set(
        self, query: str, count: int, criteria: list[str], budget: int | None
    ) -> None:
        client = self._client
        assert client is not None
        try:
            created = await client.create_set(
                query, count=count, criteria=criteria or None, budget=budget
            )
        except Exception as error:
            self._app.post_message(messages.SetCreated(None, trouble_of(error)))
        else:
            self._app.post_message(messages.SetCreated(created, None))

    def cancel_set(self, set_id: str) -> None:
        self._run(self._cancel_set(set_id), "set-cancel")

    async def _cancel_set(self, set_id: str) -> None:
        client = self._client
        assert client is not None
        try:
            the_set = await client.cancel_set(set_id)
        except Exception as error:
            self._app.post_message(messages.SetCanceled(set_id, None, trouble_of(error)))
        else:
            self._app.post_message(messages.SetCanceled(set_id, the_set, None))

    def follow(self, set_id: str) -> bool:
        """Follow a Set to its end. False when as many are followed as may be."""
        if set_id in self._following:
            return True
        if len(self._following) >= FOLLOWED_AT_ONCE or self._client is None:
            return False
        self._following.add(set_id)
        self._run(self._follow(set_id), f"live-{set_id}")
        if self._drain_timer is not None:
            self._drain_timer.resume()
        return True

    async def _follow(self, set_id: str) -> None:
        client = self._client
        assert client is not None
        trouble: Trouble | None = None
        follower = client.follow(set_id)
        try:
            async for update in follower:
                self._inbox.append((set_id, update))
        except Exception as error:
            trouble = trouble_of(error)
        finally:
            self._following.discard(set_id)
            with contextlib.suppress(Exception):
                await follower.aclose()
        self._app.post_message(messages.FollowEnded(set_id, trouble))

    def _drain(self) -> None:
        """Ten times a second: everything that came since, at once."""
        if self._inbox:
            updates = list(self._inbox)
            self._inbox.clear()
            self._app.take_updates(updates)
        if not self._following and not self._inbox and self._drain_timer is not None:
            self._drain_timer.pause()

    # Items

    def load_items(self, set_id: str, cursor: str | None) -> None:
        self._run(self._load_items(set_id, cursor), "items")

    async def _load_items(self, set_id: str, cursor: str | None) -> None:
        client = self._client
        assert client is not None
        try:
            page = await client.list_items(set_id, cursor=cursor, limit=PAGE)
        except Exception as error:
            self._app.post_message(messages.ItemsLoaded(set_id, None, trouble_of(error)))
        else:
            self._app.post_message(messages.ItemsLoaded(set_id, page, None))

    # Enrichment

    def enrich(self, subject: Subject, fields: Sequence[str]) -> None:
        """One request: the anchor of one person, and the fields that are not known yet."""
        self._run(self._enrich(subject, list(fields)), "enrich")

    async def _enrich(self, subject: Subject, fields: list[str]) -> None:
        client = self._client
        assert client is not None
        answer, trouble = None, None
        async with self._enriching:
            try:
                answer = await client.enrich(
                    fields=fields,
                    idempotency_key=key_for(subject, fields),
                    **subject.anchor.fields,
                )
            except Exception as error:
                trouble = trouble_of(error)
        self._app.post_message(messages.FieldsResolved(subject.key, fields, answer, trouble))

    # Person and usage

    def research(self, person_id: str) -> None:
        self._run(self._research(person_id), "person")

    async def _research(self, person_id: str) -> None:
        client = self._client
        assert client is not None
        done = messages.PersonResearched
        try:
            answer = await client.person(person_id=person_id)
        except Exception as error:
            self._app.post_message(done(person_id, "failed", trouble=trouble_of(error)))
            return
        unsure = "" if answer.data else answer.meta.reason or "The evidence is not enough."
        self._app.post_message(done(person_id, "done", answer.data, unsure))

    def read_usage(self) -> None:
        self._run(self._read_usage(), "usage")

    async def _read_usage(self) -> None:
        client = self._client
        assert client is not None
        try:
            answer = await client.usage()
        except Exception as error:
            self._app.post_message(messages.UsageRead(None, trouble_of(error)))
        else:
            self._app.post_message(messages.UsageRead(answer.data, None))

    # Files

    def write_file(self, path: str, write: Callable[[], Awaitable[int]]) -> None:
        self._run(self._write_file(path, write), "export")

    async def _write_file(self, path: str, write: Callable[[], Awaitable[int]]) -> None:
        try:
            rows = await write()
        except Exception as error:
            self._app.post_message(messages.FileWritten(path, 0, trouble_of(error)))
        else:
            self._app.post_message(messages.FileWritten(path, rows, None))

    async def export_set(self, set_id: str, format_: str) -> list[bytes]:
        client = self._client
        assert client is not None
        return [chunk async for chunk in client.export_set(set_id, format=format_)]


_SEARCH_FIELDS: Final = [
    "name",
    "profile",
    "title",
    "company",
    "location",
    "seniority",
    "industry",
    "summary",
]
