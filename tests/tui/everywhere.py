"""Every screen and dialog of the app, and how one gets there: for what must hold on each."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.tui.fakes import (
    NOW,
    FakeClient,
    app_on,
    item,
    person,
    shows,
    the_set,
    type_in,
    until,
    update,
)
from textual.pilot import Pilot
from textual.screen import Screen

import shortlist.tui
from shortlist.client.calls import CallRecord
from shortlist.contract.sets import SetItem
from shortlist.desk.agent_calls import AgentCall
from shortlist.desk.commands import Command
from shortlist.desk.left_out import LeftOutEntry
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.agents.approval import Approval
from shortlist.tui.features.imports.choose_field import ChooseField
from shortlist.tui.features.imports.import_dialog import ImportDialog
from shortlist.tui.features.imports.pick_file import PickFile
from shortlist.tui.features.imports.work import ImportWork
from shortlist.tui.features.people.command_pane import CommandPane
from shortlist.tui.features.people.verdict_dialog import VerdictDialog
from shortlist.tui.features.sets.changes_dialog import ChangesDialog
from shortlist.tui.features.usage.key_prompt import KeyPrompt
from shortlist.tui.features.usage.profile_dialog import ChooseProfile
from shortlist.tui.kit.dialogs.confirm import Confirm
from shortlist.tui.live.messages import RecordingRead
from shortlist.tui.live.recording import Recording
from shortlist.tui.live.state import Trouble


def all_screens() -> Iterator[type[Screen[Any]]]:
    """The classes of the package that are shown: its screens, and its dialogs but their base."""
    modules = pkgutil.walk_packages(shortlist.tui.__path__, "shortlist.tui.")
    made = {
        thing
        for found in modules
        for thing in vars(importlib.import_module(found.name)).values()
        if isinstance(thing, type) and issubclass(thing, Screen)
    }
    for thing in made:
        if thing.__module__.startswith("shortlist.tui") and not thing.__subclasses__():
            yield thing


Steps = Callable[[Pilot[None]], Awaitable[object]]


async def search(pilot: Pilot[None]) -> None:
    await type_in(pilot, "vp payments berlin")
    await pilot.press("enter")
    await shows(pilot, "25 people found")


async def comparison(pilot: Pilot[None]) -> None:
    app: Any = pilot.app
    await search(pilot)
    first = app.state.search.asked
    await pilot.press("slash", "ctrl+u")
    await type_in(pilot, "vp in any place")
    await pilot.press("enter")
    await until(pilot, lambda: app.state.search.answered not in (None, first))
    app.searches.compare(first, app.state.search.asked)
    await shows(pilot, "both 24")


async def replay(pilot: Pilot[None]) -> None:
    from shortlist.tui.features.sets.replay import ReplayView

    view = ReplayView(the_set())
    await pilot.app.push_screen(view)
    updates = [update("set.item.admitted", item=item(n)) for n in range(3)]
    view.load(RecordingRead("set_1", Recording(updates, "from the service"), None))


async def calls(pilot: Pilot[None]) -> None:
    app: Any = pilot.app
    app.calls.note(
        CallRecord("GET", "/v1/account/usage", 200, 1, None, "req_1", 0.021, None),
        NOW,
        "local",
        "http://127.0.0.1:8710",
    )
    await pilot.press("escape", "I")


def opened(*keys: str, at: Steps = search) -> Steps:
    async def steps(pilot: Pilot[None]) -> None:
        await at(pilot)
        await pilot.press(*keys)

    return steps


async def screen_of_sets(pilot: Pilot[None]) -> None:
    await pilot.press("escape", "2")
    await shows(pilot, "25 of 25 admitted")


async def screen_of_people(pilot: Pilot[None]) -> None:
    await pilot.press("escape", "3")
    await shows(pilot, "25 loaded")


def shown(make: Callable[[], Screen[Any]]) -> Steps:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.app.push_screen(make())

    return steps


async def shown_import(pilot: Pilot[None]) -> None:
    app: Any = pilot.app
    app.imports.work = work = ImportWork(Path("people.csv"), "read")
    work.told = {
        "format": "csv",
        "columns": [{"name": "Full Name", "field": "name"}, {"name": "Shoe size", "field": None}],
        "people": [{"line": 2, "name": "Ada Byron", "title": "Engineer"}],
    }
    await app.push_screen(ImportDialog())


def _nothing() -> None:
    """What stops a program that was never started."""


async def shown_approval(pilot: Pilot[None]) -> None:
    app: Any = pilot.app
    call = AgentCall(
        *("a", "2026-11-21T14:39:00.000Z", "local", "search", "waiting", "25 people: nurses"),
        *(3, 17, "2036-11-21T14:40:00.000Z", "", 1),
    )
    app.agents.calls[call.id] = call
    await app.push_screen(Approval(call))


WAYS: dict[str, Steps] = {
    "SearchScreen": search,
    "SetsScreen": screen_of_sets,
    "PeopleScreen": screen_of_people,
    "EnrichScreen": opened("e"),
    "UsageScreen": opened("5", at=screen_of_sets),
    "Comparison": comparison,
    "Guide": opened("question_mark"),
    "Palette": opened("ctrl+p"),
    "Calls": calls,
    "Filters": opened("f"),
    "NewSet": opened("n"),
    "Searches": opened("S"),
    "NamePrompt": opened("b"),
    "ColumnChooser": opened("c", at=screen_of_people),
    "EvidencePage": opened("m", "enter", at=screen_of_people),
    "Export": opened("w"),
    "ChooseShortlist": opened("l"),
    "Shortlists": opened("L"),
    "RemarkDialog": opened("T"),
    "LeftOutPeople": opened("X"),
    "PersonPage": opened("r"),
    "Networks": opened("r", "n"),
    "Confirm": shown(lambda: Confirm("Research", "It costs.", "Research", "Leave")),
    "LinePrompt": opened("e", "b"),
    "KeyPrompt": shown(lambda: KeyPrompt(Trouble("invalid_api_key", "It is refused."), "local")),
    "ChooseProfile": shown(lambda: ChooseProfile([], "local", {}, lambda _name: True)),
    "ReplayView": replay,
    "Notices": opened("H"),
    "PickFile": shown(lambda: PickFile(Path(__file__).parent)),
    "ImportDialog": shown_import,
    "Approval": shown_approval,
    "ChangesDialog": shown(lambda: ChangesDialog(the_set("set_1"), the_set("set_2"))),
    "VerdictDialog": shown(lambda: VerdictDialog(SetItem.model_validate(item(1).to_wire()), [])),
    "CommandPane": shown(lambda: CommandPane(Command("crm", "CRM", ("true",)), "Ada", _nothing)),
    "ChooseField": shown(lambda: ChooseField("Works at", ["name", "company"], True)),
    "Combine": opened("space", "space", "m", at=screen_of_sets),
}


def a_desk() -> Store:
    """What is kept on this machine: a note, two shortlists, somebody who is left out."""
    store = Store(find_places(), "local")
    store.remark("person_00001", note="Met in Oslo.", tags=["warm"])
    store.add_to("advisers", [{"person_id": "person_00009", "name": "Joaquín Brandt"}])
    store.add_to("spring", [{"person_id": person(1).person_id, "name": "Benedikt"}])
    gone = LeftOutEntry("Dmitri", "asked", "2026-11-12T09:00:00.000Z", ("id:person_00003",))
    store.put_back([gone])
    return store


@asynccontextmanager
async def at(name: str, size: tuple[int, int]) -> AsyncIterator[Pilot[None]]:
    """The app on a screen or dialog, and a terminal of `size`."""
    store = a_desk()
    sets = [the_set(), the_set("set_2", "completed", 25, 25)]
    app = app_on(FakeClient(sets_known=sets), store=store)
    try:
        async with app.run_test(size=size, notifications=True) as pilot:
            await shows(pilot, "● ready")
            await WAYS[name](pilot)
            await until(pilot, lambda: type(app.screen).__name__ == name, why=name)
            await pilot.pause()
            yield pilot
    finally:
        store.close()
