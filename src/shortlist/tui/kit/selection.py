"""The selection: people chosen over pages, filters, Sets and screens, with undo and redo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from shortlist.tui.kit.roster import PersonAt

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.tui.kit.roster import Roster


_STEPS: Final = 100


class _Step(NamedTuple):
    added: dict[str, Person | PersonAt]
    removed: dict[str, Person | PersonAt]


class Selection:
    """Who is chosen, each once, in the order chosen. A step holds only what it changed."""

    def __init__(self) -> None:
        self._people: dict[str, Person | PersonAt] = {}
        self._done: list[_Step] = []
        self._undone: list[_Step] = []

    def __len__(self) -> int:
        return len(self._people)

    def __contains__(self, person_id: object) -> bool:
        return person_id in self._people

    def __iter__(self) -> Iterator[Person]:
        return (_whole(entry) for entry in list(self._people.values()))

    @property
    def entries(self) -> list[Person | PersonAt]:
        """As they were chosen: those of a list still know which one."""
        return list(self._people.values())

    @property
    def ids(self) -> list[str]:
        return list(self._people)

    def toggle(self, person: Person | PersonAt) -> bool:
        """Whether the person is chosen now."""
        person_id = person.person_id
        if person_id in self._people:
            self._change(_Step({}, {person_id: self._people[person_id]}))
            return False
        self._change(_Step({person_id: person}, {}))
        return True

    def add(self, people: Iterable[Person | PersonAt]) -> int:
        """How many were not chosen before."""
        new: dict[str, Person | PersonAt] = {}
        for person in people:
            person_id = person.person_id
            if person_id not in self._people:
                new.setdefault(person_id, person)
        self._change(_Step(new, {}))
        return len(new)

    def add_at(self, roster: Roster, indices: Sequence[int]) -> int:
        """The same for many of one list."""
        new: dict[str, Person | PersonAt] = {}
        for person_id, index in zip(roster.person_ids(indices), indices, strict=True):
            if person_id not in self._people and person_id not in new:
                new[person_id] = PersonAt(roster, index)
        self._change(_Step(new, {}))
        return len(new)

    def remove(self, person_ids: Iterable[str]) -> int:
        """How many were chosen until now."""
        gone = {i: self._people[i] for i in person_ids if i in self._people}
        self._change(_Step({}, gone))
        return len(gone)

    def clear(self) -> int:
        return self.remove(list(self._people))

    def undo(self) -> bool:
        """Take back the last change; False when there is none."""
        if not self._done:
            return False
        step = self._done.pop()
        self._undone.append(step)
        self._apply(_Step(step.removed, step.added))
        return True

    def redo(self) -> bool:
        """Make the change again that was taken back last; False when there is none."""
        if not self._undone:
            return False
        step = self._undone.pop()
        self._done.append(step)
        self._apply(step)
        return True

    def _change(self, step: _Step) -> None:
        if not step.added and not step.removed:
            return
        self._apply(step)
        self._done = [*self._done[1 - _STEPS :], step]
        self._undone = []

    def _apply(self, step: _Step) -> None:
        for person_id in step.removed:
            self._people.pop(person_id, None)
        self._people.update(step.added)


def _whole(entry: Person | PersonAt) -> Person:
    return entry.person if isinstance(entry, PersonAt) else entry
