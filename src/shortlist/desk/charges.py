"""Receipts and lookup outcomes, made from answers.

The app and the commands keep both as they are made here: a charge has one id, whoever is told of
it, and is kept once. `at` is when the answer came; now, where it is not given. `hidden`: the answer
turned out to be about somebody who is left out: what was paid stays, without saying for whom.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from shortlist.contract.enrich import FOUND, NOT_FOUND
from shortlist.contract.limits import ENRICH_PRICES
from shortlist.contract.times import format_time
from shortlist.desk.receipts import Receipt
from shortlist.desk.yields import Outcome

if TYPE_CHECKING:
    from shortlist.contract.enrich import EnrichResponse
    from shortlist.contract.envelope import Meta
    from shortlist.contract.person import PersonResponse
    from shortlist.contract.sets import PeopleSet

_FIELD_WORDS: Final = {
    "work_email": "Work e-mail",
    "personal_email": "Personal e-mail",
    "phone": "Phone",
}


_NOBODY: Final = "somebody left out"
_LONGEST: Final = 300
"""Characters of a name, or of what was searched for, that a receipt has."""


def _time(at: datetime | None) -> str:
    return format_time(at or datetime.now(UTC))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def search_receipts(
    words: str, found: int, meta: Meta, key: str, at: datetime | None = None
) -> list[Receipt]:
    """Of a search for `words`, asked under `key`, that found so many people."""
    if not meta.credits_charged:
        return []
    told = f"{found:,} {'person' if found == 1 else 'people'}"
    charged, request_id, words = meta.credits_charged, meta.request_id, _cut(words)
    return [Receipt(key, _time(at), "search", words, words, told, charged, request_id, key)]


def enrich_receipts(
    subject: str,
    name: str,
    answer: EnrichResponse,
    key: str,
    at: datetime | None = None,
    *,
    hidden: bool = False,
) -> list[Receipt]:
    """One for each field that was billed; one for all where the sum is not the list prices'.
    `subject`: what the contacts are kept under (`resumed.person_of`)."""
    usage = answer.meta.usage
    prices: dict[str, float] = {field: ENRICH_PRICES.get(field, 0) for field in usage.billed}
    total = usage.acu_used if usage.acu_used is not None else sum(prices.values())
    if not total:
        return []
    if sum(prices.values()) != total:
        prices = {" + ".join(usage.billed): total}
    if hidden:
        subject, name = "", _NOBODY
    when = _time(at)
    return [
        Receipt(
            id=f"{key}/{field}",
            at=when,
            kind="enrich",
            subject=subject,
            name=_cut(name or subject),
            detail=_FIELD_WORDS.get(field, field),
            credits=price,
            request_id=answer.meta.request_id,
            key=key,
        )
        for field, price in prices.items()
    ]


def person_receipts(
    subject: str, answer: PersonResponse, at: datetime | None = None, *, hidden: bool = False
) -> list[Receipt]:
    """Of the research of one person."""
    charged, request_id = answer.meta.credits_charged, answer.meta.request_id
    if not charged:
        return []
    when, data = _time(at), answer.data
    who = (data.person_id if data is not None else "") or subject
    name = (data.identity.name if data is not None else None) or who
    id_ = _research_id(who, answer) or request_id or f"person/{when}"
    if hidden:
        who, name = "", _NOBODY
    return [Receipt(id_, when, "person", who, _cut(name), "research", charged, request_id, "")]


def _research_id(who: str, answer: PersonResponse) -> str:
    """The same for everybody who followed one run: each was told its charge, in a request of their
    own. Empty where the dossier does not say when it was made.

    A digest: the id stays when the person is taken out of a receipt.
    """
    made = answer.data.researched_at if answer.data is not None else None
    if not who or made is None:
        return ""
    return f"person/{hashlib.sha256(f'{who} {format_time(made)}'.encode()).hexdigest()[:32]}"


def network_receipts(
    subject: str,
    name: str | None,
    what: str,
    meta: Meta,
    key: str,
    at: datetime | None = None,
    *,
    hidden: bool = False,
) -> list[Receipt]:
    """Of a profile on a network; few deployments charge for it."""
    if not meta.credits_charged:
        return []
    when, charged, request_id = _time(at), meta.credits_charged, meta.request_id
    id_ = key or request_id or f"network/{when}"
    if hidden:
        subject, name = "", _NOBODY
    told, detail = _cut(name or subject), f"profiles: {what}"
    return [Receipt(id_, when, "network", subject, told, detail, charged, request_id, key)]


def set_receipts(
    sets: Iterable[PeopleSet], asked: Mapping[str, tuple[str, str]] | None = None
) -> list[Receipt]:
    """Of Sets whose searches have ended. `asked`: the key and request id of those made here."""
    receipts = []
    for the_set in sets:
        search = the_set.newest
        if search is None or not search.finished or not the_set.spent_credits:
            continue
        ended = search.finished_at or the_set.updated_at or the_set.created_at
        if ended is None:
            continue
        key, request_id = (asked or {}).get(the_set.id, ("", ""))
        count = the_set.item_count
        told = f"{count:,} {'person' if count == 1 else 'people'} " if count is not None else ""
        receipts.append(
            Receipt(
                id=f"set/{the_set.id}",
                at=format_time(ended),
                kind="sets",
                subject=the_set.id,
                name=_cut(search.query or the_set.id),
                detail=f"{told}admitted",
                credits=the_set.spent_credits,
                request_id=request_id,
                key=key,
            )
        )
    return receipts


def outcomes_of(
    key: str, domain: str, answer: EnrichResponse, at: datetime | None = None
) -> list[Outcome]:
    """How each field of a lookup turned out, without saying of whom: at the company of `domain`,
    where that is known."""
    when, billed = _time(at), answer.meta.usage.billed
    return [
        Outcome(
            id=f"{key}/{name}",
            at=when,
            field=name,
            domain=domain,
            provider=told.source or "",
            found=told.status == FOUND,
            billed=name in billed,
        )
        for name, told in answer.data.items()
        if told.status in (FOUND, NOT_FOUND)
    ]
