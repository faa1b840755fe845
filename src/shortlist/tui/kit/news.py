"""News above the keys: one piece at a time, and warnings for their time."""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from textual.notifications import Notification, Notify
from textual.widget import Widget

from shortlist.tui.kit.words import prose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from textual.app import App


KEPT: Final = 200
MARKS: Final = {"warning": "!", "error": "✗"}
SECONDS: Final[dict[str, float]] = {"information": 5, "warning": 8, "error": 12}
"""How long each stands on the screen, by how grave it is."""


class Notice(NamedTuple):
    """One that was told: which of the session, when, what, and how grave it is."""

    number: int
    at: datetime
    text: str
    severity: str


class News:
    """While the terminal is lent to an editor, news waits: its time would pass unseen."""

    def __init__(self, app: App[Any], clock: Callable[[], datetime]) -> None:
        self._app, self._clock = app, clock
        self.total = 0
        self.told: deque[Notice] = deque(maxlen=KEPT)
        """Newest first; what was missed, or went too fast, is read here."""
        self._shown: list[Notification] = []
        """News that may still be in view."""
        self._untold: list[tuple[str, Any]] | None = None

    def tell(self, text: str, severity: Any) -> None:
        """News takes the place of older news; warnings and errors stay for their time."""
        app = self._app
        if self._untold is not None:
            self._untold.append((text, severity))
            return
        if not app.is_running:
            return
        text = prose(text)
        self.total += 1
        self.told.appendleft(Notice(self.total, self._clock(), text, severity))
        for earlier in self._shown:
            earlier.timeout = 0
        self._shown.clear()
        for toast in app.screen.query("Toast.-information"):
            if isinstance(holder := toast.parent, Widget):
                app.call_later(holder.remove)
        timeout = SECONDS[severity]
        mark = MARKS.get(severity, "")
        text = f"{mark} {text}" if mark else text
        notification = Notification(text, "", severity, timeout, markup=False)
        if severity == "information":
            self._shown.append(notification)
        app.post_message(Notify(notification))

    @contextmanager
    def held(self) -> Iterator[None]:
        """The terminal is another program's: what there is to tell is told afterwards."""
        self._untold = []
        try:
            yield
        finally:
            untold, self._untold = self._untold, None
            for text, severity in untold:
                self.tell(text, severity)
