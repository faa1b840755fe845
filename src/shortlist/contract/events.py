"""Server-sent progress events of a Set, `GET /v1/sets/{id}/events` (section 6)."""

from __future__ import annotations

from typing import Any, Final

from pydantic import Field

from shortlist.contract.base import Timestamp, Wire

SEARCH_QUEUED: Final = "set.search.queued"
SEARCH_STARTED: Final = "set.search.started"
SEARCH_PROGRESS: Final = "set.search.progress"
ITEM_ADMITTED: Final = "set.item.admitted"
SEARCH_COMPLETED: Final = "set.search.completed"
SEARCH_FAILED: Final = "set.search.failed"
SEARCH_CANCELED: Final = "set.search.canceled"
IDLE: Final = "set.idle"
"""Nothing is left to do; the stream then ends."""

KINDS: Final = (
    SEARCH_QUEUED,
    SEARCH_STARTED,
    SEARCH_PROGRESS,
    ITEM_ADMITTED,
    SEARCH_COMPLETED,
    SEARCH_FAILED,
    SEARCH_CANCELED,
    IDLE,
)


class SetEvent(Wire):
    """One event, as the `data:` of a frame.

    `data` is the Search (section 2.3) for `set.search.*`, the item (2.4) for
    `set.item.admitted`, and `{"item_count", "spent_credits"}` for `set.idle`.
    """

    id: int | str | None = None
    """Only grows within a Set; also the frame's `id:`."""
    type: str
    created_at: Timestamp | None = None
    data: dict[str, Any] = Field(default_factory=dict)
