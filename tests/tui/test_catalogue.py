"""A screen is registered in one place: the app, its keys, the bar and the palette follow."""

from __future__ import annotations

import os
import subprocess
import sys

from shortlist.tui.kit.catalogue import SCREENS
from shortlist.tui.kit.keys import KEYS
from shortlist.tui.kit.screen import FeatureScreen

ONE_MORE = """
import asyncio, sys, types
from shortlist.tui.kit import catalogue
entry = catalogue.ScreenEntry("notes", "6,f6", "Notes", "All notes", "x:NotesScreen")
catalogue.SCREENS += (entry,)

from textual.widgets import Static
from shortlist.tui.kit.screen import FeatureScreen

class NotesScreen(FeatureScreen):
    def body(self):
        yield Static("what was noted")

sys.modules["shortlist.tui.features.x"] = types.SimpleNamespace(NotesScreen=NotesScreen)
from tests.tui.fakes import FakeClient, app_on, shows, type_in

async def main():
    app = app_on(FakeClient())
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready", "6 Notes")
        await pilot.press("escape", "f6")
        await shows(pilot, "what was noted")
        await pilot.press("1", "escape", "ctrl+p")
        await type_in(pilot, "go: notes")
        await shows(pilot, "go: Notes")
        await pilot.press("enter")
        await shows(pilot, "what was noted")
        assert app.current_mode == "notes"

asyncio.run(main())
"""


def test_one_entry_makes_a_screen_that_keys_bar_and_palette_know() -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", ONE_MORE], capture_output=True, text=True, check=False, env=env
    )
    assert done.returncode == 0, done.stderr


def test_every_entry_is_a_screen_with_a_key_of_its_own() -> None:
    assert all(issubclass(screen.load(), FeatureScreen) for screen in SCREENS)
    keys = [key for screen in SCREENS for key in screen.keys.split(",")]
    assert len(set(keys)) == len(keys)
    assert all(KEYS[f"go.{screen.name}"].key == screen.keys for screen in SCREENS)
