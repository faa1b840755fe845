"""The catalogue of the app's screens: each is registered in `screens.tsv`, and nowhere else.

The modes of the app, the keys that go to a screen, the line above, and the palette are made from
these entries. A screen's module is imported when it is first shown.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from shortlist.tables import read_table

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen


class ScreenEntry(NamedTuple):
    """One screen: its mode, its keys (a digit first), its label, a line of help, and its class."""

    name: str
    keys: str
    label: str
    help: str
    factory: str
    """Module, below `shortlist.tui.features`, and class."""
    also_called: str = ""
    """Words by which the palette finds it, too."""

    @property
    def digit(self) -> str:
        return self.keys[0]

    def load(self) -> type[Screen[Any]]:
        """The class of the screen, imported when it is first asked for."""
        module, _, name = self.factory.partition(":")
        found: type[Screen[Any]] = getattr(import_module(f"shortlist.tui.features.{module}"), name)
        return found

    def make(self) -> Screen[Any]:
        """A new screen."""
        return self.load()()


SCREENS: Final = tuple(
    ScreenEntry(*line) for line in read_table(Path(__file__).with_name("screens.tsv"))
)
"""In the order of their keys; the first is the one the app opens with."""
FUNCTION_KEYS: Final = f"F1…F{len(SCREENS)}"
"""The function keys that go to a screen from a field too, as they are told."""


async def renew_screens(app: App[Any]) -> None:
    """New screens in place of all, the same one in view."""
    while len(app.screen_stack) > 1:
        await app.pop_screen()
    here = app.current_mode
    away = next(screen for screen in reversed(SCREENS) if screen.name != here)
    await app.switch_mode(away.name)
    for screen in SCREENS:
        if screen is not away:
            await app.remove_mode(screen.name)
            app.add_mode(screen.name, screen.make)
    await app.switch_mode(here)
    await app.remove_mode(away.name)
    app.add_mode(away.name, away.make)
