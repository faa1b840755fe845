"""Free requests while one types: one at a time, the newest next, and only where a deployment offers
them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

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
