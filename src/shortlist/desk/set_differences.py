"""Differences between two Sets: who came, who left, and whose details changed. Pure.

Of who left only what the two Sets show can be said: no API key sees who was not admitted, nor why
(interface, section 4.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from shortlist.desk.list_combination import merge_lists

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.sets import PeopleSet, SetItem, Verification

_COMPARED: Final = ("name", "title", "company", "location")


class Change(NamedTuple):
    """One thing that is told otherwise: a part of the person, or the verdict on a criterion."""

    what: str
    before: str | None
    after: str | None
    why: str | None = None
    """What the later verdict stands on, in its own words."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Somebody who is in both, and of whom something is told otherwise."""

    before: SetItem
    after: SetItem
    fields: list[Change]
    verdicts: list[Change]


@dataclass(slots=True)
class Difference:
    """From one Set to another."""

    came: list[SetItem] = field(default_factory=list)
    left: list[SetItem] = field(default_factory=list)
    changed: list[Changed] = field(default_factory=list)
    same: int = 0

    def __bool__(self) -> bool:
        return bool(self.came or self.left or self.changed)


def compare_sets(before: Sequence[SetItem], after: Sequence[SetItem]) -> Difference:
    """From `before` to `after`; two items are one person as `desk.list_combination` has it.
    Verdicts are compared on criteria of the same words."""
    found = Difference()
    for person in merge_lists([before, after], lambda item: item.person):
        if person.lists == [0]:
            found.left.append(person.entry)
        elif person.lists == [1]:
            found.came.append(person.entry)
        else:
            changed = _changed(*person.entries)
            if changed.fields or changed.verdicts:
                found.changed.append(changed)
            else:
                found.same += 1
    return found


def _changed(before: SetItem, after: SetItem) -> Changed:
    fields = [
        Change(name, old, new)
        for name in _COMPARED
        if (old := _said(before.person, name)) != (new := _said(after.person, name))
    ]
    old_verdicts = {_words(verdict): verdict for verdict in before.verification}
    verdicts = [
        Change(_named(verdict), known.status, verdict.status, why_of(verdict))
        for verdict in after.verification
        if (known := old_verdicts.get(_words(verdict))) and known.status != verdict.status
    ]
    return Changed(before, after, fields, verdicts)


def moved(before: Person, now: Person) -> str | None:
    """What is told of somebody now that was told otherwise; `None` where that is nothing."""
    told = [
        f"{name} {_said(before, name) or 'not given'} → {_said(now, name) or 'not given'}"
        for name in _COMPARED
        if _said(before, name) != _said(now, name)
    ]
    return f"they changed: {', '.join(told)}" if told else None


def _said(person: Any, name: str) -> str | None:
    return " ".join(str(getattr(person, name) or "").split()) or None


def _named(verdict: Verification) -> str:
    return verdict.criterion or verdict.criterion_id


def _words(verdict: Verification) -> str:
    return " ".join(_named(verdict).casefold().split())


def why_of(verdict: Verification) -> str | None:
    """What a verdict stands on: its reasoning, else the words it quotes."""
    quotes = (reference.quote for reference in verdict.references if reference.quote)
    return verdict.reasoning or next(quotes, None)


def why_not_there(other: PeopleSet) -> str:
    """Why somebody may not be in `other`, as far as it tells."""
    search = other.newest
    if search is None or not search.finished:
        return "it has not ended yet, and they may still come"
    if search.stop_reason == "budget":
        return "it stopped at its budget, and they may not have been reached"
    if search.status in ("failed", "canceled"):
        return f"it {'failed' if search.status == 'failed' else 'was canceled'} before its end"
    if search.count is not None and (other.item_count or 0) >= search.count:
        return f"it was full with {search.count:,}, and others came first"
    return "they did not meet every criterion, or are not found any more"


def notes_on(first: PeopleSet, second: PeopleSet) -> list[str]:
    """What has to be known to read the difference."""
    notes = []
    for set_ in (first, second):
        if set_.newest is not None and not set_.newest.finished:
            notes.append(f"{set_.id} has not ended yet: this is how it stands now.")
    mine, theirs = _asked(first), _asked(second)
    if mine[0] != theirs[0]:
        notes.append("The two ask for different people: their queries are not the same.")
    if mine[1] != theirs[1]:
        notes.append("They do not check the same: verdicts on what only one checks are left out.")
    return notes


def predecessor_of(set_: PeopleSet, others: Iterable[PeopleSet]) -> PeopleSet | None:
    """The newest of `others` that was made before `set_`, and asked and checked the same."""
    made = set_.created_at
    before = [
        other
        for other in others
        if other.id != set_.id
        and made is not None
        and other.created_at is not None
        and other.created_at < made
        and _asked(other)[0]
        and _asked(other) == _asked(set_)
    ]
    return max(before, key=lambda other: str(other.created_at), default=None)


def _asked(set_: PeopleSet) -> tuple[str, list[str]]:
    search = set_.newest
    if search is None:
        return "", []
    return search.query, sorted(each.description.casefold() for each in search.criteria)
