"""The pulse of the service: whether it answers, looked at once a second while anything is asked."""

from __future__ import annotations

from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.live import messages
from shortlist.tui.live.state import Standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.timer import Timer

    from shortlist.tui.live.context import AppContext

BEAT_SECONDS: Final = 1.0
SILENT_SECONDS: Final = 5
"""A service that takes longer than this is said to be silent."""

QUIET_BEATS: Final = 3


class Pulse:
    """Tells the app how the service stands, each time that this changes.

    `connection` gives what the client says of itself; `post` tells the app.
    """

    def __init__(
        self,
        context: AppContext,
        connection: Callable[[], Any],
        post: Callable[[messages.StandingChanged], None],
    ) -> None:
        self._context, self._connection, self._post = context, connection, post
        self._timer: Timer | None = None
        self._silent_since: float | None = None
        self._quiet = 0

    def begin(self) -> None:
        """Something is asked."""
        if self._timer is None:
            self._timer = self._context.every(BEAT_SECONDS, self.beat, pause=True)
        self._quiet = 0
        self._timer.resume()

    def answered(self) -> None:
        """An answer came, of whatever kind."""
        self._silent_since = None
        self.beat()

    def rest(self) -> None:
        """Another profile is in view: nobody looks."""
        if self._timer is not None:
            self._timer.pause()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.stop()

    def beat(self) -> None:
        connection = self._connection()
        asked = connection.in_flight if connection is not None else 0
        held = ceil(connection.held_seconds) if connection is not None else 0
        if not asked:
            self._silent_since = None
        elif self._silent_since is None:
            self._silent_since = monotonic()
        silent = int(monotonic() - self._silent_since) if self._silent_since is not None else 0
        standing = Standing(
            held,
            silent if silent >= SILENT_SECONDS else 0,
            bool(connection is not None and connection.key_refused),
        )
        if standing != self._context.state.link.standing:
            self._post(messages.StandingChanged(standing))
        # What was only just asked is not on the wire yet: one quiet look is not enough.
        self._quiet = 0 if asked or held else self._quiet + 1
        if self._quiet >= QUIET_BEATS and self._timer is not None:
            self._timer.pause()
