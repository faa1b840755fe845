"""The cards of the people that lists are made of, kept ready."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from shortlist.service.index.card import Card
from shortlist.service.index.port import PeopleIndex
from shortlist.service.index.retrieval import Everyone, Retriever, Rows

_KEPT: Final = 50_000
"""Cards, at about 1 KB each."""


class Cards:
    """The cards of an index. Thread-safe; forgotten whenever the index changes."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._lock = threading.Lock()
        self._everyone: Everyone | None = None
        self._by_row: dict[int, Card] = {}

    def at(self, everyone: Everyone, rows: Rows) -> list[Card | None]:
        """The cards of these rows of one moment; None for those who are gone."""
        with self._lock:
            if everyone is not self._everyone:
                self._everyone, self._by_row = everyone, {}
            known = self._by_row
        found = [known.get(row) for row in rows.tolist()]
        missing = [at for at, card in enumerate(found) if card is None]
        if missing:
            generation = self._index.generation
            made = self._index.cards(everyone, rows[missing])
            for at, card in zip(missing, made, strict=True):
                found[at] = card
            with self._lock:
                # What was read before a change must not outlive it.
                if generation == self._index.generation and everyone is self._everyone:
                    if len(known) > _KEPT:
                        known.clear()
                    read = zip(rows[missing].tolist(), made, strict=True)
                    known.update((row, card) for row, card in read if card is not None)
        return found

    def of(self, person_ids: Sequence[str]) -> dict[str, Card]:
        """The cards of these people, in their order; unknown and removed ones are left out."""
        everyone = self._index.everyone
        ids = list(dict.fromkeys(person_ids))
        rows = everyone.rows(ids)
        there = [at for at, row in enumerate(rows.tolist()) if row >= 0]
        cards = self.at(everyone, rows[there])
        return {ids[at]: card for at, card in zip(there, cards, strict=True) if card is not None}


class Index(PeopleIndex, Retriever, Protocol):
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
