"""Following a Set on a terminal or in a pipe."""

from __future__ import annotations

import time
from contextlib import aclosing
from typing import TYPE_CHECKING

from shortlist.cli.out import Meter, amount, print_json, print_line, say
from shortlist.cli.talk import left_out_here, say_synthetic

if TYPE_CHECKING:
    from shortlist.client import Shortlist, Update
    from shortlist.contract.sets import PeopleSet, SetSearch

__all__ = ["follow"]

_TROUBLE = {
    "reconnecting": "The event stream was lost; going on from where it was.",
    "polling": "There is no event stream; reading the Set every few seconds instead.",
}


async def follow(client: Shortlist, set_id: str, as_json: bool) -> int:
    """Show a Set until it ends, and return the exit code: 1 when it failed, else 0."""
    meter = Meter()
    seen = _Seen()
    left_out = left_out_here()
    final: PeopleSet | None = None
    try:
        async with aclosing(client.follow(set_id)) as updates:
            async for update in updates:
                seen.take(update)
                if update.item is not None and update.item.person in left_out:
                    continue
                if update.trouble is not None:
                    meter.clear()
                    say(str(update.trouble))
                if update.kind == "end":
                    final = update.set
                elif as_json:
                    event = update.as_event()
                    if event is not None:
                        print_json(event)
                elif update.item is not None:
                    meter.clear()
                    person = update.item.person
                    told = (person.name or person.person_id, person.title, person.company)
                    print_line("+ " + " · ".join(part for part in told if part))
                elif update.kind == "connection" and update.connection in _TROUBLE:
                    meter.clear()
                    say(_TROUBLE[update.connection])
                meter.show(seen.line())
    finally:
        meter.clear()
    if final is None:
        return 0
    if not as_json:
        _conclude(final)
    return 1 if final.status == "failed" else 0


class _Seen:
    """Where the Set stands, as far as it was told."""

    def __init__(self) -> None:
        self._search: SetSearch | None = None
        self._admitted = 0
        self._began = time.monotonic()

    def take(self, update: Update) -> None:
        if update.set is not None:
            self._search = update.set.newest or self._search
            self._admitted = max(self._admitted, update.set.item_count)
        if update.search is not None:
            self._search = update.search
            self._admitted = max(self._admitted, update.search.progress.admitted)
        if update.item is not None:
            self._admitted += 1

    def line(self) -> str:
        """`running  12 of 25 admitted  340 checked  0:07, about 0:05 left`."""
        if self._search is None:
            return "Waiting for the Set …"
        progress = self._search.progress
        parts = [
            self._search.status,
            f"{min(self._admitted, self._search.count)} of {self._search.count} admitted",
        ]
        if progress.checked:
            parts.append(f"{progress.checked:,} checked")
        clock = _clock(time.monotonic() - self._began)
        if progress.eta_seconds is not None:
            clock += f", about {_clock(progress.eta_seconds)} left"
        return "  ".join([*parts, clock])


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"


def _conclude(final: PeopleSet) -> None:
    search = final.newest
    reason = search.stop_reason if search else None
    requested = f" of {search.count}" if search else ""
    told = [
        f"{final.status} ({reason})" if reason else final.status,
        f"{final.item_count}{requested} admitted",
        amount(final.spent_credits, "credit"),
    ]
    say(", ".join(told))
    if search and search.message:
        say(search.message)
    say_synthetic(bool(final.synthetic))
