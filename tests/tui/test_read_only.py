"""Where nothing may be spent: it is shown, what would spend says why, and no request is sent."""

from __future__ import annotations

from typing import Any

from tests.tui.fakes import FakeClient, app_on, person, seen, shows, the_set, type_in, until
from textual.pilot import Pilot

from shortlist.tui.features.people.person_page import PersonPage
from shortlist.tui.kit.bars import Foot

WHY = "read_only in config.toml lets nothing be spent here"


async def says_why(pilot: Pilot[None], *keys: str) -> None:
    app: Any = pilot.app
    app.news.told.clear()
    await pilot.press(*keys)
    await until(pilot, lambda: any(WHY in notice.text for notice in app.news.told))


async def test_it_is_shown_and_what_would_spend_says_why_and_sends_nothing() -> None:
    client = FakeClient(sets_known=[the_set()])
    app = app_on(client, read_only=True)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await shows(pilot, "read only", "● ready")
        await type_in(pilot, "vp payments")
        await says_why(pilot, "enter")
        await says_why(pilot, "escape", "n")
        await pilot.press("3")
        await shows(pilot, "25 loaded")
        await pilot.press("e")
        await shows(pilot, "e resolve")
        await says_why(pilot, "e")
        app.persons.show_person(person(1))
        await until(pilot, lambda: isinstance(app.screen, PersonPage))
        await says_why(pilot, "r")
        for spends in ("search", "create_set", "enrich", "person", "research"):
            assert not client.called(spends)


async def test_the_line_of_keys_offers_nothing_that_spends() -> None:
    """The words stay, struck through, and a click on them does nothing."""
    app = app_on(FakeClient(sets_known=[the_set()]), read_only=True)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "r/o", "● ready")
        await pilot.press("escape", "2")
        await shows(pilot, "25 of 25 admitted", "n new Set")
        at = seen(app).splitlines()[-1].index("n new Set")
        foot = app.screen.query_one(Foot)
        struck = [s.text for s in foot.render_line(0) if s.style is not None and s.style.strike]
        assert "".join(struck).strip() == "n new Set"
        app.news.told.clear()
        await pilot.click(foot, offset=(at, 0))
        await pilot.pause()
        assert not app.news.told
