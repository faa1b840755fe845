"""Replaying unresolved requests of the journal after a crash, each with its own key."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from shortlist.client.calls import Call
from shortlist.client.errors import ShortlistError
from shortlist.client.executor import SLOW_READ_SECONDS, SLOW_TOTAL_SECONDS
from shortlist.client.journal import JournalRow
from shortlist.client.paths import path_of

if TYPE_CHECKING:
    from shortlist.client.link import Link


@dataclass(frozen=True, slots=True)
class ReplayedRequest:
    """What became of one row of the journal."""

    row: JournalRow
    outcome: Literal["done", "rejected", "unknown", "skipped"]
    value: Any = None
    """The answer's JSON when it is done."""
    error: ShortlistError | None = None
    reason: str | None = None
    """Why it was skipped."""


WhyNot = Callable[[JournalRow], str | None]
"""Says why a row is not to be sent again, or None."""


async def replay_journal(
    link: Link, *, include_stale: bool, why_not: WhyNot | None = None
) -> AsyncIterator[ReplayedRequest]:
    """Each unresolved row of this deployment and account, oldest first; `why_not` is its caller's
    word on each.

    >>> async for resumed in client.resume():
    ...     print(resumed.row.path, resumed.outcome)
    /v1/search done
    """
    for row in await link.journal.unresolved():
        reason = _reason_to_skip(link, row, include_stale)
        if reason is None and why_not is not None:
            reason = why_not(row)
        if reason is not None:
            yield ReplayedRequest(row, "skipped", reason=reason)
            continue
        call = Call(
            row.method,
            row.path,
            row.body,
            row.key,
            read_seconds=SLOW_READ_SECONDS,
            total_seconds=SLOW_TOTAL_SECONDS,
            durable=row.path == path_of("person"),
            empty_ok=row.path.endswith("/cancel"),
        )
        try:
            answer = await link.run(call)
        except ShortlistError as error:
            left = {unresolved.key for unresolved in await link.journal.unresolved()}
            yield ReplayedRequest(row, "unknown" if row.key in left else "rejected", error=error)
        else:
            yield ReplayedRequest(row, "done", value=answer.value)


def _reason_to_skip(link: Link, row: JournalRow, include_stale: bool) -> str | None:
    if row.origin != link.base.origin:
        return f"it belongs to {row.origin}"
    if row.account != link.account:
        # With any other key it would be a new request, which could be billed again (section 7).
        return "it belongs to another API key; set SHORTLIST_API_KEY to that one to resume it"
    if row.stale and not include_stale:
        return "older than 24 h: the service may have forgotten its key"
    return None
