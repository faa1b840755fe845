"""Storing the answers to replayed requests as if they had come in time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shortlist.client import JournalRow
    from shortlist.client.journal_replay import WhyNot
    from shortlist.desk.erasure import Theirs
    from shortlist.desk.store import Store

_LEFT_OUT = "somebody who is left out on this machine: not asked about again"


def refusal_of_replay(theirs: Theirs) -> WhyNot:
    """For `Shortlist.resume`: nobody who is left out is asked about again."""

    def why_not(row: JournalRow) -> str | None:
        try:
            asked = json.loads(row.body)
        except (ValueError, TypeError, RecursionError):
            return None
        return f"it is of {_LEFT_OUT}" if theirs.is_about(asked) else None

    return why_not


def keep_replayed_answer(
    store: Store, row: JournalRow, answer: Any, theirs: Theirs | None = None
) -> None:
    """Keep what is paid for: its receipt, the contacts of a lookup, what a Set that was made is
    for.

    `answer` is the JSON of the 2xx that came when `row` was replayed, all of it; of `theirs`, who
    are left out, nothing is kept but what was paid.
    """
    from shortlist.client.dialect.sets import read_created_set

    told, answer = answer, theirs.answer_without(answer) if theirs is not None else answer
    if row.path.endswith("/enrich"):
        _keep_contacts(store, row.body, answer)
        _keep_lookup(store, row, told, hidden=answer != told)
    elif row.path.endswith("/search"):
        _keep_search(store, row, answer)
    elif row.path.endswith("/sets"):
        from shortlist.client import ShortlistError

        try:
            store.set_came(row.key, read_created_set(answer).id)
        except ShortlistError:
            return  # An answer that names no Set.


def _keep_lookup(store: Store, row: JournalRow, answer: Any, *, hidden: bool) -> None:
    from shortlist.client.dialect.account import read_enrich
    from shortlist.desk.charges import enrich_receipts, outcomes_of

    try:
        asked = dict(json.loads(row.body))
    except (ValueError, TypeError):
        return
    read = read_enrich(answer, [str(field) for field in asked.get("fields") or ()])
    subject, name = person_of(asked), str(asked.get("name") or "")
    store.add_receipts(enrich_receipts(subject, name, read, row.key, hidden=hidden))
    domain = str(asked.get("company_domain") or "")
    store.add_outcomes(outcomes_of(row.key, domain, read))


def _keep_search(store: Store, row: JournalRow, answer: Any) -> None:
    from shortlist.client.dialect.people import read_search
    from shortlist.desk.charges import search_receipts

    try:
        words = str(dict(json.loads(row.body)).get("query") or "")
    except (ValueError, TypeError):
        return
    read = read_search(answer)
    store.add_receipts(search_receipts(words, len(read.data.results), read.meta, row.key))


def _keep_contacts(store: Store, body: bytes, answer: Any) -> None:
    try:
        asked = json.loads(body)
        results = dict(answer["data"])
    except (ValueError, KeyError, TypeError):
        return
    key = person_of(asked)
    if key:
        told = ((key, name, result) for name, result in results.items())
        store.remember_contacts(each for each in told if isinstance(each[2], dict))


def person_of(anchor: Mapping[str, Any]) -> str:
    """What the contacts of whom `anchor` names are kept under; empty where it names nobody."""
    kind = next((n for n in ("profile_url", "person_id", "email", "name") if anchor.get(n)), "")
    if kind in ("", "person_id"):
        return str(anchor.get("person_id") or "")
    values = [anchor[kind]] + ([anchor.get("company_domain", "")] if kind == "name" else [])
    return ":".join([kind, *map(str, values)])
