"""What is under way: requests and live Sets, owned by the app and outliving every screen.

Workers never touch a widget: each posts what happened to the app. A worker's group says what it
is, and none is exclusive where a request costs credits: a paid request that has left is let finish.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui import messages
from shortlist.tui.contacts import keep_resumed, key_for
from shortlist.tui.exporting import item_row, rows_for, write_file
from shortlist.tui.following import Following
from shortlist.tui.link import Opener
from shortlist.tui.state import Asked, Link, SetWork, Subject, Trouble
from shortlist.tui.troubles import trouble_of

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.person import Person
    from shortlist.contract.sets import SetItem
    from shortlist.desk.connection import Connection
    from shortlist.desk.embedded import State
    from shortlist.desk.store import Store
    from shortlist.tui.app import ShortlistApp
    from shortlist.tui.dialogs.new_set import Wish
    from shortlist.tui.roster import PersonAt

KEEP_SECONDS: Final = 20
PAGE: Final = 100
SETS_LISTED: Final = 100
ENRICHED_AT_ONCE: Final = 4


class Tracker:
    """Starts the app's requests and follows its live Sets."""

    def __init__(self, app: ShortlistApp, profile: str | None, opener: Opener) -> None:
        self._app = app
        self._profile = profile
        self._opener = opener
        self._client: Shortlist | None = None
        self._connection: Connection | None = None
        self._opening = False
        self.store: Store | None = None
        self.following = Following(app)
        self._enriching = asyncio.Semaphore(ENRICHED_AT_ONCE)

    @property
    def _deployment(self) -> str:
        return self._connection.base_url if self._connection is not None else ""

    @property
    def ready(self) -> bool:
        """Whether a request can leave now."""
        return self._client is not None and not self._opening

    def _run(self, work: Coroutine[Any, Any, None], group: str) -> None:
        self._app.run_worker(work, group=group, exit_on_error=False)

    # The deployment

    def open(self) -> None:
        """Find or start the service and open a client on it."""
        self.following.begin()
        if not self._opening:
            self._opening = True
            self._run(self._open(), "link")

    async def _open(self) -> None:
        post = self._app.post_message
        name = self._app.state.link.profile or self._profile or ""
        post(messages.LinkChanged(Link("looking", name, "Looking for the service")))

        def on_state(state: State) -> None:
            if state.stage in ("looking", "starting"):
                post(messages.LinkChanged(Link(state.stage, name or "local", state.text)))

        try:
            connection, client, store = await self._opener(self._profile, on_state)
        except Exception as error:
            log = str(getattr(error, "log", "") or "")
            link = Link("failed", name or "local", "", trouble_of(error), log)
            post(messages.LinkChanged(link))
            return
        finally:
            self._opening = False
        before, old_store = self._client, self.store
        self._client, self.store, self._connection = client, store, connection
        self.following.use(client)
        if before is not None:
            with contextlib.suppress(Exception):
                await before.aclose()
        if old_store is not None and old_store is not store:
            old_store.close()
        if connection.kind == "embedded":
            self._run(self._keep(connection), "keep")
        post(messages.LinkChanged(Link("ready", connection.name, connection.note or "")))

    async def _keep(self, connection: Connection) -> None:
        """A service on this machine ends when nobody uses it: this app is somebody.

        When it is gone all the same, it is started again.
        """
        from shortlist.desk.embedded import find_running
        from shortlist.desk.places import find_places

        places = find_places()
        while connection is self._connection:
            await asyncio.sleep(KEEP_SECONDS)
            if await find_running(places) is None:
                self.open()
                return

    def lost(self) -> None:
        """A request did not reach the service; one on this machine is started again at once."""
        if self._connection is not None and self._connection.kind == "embedded":
            self._connection = None
            self.open()

    def close(self) -> None:
        self.following.close()
        if self.store is not None:
            self.store.close()

    def use_key(self, key: str) -> None:
        """Go on with another key: what was held back may leave again."""
        if self._client is not None:
            self._client.use_key(key)

    # Search

    def search(self, generation: int, asked: Asked, key: str) -> None:
        self._run(self._search(generation, asked, key), "search")

    async def _search(self, generation: int, asked: Asked, key: str) -> None:
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
                idempotency_key=key,
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

    def create_set(self, wish: Wish, key: str) -> None:
        self._run(self._create_set(wish, key), "set-creation")

    async def _create_set(self, wish: Wish, key: str) -> None:
        client = self._client
        assert client is not None
        try:
            created = await client.create_set(
                wish.query,
                count=wish.count,
                criteria=wish.criteria or None,
                budget=wish.budget,
                idempotency_key=key,
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

    async def all_items(self, set_id: str) -> list[SetItem]:
        """Every item of a Set, from the service."""
        client = self._client
        assert client is not None
        return [item async for item in client.items(set_id)]

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

    # Requests of earlier whose answer never came

    def read_journal(self) -> None:
        self._run(self._read_journal(), "journal")

    async def _read_journal(self) -> None:
        client = self._client
        assert client is not None
        rows = [row for row in await client.unresolved() if not row.stale]
        self._app.post_message(messages.JournalRead(len(rows)))

    def resume_journal(self) -> None:
        self._run(self._resume_journal(), "journal")

    async def _resume_journal(self) -> None:
        client, store = self._client, self.store
        assert client is not None
        outcomes: dict[str, int] = {}
        trouble: Trouble | None = None
        try:
            async for resumed in client.resume():
                outcomes[resumed.outcome] = outcomes.get(resumed.outcome, 0) + 1
                if resumed.outcome == "done" and store is not None:
                    keep_resumed(store, resumed.row.path, resumed.row.body, resumed.value)
        except Exception as error:
            trouble = trouble_of(error)
        self._app.post_message(messages.JournalResumed(outcomes, trouble))

    # Files

    def rows_for(self, people: Iterable[Person | PersonAt]) -> list[dict[str, Any]]:
        return rows_for(people, self._app.state, self._deployment)

    def write_rows(self, path: Path, format_: str, rows: list[dict[str, Any]]) -> None:
        """Write rows to a file, on a thread."""
        self._run(self._write(path, format_, rows, len(rows)), "export")

    def write_set(self, path: Path, format_: str, entry: SetWork) -> None:
        """Read all the people of a Set, and write them to a file."""
        self._run(self._write_set(path, format_, entry), "export")

    async def _write_set(self, path: Path, format_: str, entry: SetWork) -> None:
        state, the_set = self._app.state, entry.the_set
        try:
            items = await self.all_items(the_set.id)
            rows = [item_row(item, the_set, state, self._deployment) for item in items]
        except Exception as error:
            self._app.post_message(messages.FileWritten(str(path), 0, trouble_of(error)))
            return
        search = the_set.newest
        expected = the_set.item_count if search is not None and search.finished else len(rows)
        await self._write(path, format_, rows, expected)

    async def _write(
        self, path: Path, format_: str, rows: list[dict[str, Any]], expected: int
    ) -> None:
        try:
            left_out = self._app.state.left_out
            written = await asyncio.to_thread(write_file, path, format_, rows, expected, left_out)
        except Exception as error:
            self._app.post_message(messages.FileWritten(str(path), 0, trouble_of(error)))
        else:
            self._app.post_message(messages.FileWritten(str(path), written, None))


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
