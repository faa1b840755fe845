"""What the mouse does: hints, marks, cells, links, the place beside a dialog, marked text."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tui.everywhere import WAYS, at
from tests.tui.fakes import FakeClient, app_on, seen, shows, the_set, type_in, until
from textual.geometry import Offset
from textual.pilot import Pilot

from shortlist.desk.config import Settings
from shortlist.tui.features.people.evidence import EvidencePage
from shortlist.tui.features.people.person_page import PersonPage
from shortlist.tui.features.search.chips import Chips
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.dialogs.confirm import Confirm
from shortlist.tui.kit.hints import link
from shortlist.tui.kit.screen import FeatureScreen
from shortlist.tui.kit.table import Table

MEDIUM = (80, 24)


def where(pilot: Pilot[None], text: str, within: str = "") -> Offset:
    """Where a text begins on the screen: the last such place, on a line that holds `within`."""
    lines = seen(pilot.app).splitlines()
    y = max(n for n, line in enumerate(lines) if text in line and within in line)
    return Offset(lines[y].rindex(text), y)


async def click(pilot: Pilot[None], text: str, within: str = "", *, into: int = 0) -> None:
    """Click on a text once it is there, `into` cells behind its beginning."""
    await shows(pilot, text)
    await pilot.click(offset=where(pilot, text, within) + Offset(into, 0))
    await pilot.pause()


async def drag(pilot: Pilot[None], start: Offset, end: Offset) -> None:
    await pilot.mouse_down(offset=start)
    await pilot.hover(offset=start + Offset(1, 0))
    await pilot.hover(offset=end)
    await pilot.mouse_up(offset=end)
    await pilot.pause()


async def test_a_hint_below_a_screen_does_what_its_key_does() -> None:
    async with at("SearchScreen", (140, 45)) as pilot:
        app: Any = pilot.app
        await click(pilot, "space select")
        await shows(pilot, "1 selected")
        await click(pilot, "? help", into=3)
        await shows(pilot, "Ask for people in your own words")
        await click(pilot, "close", "╰")
        await until(pilot, lambda: isinstance(app.screen, FeatureScreen))
        await click(pilot, "/ query")
        await until(pilot, lambda: app.focused.id == "query")
        await click(pilot, "esc list", into=5)
        await until(pilot, lambda: app.focused.id == "results")


async def test_a_hint_follows_the_keys_as_they_are_bound() -> None:
    app = app_on(FakeClient(), settings=Settings(keys={"do.new": "f6", "dialog.leave": "f7"}))
    async with app.run_test(size=(140, 45)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape")
        await click(pilot, "F6 new Set")
        await shows(pilot, "New Set", "F7 leave")
        await click(pilot, "F7 leave", into=4)
        await until(pilot, lambda: isinstance(app.screen, FeatureScreen))


@pytest.mark.parametrize("name", sorted(set(WAYS) - {"Calls", "Comparison"}))
async def test_a_click_on_how_to_leave_leaves(name: str) -> None:
    """The foot of every frame names it, at the narrowest size too, and with it the place beside."""
    async with at(name, (60, 20)) as pilot:
        app = pilot.app
        if not isinstance(app.screen, Dialog):
            return
        dialog = app.screen
        *_, leave = dialog.keys_told()
        await click(pilot, leave.plain, "╯")
        await until(pilot, lambda: app.screen is not dialog)


async def test_a_click_beside_a_dialog_leaves_it_unless_something_would_be_lost() -> None:
    async with at("PersonPage", (140, 45)) as pilot:
        app = pilot.app
        await pilot.click(offset=(1, 20))
        await until(pilot, lambda: isinstance(app.screen, FeatureScreen))
        await pilot.press("n")
        await shows(pilot, "New Set")
        await type_in(pilot, "x")
        await pilot.click(offset=(1, 20))
        await shows(pilot, "not kept yet: esc leaves it")
        assert isinstance(app.screen, Dialog)


async def test_the_second_half_of_a_double_click_leaves_nothing() -> None:
    async with at("SearchScreen", MEDIUM) as pilot:
        await pilot.click(Table, offset=(5, 2), times=2)
        await until(pilot, lambda: isinstance(pilot.app.screen, PersonPage))


async def test_what_costs_takes_two_clicks() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=MEDIUM, notifications=True) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "nurses")
        await click(pilot, "enter search")
        await shows(pilot, "one more click does it")
        assert not client.called("search")
        await click(pilot, "enter search")
        await shows(pilot, "25 people found")


async def test_an_example_goes_into_the_line_and_is_not_searched_for() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=MEDIUM, notifications=True) as pilot:
        await shows(pilot, "● ready", "finance directors in Europe")
        await click(pilot, "finance directors in Europe")
        await shows(pilot, "› finance directors in Europe")
        assert not client.called("search")


async def test_a_button_that_costs_is_not_hit_by_a_click_on_what_was_there_before() -> None:
    async with at("SearchScreen", MEDIUM) as pilot:
        app: Any = pilot.app
        answers: list[Any] = []
        now = 100.0
        dialog = Confirm("Research", "It costs.", "Research", "Leave")
        await app.push_screen(dialog, answers.append)
        button: Any = dialog.query_one("#yes")
        button._clock = lambda: now
        button._made_at = now
        await pilot.click("#yes")
        await pilot.pause()
        assert app.screen is dialog
        now += 1
        await pilot.click("#yes")
        await until(pilot, lambda: answers == [True])


async def test_the_place_of_the_mark_selects_and_a_verdict_opens_its_evidence() -> None:
    async with at("PeopleScreen", (140, 45)) as pilot:
        await pilot.click(Table, offset=(1, 3))
        await shows(pilot, "1 selected", "▌● Chiara")
        await pilot.click(Table, offset=(1, 3))
        await shows(pilot, "0 selected")
        await pilot.press("m")
        await shows(pilot, "leads a team of engineers")
        await click(pilot, "? unclear")
        await until(pilot, lambda: isinstance(pilot.app.screen, EvidencePage))
        await shows(pilot, "Criterion 2 of 2", "? unclear")


async def test_sets_are_chosen_by_the_place_of_their_mark() -> None:
    async with at("SetsScreen", MEDIUM) as pilot:
        await pilot.click(Table, offset=(1, 1))
        await shows(pilot, "1 chosen")


async def test_the_fields_of_enrich_are_chosen_by_a_click() -> None:
    async with at("EnrichScreen", MEDIUM) as pilot:
        wanted = pilot.app.state.enrich.wanted  # type: ignore[attr-defined]
        before = set(wanted)
        await click(pilot, "[ ] Phone", into=5)
        assert wanted == before ^ {"phone"}


async def test_head_and_credits_and_profile_lead_somewhere() -> None:
    async with at("SearchScreen", (140, 45)) as pilot:
        app: Any = pilot.app
        await click(pilot, "2 Sets")
        await until(pilot, lambda: app.current_mode == "sets")
        await click(pilot, "credits left")
        await until(pilot, lambda: app.current_mode == "usage")
        await click(pilot, "● ready")
        await shows(pilot, "Requests of this session")


async def test_an_address_opens_and_no_other_text_does(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at("PersonPage", (140, 45)) as pilot:
        opened: list[str] = []
        monkeypatch.setattr(pilot.app, "open_url", opened.append)
        await click(pilot, "https://people.example")
        assert opened == ["https://people.example/in/amara-okafor-0"]
    assert not link("javascript:alert(1)").spans
    assert not link("file:///etc/passwd").spans


async def test_text_of_a_list_is_marked_and_copied_as_it_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at("SearchScreen", (140, 45)) as pilot:
        app: Any = pilot.app
        copied: list[str] = []
        monkeypatch.setattr(app, "copy", lambda text, what: copied.append(text))
        start = where(pilot, "Benedikt Haddad")
        cursor = app.screen.query_one(Table).cursor
        await drag(pilot, start, start + Offset(len("Benedikt Haddad") - 1, 0))
        await shows(pilot, "Marked: ^c copies it")
        await pilot.press("ctrl+c")
        assert copied == ["Benedikt Haddad"]
        assert app.screen.query_one(Table).cursor == cursor
        await drag(pilot, start, where(pilot, "Chiara Silva") + Offset(5, 0))
        await pilot.press("ctrl+c")
        first, second = copied[1].splitlines()
        assert first.startswith("Benedikt Haddad")
        assert "Head of Data Platform" in first
        assert second == "Chiara"
        await pilot.click(Table, offset=(5, 3))
        assert not app.screen.selections


async def test_text_of_a_live_view_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at("SetsScreen", (140, 45)) as pilot:
        app: Any = pilot.app
        copied: list[str] = []
        monkeypatch.setattr(app, "copy", lambda text, what: copied.append(text))
        start = where(pilot, "works in financial")
        await drag(pilot, start, start + Offset(4, 0))
        await pilot.press("ctrl+c")
        assert copied == ["works"]


async def test_a_masked_value_is_copied_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    client = FakeClient(sets_known=[the_set()])
    app: Any = app_on(client, settings=Settings(mask_contacts=True))
    async with app.run_test(size=(140, 45)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("e")
        await shows(pilot, "not asked")
        app.enrichment.start_enrichment()
        await shows(pilot, "p•••@")
        copied: list[str] = []
        monkeypatch.setattr(app, "copy", lambda text, what: copied.append(text))
        await pilot.press("y")
        start = where(pilot, "p•••@")
        await drag(pilot, start, start + Offset(20, 0))
        await pilot.press("ctrl+c")
        assert len(copied) == 2
        assert all("•••@" in text for text in copied), copied


async def test_a_chip_is_taken_away_by_its_cross() -> None:
    async with at("SearchScreen", (140, 45)) as pilot:
        chips = pilot.app.screen.query_one(Chips)
        there = [chip for chip in chips.chips if chip not in chips._gone]
        await click(pilot, f"{there[0].value} ×", into=len(there[0].value) + 1)
        await until(pilot, lambda: there[0] in chips._gone)
