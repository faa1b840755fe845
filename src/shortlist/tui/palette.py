"""The command palette: `area: verb`, with the people and Sets at hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from textual.app import SystemCommand
from textual.screen import Screen

from shortlist.tui.widgets.bars import ROOMS

if TYPE_CHECKING:
    from shortlist.tui.app import ShortlistApp


def commands(app: ShortlistApp, screen: Screen[Any]) -> Iterable[SystemCommand]:
    """Everything that can be done from anywhere. Titles are ours, never somebody's text."""
    del screen
    for mode, digit, name in ROOMS:
        yield SystemCommand(f"Go: {name}", f"Screen {digit}", lambda m=mode: app.action_go(m))
    yield SystemCommand("Set: new", "Build a Set from the query at hand", app.new_set)
    if app.tracker.ready:
        yield SystemCommand(
            "Journal: resume",
            "Ask again, under their own keys, for what never got an answer",
            app.tracker.resume_journal,
        )
    if app.settings and app.settings.mask_contacts:
        yield SystemCommand(
            "Contacts: show or mask", "Resolved addresses and numbers", app.action_unmask
        )
    yield SystemCommand("Requests: show", "Every call of this session", app.action_calls)
    yield SystemCommand("Profile: choose", "Go to another deployment", app.action_profiles)
    yield SystemCommand("Help: here", "Help for where you are", app.action_guide)
    for name in sorted(app.available_themes):
        yield SystemCommand(
            f"Theme: {name}", "Change the colours", lambda n=name: setattr(app, "theme", n)
        )
    yield SystemCommand("App: quit", "Quit; running Sets go on", app.action_leave)
