"""Requests for the values of filters while one types: one at a time, the newest next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from shortlist.contract.limits import OFFERS_FACETS
from shortlist.tui.kit.query.facet_book import VALUES, FacetAsked
from shortlist.tui.live import messages
from shortlist.tui.live.troubles import trouble_of

if TYPE_CHECKING:
    from shortlist.tui.live.session import Session

_LEFT_LEAST: Final = 5
"""One in so many of the requests of a minute has to be left: typing never holds up a search."""
_MINUTE: Final = 60.0


class FacetRequests:
    """Those of one session. A deployment that did not say that it lists values is never asked."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._offered = False
        self._none_here = False
        """It was asked, and has none."""
        self._next: FacetAsked | None = None
        self._now: FacetAsked | None = None

    def note_offers(self, offers: Sequence[str] | None) -> None:
        """What the deployment says it has beside the interface."""
        self._offered = OFFERS_FACETS in (offers or ())

    @property
    def offered(self) -> bool:
        """Whether values can be asked for: this program's own service has them."""
        return (self._offered or self._session.is_local) and not self._none_here

    @property
    def can_ask(self) -> bool:
        """Whether they can be now."""
        return self.offered and self._session.ready and self._has_spare

    @property
    def _has_spare(self) -> bool:
        context = self._session.context
        known = context.calls.rates.get(context.state.link.profile)
        if known is None or (context.clock() - known[1]).total_seconds() > _MINUTE:
            return True
        seen = known[0]
        if seen.limit is None or seen.remaining is None:
            return True
        return seen.remaining * _LEFT_LEAST >= seen.limit

    def ask(self, asked: FacetAsked) -> None:
        """Have a list told, as `FacetsRead`; of those that wait only the newest is asked for."""
        if asked == self._now:
            self._next = None
            return
        self._next = asked
        if self._now is None:
            self._now = asked
            self._session.run(self._ask_all(), "facets")

    async def _ask_all(self) -> None:
        try:
            while self._next is not None:
                self._now, self._next = self._next, None
                await self._ask(self._now)
        finally:
            self._now = None

    async def _ask(self, asked: FacetAsked) -> None:
        from shortlist.client.errors import ShortlistError
        from shortlist.client.facets import is_not_offered

        facet, trouble = None, None
        try:
            answer = await self._session.client.facet(
                asked.name, asked.begins, limit=VALUES, filters=dict(asked.filters)
            )
            facet = answer.data
        except Exception as error:
            trouble = trouble_of(error)
            self._none_here = isinstance(error, ShortlistError) and is_not_offered(error)
        self._session.post(messages.FacetRead(asked, facet, trouble))
