"""`Shortlist`: every endpoint of a deployment as one typed call."""

from __future__ import annotations

import copy
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from shortlist.client import response_models
from shortlist.client.calls import Attempt, CallRecord
from shortlist.client.clock import Clock
from shortlist.client.executor import LONG_READ_SECONDS, SLOW_READ_SECONDS, SLOW_TOTAL_SECONDS
from shortlist.client.extensions import Extensions
from shortlist.client.journal import JournalRow
from shortlist.client.limiter import MOST
from shortlist.client.link import Connection, Link
from shortlist.client.networks import Networks
from shortlist.client.options import UNCHANGED, Options, Route, Unchanged
from shortlist.client.pagination import Pagination
from shortlist.client.paths import BaseUrl, path_of, with_query
from shortlist.client.policy import MAX_ATTEMPTS
from shortlist.client.research import Research

if TYPE_CHECKING:
    import httpx

    from shortlist.client.bulk_enrichment import EnrichedPerson, People

    # The models are loaded with the first answer that is read.
    from shortlist.client.follower import Follower
    from shortlist.client.journal_replay import ReplayedRequest, WhyNot
    from shortlist.contract.account import UsageResponse
    from shortlist.contract.enrich import EnrichResponse
    from shortlist.contract.search import SearchResponse
    from shortlist.contract.sets import CreatedSet, ItemList, PeopleSet, SetItem, SetList


class Shortlist(Extensions, Networks, Research):
    """A client of one deployment with one API key.

    `base_url`: `https`, or `http` to this machine. `journal`: the file that remembers each POST
    before it leaves; without one it is remembered only while this process lives. `account`: a
    name for whose key this is, so that journal rows outlive a change of key; the key's
    fingerprint otherwise. `proven`: for a service of this machine, which has to prove on each
    connection that it knows the key before the key is sent to whoever listens there. `read_only`:
    nothing that could cost credits is sent; it is refused as `ReadOnly`, with nothing journalled.

    `total_seconds`, `attempts`, `in_flight`, `on_call` and `on_attempt` are those of `Options`:
    how long a call may take with all its retries, how often it is tried, how many fly, and who is
    told. `proxy`, `ca_bundle` and `transport` are those of `Route`: by which way requests go.

    >>> async with Shortlist(base_url, api_key, journal=path) as client:
    ...     found = await client.search("state senators from Minnesota", num_results=2)
    ...     for result in found.data.results:
    ...         print(result.person.name, "|", result.person.company)
    Zoë Person 0 | Senate of Minnesota
    Zoë Person 1 | Senate of Minnesota

    Every method raises `ShortlistError` or one of its kinds.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        journal: Path | str | None = None,
        on_call: Callable[[CallRecord], None] | None = None,
        on_attempt: Callable[[Attempt], None] | None = None,
        total_seconds: float | None = None,
        attempts: int = MAX_ATTEMPTS,
        in_flight: int = MOST,
        proxy: str | None = None,
        ca_bundle: Path | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        account: str | None = None,
        clock: Clock | None = None,
        proven: bool = False,
        read_only: bool = False,
    ) -> None:
        self._link = Link(
            BaseUrl.parse(base_url),
            api_key,
            journal=Path(journal) if journal is not None else None,
            options=Options(total_seconds, attempts, in_flight, on_call, on_attempt),
            route=Route(proxy, ca_bundle, transport),
            account=account,
            clock=clock or Clock(),
            proven=proven,
            read_only=read_only,
        )

    def __repr__(self) -> str:
        return f"Shortlist({self._link.base.url('')!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    def with_options(
        self,
        *,
        total_seconds: float | Unchanged | None = UNCHANGED,
        attempts: int | Unchanged = UNCHANGED,
        in_flight: int | Unchanged = UNCHANGED,
        on_call: Callable[[CallRecord], None] | Unchanged | None = UNCHANGED,
        on_attempt: Callable[[Attempt], None] | Unchanged | None = UNCHANGED,
    ) -> Self:
        """This client with other options: it shares connections, journal and key, and is closed
        with this one.

        >>> quick = client.with_options(total_seconds=20, attempts=2)
        >>> (await quick.usage()).data.plan
        'pro'
        """
        view = copy.copy(self)
        view._link = self._link.with_options(
            self._link.options.changed(
                total_seconds=total_seconds,
                attempts=attempts,
                in_flight=in_flight,
                on_call=on_call,
                on_attempt=on_attempt,
            )
        )
        return view

    async def aclose(self) -> None:
        """Wait a moment for paid requests that have left, then close every connection."""
        await self._link.aclose()

    @property
    def account(self) -> str:
        """Whose requests these are in the journal; never the key itself."""
        return self._link.account

    @property
    def connection(self) -> Connection:
        """How this client is connected, for people to see."""
        return self._link.connection

    def use_key(self, api_key: str) -> None:
        """Go on with another API key of the same workspace, as after `AuthRequired`."""
        self._link.use_key(api_key)

    # Search (section 4.1)

    async def search(
        self,
        query: str | None = None,
        *,
        type: str = "auto",
        num_results: int = 10,
        filters: Mapping[str, str] | None = None,
        fields: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> SearchResponse:
        """One list of up to 150 people. `filters`: keys of `limits.FILTERS_SERVED`."""
        body: dict[str, Any] = {"type": type, "num_results": num_results}
        if query is not None:
            body["query"] = query
        if filters:
            body["filters"] = dict(filters)
        if fields is not None:
            body["contents"] = {"fields": list(fields)}
        answer = await self._link.post(
            path_of("search"), body, idempotency_key, read_seconds=LONG_READ_SECONDS
        )
        return response_models.search(answer)

    # Sets (section 4.2)

    async def create_set(
        self,
        query: str,
        *,
        count: int = 25,
        criteria: Sequence[str] | None = None,
        budget: int | None = None,
        idempotency_key: str | None = None,
    ) -> CreatedSet:
        """Start building a list of `count` people; `budget` is the most ACU it may cost."""
        search: dict[str, Any] = {"query": query, "count": count}
        if criteria is not None:
            search["criteria"] = [{"description": text} for text in criteria]
        body: dict[str, Any] = {"search": search}
        if budget is not None:
            body["budget"] = {"credits": budget}
        answer = await self._link.post(
            path_of("sets"), body, idempotency_key, read_seconds=LONG_READ_SECONDS
        )
        return response_models.created_set(answer)

    async def list_sets(self, *, cursor: str | None = None, limit: int | None = None) -> SetList:
        """One page of the workspace's Sets, newest first."""
        answer = await self._link.get(with_query(path_of("sets"), cursor=cursor, limit=limit))
        return response_models.set_list(answer)

    async def sets(self) -> AsyncIterator[PeopleSet]:
        """All Sets, page by page."""
        walk, seen = Pagination(), set[str]()
        while not walk.over:
            page = await self.list_sets(cursor=walk.cursor)
            walk.advance(page, len(page.data))
            for entry in page.data:
                if entry.id not in seen:
                    seen.add(entry.id)
                    yield entry

    async def get_set(self, set_id: str) -> PeopleSet:
        """Status and progress of a Set and its searches."""
        from shortlist.client.dialect.sets import read_set

        answer = await self._link.get(path_of("sets", set_id))
        return read_set(answer.value, request_id=answer.request_id)

    async def list_items(
        self,
        set_id: str,
        *,
        status: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> ItemList:
        """One page of the people admitted so far; `limit` at most 200."""
        path = path_of("sets", set_id, "items")
        path = with_query(path, status=status, cursor=cursor, limit=limit)
        answer = await self._link.get(path)
        return response_models.item_list(answer)

    async def items(self, set_id: str, *, page_size: int = 200) -> AsyncIterator[SetItem]:
        """All people of a Set, page by page, each once.

        >>> [item.person.name async for item in client.items("set_1")]
        ['Zoë Person 0', 'Zoë Person 1', 'Zoë Person 2']
        """
        walk, seen = Pagination(), set[str]()
        while not walk.over:
            page = await self.list_items(set_id, cursor=walk.cursor, limit=page_size)
            walk.advance(page, len(page.data))
            for item in page.data:
                if not item.id or item.id not in seen:
                    seen.add(item.id)
                    yield item

    def follow(
        self, set_id: str, *, last_event_id: str | None = None, patience: float = 600.0
    ) -> Follower:
        """Follow a Set to its end, through lost connections (section 6)."""
        from shortlist.client.follower import Follower

        path_of("sets", set_id)
        return Follower(self, self._link, set_id, last_event_id, patience)

    async def cancel_set(self, set_id: str) -> PeopleSet:
        """Stop a running search; people admitted so far stay and are charged."""
        answer = await self._link.post(path_of("sets", set_id, "cancel"), {}, None, empty_ok=True)
        # It need not tell of the Set.
        return response_models.canceled_set(answer) or await self.get_set(set_id)

    def export_set(self, set_id: str, *, format: str = "csv") -> AsyncGenerator[bytes, None]:
        """The Set's export as it comes, unbounded in size. Raises `BadAnswer` when it breaks
        off: what was read until then is not whole."""
        from shortlist.client.exports import export_set

        return export_set(self._link, set_id, format)

    # Enrichment (section 4.3)

    async def enrich(
        self,
        *,
        fields: Sequence[str],
        profile_url: str | None = None,
        person_id: str | None = None,
        email: str | None = None,
        name: str | None = None,
        company_domain: str | None = None,
        idempotency_key: str | None = None,
    ) -> EnrichResponse:
        """Resolve contact fields of one person; only what is found is billed.

        Exactly one anchor: `profile_url`, `person_id`, `email`, or `name` + `company_domain`.
        Give `idempotency_key` to ask for the very same thing again without paying again.
        """
        anchors = {"profile_url": profile_url, "person_id": person_id, "email": email}
        anchors |= {"name": name, "company_domain": company_domain}
        body: dict[str, Any] = {key: value for key, value in anchors.items() if value is not None}
        body["fields"] = list(fields)
        answer = await self._link.post(
            path_of("enrich"),
            body,
            idempotency_key,
            read_seconds=SLOW_READ_SECONDS,
            total_seconds=SLOW_TOTAL_SECONDS,
        )
        return response_models.enriched(answer, fields)

    def enrich_many(
        self, people: People, *, fields: Sequence[str]
    ) -> AsyncGenerator[EnrichedPerson, None]:
        """Resolve contact fields of many people, several at once; each as its answer comes.

        A person is a mapping with one anchor, as the names of `enrich` have it, and with an
        `idempotency_key` of its own where the same run may be begun again after a crash.

        >>> people = [{"person_id": "per_1"}, {"person_id": "per_2", "idempotency_key": "row-2"}]
        >>> resolved = {}
        >>> async for one in client.enrich_many(people, fields=["work_email"]):
        ...     resolved[one.person["person_id"]] = one.answer or one.error
        >>> resolved["per_2"].data["work_email"].value
        'per_2@work_email.example'

        Where the next person would fare no better (no credits, a refused key, no network), no
        more are sent, and the error is raised after the last of those that were.
        """
        from shortlist.client.bulk_enrichment import enrich_many

        return enrich_many(self, people, fields)

    # Usage (section 4.4)

    async def usage(self) -> UsageResponse:
        """Plan, credits, the key's budgets and rate limit, and charges by day."""
        answer = await self._link.get(path_of("account", "usage"))
        return response_models.usage(answer)

    # The journal

    async def unresolved(self) -> list[JournalRow]:
        """Requests whose outcome is not known, oldest first, of every account and deployment."""
        return await self._link.journal.unresolved()

    def resume(
        self, *, include_stale: bool = False, why_not: WhyNot | None = None
    ) -> AsyncIterator[ReplayedRequest]:
        """Replay each unresolved request of this account with its own key and bytes.

        A row older than 24 h is left alone unless `include_stale`: the service may have
        forgotten its key, and would run and charge it again. So is one for which `why_not` says
        why.
        """
        from shortlist.client.journal_replay import replay_journal

        return replay_journal(self._link, include_stale=include_stale, why_not=why_not)

    async def forget(self, row: JournalRow) -> None:
        """Take a row off the journal: the person has decided that it is settled."""
        await self._link.journal.forget(row.key)
