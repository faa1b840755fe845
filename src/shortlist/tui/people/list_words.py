"""What People says of its list: what it is, and why it is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from shortlist.tui.troubles import is_starting
from shortlist.tui.words import plain, set_state

if TYPE_CHECKING:
    from shortlist.tui.fitting import Cell
    from shortlist.tui.state import AppState


def which_content(state: AppState) -> Content:
    """The list that is shown: its state and what it is called."""
    work, entry = state.people, state.set_in_view
    if work.title:
        kind = "☰ shortlist  " if work.shortlist else "☰ list  "
        return Content.assemble((kind, "$lead"), (plain(work.title, 200), "bold"))
    if entry is None:
        return Content.styled("No Set", "$quiet-text")
    search = entry.the_set.newest
    symbol, word, tone = set_state(search.status if search else entry.the_set.status)
    style = {"dim": "$quiet-text", "accent": "$lead"}.get(tone, f"${tone}")
    title = plain(search.query if search else entry.the_set.id, 200)
    return Content.assemble((f"{symbol} {word}  ", style), (title, "bold"))


def emptiness(state: AppState) -> list[Cell]:
    """What stands in place of the rows: why there are none, and what to do."""
    if is_starting(state.people.trouble):
        return [("The service is not ready yet.", "accent"), "The people come by themselves."]
    if state.people.trouble is not None:
        return [("The people could not be read; the other pane says why.", "bad")]
    if len(state.people.items):
        return ["Nothing matches.", ("esc, then a shorter filter.", "dim")]
    if state.people.title:
        return ["Nobody is on this list.", ("esc goes back to the Set.", "dim")]
    if state.set_in_view is None:
        if state.link.stage == "ready" and state.sets.listed:
            return ["No people yet.", ("Make a Set with n; its people come here.", "dim")]
        return [(plain(state.link.text, 100) or "Looking for the service", "accent")]
    if state.people.loading:
        return [("Reading…", "accent")]
    if state.set_in_view.connection:
        return ["No people yet.", ("They come here as they are admitted.", "dim")]
    return ["No people yet.", ("This Set admitted nobody; 2 says why.", "dim")]
