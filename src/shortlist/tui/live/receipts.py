"""What the answers say was charged, as receipts. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shortlist.contract.limits import ENRICH_PRICES
from shortlist.contract.times import format_time
from shortlist.desk.receipts import Receipt
from shortlist.tui.kit.words import FIELD_NAMES, people, plain

if TYPE_CHECKING:
    from datetime import datetime

    from shortlist.contract.enrich import EnrichResponse
    from shortlist.contract.envelope import Meta
    from shortlist.contract.person import Person, PersonResponse
    from shortlist.contract.search import SearchResponse
    from shortlist.contract.sets import PeopleSet
    from shortlist.tui.kit.query.question import Question
    from shortlist.tui.live.state import Subject

KINDS = {
    "search": "Search",
    "sets": "Set",
    "enrich": "Enrich",
    "person": "Person",
    "network": "Network",
}


def search_receipts(
    asked: Question, answer: SearchResponse, key: str, at: datetime
) -> list[Receipt]:
    charged = answer.meta.credits_charged
    if not charged:
        return []
    words = plain(asked.typed or asked.query, 300)
    found = people(len(answer.data.results))
    return [
        Receipt(key, format_time(at), "search", words, words, found, charged, _id(answer.meta), key)
    ]


def enrich_receipts(
    subject: Subject, answer: EnrichResponse, key: str, at: datetime
) -> list[Receipt]:
    """One for each field that was billed; one for all where the sum is not the list prices'."""
    usage = answer.meta.usage
    prices: dict[str, float] = {name: ENRICH_PRICES.get(name, 0) for name in usage.billed}
    total = usage.acu_used if usage.acu_used is not None else sum(prices.values())
    if not total:
        return []
    if sum(prices.values()) != total:
        prices = {" + ".join(usage.billed): total}
    return [
        Receipt(
            f"{key}/{name}",
            format_time(at),
            "enrich",
            subject.key,
            plain(subject.name, 200),
            FIELD_NAMES.get(name, plain(name, 80)),
            price,
            _id(answer.meta),
            key,
        )
        for name, price in prices.items()
    ]


def person_receipts(person_id: str, answer: PersonResponse, at: datetime) -> list[Receipt]:
    charged = answer.meta.credits_charged
    if not charged:
        return []
    name = answer.data.identity.name if answer.data is not None else ""
    request_id = _id(answer.meta)
    return [
        Receipt(
            request_id or f"person/{person_id}/{format_time(at)}",
            format_time(at),
            "person",
            person_id,
            plain(name, 200) or person_id,
            "research",
            charged,
            request_id,
            "",
        )
    ]


def network_receipts(
    person: Person, what: str, meta: Meta, key: str, at: datetime
) -> list[Receipt]:
    if not meta.credits_charged:
        return []
    name = plain(person.name, 200) or person.person_id
    field = f"profiles: {what}"
    charged = meta.credits_charged
    return [
        Receipt(
            key, format_time(at), "network", person.person_id, name, field, charged, _id(meta), key
        )
    ]


def set_receipts(sets: Sequence[PeopleSet], asked: dict[str, tuple[str, str]]) -> list[Receipt]:
    """Of Sets whose searches have ended. `asked`: the key and request id of those made here."""
    receipts = []
    for the_set in sets:
        search = the_set.newest
        if search is None or not search.finished or not the_set.spent_credits:
            continue
        ended = search.finished_at or the_set.updated_at or the_set.created_at
        if ended is None:
            continue
        key, request_id = asked.get(the_set.id, ("", ""))
        receipts.append(
            Receipt(
                f"set/{the_set.id}",
                format_time(ended),
                "sets",
                the_set.id,
                plain(search.query, 300) or the_set.id,
                "admitted"
                if the_set.item_count is None
                else f"{people(the_set.item_count)} admitted",
                the_set.spent_credits,
                request_id,
                key,
            )
        )
    return receipts


def _id(meta: Any) -> str:
    return plain(getattr(meta, "request_id", "") or "", 200)
