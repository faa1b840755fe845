"""Following a live Set on a terminal or in a pipe."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from typing import TYPE_CHECKING, Final

from shortlist.cli.deployment import left_out_here, notifying, say_synthetic
from shortlist.cli.local_store import keep_items, keep_set
from shortlist.cli.output import Meter, amount, print_json, print_line, say
from shortlist.client.merging import merge_set, with_search
from shortlist.desk.match_counts import describe_count

if TYPE_CHECKING:
    from shortlist.client import Shortlist, Update
    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.desk.connection import Connection

TICK_SECONDS: Final = 1.0
SILENT_SECONDS: Final = 5.0
"""Without a word for so long, that is told."""
_TROUBLE = {
    "reconnecting": "The event stream was lost; going on from where it was.",
    "polling": "There is no event stream; reading the Set every few seconds instead.",
}


async def follow(
    client: Shortlist, connection: Connection, set_id: str, as_json: bool, notify: bool = False
) -> int:
    """As `_follow`; with `notify` its end is told to the terminal, once."""
    with notifying(notify, set_id) as ended:
        return await _follow(client, connection, set_id, as_json, ended)


async def _follow(
    client: Shortlist, connection: Connection, set_id: str, as_json: bool, ended: list[str]
) -> int:
    """Show a Set until it ends, and return the exit code: 1 when it failed, else 0."""
    meter = Meter()
    seen = _Seen()
    left_out = left_out_here()
    final: PeopleSet | None = None
    everybody: dict[str, SetItem] = {}
    ticking = asyncio.ensure_future(_tick(meter, seen))
    try:
        async with aclosing(client.follow(set_id)) as updates:
            async for update in updates:
                seen.take(update)
                if update.item is not None and update.item.person in left_out:
                    continue
                if update.item is not None and update.item.id:
                    everybody[update.item.id] = update.item
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
        ticking.cancel()
        meter.clear()
    if final is None:
        return 0
    keep_set(connection, final)
    if everybody and len(everybody) == final.item_count:
        keep_items(connection, set_id, list(everybody.values()))
    ended.append(_told(final, seen.admitted))
    if not as_json:
        _conclude(final, seen.admitted)
    return 1 if final.status == "failed" else 0


async def _tick(meter: Meter, seen: _Seen) -> None:
    """Keep the line true while nothing comes."""
    while True:
        await asyncio.sleep(TICK_SECONDS)
        meter.show(seen.line())


class _Seen:
    """Where the Set stands, as far as it was told."""

    def __init__(self) -> None:
        self._known: PeopleSet | None = None
        self._told = 0
        """How many were admitted, as the deployment has said."""
        self._came = 0
        self._began = self._heard = time.monotonic()

    def take(self, update: Update) -> None:
        self._heard = time.monotonic()
        if update.set is not None:
            known = self._known
            self._known = update.set if known is None else merge_set(known, update.set)
        if update.search is not None and self._known is not None:
            self._known = with_search(self._known, update.search)
        if self._known is not None:
            self._told = max(self._told, self._known.item_count or 0)
        if update.item is not None:
            self._came += 1

    @property
    def admitted(self) -> int:
        """As many as the deployment has said, and at least as many as came."""
        return max(self._told, self._came)

    def line(self) -> str:
        """`running  12 of 25 admitted  340 checked  0:07, about 0:05 left`."""
        search = self._known.newest if self._known is not None else None
        if search is None:
            return "Waiting for the Set …"
        progress, asked = search.progress, search.count
        admitted = self.admitted if asked is None else min(self.admitted, asked)
        of = "" if asked is None else f" of {asked:,}"
        parts = [search.status or "running", f"{admitted:,}{of} admitted"]
        if progress.checked:
            parts.append(f"{progress.checked:,} checked")
        now = time.monotonic()
        clock = _clock(now - self._began)
        if now - self._heard >= SILENT_SECONDS:
            clock += f", no word for {now - self._heard:.0f} s"
        elif progress.eta_seconds is not None:
            clock += f", about {_clock(progress.eta_seconds)} left"
        return "  ".join([*parts, clock])


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"


def _told(final: PeopleSet, came: int) -> str:
    """`data scientists in Spain: completed, 12 admitted`."""
    query = final.newest.query if final.newest else final.id
    admitted = came if final.item_count is None else final.item_count
    return f"{query}: {final.status}, {admitted:,} admitted"


def _conclude(final: PeopleSet, came: int) -> None:
    search = final.newest
    reason = search.stop_reason if search else None
    requested = f" of {search.count:,}" if search and search.count is not None else ""
    admitted = came if final.item_count is None else final.item_count
    spent = amount(final.spent_credits, "credit")
    told = [
        f"{final.status} ({reason})" if reason else final.status,
        f"{admitted:,}{requested} admitted",
        f"credits {spent}" if final.spent_credits is None else spent,
    ]
    say(", ".join(told))
    if search and search.message:
        say(search.message)
    if whole := describe_count(search.counted if search else None, admitted):
        say(f"{whole[:1].upper()}{whole[1:]}.")
    say_synthetic(bool(final.synthetic))
