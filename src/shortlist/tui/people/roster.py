"""The people of one list, 100,000 as easily as 100: slim in memory, whole where they are kept.

What a line of the list shows is packed into bytes, and what the filter looks through into others.
The whole item, with its evidence, is read back from this machine's file when it is looked at; an
item that is not in that file (live ones, or where there is no file) is held as it came.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from shortlist.tui.words import confidence, day, plain

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.sets import PeopleSet, SetItem

_CUT: Final = "\x1f"
_BRIEFS_HELD: Final = 2_000
VERDICT_LETTERS: Final = {"satisfied": "s", "unsatisfied": "x", "unclear": "u"}
UNCHECKED: Final = "-"


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
    confidence: str
    admitted: str
    """The day."""
    verdicts: str
    """A letter for each criterion of the roster, in its order; `-` where it was not checked."""


class Packed(NamedTuple):
    """Items made ready for a roster, on any thread."""

    ids: list[str]
    briefs: list[bytes]
    texts: list[bytes]


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
        self._ids: set[str] = set()
        self._held: dict[int, SetItem] = {}
        self._briefs = bytearray()
        self._brief_ends = array("I")
        self._texts = bytearray()
        self._text_ends = array("I")
        self._recent: dict[int, Brief] = {}
        self._criteria: dict[tuple[str, str], int] = {}

    def __len__(self) -> int:
        return len(self._brief_ends)

    def __contains__(self, item_id: object) -> bool:
        return item_id in self._ids

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
        known: dict[str, Any] = {name: getattr(brief, name) or None for name in _SHOWN}
        return SetItem(id=brief.item_id, person=Person(person_id=brief.person_id, **known))

    def __iter__(self) -> Iterator[SetItem]:
        return (self[index] for index in range(len(self)))

    @property
    def criteria(self) -> list[str]:
        """The criteria that any item was checked for, in the order in which they were met."""
        return [text for _id, text in self._criteria]

    def brief(self, index: int) -> Brief:
        """What a line shows."""
        found = self._recent.get(index)
        if found is None:
            start = self._brief_ends[index - 1] if index else 0
            text = self._briefs[start : self._brief_ends[index]].decode()
            found = Brief(*text.split(_CUT))
            if len(self._recent) >= _BRIEFS_HELD:
                self._recent.clear()
            self._recent[index] = found
        return found

    def briefs(self, indices: Iterable[int]) -> Iterator[Brief]:
        """Many of them, without keeping any."""
        blob, ends = self._briefs, self._brief_ends
        for index in indices:
            start = ends[index - 1] if index else 0
            yield Brief(*blob[start : ends[index]].decode().split(_CUT))

    def texts(self, start: int, stop: int) -> bytes:
        """What the filter looks through, of `start` to `stop`: casefolded UTF-8, a line each."""
        begin = self._text_ends[start - 1] if start else 0
        end = self._text_ends[stop - 1] if stop else 0
        return bytes(self._texts[begin:end])

    def verdict(self, index: int, criterion: int) -> str:
        """The letter of one verdict; `-` where it was not checked."""
        verdicts = self.brief(index).verdicts
        return verdicts[criterion] if criterion < len(verdicts) else UNCHECKED

    # Taking in

    def add(self, items: Iterable[SetItem], *, kept: bool = False) -> int:
        """Take in items; how many were new. `kept`: they are in the file, and are not held."""
        new: dict[str, SetItem] = {i.id: i for i in items if i.id not in self._ids}
        if not kept:
            start = len(self)
            self._held.update(enumerate(new.values(), start))
        self.take(self.pack(_as_wire(item) for item in new.values()))
        return len(new)

    def pack(self, bodies: Iterable[Mapping[str, Any]]) -> Packed:
        """Make items (wire shape) ready to be taken in; may run on a thread."""
        packed = Packed([], [], [])
        for body in bodies:
            person = body["person"]
            words = [plain(person.get(name), 300) for name in _SHOWN]
            score = person.get("confidence")
            words += [
                confidence(score) if isinstance(score, int | float) else "",
                _day(body.get("created_at")),
                self._letters(body.get("verification") or ()),
            ]
            item_id = plain(body.get("id"), 300)
            line = _CUT.join([item_id, plain(person.get("person_id"), 300), *words])
            packed.ids.append(item_id)
            packed.briefs.append(line.encode(errors="replace"))
            text = " ".join(word for word in words[:5] if word).casefold()
            packed.texts.append(text.encode(errors="replace") + b"\n")
        return packed

    def take(self, packed: Packed) -> None:
        """Put packed items at the end; those that are here already are passed over."""
        for item_id, brief, text in zip(*packed, strict=True):
            if item_id in self._ids:
                continue
            self._ids.add(item_id)
            self._briefs += brief
            self._brief_ends.append(len(self._briefs))
            self._texts += text
            self._text_ends.append(len(self._texts))

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

    def _letters(self, verification: Sequence[Any]) -> str:
        letters: list[str] = []
        for verdict in verification:
            given = verdict if isinstance(verdict, dict) else verdict.__dict__
            named = (str(given.get("criterion_id") or ""), plain(given.get("criterion"), 500))
            at = self._criteria.setdefault(named, len(self._criteria))
            letters += [UNCHECKED] * (at + 1 - len(letters))
            letters[at] = VERDICT_LETTERS.get(str(given.get("status")), "u")
        return "".join(letters)


@dataclass(frozen=True, slots=True)
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


_SHOWN: Final = ("name", "title", "company", "location", "industry", "seniority")


def _as_wire(item: SetItem) -> Mapping[str, Any]:
    """An item as a mapping, without the cost of writing it out."""
    return {
        "id": item.id,
        "person": item.person.__dict__,
        "verification": item.verification,
        "created_at": item.created_at,
    }


def _day(moment: Any) -> str:
    if not moment:
        return ""
    return str(moment)[:10] if isinstance(moment, str) else day(moment)
