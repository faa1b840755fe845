"""The app compared with pictures that are kept: each state at three sizes, from fixed data.

The main state of each screen has a fourth.

After a change that is meant: `pytest tests/snapshots --snapshot-update`, then look at each picture.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from tests.tui.fakes import FakeClient, app_on, paint_at_the_end, paint_each_change, shows
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from shortlist.tui.kit.dialogs.base import Dialog

SIZES = {"60x20": (60, 20), "80x24": (80, 24), "120x40": (120, 40)}
LARGE = {"200x60": (200, 60)}
IN_LARGE = (
    *("test_search_found", "test_people", "test_live", "test_enrich", "test_usage_receipts"),
    *("test_person", "test_comparison", "test_help"),
)
"""What is looked at in a large terminal too: the main state of each screen."""


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "look" in metafunc.fixturenames:
        large = LARGE if metafunc.function.__name__ in IN_LARGE else {}
        metafunc.parametrize("look", [*SIZES, *large], indirect=True)


def foot_of_dialog(app: App[None]) -> str:
    """The last line of the frame of the dialog that is open, where its keys are told."""
    if not isinstance(app.screen, Dialog):
        return ""
    frame = app.screen.query_one(".dialog").region
    strips = app.screen._compositor.render_strips()
    line = strips[frame.bottom - 1].crop(frame.x, frame.right).text
    assert line.startswith(("╰", " ")), line
    return str(line)


@pytest.fixture
def look(request: pytest.FixtureRequest, snap_compare: Any) -> Callable[..., bool]:
    """Compare the app after some steps, from where it is ready, with the picture that was kept."""

    def compare(
        client: FakeClient, steps: Callable[[Pilot[None]], Awaitable[None]], **given: Any
    ) -> bool:
        async def run_before(pilot: Pilot[None]) -> None:
            if "fails" not in given:
                await shows(pilot, "● ready", "9,655")
            await steps(pilot)
            for field in pilot.app.screen.query(Input):
                field.cursor_blink = False
            await pilot.pause(0.2)
            paint_each_change(pilot.app)
            pilot.app.refresh(layout=True)
            await pilot.pause()  # until nothing is painted any more, also on a busy machine
            assert "…" not in foot_of_dialog(pilot.app), "a hint of the dialog is cut"

        app = app_on(client, **given)
        paint_at_the_end(app)
        size = (SIZES | LARGE)[request.param]
        return bool(snap_compare(app, terminal_size=size, run_before=run_before))

    return compare
