"""The texts above and below the list of People."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from shortlist.tui.features.people.columns import LETTERS, verdict_counts
from shortlist.tui.kit.text_parts import style_of
from shortlist.tui.kit.words import number, plain, state_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shortlist.tui.kit.columns import Cell
    from shortlist.tui.kit.roster import Roster
    from shortlist.tui.live.state import AppState, SetWork


def which_content(state: AppState) -> Content:
    """The list that is shown: its state and what it is called."""
    work, entry = state.people, state.set_in_view
    if work.title:
        kind = "☰ shortlist  " if work.shortlist else "☰ list  "
        return Content.assemble((kind, "$lead"), (plain(work.title, 200), "bold"))
    if entry is None:
        return Content.styled("No Set", "$quiet-text")
    search = entry.the_set.newest
    symbol, word, tone = state_of(entry.the_set)
    style = style_of(tone)
    title = plain(search.query if search else entry.the_set.id, 200)
    return Content.assemble((f"{symbol} {word}  ", style), (title, "bold"))


def emptiness(state: AppState) -> list[Cell]:
    """What stands in place of the rows: why there are none, and what to do."""
    if state.people.trouble is not None:
        if state.people.trouble.is_over_soon:
            return [("The service is not ready yet.", "accent"), "The people come by themselves."]
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


def counts_words(state: AppState, shown: int, *, sorted_: bool, again: str = "") -> str:
    """How many are loaded, shown, selected and known, and what that leaves open. `again`: the key
    that reads a list which is shown as it was kept from the service."""
    work, entry = state.people, state.set_in_view
    loaded = len(work.items)
    known = loaded if work.title else max((entry.the_set.item_count if entry else 0) or 0, loaded)
    parts = [f"{number(loaded)} loaded"]
    if shown != loaded:
        parts.append(f"{number(shown)} shown")
    untold = not work.title and not work.complete and entry is not None
    total = (
        "in total: not given" if untold and _uncounted(entry) else f"{number(known)} known in total"
    )
    parts += [f"{number(len(state.selection))} selected", total]
    if work.loading:
        parts.append("reading more…")
    if work.kept and not work.loading:
        at = f" {work.kept_at.astimezone():%Y-%m-%d %H:%M}" if work.kept_at else ""
        parts.append(f"kept{at} · {again} reads again, free" if again else f"kept{at}")
    if sorted_ and not work.complete:
        parts.append("sorted among those loaded")
    return " · ".join(parts)


def _uncounted(entry: SetWork | None) -> bool:
    return entry is not None and entry.the_set.item_count is None


def criterion_content(roster: Roster, rows: Sequence[int], at: int) -> Content:
    """Criterion `at` in full, and how the verdicts on it are spread over these rows."""
    counts = verdict_counts(roster, rows, at)
    spread = [
        f"{symbol} {number(counts[letter])} {word}"
        for letter, (symbol, word, _) in LETTERS.items()
        if counts.get(letter)
    ]
    place = f"{at + 1}/{len(roster.criteria)}  "
    criterion = plain(roster.criteria[at], 300)
    return Content.assemble((place, "$lead"), (criterion, "bold"), "  " + " · ".join(spread))
