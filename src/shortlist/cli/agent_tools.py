"""The tools of `shortlist mcp`: each calls the client, within the purse and by the rules of this
machine. Inputs and outputs are the models of the contract."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import mcp_types as types
from pydantic import BaseModel, Field, ValidationError

from shortlist.cli.agent_approval import AgentCallLog
from shortlist.cli.deployment import left_out_here
from shortlist.cli.local_store import keep_contacts, keep_receipts, keep_set
from shortlist.cli.output import amount
from shortlist.client import BadAnswer, OutcomeUnknown, ShortlistError
from shortlist.client.executor import new_key
from shortlist.contract.account import UsageResponse
from shortlist.contract.base import Request
from shortlist.contract.enrich import EnrichRequest, EnrichResponse
from shortlist.contract.limits import (
    ITEMS_PAGE_DEFAULT,
    ITEMS_PAGE_MAX,
    SETS_PAGE_MAX,
    people_price,
)
from shortlist.contract.search import SearchRequest, SearchResponse
from shortlist.contract.sets import CreatedSet, CreateSetRequest, ItemList, PeopleSet, SetList
from shortlist.desk.places import DeskError
from shortlist.tables import read_table

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.desk.connection import Connection
    from shortlist.desk.purse import Hold, Purse

Told = TypeVar("Told")


class Refused(Exception):
    """The call was refused, or its outcome is unknown; the text says which, and what to do."""


class SetNamed(Request):
    """A Set."""

    id: str = Field(min_length=1)


class SetsPage(Request):
    """A page of Sets."""

    cursor: str | None = None
    limit: int | None = Field(default=None, ge=1, le=SETS_PAGE_MAX)


class ItemsPage(Request):
    """A page of the people of a Set."""

    id: str = Field(min_length=1)
    cursor: str | None = None
    limit: int = Field(default=ITEMS_PAGE_DEFAULT, ge=1, le=ITEMS_PAGE_MAX)


class NothingAsked(Request):
    """The input of a tool without arguments."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as it is described to an agent."""

    name: str
    title: str
    description: str
    takes: type[BaseModel]
    gives: type[BaseModel]
    spends: bool = False

    def described(self) -> types.Tool:
        return types.Tool(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=self.takes.model_json_schema(),
            output_schema=self.gives.model_json_schema(mode="serialization"),
            annotations=types.ToolAnnotations(
                read_only_hint=not self.spends and self.name != "cancel_set",
                destructive_hint=self.name == "cancel_set",
                open_world_hint=True,
            ),
        )


_TAKES_AND_GIVES: dict[str, tuple[type[BaseModel], type[BaseModel]]] = {
    "search": (SearchRequest, SearchResponse),
    "create_set": (CreateSetRequest, CreatedSet),
    "list_sets": (SetsPage, SetList),
    "get_set": (SetNamed, PeopleSet),
    "list_items": (ItemsPage, ItemList),
    "cancel_set": (SetNamed, PeopleSet),
    "enrich": (EnrichRequest, EnrichResponse),
    "usage": (NothingAsked, UsageResponse),
}
TOOLS = {
    name: Tool(name, title, description, *_TAKES_AND_GIVES[name], spends == "yes")
    for name, title, spends, description in read_table(Path(__file__).with_suffix(".tsv"))
}


class Desk:
    """Runs the tools, for all sessions of one program."""

    def __init__(self, client: Shortlist, connection: Connection, purse: Purse) -> None:
        self._client, self._connection, self._purse = client, connection, purse
        self._going: dict[str, Hold] = {}
        """What is set aside for Sets that have not ended, by their ids."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._calls = AgentCallLog(connection)

    async def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What a tool answers, in our own shape. Raises `Refused`."""
        tool = TOOLS.get(name)
        if tool is None:
            raise Refused(f"There is no tool {name!r}; there are {', '.join(TOOLS)}.")
        try:
            asked = tool.takes.model_validate(dict(arguments))
        except ValidationError as error:
            said = (f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()[:3])
            raise Refused(f"Nothing was sent: {'; '.join(said)}.") from None
        does: Callable[[Any], Awaitable[dict[str, Any]]] = getattr(self, f"_{name}")
        call, code = self._calls.begin(name), "stopped"
        try:
            told = await does(asked)
            code = ""
            return told
        except Refused:
            code = "refused"
            raise
        except (ShortlistError, DeskError) as error:
            code = str(getattr(error, "code", "") or type(error).__name__)
            raise Refused(str(error)) from None
        finally:
            self._calls.end(call, code)

    async def read(self, path: str, uri: str) -> dict[str, Any]:
        """What a resource holds: `path` is what follows `shortlist://sets`. Raises `Refused`."""
        parts = path.strip("/").split("/") if path.strip("/") else []
        if not parts:
            return await self.call("list_sets", {})
        if len(parts) == 1:
            return await self.call("get_set", {"id": parts[0]})
        if len(parts) == 2 and parts[1] == "items":
            first = await self.call("list_items", {"id": parts[0], "limit": ITEMS_PAGE_MAX})
            while first["has_more"] and first["next_cursor"]:
                asked = {"id": parts[0], "limit": ITEMS_PAGE_MAX, "cursor": first["next_cursor"]}
                more = await self.call("list_items", asked)
                first |= {name: more[name] for name in ("has_more", "next_cursor")}
                first["data"] += more["data"]
            return first
        raise Refused(f"There is no resource {uri}.")

    # What costs

    async def _search(self, asked: SearchRequest) -> dict[str, Any]:
        from shortlist.cli.search import leave_out
        from shortlist.desk.charges import search_receipts

        key = new_key()
        what = f"{amount(asked.num_results, 'person', 'people')}: {asked.query or 'by filters'}"
        hold = await self._take(people_price(asked.num_results), "This search", what)

        async def paid() -> SearchResponse:
            answer = await self._client.search(
                asked.query,
                type=asked.type,
                num_results=asked.num_results,
                filters=asked.filters,
                fields=asked.contents.fields if asked.contents else None,
                idempotency_key=key,
            )
            hold.settle(answer.meta.credits_charged)
            found = len(answer.data.results)
            keep_receipts(
                self._connection, search_receipts(asked.query or "", found, answer.meta, key)
            )
            return answer

        answer = await self._paid(hold, paid())
        leave_out(answer, left_out_here())
        return answer.normalised()

    async def _create_set(self, asked: CreateSetRequest) -> dict[str, Any]:
        if asked.enrichments:
            raise Refused("Nothing was sent: enrichments go by the tool `enrich`, one by one.")
        price = people_price(asked.search.count)
        given = asked.budget.credits if asked.budget else None
        most = price if given is None else min(price, given)
        key = new_key()
        what = f"{amount(asked.search.count, 'person', 'people')}: {asked.search.query}"
        hold = await self._take(most, "This Set", what)
        criteria = [
            each if isinstance(each, str) else each.description
            for each in asked.search.criteria or ()
        ]

        async def paid() -> CreatedSet:
            # The deployment is told, too: it admits nobody whom the purse does not pay for.
            created = await self._client.create_set(
                asked.search.query,
                count=asked.search.count,
                criteria=criteria or None,
                budget=most,
                idempotency_key=key,
            )
            self._going[created.id] = hold
            keep_set(self._connection, created, key)
            return created

        return (await self._paid(hold, paid())).normalised()

    async def _enrich(self, asked: EnrichRequest) -> dict[str, Any]:
        from shortlist.desk.bulk import credits_of, fields_without_price, price_of
        from shortlist.desk.charges import enrich_receipts, outcomes_of
        from shortlist.desk.replayed_answers import person_of

        fields = list(dict.fromkeys(asked.fields or ()))
        anchors = {
            name: value
            for name in ("person_id", "profile_url", "email", "name", "company_domain")
            if (value := getattr(asked, name))
        }
        if asked.enrichments or not fields or fields_without_price(fields):
            raise Refused("Nothing was sent: name fields of work_email, personal_email, phone.")
        left_out = left_out_here()
        if anchors in left_out:
            raise Refused("Nothing was sent: this person is left out on this machine.")
        key = new_key()
        what = f"{', '.join(fields)} of {' @ '.join(anchors.values())}"
        hold = await self._take(price_of(fields), "This lookup", what)

        async def paid() -> EnrichResponse:
            answer = await self._client.enrich(fields=fields, idempotency_key=key, **anchors)
            hold.settle(credits_of(answer))
            hidden = left_out.mentioned_in((n, str(f.value)) for n, f in answer.data.items())
            subject, name = person_of(anchors), anchors.get("name", "")
            domain = anchors.get("company_domain", "")
            keep_receipts(
                self._connection,
                enrich_receipts(subject, name, answer, key, hidden=hidden),
                outcomes_of(key, domain, answer),
            )
            if hidden:
                raise Refused("What was found is of somebody who is left out on this machine.")
            data = {name: found.to_wire() for name, found in answer.data.items()}
            keep_contacts(self._connection, [(anchors, data)])
            return answer

        return (await self._paid(hold, paid())).normalised()

    async def _take(self, credits: float, what: str, asked: str) -> Hold:
        """Set aside what a call can cost, once somebody allowed it where that is asked for; `asked`
        says of what. Sets that have ended meanwhile are settled first."""
        if credits > self._purse.left:
            for set_id in list(self._going):
                try:
                    self._settled(await self._client.get_set(set_id))
                except ShortlistError:
                    continue  # it stays set aside
        hold = self._purse.take(credits, what)
        try:
            await self._calls.ask(asked, hold.credits, self._purse.left)
        except BaseException:
            hold.give_back()
            raise
        return hold

    async def _paid(self, hold: Hold, work: Coroutine[Any, Any, Told]) -> Told:
        """Do `work`, whose cost is set aside, to its end: also when whoever asked has gone. What it
        may have cost stays set aside where that is not known."""

        async def to_its_end() -> Told:
            try:
                return await work
            except (OutcomeUnknown, BadAnswer):
                raise
            except ShortlistError:
                hold.give_back()
                raise

        task = asyncio.create_task(to_its_end())
        self._tasks.add(task)
        task.add_done_callback(self._over)
        return await asyncio.shield(task)

    def _over(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # seen here, too, for a caller that has gone

    # What is free

    async def _list_sets(self, asked: SetsPage) -> dict[str, Any]:
        page = await self._client.list_sets(cursor=asked.cursor, limit=asked.limit)
        for each in page.data:
            self._settled(each)
        return page.normalised()

    async def _get_set(self, asked: SetNamed) -> dict[str, Any]:
        return self._settled(await self._client.get_set(asked.id)).normalised()

    async def _cancel_set(self, asked: SetNamed) -> dict[str, Any]:
        return self._settled(await self._client.cancel_set(asked.id)).normalised()

    async def _list_items(self, asked: ItemsPage) -> dict[str, Any]:
        left_out = left_out_here()
        page = await self._client.list_items(asked.id, cursor=asked.cursor, limit=asked.limit)
        page.data[:] = [item for item in page.data if item.person not in left_out]
        return page.normalised()

    async def _usage(self, _: NothingAsked) -> dict[str, Any]:
        told = (await self._client.usage()).normalised()
        purse = self._purse
        told["purse"] = {
            "limit": purse.limit,
            "spent": purse.spent,
            "set_aside": purse.held,
            "left": purse.left,
        }
        return told

    def _settled(self, set_: PeopleSet) -> PeopleSet:
        """Settle what was set aside for a Set that has ended, and told what it spent."""
        search = set_.newest
        if set_.id in self._going and search is not None and search.finished:
            if set_.spent_credits is not None:
                self._going.pop(set_.id).settle(set_.spent_credits)
            keep_set(self._connection, set_)
        return set_
