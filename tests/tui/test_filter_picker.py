"""The filter picker: values as one types, closed lists, and what was understood."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.tui.fakes import FakeClient, app_on, seen, shows, type_in, until
from textual.widgets import Input

from shortlist.client.errors import Unavailable
from shortlist.tui.app import ShortlistApp
from shortlist.tui.features.search.filters import Filters
from shortlist.tui.features.search.picker_search import first_value, search_of, understood_in
from shortlist.tui.features.search.understanding import Chip
from shortlist.tui.kit.query.offer_list import OfferList
from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.query.syntax import read_query

FACETS = {
    "location": [("Berlin, Germany", 14), ("Bern, Switzerland", 9), ("Oslo, Norway", 3)],
    "seniority": [("head", 40), ("vp", 7), ("staff", 2)],
    "skill": [("Python", 11), ("PyTorch", 4), ("Rust", 2)],
    "title": [("VP Engineering", 6)],
}


def listing(**changes: Any) -> FakeClient:
    return FakeClient(facets=FACETS, others={"head": ["boss", "chief"]}, **changes)


def field(app: ShortlistApp, name: str) -> Input:
    return app.screen.query_one(f"#{name}", Input)


async def opened(pilot: Any, *, at: str = "", searched: bool = False) -> None:
    await shows(pilot, "● ready")
    if searched:
        await type_in(pilot, "vp berlin fintech")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
    else:
        await pilot.press("escape")
    await pilot.press("f")
    await shows(pilot, "How many")
    if at:
        pilot.app.screen.set_focus(field(pilot.app, at))


async def test_typing_narrows_down_goes_through_the_values_and_enter_takes_one() -> None:
    client = listing()
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, at="location")
        await shows(pilot, "Oslo, Norway", "counted among 41,736 people")
        await type_in(pilot, "Ber")
        await shows(pilot, "Berlin, Germany", "14 people", "Bern, Switzerland", "9 people")
        await until(pilot, lambda: "Oslo" not in seen(app))
        await pilot.press("down", "down", "enter")
        assert field(app, "location").value == "Bern, Switzerland"
        assert not client.called("search"), "enter took the value, and did not search"
        await pilot.press("enter")
        await until(pilot, lambda: bool(client.called("search")))
        assert client.called("search")[0]["filters"] == {"location": "Bern, Switzerland"}


async def test_a_value_can_be_clicked_and_beyond_the_first_one_goes_through_the_fields() -> None:
    app = app_on(listing())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, at="location")
        await shows(pilot, "Oslo, Norway")
        await pilot.click("#values", offset=(5, 4))
        assert field(app, "location").value == "Oslo, Norway"
        await pilot.press("up")
        assert app.focused is field(app, "industry")
        await shows(pilot, "nobody here has one")
        await pilot.press("down")
        assert app.focused is field(app, "location"), "there is nothing to go through"


async def test_what_a_closed_list_has_not_is_refused_with_all_it_has() -> None:
    client = listing()
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, at="seniority")
        await shows(pilot, "staff")
        await type_in(pilot, "boss")
        await shows(pilot, "head  boss")
        await pilot.press("enter")
        await shows(pilot, "boss is called head here", "staff")
        await pilot.press("down", "enter", "enter")
        await until(pilot, lambda: bool(client.called("search")))
        assert client.called("search")[0]["filters"] == {"seniority": "head"}


async def test_the_line_says_what_a_closed_list_has_and_takes_other_words_for_it() -> None:
    client = listing()
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "seniority:king")
        await until(pilot, lambda: bool(client.called("facet")))
        await pilot.press("enter")
        await shows(pilot, "seniority: is one of head, vp, staff")
        assert not client.called("search")
        await pilot.press("ctrl+u")
        await type_in(pilot, "seniority:boss")
        await shows(pilot, "40 people")
        await pilot.press("enter")
        await until(pilot, lambda: bool(client.called("search")))


async def test_what_was_understood_is_there_and_its_words_stay_unless_it_is_changed() -> None:
    client = listing()
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, searched=True)
        assert field(app, "title").value == "vp"
        assert field(app, "location").value == "Berlin, Germany"
        app.screen.set_focus(field(app, "location"))
        await pilot.press("ctrl+u")
        await type_in(pilot, "Oslo, Norway")
        await pilot.press("enter")
        await until(pilot, lambda: len(client.called("search")) == 2)
        sent = client.called("search")[1]
        assert sent["filters"] == {"location": "Oslo, Norway"}
        assert sent["query"] == "vp fintech"


async def test_several_skills_go_into_the_question() -> None:
    client = listing()
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, at="skill")
        await type_in(pilot, "Rust, Py")
        await shows(pilot, "Python", "PyTorch")
        await pilot.press("down", "enter")
        assert field(app, "skill").value == "Rust, Python"
        await pilot.press("enter")
        await until(pilot, lambda: bool(client.called("search")))
        sent = client.called("search")[0]
        assert (sent["query"], sent["filters"]) == ("knows Rust and Python", None)


async def test_a_deployment_without_lists_offers_what_it_answered_and_is_asked_once() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, at="company", searched=True)
        await type_in(pilot, "north")
        await shows(pilot, "Northwind Pay", "in 5 results", "seen in answers, not counted")
        assert len(client.called("facet")) <= 1


async def test_while_values_are_looked_for_and_when_they_do_not_come_it_says_so() -> None:
    client = listing()
    client.gates["facet"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, at="location")
        await shows(pilot, "looking…")
        client.faults["facet"] = Unavailable("Away.", code="search_unavailable", status=503)
        client.gates["facet"].set()
        await shows(pilot, "search_unavailable: none seen in answers yet")
        await type_in(pilot, "x")
        await shows(pilot, "search_unavailable")
        assert isinstance(app.screen, Filters)


async def test_hostile_values_are_text() -> None:
    evil = "[@click=app.quit]x[/] \x1b[31mRed\u202e"
    app = app_on(FakeClient(facets={"location": [(evil, 3)]}))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, at="location")
        await shows(pilot, "[@click=app.quit]x[/]", "3 people")
        assert "\x1b" not in seen(app)
        assert app.screen.query_one(OfferList).chosen is None


@pytest.mark.parametrize(
    ("line", "chips", "values", "said"),
    [
        ("vp in Berlin", [Chip("place", "Berlin, Germany", "Berlin")], {}, "vp in Berlin"),
        (
            "vp in Berlin",
            [Chip("place", "Berlin, Germany", "Berlin")],
            {"location": ""},
            "vp",
        ),
        (
            "engineer who knows Rust and Go in Oslo",
            [Chip("skill", "Rust", "Rust"), Chip("skill", "Go", "Go")],
            {"skill": "Python"},
            "engineer in Oslo knows Python",
        ),
        (
            "nurse speaks German",
            [Chip("language", "German", "speaks German")],
            {"language": "German, French, Dutch"},
            "nurse speaks German, French and Dutch",
        ),
        (
            "not in Berlin",
            [Chip("place", "Berlin", "in Berlin", negated=True)],
            {},
            "not in Berlin",
        ),
        ('title:CTO "x', [], {"school": "MIT"}, 'title:CTO "x alumni of MIT'),
    ],
)
def test_what_is_left_stays_as_it_was_said_and_what_is_changed_takes_its_place(
    line: str, chips: list[Chip], values: dict[str, str], said: str
) -> None:
    asked = read_query(line, Question())
    understood = understood_in(chips, asked)
    begun = {name: first_value(name, asked, understood) for name in (*asked.filters, *understood)}
    assert search_of(asked, {**begun, **values}, understood).typed == said


async def test_lists_that_do_not_come_are_not_asked_for_in_turns() -> None:
    """Of a field that is as it was understood all are listed, beside what stands in it."""
    client = listing(faults={"facet": Unavailable("Away.", code="search_unavailable", status=503)})
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        failed = app.state.search.facets.failed
        for begins in ("nurses", ""):
            app.searches.listed("title", begins, {})
            await until(pilot, lambda begins=begins: ("title", begins, ()) in failed)
        asked = len(client.called("facet"))
        for begins in ("nurses", ""):
            assert not app.searches.listed("title", begins, {}).asking
        assert len(client.called("facet")) == asked
