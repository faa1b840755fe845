"""Identity: the people of the index that an identifier fits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from shortlist.contract.times import parse_time
from shortlist.service.errors import ApiError
from shortlist.service.index.port import ANCHOR_PEOPLE_MAX, PeopleIndex, Record

ANCHOR_MAX_CHARS = 2_048

_PAIR = {"name", "company_domain"}
_FORMS = {
    "email": (
        re.compile(r"[^@\s]{1,64}@[^@\s]{1,253}\.[^@\s.]{2,}"),
        "an address such as jo@company.example",
    ),
    "profile_url": (
        re.compile(r"https?://[^\s/]+\.[^\s/]+\S*", re.IGNORECASE),
        "the whole address of a profile, such as https://network.example/in/jo",
    ),
    "company_domain": (
        re.compile(r"(?=.{4,253}$)([\w-]{1,63}\.)+[\w-]{2,63}", re.UNICODE),
        "a domain alone, such as company.example",
    ),
}


def read_anchor(given: Mapping[str, str | None]) -> dict[str, str]:
    """The one anchor among `given`: `profile_url`, `person_id`, `email`, or `name` with
    `company_domain`; surrounding blanks are cut.

    Raises `ApiError`: `identity_required` for none or half of one, `validation_failed` for more
    than one or one that is malformed.
    """
    anchor = {name: value.strip() for name, value in given.items() if value and value.strip()}
    pair = _PAIR & anchor.keys()
    anchors = (anchor.keys() - pair) | ({"name"} if pair else set())
    if not anchors:
        raise ApiError("identity_required", f"Give exactly one of: {_ways(given)}.")
    if len(anchors) > 1:
        raise ApiError(
            "validation_failed",
            f"Give exactly one of: {_ways(given)}; this has {', '.join(sorted(anchor))}.",
            field=min(anchor),
        )
    if len(pair) == 1:
        missing = (_PAIR - pair).pop()
        raise ApiError(
            "identity_required", f"{pair.pop()} needs {missing} beside it.", field=missing
        )
    for name, value in anchor.items():
        if len(value) > ANCHOR_MAX_CHARS:
            said = f"takes at most {ANCHOR_MAX_CHARS:,} characters, and this has {len(value):,}"
            raise ApiError("validation_failed", f"{name} {said}.", field=name)
        if name in _FORMS and not (form := _FORMS[name])[0].fullmatch(value):
            raise ApiError("validation_failed", f"{name} must be {form[1]}.", field=name)
    return anchor


def _ways(given: Mapping[str, str | None]) -> str:
    single = [name for name in ("profile_url", "person_id", "email") if name in given]
    return ", ".join([*single, "name with company_domain"])


def how_many(people: Sequence[Record]) -> str:
    """How many people an anchor fits, as far as that was counted."""
    more = " or more" if len(people) >= ANCHOR_PEOPLE_MAX else ""
    return f"{len(people)}{more} people"


def names_of(anchor: Mapping[str, str]) -> list[tuple[str, str]]:
    """What `anchor` can be on the list of those left out by: kind and value."""
    if "name" in anchor:
        return [("name_domain", f"{anchor['name']}|{anchor['company_domain']}")]
    return list(anchor.items())


def is_left_out(index: PeopleIndex, anchor: Mapping[str, str]) -> bool:
    """Whether the person, address or profile that `anchor` names asked to be left out."""
    return any(index.suppressed(kind, [value]) for kind, value in names_of(anchor))


def people_of(index: PeopleIndex, anchor: Mapping[str, str]) -> Sequence[Record]:
    """Everyone of the index that `anchor` fits, each once; nobody where they asked to be left
    out."""
    return [] if is_left_out(index, anchor) else each_once(index, anchor)


def each_once(index: PeopleIndex, anchor: Mapping[str, str]) -> Sequence[Record]:
    """As `people_of`, for who knows already that nobody asked to be left out. Of a person whom
    `anchor` fits by several records, that one stands for them that says best what is so now."""
    fits = _fitting(index, anchor)
    if len(fits) < 2:
        return fits
    seen: set[str] = set()
    once = []
    for record in sorted(fits, key=_how_old):
        if record["id"] not in seen:
            seen.update(index.same_as(record["id"]))
            once.append(record)
    return once


def others_of(index: PeopleIndex, record: Record) -> list[Record]:
    """The other records of the same person, those first that say best what is so now."""
    return sorted(index.get(index.same_as(record["id"])).values(), key=_how_old)


def _how_old(record: Record) -> tuple[int, int, str]:
    """Sorts records by what they know: who is in office before who left it, new before old."""
    at = parse_time(record.get("as_of"))
    left = ("current", "unverified", "former")
    status = record.get("status")
    return (
        left.index(status) if status in left else 1,
        -int(at.timestamp()) if at else 0,
        str(record["id"]),
    )


def _fitting(index: PeopleIndex, anchor: Mapping[str, str]) -> Sequence[Record]:
    if "person_id" in anchor:
        return list(index.get([anchor["person_id"]]).values())
    if "email" in anchor:
        return index.find_by_anchor("email", anchor["email"])
    if "profile_url" in anchor:
        return index.find_by_anchor("profile", anchor["profile_url"])
    return index.find_by_anchor("name_domain", f"{anchor['name']}|{anchor['company_domain']}")
