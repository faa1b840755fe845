"""Who asked to be left out since an answer was found, or given, is not in it any more.

A search is answered from an index that follows the database: who asked while it ran is taken out
as it is charged. A replay is the first answer byte for byte (section 7), but for them: a search
without them, a clean miss of their contacts, nothing of their research and profiles. What was
charged is not charged again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import orjson
from sqlalchemy import Connection

from shortlist.contract.enrich import NOT_FOUND, EnrichRequest, FieldResult
from shortlist.service.enrich.room import names_of_found
from shortlist.service.errors import ApiError
from shortlist.service.http.call import error_reply
from shortlist.service.http.idempotency import Stored
from shortlist.service.identity import names_of, read_anchor
from shortlist.service.index.store import anybody_listed, anybody_listed_since, listed_among
from shortlist.service.search.answering import Answered

Answer = dict[str, Any]
Listed = Callable[[str, list[str]], set[str]]
"""Those of the values, of one kind, that are on the list."""


def without_left_out(connection: Connection, stored: Stored, path: str, request: bytes) -> Stored:
    """`stored`, the answer to the body `request` of a POST to `path`, as it may be shown now."""
    shown = _SHOWN.get(path)
    if shown is None or stored.status != 200 or not anybody_listed(connection):
        return stored

    def listed(kind: str, values: list[str]) -> set[str]:
        return listed_among(connection, kind, values)

    try:
        answer = shown(orjson.loads(stored.body), listed, orjson.loads(request))
    except ApiError as refused:
        reply = error_reply(refused, stored.request_id)
        return replace(stored, status=reply.status, body=reply.content())
    return stored if answer is None else replace(stored, body=orjson.dumps(answer))


def found_since(connection: Connection, answered: Answered) -> Answered:
    """`answered` without those who asked to be left out while it was being found."""
    if not anybody_listed_since(connection, answered.followed):
        return answered
    grounding = answered.grounding
    data = {
        "results": orjson.loads(answered.results),
        "grounding": None if grounding is None else orjson.loads(grounding),
    }
    if not _leave_out(data, lambda kind, values: listed_among(connection, kind, values)):
        return answered
    return replace(
        answered,
        people=len(data["results"]),
        results=orjson.dumps(data["results"]),
        grounding=None if grounding is None else orjson.dumps(data["grounding"]),
    )


def _search(answer: Answer, listed: Listed, _request: Answer) -> Answer | None:
    return answer if _leave_out(answer["data"], listed) else None


def _leave_out(data: Answer, listed: Listed) -> bool:
    """Take those who are listed out of the `data` of a search; whether anybody was."""
    pages = (data.get("grounding") or {}).get("results") or []
    people = [_id_of(entry) for entry in [*data["results"], *pages]]
    gone = listed("person_id", [id for id in people if id])
    gone_pages = listed("profile_url", [page["url"] for page in pages])
    if not gone and not gone_pages:
        return False
    data["results"] = [entry for entry in data["results"] if _id_of(entry) not in gone]
    if pages:
        data["grounding"]["results"] = [
            page for page in pages if _id_of(page) not in gone and page["url"] not in gone_pages
        ]
    return True


def _id_of(entry: Answer) -> str | None:
    id: str | None = (entry.get("person") or {}).get("person_id")
    return id


def _enrich(answer: Answer, listed: Listed, request: Answer) -> Answer | None:
    given = EnrichRequest.model_validate(request)
    anchor = read_anchor(given.model_dump(exclude={"fields", "enrichments"}))
    found = {name: result["value"] for name, result in answer["data"].items()}
    names = [*names_of(anchor), *names_of_found(found)]
    if not any(listed(kind, [value]) for kind, value in names):
        return None
    answer["data"] = {name: FieldResult(status=NOT_FOUND).to_wire() for name in answer["data"]}
    return answer


def _person(answer: Answer, listed: Listed, _request: Answer) -> Answer | None:
    from shortlist.service.person.unsure import nobody

    dossier = answer["data"]
    if dossier is None or not listed("person_id", [dossier["person_id"]]):
        return None
    return {"data": None, "meta": {**answer["meta"], **nobody({}).meta()}}


def _socials(answer: Answer, listed: Listed, _request: Answer) -> Answer | None:
    if listed("person_id", [answer["data"]["person"]["person_id"]]):
        raise ApiError("not_found")
    return None


_SHOWN: Final[dict[str, Callable[[Answer, Listed, Answer], Answer | None]]] = {
    "/v1/search": _search,
    "/v1/enrich": _enrich,
    "/v1/person": _person,
    "/v1/socials": _socials,
}
