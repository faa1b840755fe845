"""Free requests while one types, for values of filters and for counts of people: one at a time, the
newest next, and only where a deployment offers them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Generic, NamedTuple, TypeVar

from shortlist.contract.limits import OFFERS_COUNTS, OFFERS_FACETS
from shortlist.tui.kit.query.facet_book import VALUES, FacetAsked
from shortlist.tui.live import messages
from shortlist.tui.live.troubles import trouble_of

if TYPE_CHECKING:
    from shortlist.tui.live.session import Session

_LEFT_LEAST: Final = 5
"""One in so many of the requests of a minute has to be left: typing never holds up a search."""
_MINUTE: Final = 60.0

AskedT = TypeVar("AskedT")


class RequestsWhileTyping(ABC, Generic[AskedT]):
    """Those of one kind, of one session."""

    OFFER: ClassVar[str]
    """What a deployment that has it says it offers (`meta.offers`)."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._offered = False
        self._none_here = False
        """It was asked, and has none."""
        self._next: AskedT | None = None
        self._now: AskedT | None = None
        self._is_running = False

    def note_offers(self, offers: Sequence[str] | None) -> None:
        """What the deployment says it has beside the interface."""
        self._offered = self.OFFER in (offers or ())

    @property
    def offered(self) -> bool:
        """Whether it can be asked for: this program's own service has it."""
        return (self._offered or self._session.is_local) and not self._none_here

    @property
    def can_ask(self) -> bool:
        """Whether it can be now."""
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

    def ask(self, asked: AskedT) -> None:
        """Have it told; of those that wait only the newest is asked for."""
        self._next = None if asked == self._now else asked
        if self._next is not None and not self._is_running:
            self._is_running = True
            self._session.run(self._ask_all(), self.OFFER)

    async def _ask_all(self) -> None:
        try:
            while self._next is not None:
                self._now, self._next = self._next, None
                await self._ask(self._now)
        finally:
            self._now, self._is_running = None, False

    def note_failed(self, error: Exception) -> None:
        """It did not come; a deployment that has none is not asked again."""
        from shortlist.client.errors import ShortlistError
        from shortlist.client.extensions import is_not_offered

        self._none_here = isinstance(error, ShortlistError) and is_not_offered(error)

    @abstractmethod
    async def _ask(self, asked: AskedT) -> None:
        """Ask for one, and post what came."""


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
