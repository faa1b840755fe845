"""What a follower tells, and which events it has told already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from shortlist.contract.events import SetEvent
from shortlist.contract.sets import PeopleSet, SetItem, SetSearch

__all__ = ["Connection", "SeenEvents", "Update"]

Connection = Literal["live", "reconnecting", "polling"]

_REMEMBERED: Final = 4096


@dataclass(frozen=True, slots=True)
class Update:
    """One thing that happened to a followed Set.

    `kind` is an event's kind (`contract.events.KINDS`, or an unknown one as it came), with
    `event` and, where it carries one, `item` (each once) or `search`; `"set"` when the Set was
    read; `"connection"` when that changed; `"end"` last, with the final Set.
    """

    kind: str
    connection: Connection
    event: SetEvent | None = None
    item: SetItem | None = None
    search: SetSearch | None = None
    set: PeopleSet | None = None

    def as_event(self) -> dict[str, Any] | None:
        """The event in our own shape, JSON-ready; `None` for what is not an event."""
        if self.event is None:
            return None
        shown = self.event.normalised()
        if self.item is not None:
            shown["data"] = self.item.normalised()
        elif self.search is not None:
            shown["data"] = self.search.normalised()
        return shown


class SeenEvents:
    """Which events came, in bounded memory: numbers only grow, so old ones are a floor."""

    def __init__(self) -> None:
        self._recent: dict[str, None] = {}
        self._floor = -1

    def add(self, identifier: str) -> bool:
        """Whether it is new."""
        if identifier in self._recent:
            return False
        if identifier.isdecimal() and int(identifier) <= self._floor:
            return False
        self._recent[identifier] = None
        if len(self._recent) > _REMEMBERED:
            oldest = next(iter(self._recent))
            del self._recent[oldest]
            if oldest.isdecimal():
                self._floor = max(self._floor, int(oldest))
        return True
