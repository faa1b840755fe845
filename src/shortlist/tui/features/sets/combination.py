"""The people of several Sets, read to be compared and combined."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from shortlist.desk.list_combination import Combined, Operation, choose_people, merge_lists
from shortlist.tui.kit.words import number, plain

if TYPE_CHECKING:
    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.desk.store import Store
    from shortlist.tui.live.tracker import Tracker

SETS_MOST: Final = 20
_READ_AT_ONCE: Final = 3


@dataclass
class SetComparison:
    """Several Sets and the people in them."""

    sets: list[PeopleSet]
    people: list[Combined[SetItem]]
    kept: list[str] = field(default_factory=list)
    """Sets that the service did not give now: what this machine kept of them was used, by id."""
    missing: list[str] = field(default_factory=list)
    """Sets of which nothing could be read, by id."""
    deployment: str = ""
    purposes: Mapping[str, str] = field(default_factory=dict)
    """What Sets were noted down to be for, by id."""

    def chosen(self, operation: Operation, first: int) -> list[Combined[SetItem]]:
        return choose_people(self.people, operation, len(self.sets), first)

    def items(self, operation: Operation, first: int) -> list[SetItem]:
        """The people an operation leaves, each with where they were found."""
        return [self._told(person) for person in self.chosen(operation, first)]

    def _told(self, person: Combined[SetItem]) -> SetItem:
        from shortlist.desk.person_rows import PROVENANCE_COLUMNS, item_row

        item, home = person.entry, self.sets[person.lists[0]]
        purpose = self.purposes.get(home.id)
        row = item_row(item, home, deployment=self.deployment, purpose=purpose)
        row["seen_in"] = "; ".join(name_of(self.sets[at]) for at in person.lists)
        if home.id in self.kept:
            row["retrieved_at"] = None  # It was before, and nobody noted when.
        found = {key: row[key] for key in PROVENANCE_COLUMNS if row.get(key) is not None}
        return item.model_copy(update={"found": found})


def name_of(the_set: PeopleSet) -> str:
    """What a person calls a Set: its query."""
    search = the_set.newest
    return plain(search.query if search else the_set.id, 120)


def title_of(comparison: SetComparison, operation: Operation, first: int) -> str:
    """What a combination is called, over its people."""
    names = [f"“{plain(name_of(the_set), 40)}”" for the_set in comparison.sets]
    mine = names[first]
    others = [name for at, name in enumerate(names) if at != first]
    rest = others[0] if len(others) == 1 else f"{number(len(others))} other Sets"
    if operation in ("any", "all"):
        listed = " and ".join(names) if len(names) == 2 else f"{number(len(names))} Sets"
        return f"In any of {listed}" if operation == "any" else f"In all of {listed}"
    return f"Only in {mine}, not in {rest}" if operation == "first" else f"In {mine} and in {rest}"


async def read_comparison(
    tracker: Tracker, sets: Sequence[PeopleSet], purposes: Mapping[str, str]
) -> SetComparison:
    """The people of `sets`: from the service, else as they are kept on this machine.

    `purposes`: what Sets were noted down to be for, by id; it goes with their people.
    """
    gate = asyncio.Semaphore(_READ_AT_ONCE)
    kept: list[str] = []
    missing: list[str] = []

    async def read(the_set: PeopleSet) -> list[SetItem]:
        try:
            if tracker.ready:
                async with gate:
                    items = await tracker.all_items(the_set.id)
                await asyncio.to_thread(tracker.ledger.keep, partial(_keep, the_set.id, items))
                return items
        except Exception:
            pass  # What is kept is used, and it is said.
        items = await asyncio.to_thread(_kept_items, tracker, the_set.id)
        (kept if items or not the_set.item_count else missing).append(the_set.id)
        return items

    lists = await asyncio.gather(*(read(the_set) for the_set in sets))
    people = await asyncio.to_thread(merge_lists, lists, lambda item: item.person)
    return SetComparison(list(sets), people, kept, missing, tracker.deployment, dict(purposes))


def _keep(set_id: str, items: Sequence[SetItem], store: Store) -> None:
    """Keep what the service has now, and nobody it has no more."""
    if store.item_count(set_id) > len(items):
        store.forget_items(set_id)
    store.remember_items(set_id, [item.to_wire() for item in items])


def _kept_items(tracker: Tracker, set_id: str) -> list[SetItem]:
    from shortlist.contract.sets import SetItem

    store = tracker.store
    bodies = store.items(set_id, limit=-1) if store is not None else []
    return [SetItem.model_validate(body) for body in bodies]
