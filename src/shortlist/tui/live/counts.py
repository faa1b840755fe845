"""Requests for how many people meet the criteria of a Set that is being built."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from shortlist.contract.limits import OFFERS_COUNTS
from shortlist.tui.live import messages
from shortlist.tui.live.while_typing import RequestsWhileTyping


class CountAsked(NamedTuple):
    """What a Set would look for, and check."""

    query: str
    criteria: tuple[str, ...]


class CountRequests(RequestsWhileTyping[CountAsked]):
    """Counts, told as `CountRead`. One that does not come is done without."""

    OFFER: ClassVar[str] = OFFERS_COUNTS

    async def _ask(self, asked: CountAsked) -> None:
        counted = None
        try:
            counted = (await self._session.client.count_people(asked.query, asked.criteria)).data
        except Exception as error:
            self.note_failed(error)
        self._session.post(messages.CountRead(asked, counted))
