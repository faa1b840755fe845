"""Cards: what ranking and answers need of each person in a list, and a cache of them."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

import orjson

from shortlist.contract.limits import SEARCH_FIELDS_DEFAULT
from shortlist.service.index.port import PeopleIndex, Record
from shortlist.service.index.retrieval import Candidates, Retriever, Rows
from shortlist.service.lexicon.text import name_words

_SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})
_KEPT: Final = 50_000
"""Cards, at about 1 KB each."""


class Card(NamedTuple):
    """A person as ranking and answers need them."""

    person_id: str
    name: str
    name_words: tuple[str, ...]
    """Its folded words, without `jr` and the like."""
    last_name: str
    """The last word of the last name; empty without a name."""
    shown: str
    """`"person_id":…,"name":…,` and so on in JSON, all of `SEARCH_FIELDS_DEFAULT`."""

    @classmethod
    def of(cls, record: Record) -> Card:
        """The card of `record`."""
        name = str(record.get("name") or "")
        said = tuple(part for part in name_words(name) if part not in _SUFFIXES)
        last_name = name_words(str(record.get("last_name") or "")) or said[-1:]
        shown: dict[str, object] = {"person_id": str(record["id"])}
        for field in SEARCH_FIELDS_DEFAULT:
            key = "profile_url" if field == "profile" else field
            shown[key] = record.get(key)
        return cls(
            person_id=str(record["id"]),
            name=name,
            name_words=said,
            last_name=last_name[-1] if last_name else "",
            shown=orjson.dumps(shown).decode()[1:-1] + ",",
        )


class Cards:
    """The cards of an index. Thread-safe; forgotten whenever the index changes."""

    def __init__(self, index: CardSource) -> None:
        self._index = index
        self._lock = threading.Lock()
        self._generation = -1
        self._known: dict[str, Card] = {}

    def at(self, candidates: Candidates, rows: Rows) -> list[Card | None]:
        """The cards of these rows; None for those who are gone."""
        ids = candidates.ids(rows)
        found = self.of(ids)
        return [found.get(each) for each in ids]

    def of(self, person_ids: Sequence[str]) -> dict[str, Card]:
        """The cards of these people, in their order; unknown and removed ones are left out."""
        generation = self._index.generation
        with self._lock:
            if generation != self._generation:
                self._generation, self._known = generation, {}
            known = self._known
        found = {i: known.get(i) for i in person_ids}
        missing = [i for i, card in found.items() if card is None]
        if missing:
            made = {i: Card.of(record) for i, record in self._index.get(missing).items()}
            found.update(made)
            with self._lock:
                # What was read before a change must not outlive it.
                if generation == self._index.generation and known is self._known:
                    if len(known) > _KEPT:
                        known.clear()
                    known.update(made)
        return {i: card for i, card in found.items() if card is not None}


class CardSource(PeopleIndex, Retriever, Protocol):
    """What `Cards` needs: everybody's, and when they changed."""


def once(ordered: Iterable[str], cards: dict[str, Card], index: PeopleIndex) -> list[str]:
    """`ordered` without those who have no card, and later records of someone who came before."""
    seen: set[str] = set()
    kept = []
    for person_id in ordered:
        if person_id in cards and person_id not in seen:
            if same := index.same_as(person_id):
                seen.update(same)
            kept.append(person_id)
    return kept
