"""People found by the handle of their profile, where their record spells the name otherwise.

`Leonidas Raptakis` is on record as Lou; the address of his profile says Leonidas. Where a query
looks like a name that nobody in the index has, those addresses are the evidence pages at hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shortlist.contract.search import SearchPlan
from shortlist.service.index.addresses import handle_words
from shortlist.service.index.port import PeopleIndex, Record
from shortlist.service.lexicon.text import words
from shortlist.service.search.port import FoundPeople

NAME_WORDS: Final = (2, 4)
CONFIDENCE: Final = 0.9
"""Of whom an address names in full (measured: `benchmarks/quality`)."""
_MAY_BE_NAMES: Final = frozenset({"name", "place", "organisation", "topic"})
"""What words of a name may be taken for."""

Led = tuple[str, Record]
"""The address of a page, and whose it is."""


def name_asked_for(query: str | None, found: FoundPeople) -> tuple[str, ...]:
    """The words of a query that may name somebody whom the index did not find by that name."""
    said = (query or "").split()
    fewest, most = NAME_WORDS
    if not fewest <= len(said) <= most or not all(word[0].isupper() for word in said):
        return ()
    if not may_be_name(found.plan):
        return ()
    asked = words(" ".join(said))
    if not all(word.isalpha() and len(word) > 1 for word in asked):
        return ()
    best = found.hits[0].card.name_words if found.hits else ()
    return () if set(asked) <= set(best) else asked


def may_be_name(plan: SearchPlan) -> bool:
    """Whether nothing of a query was understood that no name says."""
    return all(term.kind in _MAY_BE_NAMES and not term.negated for term in plan.terms)


def named_by_their_pages(index: PeopleIndex, asked: Sequence[str]) -> list[Led]:
    """The people whose own profile has all of the words `asked` in its address, and whose record
    has at least one of them in its name; nobody where that is more than one person."""
    led: dict[str, Led] = {}
    shared: dict[str, set[str]] = {}
    for address, record in index.find_by_handles(asked):
        name = set(words(str(record.get("name") or "")))
        if set(asked) <= handle_words(address) and not name.isdisjoint(asked):
            led.setdefault(record["id"], (f"https://{address}", record))
            shared.setdefault(address, set()).add(record["id"])
    several = {i for ids in shared.values() if len(ids) > 1 for i in ids}
    kept = [found for person_id, found in led.items() if person_id not in several]
    people = {min((found["id"], *index.same_as(found["id"]))) for _, found in kept}
    return kept[:1] if len(people) == 1 else []
