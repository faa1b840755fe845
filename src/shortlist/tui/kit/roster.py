"""The people of one list, 100,000 as easily as 100: slim in memory, read whole where they are kept.

What a line of the list shows is held as one text, and what the filter looks through as another.
The whole item, with its evidence, is read back from this machine's file when it is looked at; an
item that is not in that file (live ones, or where there is no file) is held as it came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from shortlist.desk.item_briefs import (
    CUT,
    SHOWN,
    UNCHECKED,
    VERDICT_LETTERS,
    Criteria,
    ItemLines,
    brief_item,
)

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.sets import PeopleSet, SetItem

__all__ = ["UNCHECKED", "VERDICT_LETTERS", "Brief", "PersonAt", "Roster"]


class Brief(NamedTuple):
    """What a line shows of an item: text, cleaned, empty where nothing is known."""

    item_id: str
    person_id: str
    name: str
    title: str
    company: str
    location: str
    industry: str
    seniority: str
    before: str
    """Past posts."""
    education: str
    skills: str
    languages: str
    certifications: str
    company_size: str
    confidence: str
    admitted: str
    """The day."""
    verdicts: str
    """A letter for each criterion of the roster, in its order; `-` where it was not checked."""


class Roster:
    """Items in the order in which they came, each once. Only its end ever changes."""

    def __init__(
        self,
        the_set: PeopleSet | None = None,
        read: Callable[[str], Mapping[str, Any] | None] | None = None,
    ) -> None:
        """`read` gives the wire shape of an item that is kept on this machine, by its id."""
        self.the_set = the_set
        self._read = read
        self._lines: list[str] = []
        self.texts: list[str] = []
        """What the filter looks through of each, casefolded."""
        self._ids: set[str] = set()
        self._held: dict[int, SetItem] = {}
        self._criteria: Criteria = {}

    def __len__(self) -> int:
        return len(self._lines)

    def __contains__(self, item_id: object) -> bool:
        return item_id in self._known()

    def __getitem__(self, index: int) -> SetItem:
        """The whole item, read where it is kept."""
        held = self._held.get(index)
        if held is not None:
            return held
        from shortlist.contract.person import Person
        from shortlist.contract.sets import SetItem

        brief = self.brief(index)
        body = self._read(brief.item_id) if self._read is not None else None
        if body is not None:
            return SetItem.model_validate(body)
        # The file was cleared under us: what the line showed is what there is.
        known: dict[str, Any] = {name: getattr(brief, name) or None for name in SHOWN}
        return SetItem(id=brief.item_id, person=Person(person_id=brief.person_id, **known))

    def __iter__(self) -> Iterator[SetItem]:
        return (self[index] for index in range(len(self)))

    @property
    def criteria(self) -> list[str]:
        """The criteria that any item was checked for, in the order in which they were met."""
        return [text for _id, text in self._criteria]

    def brief(self, index: int) -> Brief:
        """What a line shows."""
        return Brief(*self._lines[index].split(CUT))

    def briefs(self, indices: Iterable[int]) -> Iterator[Brief]:
        """Many of them, without keeping any."""
        return (Brief(*self._lines[index].split(CUT)) for index in indices)

    def person_ids(self, indices: Iterable[int]) -> Iterator[str]:
        """Those of many, without the rest of what their lines show."""
        lines = self._lines
        return (lines[index].split(CUT, 2)[1] for index in indices)

    def verdicts(self, indices: Iterable[int], criterion: int) -> Iterator[str]:
        """The letters of many on one criterion; `-` where it was not checked."""
        lines = self._lines
        every = (lines[index].rpartition(CUT)[2] for index in indices)
        return (letters[criterion : criterion + 1] or UNCHECKED for letters in every)

    def verdict(self, index: int, criterion: int) -> str:
        """The letter of one verdict; `-` where it was not checked."""
        verdicts = self.brief(index).verdicts
        return verdicts[criterion] if criterion < len(verdicts) else UNCHECKED

    # Taking in

    def add(self, items: Iterable[SetItem], *, kept: bool = False) -> int:
        """Take in items; how many were new. `kept`: they are in the file, and are not held."""
        known = self._known()
        new = {item.id: item for item in items if item.id not in known}
        if not kept:
            self._held.update(enumerate(new.values(), len(self)))
        self.put(_as_wire(item) for item in new.values())
        return len(new)

    def put(self, bodies: Iterable[Mapping[str, Any]]) -> None:
        """Put items (wire shape) at the end; those that are here already are passed over."""
        known = self._known()
        for body in bodies:
            line, text = brief_item(body, self._criteria)
            item_id = line.partition(CUT)[0]
            if item_id not in known:
                known.add(item_id)
                self._lines.append(line)
                self.texts.append(text)

    def take(self, run: ItemLines) -> None:
        """Put lines as they are kept in the file at the end; none of them is here already."""
        self._lines += run.lines
        self.texts += run.texts
        self._criteria |= run.criteria

    def _known(self) -> set[str]:
        """The ids of the items, found out once they are asked for."""
        if len(self._ids) < len(self._lines):
            self._ids.update(line.partition(CUT)[0] for line in self._lines[len(self._ids) :])
        return self._ids

    def hold(self, indices: Iterable[int]) -> None:
        """Read these now, and hold them: they are about to leave the file."""
        self._held.update({index: self[index] for index in indices})

    def held(self) -> list[SetItem]:
        """The items that are not in the file yet."""
        return list(self._held.values())

    def release(self) -> None:
        """All that was held is in the file now."""
        if self._read is not None:
            self._held.clear()


@dataclass(slots=True)
class PersonAt:
    """Somebody in a roster, without a copy: chosen by the thousand, read when needed."""

    roster: Roster
    index: int

    @property
    def person_id(self) -> str:
        return self.roster.brief(self.index).person_id

    @property
    def item(self) -> SetItem:
        return self.roster[self.index]

    @property
    def person(self) -> Person:
        return self.item.person


def _as_wire(item: SetItem) -> Mapping[str, Any]:
    """An item as a mapping, without the cost of writing it out."""
    return {
        "id": item.id,
        "person": item.person.__dict__,
        "verification": item.verification,
        "created_at": item.created_at,
    }
