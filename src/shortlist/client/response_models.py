"""Responses as our own models; raises `NotUnderstood` for what is not what was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from shortlist.client.errors import BadAnswer, NotUnderstood

if TYPE_CHECKING:
    from shortlist.client.calls import Answer
    from shortlist.contract.account import UsageResponse
    from shortlist.contract.enrich import EnrichResponse
    from shortlist.contract.person import PersonResponse, PersonRunResponse
    from shortlist.contract.search import SearchResponse
    from shortlist.contract.sets import CreatedSet, ItemList, PeopleSet, SetList


def search(answer: Answer) -> SearchResponse:
    from shortlist.client.dialect.people import read_search, tells_people

    if not tells_people(answer.value):
        raise _not_understood("a search", answer)
    return read_search(answer.value)


def created_set(answer: Answer) -> CreatedSet:
    from shortlist.client.dialect.sets import read_created_set

    try:
        return read_created_set(answer.value, request_id=answer.request_id)
    except BadAnswer:
        raise _not_understood("the creation of a Set, which has no id,", answer) from None


def set_list(answer: Answer) -> SetList:
    from shortlist.client.dialect.pages import tells_list
    from shortlist.client.dialect.sets import read_set_list

    if not tells_list(answer.value):
        raise _not_understood("the reading of the list of Sets", answer, paid=False)
    return read_set_list(answer.value)


def item_list(answer: Answer) -> ItemList:
    from shortlist.client.dialect.pages import tells_list
    from shortlist.client.dialect.sets import read_item_list

    if not tells_list(answer.value):
        raise _not_understood("the reading of the people of a Set", answer, paid=False)
    return read_item_list(answer.value)


def canceled_set(answer: Answer) -> PeopleSet | None:
    """The Set as it is after a cancel, where the answer tells of it."""
    from shortlist.client.dialect.sets import read_set

    with suppress(BadAnswer):
        return read_set(answer.value, request_id=answer.request_id)
    return None


def enriched(answer: Answer, fields: Sequence[str]) -> EnrichResponse:
    from shortlist.client.dialect.account import read_enrich

    read = read_enrich(answer.value, fields)
    if not read.data:
        raise _not_understood("an enrichment", answer)
    return read


def person_or_run(answer: Answer, run_id: str | None = None) -> PersonResponse | PersonRunResponse:
    """`run_id`: the run that was polled; without one, the answer is to its start."""
    from shortlist.client.dialect.account import read_person_or_run, tells_dossier
    from shortlist.client.unexpected_answers import find_set
    from shortlist.contract.person import PersonRunResponse

    if run_id is None and find_set(answer.value) is not None:
        raise _not_understood("a research", answer)
    try:
        read = read_person_or_run(
            answer.status,
            answer.value,
            answer.location,
            request_id=answer.request_id,
            run_id=run_id,
        )
    except BadAnswer:
        raise _not_understood("a research", answer) from None
    if not isinstance(read, PersonRunResponse) and not tells_dossier(answer.value):
        raise _not_understood("a research", answer)
    return read


def usage(answer: Answer) -> UsageResponse:
    from shortlist.client.dialect.usage import read_usage, tells_usage

    if not tells_usage(answer.value):
        raise _not_understood("the reading of the usage", answer, paid=False)
    return read_usage(answer.value)


def _not_understood(what: str, answer: Answer, *, paid: bool = True) -> NotUnderstood:
    from shortlist.client.unexpected_answers import explain_unexpected

    return explain_unexpected(what, answer, paid=paid)
