"""What the app tells above the keys: one piece of news at a time, and warnings for their time."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import App


class News:
    """While the terminal is lent to an editor, news waits: its time would pass unseen."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._untold: list[tuple[str, Any]] | None = None

    def tell(self, text: str, severity: Any) -> None:
        """News takes the place of older news; warnings and errors stay for their time."""
        app = self._app
        if self._untold is not None:
            self._untold.append((text, severity))
            return
        if not app.is_running:
            return
        for told in [n for n in app._notifications if n.severity == "information"]:
            del app._notifications[told]
        for toast in app.screen.query("Toast.-information"):
            if isinstance(holder := toast.parent, Widget):
                app.call_later(holder.remove)
        timeout = {"information": 5, "warning": 8}.get(severity, 12)
        mark = {"warning": "! ", "error": "✗ "}.get(severity, "")
        app.notify(mark + text, severity=severity, timeout=timeout, markup=False)

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
