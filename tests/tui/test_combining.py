"""Sets compared and combined, on a screen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from tests.tui.fakes import NOW, FakeClient, app_on, item, seen, shows, the_set, until

from shortlist.client.errors import Unreachable
from shortlist.contract.sets import PeopleSet, SetItem
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.sets.combine_dialog import Combine
from shortlist.tui.kit.roster import PersonAt


def named(set_id: str, query: str, people: int, hours: int) -> PeopleSet:
    made = the_set(set_id, "completed", people, people, created_at=NOW - timedelta(hours=hours))
    search = made.searches[0].model_copy(update={"query": query})
    return made.model_copy(update={"searches": [search]})


SETS = [
    named("set_c", "clerks", 3, 1),
    named("set_b", "bakers", 4, 2),
    named("set_a", "artists", 5, 3),
]
PEOPLE = {"set_a": range(5), "set_b": range(3, 7), "set_c": (4, 8, 9)}


class Three(FakeClient):
    """Sets that share people: a 0 to 4, b 3 to 6, c 4, 8 and 9."""

    async def items(self, set_id: str, **_given: Any) -> AsyncIterator[SetItem]:
        await self._call("items", set_id=set_id)
        for number in PEOPLE[set_id]:
            yield item(number, set_id)


@pytest.fixture
def client() -> FakeClient:
    return Three(sets_known=list(SETS))


async def to_sets(pilot: Any) -> None:
    await shows(pilot, "● ready")
    await pilot.press("escape", "2")
    await shows(pilot, "3 Sets")


async def test_chosen_sets_are_combined_and_the_people_shown(client: FakeClient) -> None:
    app = app_on(client, store=Store(find_places(), "one"))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await to_sets(pilot)
        app.sets.note_purpose("set_a", "a fair")
        await pilot.press("j", "space")
        await shows(pilot, "1 chosen, m compares", "m compare ")
        await pilot.press("space")
        await shows(pilot, "2 chosen, m combines", "m combine ")
        await pilot.press("m")
        await shows(pilot, "Compare and combine", "In any of them (union)")
        view = app.screen
        assert isinstance(view, Combine)
        assert [the_set.id for the_set in view.sets] == ["set_b", "set_a"]
        counts = {choice.operation: choice.people for choice in view.query_one("#choices").rows}
        assert counts == {"any": 7, "all": 2, "first": 2, "seen": 2}
        await pilot.press("f")
        await shows(pilot, "▸ 2  artists")
        counts = {choice.operation: choice.people for choice in view.query_one("#choices").rows}
        assert counts == {"any": 7, "all": 2, "first": 3, "seen": 2}
        await pilot.press("g", "j", "j", "enter")
        await shows(pilot, "Only in “artists”, not in “bakers”", "3 loaded")
        items = list(app.state.people.items)
        assert [i.person.person_id for i in items] == [f"person_0000{n}" for n in range(3)]
        assert items[0].model_extra is not None
        found = dict(items[0].model_extra["found"])
        assert found.pop("retrieved_at")
        assert found == {
            "set_id": "set_a",
            "search_id": items[0].search_id,
            "item_id": "item_00000",
            "query": "artists",
            "synthetic": True,
            "deployment": app.tracker.deployment,
            "purpose": "a fair",
            "seen_in": "artists",
        }
        # What the Sets found of them, and where, goes onto a shortlist and into a file.
        await pilot.press("l")
        await shows(pilot, "Put on a shortlist")
        await pilot.press(*"fair", "enter")
        app.shortlists.open_shortlist("fair")
        (row,) = app.tracker.rows_for([PersonAt(app.state.people.items, 0)])
        assert row["status"] == "admitted" and row["admitted_at"]
        assert row["verification"][0]["status"] == "satisfied"
        assert {key: row[key] for key in found} == found


async def test_one_set_is_compared_with_all_that_came_before(client: FakeClient) -> None:
    app = app_on(client)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await to_sets(pilot)
        await pilot.press("m")
        await shows(pilot, "In 1 and seen before in another", "clerks", "bakers", "artists")
        await pilot.press("enter")
        await shows(pilot, "In “clerks” and in 2 other Sets", "1 loaded")
        (found,) = app.state.people.items
        assert found.model_extra is not None
        assert found.model_extra["found"]["seen_in"] == "clerks; bakers; artists"


async def test_offline_what_is_kept_is_compared_and_it_is_said(client: FakeClient) -> None:
    store = Store(find_places(), "one")
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await to_sets(pilot)
        await pilot.press("j", "space", "space", "m")
        await shows(pilot, "In any of them (union)")
        await pilot.press("escape")
        assert store.item_count("set_a") == 5
        client.faults["items"] = Unreachable("Nothing answers.")
        await pilot.press("g", "space", "m")
        await shows(pilot, "artists  5 people, as kept on this machine")
        await shows(pilot, "clerks  3 people, not to be read now")
        assert isinstance(app.screen, Combine)
    store.close()


async def test_a_single_set_has_nothing_to_be_compared_with() -> None:
    app = app_on(FakeClient(sets_known=SETS[:1]))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "2")
        await shows(pilot, "1 Set")
        await pilot.press("m")
        await shows(pilot, "There is no other Set to compare with.")
        await until(pilot, lambda: "Compare and combine" not in seen(app))
