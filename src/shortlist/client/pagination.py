"""Walking paged lists, whatever a deployment's cursors are like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from shortlist.contract.envelope import Page

_PAGES_MAX: Final = 100_000


class Pagination:
    """Where a walk is. Null, empty, absent or repeated cursors end it."""

    def __init__(self) -> None:
        self.cursor: str | None = None
        self.over = False
        self._seen: set[str] = set()

    def advance(self, page: Page, entries: int) -> None:
        """Go on from `page`, which held `entries` entries."""
        cursor = page.next_cursor
        repeated = cursor in self._seen or len(self._seen) >= _PAGES_MAX
        self.over = not cursor or repeated or not (entries or page.has_more)
        if cursor and not self.over:
            self._seen.add(cursor)
            self.cursor = cursor
