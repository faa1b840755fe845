"""What a list needs of each person in it, kept ready: far less than a record, asked for often."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import orjson

from shortlist.contract.limits import SEARCH_FIELDS_DEFAULT
from shortlist.service.index.port import PeopleIndex, Record
from shortlist.service.index.retrieval import Everyone, Retriever, Rows
from shortlist.service.lexicon.text import words

_KEPT: Final = 50_000
"""Cards, at about 1 KB each."""
_SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})


@dataclass(frozen=True, slots=True)
class Card:
    """A person as ranking and answers need them."""

    person_id: str
    name: str
    name_words: tuple[str, ...]
    """Its folded words, without `jr` and the like."""
    last_name: str
    """The last word of the last name; empty without a name."""
    id: str
    """The id in JSON."""
    fields: tuple[str, ...]
    """`"name":…,` in JSON, and so on: one for each of `SEARCH_FIELDS_DEFAULT`."""


class Cards:
    """The cards of an index. Thread-safe; forgotten whenever the index changes."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._lock = threading.Lock()
        self._generation = -1
        self._kept: OrderedDict[str, Card] = OrderedDict()
        self._everyone: Everyone | None = None
        self._by_row: dict[int, Card] = {}

    def at(self, everyone: Everyone, rows: Rows) -> list[Card | None]:
        """As `of`, by the rows of one moment; None for those who are gone."""
        with self._lock:
            if everyone is not self._everyone:
                self._everyone, self._by_row = everyone, {}
            known = self._by_row
        found = [known.get(row) for row in rows.tolist()]
        missing = [at for at, card in enumerate(found) if card is None]
        if missing:
            generation = self._index.generation
            ids = everyone.ids(rows[missing])
            made = self.of(ids)
            for at, person_id in zip(missing, ids, strict=True):
                found[at] = made.get(person_id)
            with self._lock:
                # As in `of`: what was read before a change must not outlive it.
                if generation == self._index.generation and everyone is self._everyone:
                    if len(known) > _KEPT:
                        known.clear()
                    named = zip(rows[missing].tolist(), missing, strict=True)
                    known.update((row, card) for row, at in named if (card := found[at]))
        return found

    def of(self, person_ids: Sequence[str]) -> dict[str, Card]:
        """The cards of these people, in their order; unknown and removed ones are left out."""
        generation = self._index.generation
        found: dict[str, Card] = {}
        with self._lock:
            if generation != self._generation:
                self._kept.clear()
                self._generation = generation
            for person_id in person_ids:
                card = self._kept.get(person_id)
                if card is not None:
                    self._kept.move_to_end(person_id)
                    found[person_id] = card
        missing = [i for i in dict.fromkeys(person_ids) if i not in found]
        if not missing:
            return found
        made = {i: card_of(record) for i, record in self._index.get(missing).items()}
        with self._lock:
            # What was read before a change must not outlive it.
            if generation == self._generation == self._index.generation:
                self._kept.update(made)
                while len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
        found.update(made)
        return {i: found[i] for i in person_ids if i in found}


class Index(PeopleIndex, Retriever, Protocol):
    """What `Cards` needs: records, and when they changed."""


def card_of(record: Record) -> Card:
    """The card of `record`."""
    name = str(record.get("name") or "")
    said = tuple(part for part in words(name) if part not in _SUFFIXES)
    last_name = words(str(record.get("last_name") or "")) or said[-1:]
    return Card(
        person_id=str(record["id"]),
        name=name,
        name_words=said,
        last_name=last_name[-1] if last_name else "",
        id=_json(str(record["id"])),
        fields=tuple(
            f'"{shown}":{_json(record.get(shown))},'
            for field in SEARCH_FIELDS_DEFAULT
            for shown in ("profile_url" if field == "profile" else field,)
        ),
    )


def _json(value: object) -> str:
    return orjson.dumps(value).decode()


def once(ordered: Iterable[str], cards: dict[str, Card], index: PeopleIndex) -> list[str]:
    """`ordered` without those who have no card, and later records of someone who came before."""
    seen: set[str] = set()
    kept = []
    for person_id in ordered:
        if person_id in cards and person_id not in seen:
            seen.update(index.same_as(person_id))
            kept.append(person_id)
    return kept
