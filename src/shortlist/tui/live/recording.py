"""The recording of a finished Set, played again: its events in order, at any speed, forward and
back.

No widget, no I/O and no clock: the screen says how much time has passed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from shortlist.tui.live.set_progress import apply_updates
from shortlist.tui.live.state import SetWork

if TYPE_CHECKING:
    from shortlist.client import Shortlist, Update
    from shortlist.contract.events import SetEvent
    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.desk.store import Store

LONGEST_GAP: Final = 10.0
"""Seconds; where nothing happened for longer, the replay waits no longer than this."""
SPEEDS: Final = (0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
LASTS_SECONDS: Final = 20.0
AT_LEAST_SECONDS: Final = 8.0
LEAST_GAP: Final = 0.25
"""Seconds; what came at once is shown one after another, and a short recording takes longer."""


class Recording(NamedTuple):
    """The events of a Set, and where they were found."""

    updates: list[Update]
    source: str


class Replay:
    """Where the replay of one Set is."""

    def __init__(self, the_set: PeopleSet, updates: Sequence[Update]) -> None:
        self._whole, self._updates = the_set, list(updates)
        self._offsets = list(_offsets(self._updates))
        self.elapsed = 0.0
        """Seconds since the first event, as replayed: see `_offsets`."""
        self.at = 0
        """How many events have happened."""
        self.entry = self._begun()
        self.playing = True
        wished = self.lasts / LASTS_SECONDS
        self.speed = min(SPEEDS, key=lambda speed: abs(speed - max(1.0, wished)))

    def __len__(self) -> int:
        return len(self._updates)

    @property
    def lasts(self) -> float:
        """Seconds from the first event to the last, as replayed: see `_offsets`."""
        return self._offsets[-1] if self._offsets else 0.0

    @property
    def over(self) -> bool:
        return self.at >= len(self._updates)

    @property
    def moment(self) -> datetime | None:
        """When the last event that has happened did happen."""
        event = self._updates[self.at - 1].event if self.at else None
        return event.created_at if event is not None else None

    def pass_time(self, seconds: float) -> None:
        """Let so much time of the clock on the wall pass."""
        if self.playing and not self.over:
            self.elapsed = min(self.lasts, self.elapsed + seconds * self.speed)
            self._to(bisect_right(self._offsets, self.elapsed))

    def step(self, events: int) -> None:
        """So many events on, or back; the replay then waits."""
        self.playing = False
        self.go_to(self.at + events)

    def go_to(self, at: int) -> None:
        """To where `at` events have happened."""
        at = max(0, min(at, len(self._updates)))
        self._to(at)
        self.elapsed = self._offsets[at - 1] if at else 0.0

    def go_to_share(self, share: float) -> None:
        """To a share of its time, 0 to 1."""
        self.elapsed = self.lasts * max(0.0, min(1.0, share))
        self._to(bisect_right(self._offsets, self.elapsed))

    def toggle(self) -> None:
        """Play, or wait; from the end it begins anew."""
        if self.over:
            self.go_to(0)
            self.playing = True
        else:
            self.playing = not self.playing

    def change_speed(self, by: int) -> None:
        at = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[max(0, min(at, len(SPEEDS) - 1))]

    def _to(self, at: int) -> None:
        if at < self.at:
            self.entry, self.at = self._begun(), 0
        if at > self.at:
            now = self._whole.created_at or datetime.now(UTC)
            apply_updates(self.entry, self._updates[self.at : at], now)
            self.entry.connection = ""
            # Between two reports of the service, who came since the last counts too.
            came = sum(update.item is not None for update in self._updates[:at])
            the_set = self.entry.the_set
            if came > (the_set.item_count or 0):
                self.entry.the_set = _with_people(the_set, came)
            self.at = at

    def _begun(self) -> SetWork:
        """The Set before anything happened."""
        changes: dict[str, Any] = {"status": "queued", "item_count": 0, "spent_credits": 0}
        changes["searches"] = [_begun(search) for search in self._whole.searches[:1]]
        return SetWork(self._whole.model_copy(update=changes))


def _begun(search: Any) -> Any:
    nothing = dict.fromkeys(("checked", "satisfied", "unclear", "rejected"), 0)
    nobody = dict.fromkeys(("candidates", "checked", "admitted"), 0)
    return search.model_copy(
        update={
            "status": "queued",
            "finished_at": None,
            "stop_reason": None,
            "message": None,
            "progress": type(search.progress)(requested=search.count, **nobody),
            "criteria": [criterion.model_copy(update=nothing) for criterion in search.criteria],
        }
    )


def _with_people(the_set: PeopleSet, came: int) -> PeopleSet:
    """The Set with so many people admitted."""
    changes: dict[str, Any] = {"item_count": came}
    if (search := the_set.newest) is not None:
        more = came - (the_set.item_count or 0)
        changes["searches"] = [_with_more(search, more), *the_set.searches[1:]]
    return the_set.model_copy(update=changes)


def _with_more(search: Any, more: int) -> Any:
    """The search with so many more people admitted: each was found, checked, and met everything."""
    known = search.progress
    checked = (known.checked or 0) + more
    progress = {
        "candidates": max(known.candidates or 0, checked),
        "checked": checked,
        "admitted": (known.admitted or 0) + more,
    }
    return search.model_copy(
        update={
            "progress": known.model_copy(update=progress),
            "criteria": [
                each.model_copy(
                    update={
                        name: (getattr(each, name) or 0) + more for name in ("checked", "satisfied")
                    }
                )
                for each in search.criteria
            ],
        }
    )


def _offsets(updates: Sequence[Update]) -> Iterable[float]:
    """Seconds from the first event to each, never back: long gaps shortened, and in a recording
    that would be over before one could look, short ones drawn out."""
    gaps, before = [], None
    for update in updates:
        at = update.event.created_at if update.event is not None else None
        passed = (at - before).total_seconds() if at is not None and before is not None else 0.0
        gaps.append(max(0.0, min(LONGEST_GAP, passed)))
        before = at or before
    least = 0.0
    if gaps and sum(gaps) < AT_LEAST_SECONDS:
        least = min(LEAST_GAP, AT_LEAST_SECONDS / len(gaps))
    return accumulate(max(gap, least) if at else 0.0 for at, gap in enumerate(gaps))


async def read_recording(
    client: Shortlist | None, store: Store | None, the_set: PeopleSet
) -> Recording:
    """The events of a finished Set: the service's, else those kept here, else its people's.

    What the service gave is kept on this machine. Raises what the service refused with when
    nothing is kept either.
    """
    from shortlist.client.event_history import read_past_events, update_of
    from shortlist.contract.events import SetEvent
    from shortlist.desk.store import Unkept

    failure: Exception | None = None
    events: list[SetEvent] = []
    if client is not None:
        try:
            events = [event async for event in read_past_events(client, the_set.id)]
        except Exception as error:
            failure, events = error, []
    if events:
        if store is not None:
            with suppress(Unkept):  # it can be replayed all the same
                store.keep_recording(the_set.id, [event.to_wire() for event in events])
        return Recording([update_of(event) for event in events], "from the service")
    kept = store.recording(the_set.id) if store is not None else []
    if kept:
        updates = [update_of(SetEvent.model_validate(event)) for event in kept]
        return Recording(updates, "as kept on this machine")
    if failure is not None:
        raise failure
    if client is None:
        return Recording([], "")
    items = [item async for item in client.items(the_set.id)]
    return Recording(made_from(the_set, items), "made from its people, there are no events")


def made_from(the_set: PeopleSet, items: Sequence[SetItem]) -> list[Update]:
    """Updates as far as a Set and its people tell them, for a deployment without events."""
    from shortlist.client import Update
    from shortlist.contract.events import SetEvent

    search = the_set.newest
    if search is None:
        return []

    def told(kind: str, at: datetime | None, **parts: Any) -> Update:
        return Update(kind, "live", SetEvent(type=kind, created_at=at), **parts)

    begun = _begun(search)
    updates = [told("set.search.queued", the_set.created_at, search=begun)]
    first = datetime.min.replace(tzinfo=UTC)
    for number, item in enumerate(sorted(items, key=lambda i: i.created_at or first), 1):
        updates.append(told("set.item.admitted", item.created_at, item=item))
        going = _with_more(begun, number).model_copy(update={"status": "running"})
        updates.append(told("set.search.progress", item.created_at, search=going))
    kind = f"set.search.{search.status}"
    return [*updates, told(kind, search.finished_at, search=search, set=the_set)]
