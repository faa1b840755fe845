"""Style sheets are parsed once, whatever is opened, and anew in other colours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.tui.fakes import FakeClient, app_on, shows, until
from textual.css import stylesheet

from shortlist.tui.kit.theme_files import Sheets


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Where each sheet that is parsed is from."""
    told: list[Any] = []
    parse = stylesheet.parse

    def noted(scope: str, css: str, read_from: Any, *given: Any, **named: Any) -> Any:
        told.append(read_from)
        return parse(scope, css, read_from, *given, **named)

    monkeypatch.setattr(stylesheet, "parse", noted)
    return told


async def test_a_screen_that_is_opened_has_its_own_sheet_parsed_and_no_other(
    parsed: list[Any],
) -> None:
    app = app_on(FakeClient())
    app.stylesheet = Sheets(variables=app.get_css_variables())
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "2", "3", "question_mark")
        await shows(pilot, "People")
        ours = [Path(path).name for path, _ in parsed if str(path).endswith(".tcss")]
        assert {"app.tcss", "sets.tcss", "people.tcss", "dialogs.tcss"} <= set(ours)
        assert len(ours) == len(set(ours)), "one of them again"
        ground = app.screen.styles.background
        await until(pilot, lambda: len(app.available_themes) > 1)
        app.theme = next(name for name in app.available_themes if name != app.theme)
        await pilot.pause()
        assert app.screen.styles.background != ground
