"""A deployment that lives in the test: it answers like the client, from fixed data.

For what a screen draws. What the app and the service do together is tested in tests/journeys,
against the real service.
"""

from __future__ import annotations

import asyncio
import time
import unicodedata
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, ClassVar
from weakref import WeakSet

from textual import events
from textual._compositor import Compositor
from textual._context import active_app, visible_screen_stack

from shortlist.client.errors import ApiRefused
from shortlist.contract.account import UsageResponse
from shortlist.contract.enrich import EnrichResponse
from shortlist.contract.extensions import CountResponse, FacetResponse
from shortlist.contract.limits import ENRICH_PRICES, people_price
from shortlist.contract.network import NetworkProfileResponse, SocialsResponse
from shortlist.contract.person import Person, PersonResponse, PersonRunResponse
from shortlist.contract.search import SearchResponse
from shortlist.contract.sets import CreatedSet, ItemList, PeopleSet, SetItem, SetList
from shortlist.tui.app import ShortlistApp
from shortlist.tui.kit import news
from shortlist.tui.kit.theme_files import Sheets
from shortlist.tui.live.opener import Opened

# A machine that is busy elsewhere may look later than a person does.
news.SECONDS.update(dict.fromkeys(news.SECONDS, 300))
BASE_URL = "http://127.0.0.1:8710"
NOW = datetime(2026, 11, 21, 14, 39, tzinfo=UTC)

FIRST = [
    "Amara",
    "Benedikt",
    "Chiara",
    "Dmitri",
    "Elif",
    "Farouk",
    "Greta",
    "Hiroshi",
    "Ingrid",
    "Joaquín",
    "Katya",
    "Liam",
]
LAST = [
    "Okafor",
    "Lindqvist",
    "Moreau",
    "Tanaka",
    "Kowalski",
    "Haddad",
    "Ferreira",
    "Novák",
    "Osei",
    "Brandt",
    "Silva",
    "Rossi",
]
TITLES = (
    "VP Engineering",
    "Head of Data Platform",
    "Founder and Chief Executive Officer",
    "Director of Nursing Operations",
    "Principal Machine Learning Engineer",
)
COMPANIES = ("Northwind Pay", "Halden Health", "Orbit Freight", "Lumen & Sons", "Quartz Bank AG")
PLACES = (
    "Berlin, Germany",
    "Lisbon, Portugal",
    "Nairobi, Kenya",
    "Osaka, Japan",
    "Toronto, Canada",
)


def person(number: int, **changes: Any) -> Person:
    """Person `number` of the fixed directory."""
    name = f"{FIRST[number % 12]} {LAST[(number * 5 + number // 12) % 12]}"
    values: dict[str, Any] = {
        "person_id": f"person_{number:05}",
        "name": name,
        "title": TITLES[number % 5],
        "company": COMPANIES[number * 3 % 5],
        "location": PLACES[number * 2 % 5],
        "profile_url": f"https://people.example/in/{name.lower().replace(' ', '-')}-{number}",
        "seniority": "executive" if number % 2 else "senior",
        "industry": "Financial services" if number % 3 else "Health care",
        "summary": f"Leads a team of {number % 40 + 4}; built the payments platform from scratch.",
        "resolution_source": "service_people_index",
        "identity_verified": False,
        "confidence": round(0.98 - number * 0.011 % 0.6, 2),
        "contact_status": "requires_enrichment",
    }
    return Person(**{**values, **changes})


HOSTILE = {
    "name": "[@click=app.quit]x[/] \x1b]52;c;ZXZpbA==\x07\x1b[31mRed\u202eevil",
    "title": "[bold red]CTO[/] \x9b2J$primary {style}",
    "company": "A\nB\tC [link=https://evil.example]here[/link]",
    "location": "[/] [/nothing] \x00",
    "summary": "[reverse]\x1b[2J" * 5,
}


def item(number: int, set_id: str = "set_1", **changes: Any) -> SetItem:
    who = person(number, **changes)
    return SetItem(
        id=f"item_{number:05}",
        set_id=set_id,
        search_id="search_1",
        person=who,
        score=1 - number / 1000,
        created_at=NOW - timedelta(seconds=600 - number),
        verification=[
            {
                "criterion_id": "c1",
                "criterion": "works in financial services",
                "status": "satisfied",
                "reasoning": f"{who.company} is a payments company.",
                "references": [
                    {
                        "url": "https://source.example/page",
                        "source": "directory",
                        "quote": "built the payments platform from scratch",
                    }
                ],
            },
            {
                "criterion_id": "c2",
                "criterion": "leads a team of engineers",
                "status": "unclear" if number % 4 == 3 else "satisfied",
                "reasoning": "The summary names a team.",
                "references": [],
            },
        ],
    )


def the_set(
    set_id: str = "set_1",
    status: str = "completed",
    admitted: int = 25,
    count: int = 25,
    budget: int | None = None,
    **changes: Any,
) -> PeopleSet:
    done = status in ("completed", "failed", "canceled")
    checked = admitted * 3
    values: dict[str, Any] = {
        "id": set_id,
        "status": status,
        "item_count": admitted,
        "spent_credits": people_price(admitted) if done else 0,
        "budget": {"credits": budget},
        "created_at": NOW - timedelta(minutes=12),
        "pricing": {"requested": count, "estimated_credits": people_price(count)},
        "synthetic": True,
        "searches": [
            {
                "id": "search_1",
                "query": "engineering leaders at payment companies in Europe",
                "count": count,
                "status": status,
                "finished_at": NOW - timedelta(minutes=10) if done else None,
                "stop_reason": None,
                "criteria": [
                    {
                        "id": "c1",
                        "description": "works in financial services",
                        "checked": checked,
                        "satisfied": admitted * 2,
                        "unclear": 3,
                        "rejected": max(0, checked - admitted * 2 - 3),
                    },
                    {
                        "id": "c2",
                        "description": "leads a team of engineers",
                        "checked": admitted * 2,
                        "satisfied": admitted,
                        "unclear": admitted // 4,
                        "rejected": admitted - admitted // 4,
                    },
                ],
                "progress": {
                    "candidates": count * 6,
                    "checked": checked,
                    "admitted": admitted,
                    "review": admitted // 4,
                    "rejected": max(0, checked - admitted - admitted // 4),
                    "requested": count,
                    "completion": admitted / count,
                    "eta_seconds": None if done else 14,
                },
            }
        ],
    }
    return PeopleSet(**{**values, **changes})


USAGE = {
    "data": {
        "plan": "pro",
        "credits": {"included": 10_000, "used": 341, "available": 9_655, "reserved": 4},
        "api_key": {
            "id": "key_1",
            "name": "this machine",
            "scopes": ["people:search", "people:enrich", "account:read"],
            "daily": {
                "budget": 20_000,
                "used": 120,
                "reserved": 4,
                "remaining": 19_876,
                "resets_at": "2026-11-22T00:00:00.000Z",
            },
            "monthly": {
                "budget": None,
                "used": 341,
                "reserved": 4,
                "remaining": None,
                "resets_at": "2026-12-01T00:00:00.000Z",
            },
            "rate_limit": {
                "per_minute": 300,
                "remaining": 288,
                "resets_at": "2026-11-21T14:39:30.000Z",
            },
        },
        "history": [
            {
                "date": f"2026-11-{day:02}",
                "search": day % 5 * 3,
                "sets": day % 7 * 4,
                "enrich": day * 7 % 11 * 6,
                "person": 25 if day % 6 == 0 else 0,
            }
            for day in range(21, 1, -1)
        ],
    },
    "meta": {"request_id": "req_usage"},
}


@dataclass
class FakeClient:
    """Answers as `shortlist.client.Shortlist` does. Faults are put in by the test."""

    found: int = 25
    sure: list[float | None] = field(default_factory=list)
    """Confidences of the first that are found, where they matter."""
    hostile: bool = False
    sets_known: list[PeopleSet] = field(default_factory=list)
    faults: dict[str, Exception] = field(default_factory=dict)
    gates: dict[str, asyncio.Event] = field(default_factory=dict)
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    updates: dict[str, list[Any]] = field(default_factory=dict)
    items_known: int = 25
    synthetic: bool | None = None
    """Whether usage says that the sample is searched."""
    fallback: Any = None
    """Why the model that reads queries there did not."""
    statuses: Callable[[str, str], str] = lambda _anchor, _field: "found"

    async def _call(self, name: str, /, **given: Any) -> None:
        self.calls.append((name, given))
        if name in self.gates:
            await self.gates[name].wait()
        if name in self.faults:
            raise self.faults[name]

    def called(self, name: str) -> list[dict[str, Any]]:
        return [given for called, given in self.calls if called == name]

    async def search(self, query: str | None = None, **given: Any) -> SearchResponse:
        await self._call("search", query=query, **given)
        changes = HOSTILE if self.hostile else {}
        results = [
            {"score": 1 - n / 100, "person": person(n, **changes).model_dump()}
            for n in range(min(self.found, given.get("num_results", 10)))
        ]
        decided = [n for n, each in enumerate(self.met.values()) if each is not None]
        who = [each for each in self.met.values() if each is not None]
        for at, result in enumerate(results if who else ()):
            result["met"] = [float(at in each) for each in who]
        terms: list[dict[str, Any]] = [
            {"kind": "role", "value": "VP Engineering", "text": "vp"},
            {"kind": "place", "value": "Berlin, Germany", "text": "berlin"},
        ]
        for term, place in zip(terms, decided, strict=False):
            term["criterion"] = place
        for result, sure in zip(results, self.sure, strict=False):
            result["person"]["confidence"] = sure
        first = person(0)
        return SearchResponse.model_validate(
            {
                "data": {
                    "results": results,
                    "grounding": {
                        "status": "complete",
                        "results": [
                            {
                                "url": "https://source.example/amara",
                                "title": "Amara Okafor joins Northwind Pay",
                                "snippet": "The new VP Engineering led payments before.",
                                "source": "source pages",
                                "observed_at": "2026-10-02T08:00:00Z",
                                "person": first.model_dump(),
                            }
                        ],
                    }
                    if results
                    else None,
                    "search_time_ms": 38,
                    "request": {
                        "query": query,
                        "type": given.get("type", "auto"),
                        "synthetic": self.synthetic is not False,
                        "plan": {
                            "kind": "role",
                            "terms": terms,
                            "remainder": "fintech",
                            **({"criteria": list(self.met)} if self.met else {}),
                            **({"counted": self.counted} if self.counted else {}),
                            **({"fallback": self.fallback} if self.fallback else {}),
                        },
                    },
                },
                "meta": {
                    "request_id": "req_search",
                    "credits_charged": people_price(len(results)),
                    "remaining_credits": 9_655,
                },
            }
        )

    met: dict[str, range | None] = field(default_factory=dict)
    """Criteria of a question, and which results meet each; `None`: no field decides that."""
    counted: dict[str, int | None] = field(default_factory=dict)
    """How many people of the whole directory meet all of these; none: nobody counted."""
    facets: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    """Values that can be listed, and how many people each finds; none: it has no such list."""
    closed: tuple[str, ...] = ("seniority",)
    others: dict[str, list[str]] = field(default_factory=dict)
    """Other words for values of closed lists."""

    async def facet(self, name: str, begins: str = "", **given: Any) -> FacetResponse:
        await self._call("facet", name=name, begins=begins, **given)
        if not self.facets:
            raise ApiRefused("Nothing is there.", code="not_found", status=404)
        shut = name in self.closed
        values = [
            {"value": value, "people": people, "also": self.others.get(value, [])}
            for value, people in self.facets.get(name, [])
            if shut or value.casefold().startswith(begins)
        ]
        data = {"name": name, "begins": begins, "values": values, "closed": shut, "people": 41_736}
        return FacetResponse.model_validate({"data": data})

    meeting: Callable[[tuple[str, ...]], int | None] | None = None
    """How many people meet criteria; none: it has no such count."""

    async def count_people(self, query: str, criteria: tuple[str, ...]) -> CountResponse:
        await self._call("count_people", query=query, criteria=criteria)
        if self.meeting is None:
            raise ApiRefused("Nothing is there.", code="not_found", status=404)
        told = [self.meeting(each) for each in (criteria, *((one,) for one in criteria))]
        counted = [None if many is None else {"met": many, "open": 0} for many in told]
        data = {"together": counted[0], "each": counted[1:]}
        return CountResponse.model_validate({"data": data})

    @property
    def _offers(self) -> list[str]:
        return [*(["facets"] if self.facets else []), *(["counts"] if self.meeting else [])]

    async def list_sets(self, **given: Any) -> SetList:
        await self._call("list_sets", **given)
        return SetList(data=self.sets_known)

    async def create_set(self, query: str, **given: Any) -> CreatedSet:
        await self._call("create_set", query=query, **given)
        made = the_set("set_new", "queued", 0, given["count"], given.get("budget"))
        return CreatedSet(**made.model_dump())

    async def cancel_set(self, set_id: str) -> PeopleSet:
        await self._call("cancel_set", set_id=set_id)
        return the_set(set_id, "canceled", 12, 25)

    async def list_items(self, set_id: str, **given: Any) -> ItemList:
        await self._call("list_items", set_id=set_id, **given)
        start = int(given.get("cursor") or 0)
        end = min(start + given.get("limit", 50), self.items_known)
        changes = HOSTILE if self.hostile else {}
        more = end < self.items_known
        return ItemList(
            data=[item(n, set_id, **changes) for n in range(start, end)],
            next_cursor=str(end) if more else None,
            has_more=more,
        )

    async def items(self, set_id: str, **_given: Any) -> AsyncIterator[SetItem]:
        await self._call("items", set_id=set_id)
        for number in range(self.items_known):
            yield item(number, set_id)

    def follow(self, set_id: str, **_given: Any) -> FakeFollower:
        return FakeFollower(self.updates.get(set_id, []), self.gates.get("follow"))

    async def enrich(self, *, fields: list[str], **anchor: Any) -> EnrichResponse:
        await self._call("enrich", fields=fields, **anchor)
        who = anchor.get("person_id") or anchor.get("profile_url") or "someone"
        data, billed, missed, warned = {}, [], [], []
        for name in fields:
            status = self.statuses(who, name)
            found = status == "found"
            data[name] = {
                "status": status,
                "value": f"{who.rsplit('/', 1)[-1]}@{name.replace('_', '-')}.example"
                if found
                else None,
                "confidence": "verified" if found else None,
                "source": "directory" if found else None,
                "last_seen": "2026-11-02T09:00:00.000Z" if found else None,
            }
            if found:
                billed.append(name)
            elif status == "not_found":
                missed.append(name)
            else:
                warned.append({"field": name, "message": "acme did not answer"})
        return EnrichResponse.model_validate(
            {
                "data": data,
                "meta": {
                    "request_id": "req_enrich",
                    "usage": {
                        "billed": billed,
                        "not_found": missed,
                        "acu_used": sum(ENRICH_PRICES[name] for name in billed),
                    },
                    "warnings": warned,
                },
            }
        )

    runs: list[str] = field(default_factory=list)
    """Statuses a run begins with, while the gate `run` is shut; without it: a dossier at once."""
    run_canceled: bool = False
    network_meta: dict[str, Any] = field(default_factory=lambda: {"credits_charged": 0})

    async def start_person(self, **identifier: Any) -> PersonResponse | PersonRunResponse:
        await self._call("person", **identifier)
        self.calls[-1][1].pop("idempotency_key", None)
        self._person_id = identifier["person_id"]
        return await self.get_person_run("run_1")

    async def get_person_run(self, run_id: str) -> PersonResponse | PersonRunResponse:
        if self.run_canceled:
            raise ApiRefused("The run was canceled.", code="run_canceled", request_id="req_x")
        gate = self.gates.get("run")
        if gate is not None and not gate.is_set():
            status = self.runs.pop(0) if self.runs else "running"
            run = {"run_id": run_id, "status": status}
            return PersonRunResponse.model_validate({"data": run})
        return await self.person(person_id=self._person_id)

    async def network_profile(self, identifier: str) -> NetworkProfileResponse:
        await self._call("network_profile", identifier=identifier)
        pages = {"linkedin": "amara", "github": "okafor"}
        data = {
            "person": person(0).model_dump(),
            "profiles": [
                {"platform": name, "url": f"https://{name}.example/in/{handle}", "handle": handle}
                for name, handle in pages.items()
            ],
        }
        return NetworkProfileResponse.model_validate({"data": data, "meta": self.network_meta})

    async def socials(self, platform: str, **given: Any) -> SocialsResponse:
        await self._call("socials", platform=platform, **given)
        profile = {"platform": platform, "url": f"https://{platform}.example/amara"}
        data = {"platform": platform, "profile": profile, "person": person(0).model_dump()}
        return SocialsResponse.model_validate({"data": data, "meta": self.network_meta})

    async def cancel_person_run(self, run_id: str) -> None:
        self.calls.append(("cancel_person_run", {"run_id": run_id}))
        self.run_canceled = True

    async def person(self, **identifier: Any) -> PersonResponse:
        return PersonResponse.model_validate(
            {
                "data": {
                    "person_id": identifier["person_id"],
                    "summary": "Leads engineering at a payments company.",
                    "identity": {
                        "name": "Amara Okafor",
                        "identity_verified": True,
                        "confidence": 0.93,
                    },
                    "professional": {
                        "current": {
                            "title": "VP Engineering",
                            "company": "Northwind Pay",
                            "start": "2021-06",
                        },
                        "history": [
                            {
                                "title": "Engineer",
                                "company": "Orbit Freight",
                                "start": "2014",
                                "end": "2021-05",
                            }
                        ],
                        "education": ["MSc Computer Science, 2013"],
                        "skills": ["payments", "Go", "leadership"],
                    },
                    "source_links": [
                        {"title": "Team page", "url": "https://source.example/team", "status": "ok"}
                    ],
                    "provenance": {
                        "title": [
                            {
                                "source": "directory",
                                "last_seen": "2026-10-02T08:00:00Z",
                                "confidence": 0.9,
                            }
                        ]
                    },
                },
                "meta": {"request_id": "req_person", "credits_charged": 25},
            }
        )

    def use_key(self, key: str) -> None:
        self.calls.append(("use_key", {"key": key}))
        self.faults.clear()

    journal: list[Any] = field(default_factory=list)

    async def unresolved(self) -> list[Any]:
        return self.journal

    async def resume(self, *, why_not: Any = None) -> AsyncIterator[Any]:
        self.calls.append(("resume", {}))
        for row in self.journal:
            yield SimpleNamespace(row=row, outcome="done", value=row.answer)
        self.journal = []

    async def usage(self) -> UsageResponse:
        await self._call("usage")
        meta = {"request_id": "req_usage"} | ({"offers": self._offers} if self._offers else {})
        meta["synthetic"] = self.synthetic
        return UsageResponse.model_validate({"data": USAGE["data"], "meta": meta})

    async def export_set(self, set_id: str, *, format: str = "csv") -> AsyncIterator[bytes]:
        await self._call("export_set", set_id=set_id, format=format)
        yield b"person_id\n"


class FakeFollower:
    """Updates that were written down, then the end; waits at the gate before the last one."""

    def __init__(self, updates: list[Any], gate: asyncio.Event | None) -> None:
        self._updates, self._gate = updates, gate

    async def __aiter__(self) -> AsyncIterator[Any]:
        for number, update in enumerate(self._updates):
            if self._gate is not None and number == len(self._updates) - 1:
                await self._gate.wait()
            yield update
        if self._gate is not None:
            await self._gate.wait()

    async def aclose(self) -> None:
        return


def update(kind: str, **parts: Any) -> Any:
    """One update of a follower."""
    empty = dict.fromkeys(("event", "item", "search", "set", "connection", "trouble", "final"))
    return SimpleNamespace(kind=kind, **{**empty, **parts})


class SharedSheets(Sheets):
    """The app's, parsed once for all tests of a process that wear the same colours."""

    _parsed: ClassVar[dict[Any, Any]] = {}

    def _parse_rules(self, *given: Any, **named: Any) -> Any:
        colours = tuple(self._variables.items())
        key = (colours, given, *sorted(named.items()))
        if key not in self._parsed:
            self._parsed[key] = super()._parse_rules(*given, **named)
        return self._parsed[key]


_PAINTED_TO_BE_SEEN: WeakSet[ShortlistApp] = WeakSet()
_render_update = Compositor.render_update


def _paint(
    compositor: Compositor, full: bool = False, screen_stack: Any = None, simplify: bool = False
) -> Any:
    if active_app.get() not in _PAINTED_TO_BE_SEEN:
        return _render_update(compositor, full, screen_stack, simplify)
    compositor._dirty_regions.clear()
    return None


Compositor.render_update = _paint  # type: ignore[method-assign]


def paint_at_the_end(app: ShortlistApp) -> None:
    """Not each change, until it is told to."""
    _PAINTED_TO_BE_SEEN.add(app)


def paint_each_change(app: ShortlistApp) -> None:
    """From now on, as on a terminal."""
    _PAINTED_TO_BE_SEEN.discard(app)


def _paint_to_be_seen(app: ShortlistApp) -> None:
    """Paint what somebody looks at, and the app at its end, but not each change: without a
    terminal that is thrown away."""
    run_test = app.run_test

    @asynccontextmanager
    async def run_and_look(**given: Any) -> AsyncIterator[Any]:
        paint_at_the_end(app)
        async with run_test(**given) as pilot:
            press, keys = pilot.press, app._key_order

            async def press_and_act(*pressed: str) -> None:
                """Until the app has acted on them: a process that others hold up looks idle."""
                await press(*pressed)
                await until(pilot, lambda: not (app.is_running and keys.are_under_way))

            pilot.press = press_and_act  # type: ignore[method-assign]
            yield pilot
            if app.is_running:
                seen(app)

    app.run_test = run_and_look  # type: ignore[method-assign]


def app_on(
    client: FakeClient,
    *,
    fails: Exception | None = None,
    store: Any = None,
    read_only: bool = False,
    opens: asyncio.Event | None = None,
    starts: asyncio.Event | None = None,
    **given: Any,
) -> ShortlistApp:
    """The app, connected to `client` at once, its clock standing still. `opens`: when this
    machine's file is open; `starts`: when the service answers, later than that."""

    async def opener(_profile: str | None, hooks: Any) -> Any:
        if opens is not None:
            await opens.wait()
        if store is not None:
            hooks.store(store)
        if starts is not None:
            await starts.wait()
        if fails is not None:
            raise fails
        where = SimpleNamespace(
            name="local",
            note=None,
            kind="profile",
            base_url=BASE_URL,
            color="",
            read_only=read_only,
        )
        return Opened(where, client, store)

    app = ShortlistApp(opener=opener, clock=lambda: NOW, **given)
    app.stylesheet = SharedSheets(variables=app.get_css_variables())
    _paint_to_be_seen(app)
    return app


def seen(app: ShortlistApp) -> str:
    """What is on the screen, as text."""
    # A dialog that is painted without being told what lies behind it keeps that blank.
    visible_screen_stack.set(app._background_screens)
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def until(
    pilot: Any, condition: Callable[[], Any], within: float = 60.0, *, why: str = ""
) -> None:
    """Let the app run until `condition` holds."""
    deadline = time.monotonic() + within
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(
                f"{why or 'it did not come to it'}; the screen:\n{seen(pilot.app)}"
            )
        await pilot.pause(0.01)


async def shows(pilot: Any, *texts: str, within: float = 60.0) -> None:
    """Wait until all of `texts` are on the screen; for the service: `● ready`."""
    assert "ready" not in texts, "the word `already` holds it, which is there before"

    def shown() -> bool:
        screen = seen(pilot.app)
        return all(text in screen for text in texts)

    await until(pilot, shown, within, why=f"waited for {texts}")


async def type_in(pilot: Any, text: str) -> None:
    """Type text into the field that has the focus, all of it at once."""
    named = {"\r": "enter", "\x10": "ctrl+p", "/": "slash"}
    for letter in text:
        key = named.get(letter) or (
            letter if letter.isalnum() else unicodedata.name(letter).replace(" ", "_").lower()
        )
        pilot.app.post_message(events.Key(key, letter))
    await pilot.pause()
