"""Reading dossiers of person research (section 4.4)."""

from __future__ import annotations

import re
from typing import Any, Final

from shortlist.client.dialect.common import (
    JsonObject,
    as_object,
    first,
    rename_fields,
    take,
    text_of,
)

_STARTS: Final = ("start_date", "startDate", "start_year", "startYear", "from", "since")
_ENDS: Final = ("end_date", "endDate", "end_year", "endYear", "to", "until")
_SPANS: Final = ("years", "dates", "period", "duration")
_SPAN: Final = re.compile(
    r"(.*?\d)\s*(?:–|—|\bto\b|(?<=\d{4})-(?=\d{4}|[A-Za-z])|(?<=\s)-(?=\s))\s*(\S.*)"
)
_PROFESSIONAL: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("current", ("current_position", "position")),
    ("history", ("experience", "experiences", "positions", "employment", "work_history")),
    ("education", ("educations", "schools")),
)
_IDENTITY: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("name", ("full_name", "fullName", "display_name")),
    ("headline", ("tagline",)),
    ("location", ("location_name",)),
    ("profile_url", ("linkedin_url", "linkedinUrl")),
)
_STILL: Final = frozenset({"now", "present", "today", "current"})
_CHARGES: Final = ("credits_charged", "credits_used", "acu_charged", "acu_used", "credits", "acu")


def read_dossier(source: JsonObject) -> JsonObject:
    """The dossier under our names, in place; other fields stay as they are."""
    rename_fields(source, "person_id", ("id",))
    work = dict(as_object(source.get("professional")))
    for name, others in _PROFESSIONAL:
        rename_fields(work, name, others)
        if work.get(name) is None and (found := take(source, (name, *others))) is not None:
            work[name] = found
    if isinstance(work.get("current"), dict):
        work["current"] = _position(work["current"])
    history = work.get("history")
    if isinstance(history, list):
        work["history"] = [_position(post) for post in history if isinstance(post, dict)]
    if work:
        source["professional"] = work
    identity = dict(as_object(source.get("identity")))
    for name, others in _IDENTITY:
        rename_fields(identity, name, others)
        if identity.get(name) is None:
            found = text_of(first(source, (name, *others)) or first(work, (name, *others)))
            if found is not None:
                identity[name] = found
    source["identity"] = identity
    return source


def _position(entry: JsonObject) -> JsonObject:
    source = dict(entry)
    rename_fields(source, "title", ("role", "job_title", "jobTitle", "position"))
    rename_fields(source, "company", ("company_name", "organization", "organisation", "employer"))
    rename_fields(source, "start", _STARTS)
    rename_fields(source, "end", _ENDS)
    span = first(source, _SPANS)
    if source.get("start") is None and source.get("end") is None and isinstance(span, str):
        told = _SPAN.fullmatch(span.strip())
        source["start"] = told[1].strip() if told else span
        source["end"] = told[2] if told else None
    if str(source.get("end")).lower() in _STILL:
        source["end"] = None
    for name in ("title", "company", "start", "end"):
        if source.get(name) is not None:
            source[name] = text_of(source[name])
    return source


def charge_of(meta: JsonObject, top: JsonObject) -> Any:
    """What an answer says that it cost, in ACU; `None` where it says nothing."""
    usage = meta.get("usage", top.get("usage"))
    for holder in (meta, as_object(usage), top):
        charge = first(holder, _CHARGES)
        if isinstance(charge, int | float) and not isinstance(charge, bool):
            return charge
    return None
