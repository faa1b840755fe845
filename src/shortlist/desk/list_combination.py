"""Union, intersection and difference of lists of people. Pure.

Two entries are one person when they share the person id or the profile page; an e-mail address
joins only those who have no id, since people share addresses. A name alone never makes two one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar

from shortlist.desk.left_out import anchors_of

Entry = TypeVar("Entry")
Operation = Literal["any", "all", "first", "seen"]
OPERATIONS: Final[tuple[Operation, ...]] = ("any", "all", "first", "seen")
"""In any list; in all; only in the first; in the first and, before, in another."""


@dataclass(slots=True)
class Combined(Generic[Entry]):
    """One person of several lists."""

    entry: Entry
    """As the first list has them that they are in."""
    lists: list[int] = field(default_factory=list)
    """The lists they are in, by index, in order."""
    entries: list[Entry] = field(default_factory=list)
    """As each of these has them."""


def merge_lists(
    lists: Sequence[Sequence[Entry]], person_of: Callable[[Entry], Any] = lambda entry: entry
) -> list[Combined[Entry]]:
    """Everybody of all lists, each once, in the order in which they are first met."""
    parents: dict[str, str] = {}

    def root(anchor: str) -> str:
        while parents.setdefault(anchor, anchor) != anchor:
            parents[anchor] = parents[parents[anchor]]
            anchor = parents[anchor]
        return anchor

    rooted: list[list[tuple[str, Entry]]] = []
    for number, entries in enumerate(lists):
        known = []
        for place, entry in enumerate(entries):
            anchors = _joining(anchors_of(person_of(entry))) or [f"only:{number}:{place}"]
            for anchor in anchors[1:]:
                parents[root(anchor)] = root(anchors[0])
            root(anchors[0])
            known.append((anchors[0], entry))
        rooted.append(known)
    people: dict[str, Combined[Entry]] = {}
    for number, known in enumerate(rooted):
        for anchor, entry in known:
            person = people.setdefault(root(anchor), Combined(entry))
            if number not in person.lists:
                person.lists.append(number)
                person.entries.append(entry)
    return list(people.values())


def _joining(anchors: list[str]) -> list[str]:
    """The anchors that make two entries one person."""
    if any(anchor.startswith("id:") for anchor in anchors):
        return [anchor for anchor in anchors if not anchor.startswith("mail:")]
    return anchors


def choose_people(
    people: Sequence[Combined[Entry]], operation: Operation, lists: int, first: int = 0
) -> list[Combined[Entry]]:
    """Those whom an operation leaves, of `lists` lists, `first` being the one others are
    compared with."""
    if operation == "any":
        return list(people)
    if operation == "all":
        return [person for person in people if len(person.lists) == lists]
    mine = [person for person in people if first in person.lists]
    alone = operation == "first"
    return [person for person in mine if (len(person.lists) == 1) == alone]
