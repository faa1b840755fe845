"""The updates that a follower yields, and the record of events already seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from shortlist.client.dialect.events import number_of
from shortlist.client.errors import ShortlistError
from shortlist.contract.events import SetEvent
from shortlist.contract.sets import PeopleSet, SetItem, SetSearch

Connection = Literal["live", "reconnecting", "polling"]

_REMEMBERED: Final = 4096


@dataclass(frozen=True, slots=True)
class Update:
    """One thing that happened to a followed Set.

    `kind` is an event's kind (`contract.events.KINDS`, or an unknown one as it came), with
    `event` and, where it carries one, `item` (each once) or `search`; `"set"` when the Set was
    read; `"connection"` when that changed; `"trouble"` when the stream told of an error, with
    `trouble`, and the Set is followed on; `"end"` last, with the final Set.
    """

    kind: str
    connection: Connection
    event: SetEvent | None = None
    item: SetItem | None = None
    search: SetSearch | None = None
    set: PeopleSet | None = None
    trouble: ShortlistError | None = None

    def as_event(self) -> dict[str, Any] | None:
        """The event in our own shape, JSON-ready, with nothing in it that did not come; `None` for
        what is not an event."""
        if self.event is None:
            return None
        shown = self.event.normalised()
        if self.item is not None:
            shown["data"] = self.item.normalised(given_only=True)
        elif self.search is not None:
            shown["data"] = self.search.normalised(given_only=True)
        return shown


class SeenEvents:
    """Which events came, in bounded memory: numbers only grow, so old ones are a floor."""

    def __init__(self) -> None:
        self._recent: dict[int, int] = {}
        """Hashes, with the number that the event's id is, or -1."""
        self._floor = -1

    def add(self, identifier: str, content: str = "") -> bool:
        """Whether it is new. `content` tells events apart that share an id."""
        key = hash((identifier, content))
        if key in self._recent:
            return False
        number = number_of(identifier)
        if number is not None and number <= self._floor - bool(content):
            return False
        self._recent[key] = -1 if number is None else number
        if len(self._recent) > _REMEMBERED:
            self._floor = max(self._floor, self._recent.pop(next(iter(self._recent))))
        return True


def later_of(known: str | None, came: str) -> str | None:
    """The id after which a stream goes on: numbers only grow, others are as new as they came."""
    number, highest = number_of(came), number_of(known or "")
    if not came or (number is not None and highest is not None and number < highest):
        return known
    return came
