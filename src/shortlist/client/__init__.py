"""The API client, usable alone.

>>> from shortlist.client import Shortlist
>>> async with Shortlist(base_url, api_key) as client:
...     found = await client.enrich(fields=["work_email", "phone"], person_id="per_1")
...     for field, outcome in found.data.items():
...         print(field, outcome.status, outcome.value)
...     print(found.meta.usage.acu_used, "ACU")
work_email found per_1@work_email.example
phone found per_1@phone.example
2 ACU

`ShortlistSync` is the same for programs without asyncio. Names are loaded when they are first
used, so that `shortlist.client.errors` and other pure modules cost nothing more than themselves.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shortlist.client.api import Shortlist as Shortlist
    from shortlist.client.bulk_enrichment import EnrichedPerson as EnrichedPerson
    from shortlist.client.calls import Attempt as Attempt
    from shortlist.client.calls import CallRecord as CallRecord
    from shortlist.client.errors import ApiRefused as ApiRefused
    from shortlist.client.errors import AuthRequired as AuthRequired
    from shortlist.client.errors import BadAnswer as BadAnswer
    from shortlist.client.errors import CreditsShort as CreditsShort
    from shortlist.client.errors import JournalFailed as JournalFailed
    from shortlist.client.errors import NotUnderstood as NotUnderstood
    from shortlist.client.errors import OutcomeUnknown as OutcomeUnknown
    from shortlist.client.errors import Parked as Parked
    from shortlist.client.errors import RateLimited as RateLimited
    from shortlist.client.errors import ReadOnly as ReadOnly
    from shortlist.client.errors import ShortlistError as ShortlistError
    from shortlist.client.errors import Unavailable as Unavailable
    from shortlist.client.errors import Unreachable as Unreachable
    from shortlist.client.errors import WrongUse as WrongUse
    from shortlist.client.follower import Follower as Follower
    from shortlist.client.journal import JournalRow as JournalRow
    from shortlist.client.journal import State as State
    from shortlist.client.journal_replay import ReplayedRequest as ReplayedRequest
    from shortlist.client.link import Connection as Connection
    from shortlist.client.options import Options as Options
    from shortlist.client.options import Route as Route
    from shortlist.client.sync import ShortlistSync as ShortlistSync
    from shortlist.client.updates import Update as Update

_ERRORS = (
    *("ApiRefused", "AuthRequired", "BadAnswer", "CreditsShort", "JournalFailed"),
    *("NotUnderstood", "OutcomeUnknown", "Parked", "RateLimited", "ReadOnly", "ShortlistError"),
    *("Unavailable", "Unreachable", "WrongUse"),
)
_HOMES = {
    **dict.fromkeys(_ERRORS, "errors"),
    **dict.fromkeys(("Attempt", "CallRecord"), "calls"),
    **dict.fromkeys(("Options", "Route"), "options"),
    "Connection": "link",
    "EnrichedPerson": "bulk_enrichment",
    "ReplayedRequest": "journal_replay",
    "Shortlist": "api",
    "ShortlistSync": "sync",
    "Update": "updates",
    "Follower": "follower",
    **dict.fromkeys(("JournalRow", "State"), "journal"),
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    own = (name for name in globals() if name.startswith("__"))
    return sorted({*own, *_HOMES})
