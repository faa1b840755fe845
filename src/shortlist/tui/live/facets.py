"""Requests for the values of filters while one types."""

from __future__ import annotations

from typing import ClassVar

from shortlist.contract.limits import OFFERS_FACETS
from shortlist.tui.kit.query.facet_book import VALUES, FacetAsked
from shortlist.tui.live import messages
from shortlist.tui.live.troubles import trouble_of
from shortlist.tui.live.while_typing import RequestsWhileTyping


class FacetRequests(RequestsWhileTyping[FacetAsked]):
    """Lists of values, told as `FacetRead`."""

    OFFER: ClassVar[str] = OFFERS_FACETS

    async def _ask(self, asked: FacetAsked) -> None:
        facet, trouble = None, None
        try:
            answer = await self._session.client.facet(
                asked.name, asked.begins, limit=VALUES, filters=dict(asked.filters)
            )
            facet = answer.data
        except Exception as error:
            trouble = trouble_of(error)
            self.note_failed(error)
        self._session.post(messages.FacetRead(asked, facet, trouble))
