"""What this machine keeps is there as soon as its file is open, however long the service takes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest
from tests.tui.fakes import NOW, FakeClient, app_on, person, seen, shows, the_set, until

from shortlist.desk import connection
from shortlist.desk.places import DeskError, find_places
from shortlist.desk.store import Store
from shortlist.tui.kit.dialogs.guide import Guide
from shortlist.tui.live.networks import ListedProfile, NetworkAnswer, NetworkWork, body_of, kept_as
from shortlist.tui.live.opener import Hooks, open_link


@pytest.fixture
def store() -> Iterator[Store]:
    """Of a program before this one, who has found out all there is of one person."""
    whom = person(0)
    with closing(Store(find_places(), "one")) as kept:
        kept.keep_dossier(whom.person_id, {"person_id": whom.person_id, "summary": "Kept words."})
        kept.remark(whom.person_id, note="met in Lisbon")
        found = {"status": "found", "value": "amara@okafor.example"}
        kept.remember_contact(whom.person_id, "work_email", found)
        listed = ListedProfile("github", "https://github.example/in/okafor", "amara")
        work = NetworkWork({"every": NetworkAnswer([listed], NOW)})
        kept.remember(kept_as(whom), body_of(work))
        kept.add_to("Panel", [whom.to_wire()])
        yield kept


async def test_a_page_opened_before_the_file_is_open_shows_what_is_kept_once_it_is(
    store: Store,
) -> None:
    opens, starts = asyncio.Event(), asyncio.Event()
    app = app_on(FakeClient(), store=Store(find_places(), "one"), opens=opens, starts=starts)
    async with app.run_test(size=(120, 60), notifications=True) as pilot:
        await shows(pilot, "looking")
        app.persons.show_person(person(0))
        await shows(pilot, "On this machine", "looking…")
        assert "could not be read" not in seen(app)
        opens.set()
        await shows(pilot, "Kept words.", "met in Lisbon", "https://github.example/in/okafor")
        await shows(pilot, "amara@okafor.example", "Panel")
        assert app.state.link.stage != "ready", "the service has not answered"


async def test_who_is_brought_to_enrich_before_the_file_is_open_is_not_paid_twice(
    store: Store,
) -> None:
    opens = asyncio.Event()
    client = FakeClient()
    app = app_on(client, store=Store(find_places(), "one"), opens=opens)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "looking")
        app.enrichment.bring_to_enrich([person(0), person(1)])
        app.action_go("enrich")
        await shows(pilot, "at most 2 credits")
        opens.set()
        await shows(pilot, "● ready", "amara@okafor.example", "at most 1 credit")


async def test_columns_that_are_kept_are_not_written_over_before_they_are_known(
    store: Store,
) -> None:
    store.remember("people.layout", {"shown": ["name", "industry"]})
    opens, starts = asyncio.Event(), asyncio.Event()
    given = {"store": Store(find_places(), "one"), "opens": opens, "starts": starts}
    app = app_on(FakeClient(sets_known=[the_set()]), **given)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "looking")
        await pilot.press("escape", "3", "c")
        await shows(pilot, "This machine's file is being opened: once more in a moment.")
        opens.set()
        await until(pilot, lambda: app.tracker.store is not None)
        await pilot.press("c")
        await shows(pilot, "[x] Industry", "[ ] Title")
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Guide))
        await shows(pilot, "On a column")
        await pilot.press("escape", "escape")
        assert store.recall("people.layout")["shown"] == ["name", "industry"]
        starts.set()
        await shows(pilot, "● ready", "Industry")


async def test_where_no_file_is_opened_a_page_says_why_and_a_list_who_says_it() -> None:
    app = app_on(FakeClient(), fails=DeskError("No deployment is called work."))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await until(pilot, lambda: app.state.link.stage == "failed")
        await pilot.press("escape", "L")
        await shows(pilot, "This machine's file is not open: Search says why.")
        app.persons.show_person(person(0))
        await shows(pilot, "It could not be read: this machine's file is not open. No deployment")


async def test_the_file_is_handed_over_while_the_service_is_still_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: asyncio.Future[Store] = asyncio.get_running_loop().create_future()

    async def connect(*_given: Any, **_named: Any) -> Any:
        # It is there only once the file is.
        assert (await opened).account == "local"
        raise DeskError("It did not start.")

    monkeypatch.setattr(connection, "open_connection", connect)
    monkeypatch.setattr(
        connection,
        "resolve_connection",
        lambda *_given: SimpleNamespace(kind="embedded", base_url=""),
    )
    hooks = Hooks(lambda _state: None, opened.set_result, lambda _call: None)
    with pytest.raises(DeskError, match="did not start"):
        await open_link(None, hooks)
    opened.result().close()
