"""Choice of the fields of a person to ask a deployment for (`contents.fields`, section 4.1).

The interface shows four. Others are asked of a deployment that has shown that it knows them: by
answering with them, or by naming them where it refused. Deployments may refuse what they do not
know, and with it the whole search.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from shortlist.client.errors import ApiRefused
from shortlist.contract.limits import SEARCH_FIELDS, SEARCH_FIELDS_SHOWN

if TYPE_CHECKING:
    from shortlist.client.api import Shortlist
    from shortlist.contract.search import SearchResponse

_READ: Final = frozenset(
    {*SEARCH_FIELDS, "full_name", "job_title", "headline", "position", "company_name"}
    | {"organization", "profile_url", "linkedin_url", "url"}
)
"""The names of fields that the client can read, ours and others'."""
_LISTS: Final = re.compile(r"allow|valid|expect|choice|permit|support|option|enum", re.IGNORECASE)
_LEADS: Final = re.compile(
    r"(?<!not )(?<!un)(?<!in)(?<!dis)(allowed|permitted|valid|supported|known|available)\b"
    r"|\bone of\b|\bshould be\b|\bmust be\b|\bexpected\b|\bchoose\b|\bhas\b|\buse\b",
    re.IGNORECASE,
)
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


async def search_with_fields(
    client: Shortlist,
    query: str | None,
    fields: Sequence[str],
    *,
    idempotency_key: str | None = None,
    **asked: Any,
) -> tuple[SearchResponse, Sequence[str]]:
    """A search for `fields`, and those that were served. Where they are refused, it is asked once
    more: for those that the refusal lists, else for those that the interface shows.

    Raises what `Shortlist.search` raises.
    """
    key = idempotency_key
    try:
        return await client.search(query, fields=fields, idempotency_key=key, **asked), fields
    except ApiRefused as refusal:
        if not _is_about_fields(refusal):
            raise
        again = allowed_fields(refusal) or list(SEARCH_FIELDS_SHOWN)
        if set(again) == set(fields):
            raise
    if key is not None:
        # Another body has another key: always the same one, so that it too is paid once.
        key = f"{key[:200]}-{hashlib.sha256(','.join(again).encode()).hexdigest()[:12]}"
    return await client.search(query, fields=again, idempotency_key=key, **asked), again


def _is_about_fields(refusal: ApiRefused) -> bool:
    said = f"{refusal.field} {refusal.message}"
    return refusal.status in (400, 422) and re.search(r"fields|contents", said) is not None


def allowed_fields(refusal: ApiRefused) -> list[str]:
    """The fields that a refusal names as allowed, of those that can be read; none where it is
    about something else."""
    if not _is_about_fields(refusal):
        return []
    text = refusal.message
    named = [
        entry
        for name, value in refusal.details.items()
        if _LISTS.search(name) and isinstance(value, list)
        for entry in value
        if isinstance(entry, str)
    ]
    leads = list(_LEADS.finditer(text))
    if not named and leads:
        named = _NAME.findall(text[leads[-1].end() :])
    return [name for name in dict.fromkeys(named) if name in _READ]


def known_fields(answer: SearchResponse, known: Sequence[str] = SEARCH_FIELDS_SHOWN) -> list[str]:
    """The fields to ask of a deployment from now on: `known`, and those that this answer shows it
    to know."""
    echo = answer.data.request
    told = {*(echo.fields if echo else ()), *(echo.allowed_fields if echo else ())}
    for result in answer.data.results:
        told |= {name for name in SEARCH_FIELDS if getattr(result.person, name, None) is not None}
    if echo is None or "name" not in echo.allowed_fields:
        # A name comes with everybody, and need not be a field that can be asked for.
        told.discard("name")
    return [*known, *(name for name in SEARCH_FIELDS if name in told and name not in known)]
