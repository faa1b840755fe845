"""Removal of people who asked to be left out from answers, also from those given before.

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

from shortlist.contract.enrich import NOT_FOUND, FieldResult
from shortlist.service.enrich.resolver import names_of_found
from shortlist.service.errors import ApiError
from shortlist.service.http.call import error_reply
from shortlist.service.http.idempotency import Stored
from shortlist.service.index.store import anybody_listed, anybody_listed_since, listed_among
from shortlist.service.index.web_people import names_to_check
from shortlist.service.search.answering import AnsweredSearch

Answer = dict[str, Any]
Listed = Callable[[str, list[str]], set[str]]
"""Those of the values, of one kind, that are on the list."""


def without_left_out(connection: Connection, stored: Stored, path: str, request: bytes) -> Stored:
    """`stored`, the answer to the body `request` of a POST to `path`, as it may be shown now."""
    if path not in _SHOWN or stored.status != 200 or not anybody_listed(connection):
        return stored

    def listed(kind: str, values: list[str]) -> set[str]:
        return listed_among(connection, kind, values)

    asked = any(listed(kind, [value]) for kind, value in asked_about(orjson.loads(request)))
    shown = shown_without(path, orjson.loads(stored.body), listed, asked, stored.request_id)
    return stored if shown is None else replace(stored, status=shown[0], body=shown[1])


def shown_without(
    path: str | None, answer: Answer, listed: Listed, asked: bool, request_id: str
) -> tuple[int, bytes] | None:
    """The status and body that `answer`, a 200 of `path`, has without whoever is listed; `asked`:
    whoever it was asked about is. None: it stays as it is."""
    shown = _SHOWN.get(path or "")
    if shown is None:
        return None
    try:
        found = shown(answer, listed, asked)
    except ApiError as refused:
        reply = error_reply(refused, request_id)
        return reply.status, reply.content()
    return None if found is None else (200, orjson.dumps(found))


def asked_about(given: Any) -> list[tuple[str, str]]:
    """Whom a request, or an identifier, names: kind and value, as the list of those left out
    has them. What names nobody has none."""
    if not isinstance(given, dict):
        return []
    own = {**given, **inner} if isinstance(inner := given.get("identifier"), dict) else given
    said = {name: str(own[name]) for name in _NAMES if isinstance(own.get(name), str)}
    single = ("person_id", "profile_url", "email")
    names: list[tuple[str, str]] = [(name, said[name]) for name in single if name in said]
    if "name" in said and "company_domain" in said:
        names.append(("name_domain", f"{said['name']}|{said['company_domain']}"))
    return names


_NAMES: Final = ("person_id", "profile_url", "email", "name", "company_domain")


def found_since(connection: Connection, answered: AnsweredSearch) -> AnsweredSearch:
    """`answered` without those who asked to be left out while it was being found."""
    if not anybody_listed_since(connection, answered.followed):
        return answered
    data: Answer = {
        "results": answered.results,
        "grounding": None if answered.grounding is None else dict(answered.grounding),
    }
    # Of whom no import tells, the list may know a name or a page and no id.
    told = {
        record["id"]
        for record in answered.told
        if any(listed_among(connection, kind, [value]) for kind, value in names_to_check(record))
    }

    def listed(kind: str, values: list[str]) -> set[str]:
        found = listed_among(connection, kind, values)
        return found | told.intersection(values) if kind == "person_id" else found

    if not _leave_out(data, listed):
        return answered
    shown = {_id_of(entry) for entry in data["results"]}
    return replace(
        answered,
        told=tuple(record for record in answered.told if record["id"] in shown),
        **data,
    )


def _search(answer: Answer, listed: Listed, _asked: bool) -> Answer | None:
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


def _enrich(answer: Answer, listed: Listed, asked: bool) -> Answer | None:
    found = {name: result["value"] for name, result in answer["data"].items()}
    names = names_of_found(found)
    names += [
        ("person_id", str(result["person_id"]))
        for result in answer["data"].values()
        if result.get("person_id")
    ]
    if not asked and not any(listed(kind, [value]) for kind, value in names):
        return None
    answer["data"] = {name: FieldResult(status=NOT_FOUND).to_wire() for name in answer["data"]}
    return answer


def _person(answer: Answer, listed: Listed, asked: bool) -> Answer | None:
    from shortlist.service.person.doubt import nobody

    dossier = answer["data"]
    if dossier is None or not (asked or listed("person_id", [dossier["person_id"]])):
        return None
    return {"data": None, "meta": {**answer["meta"], **nobody({}).meta()}}


def _socials(answer: Answer, listed: Listed, asked: bool) -> Answer | None:
    if asked or listed("person_id", [answer["data"]["person"]["person_id"]]):
        raise ApiError("not_found")
    return None


_SHOWN: Final[dict[str, Callable[[Answer, Listed, bool], Answer | None]]] = {
    "/v1/search": _search,
    "/v1/enrich": _enrich,
    "/v1/person": _person,
    "/v1/socials": _socials,
}
