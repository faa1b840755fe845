"""A cache of the finder's last answers."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final, NamedTuple

from shortlist.contract.search import SearchType
from shortlist.service.index.port import Filters
from shortlist.service.search.port import FoundPeople

_KEPT: Final = 1024
"""Of 150 people at most each, some 20 KB: their records are shared with the cards of the index."""


class AnswerKey(NamedTuple):
    """What an answer depends on, beside the index."""

    query: str | None
    filters: Filters
    type: SearchType
    limit: int


class Answers:
    """Thread-safe. An answer is of one generation of the index, and is gone with it: who changed,
    or asked to be left out, is in none. Answers are shared; nobody changes one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation = -1
        self._known: OrderedDict[AnswerKey, FoundPeople] = OrderedDict()

    def get(self, generation: int, question: AnswerKey) -> FoundPeople | None:
        """The answer given in this generation; None when there is none any more."""
        with self._lock:
            if generation != self._generation:
                return None
            found = self._known.get(question)
            if found is not None:
                self._known.move_to_end(question)
            return found

    def put(self, generation: int, question: AnswerKey, found: FoundPeople) -> None:
        """Keep an answer that was found in `generation`, the one before asking."""
        with self._lock:
            if generation < self._generation:
                return
            if generation > self._generation:
                self._generation = generation
                self._known.clear()
            self._known[question] = found
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
