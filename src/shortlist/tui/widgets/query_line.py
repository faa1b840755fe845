"""The query line: completed from the past, which up and down go through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.events import Blur, Key
from textual.suggester import Suggester
from textual.widgets import Input


class _Past(Suggester):
    """The newest query that begins as what was typed."""

    def __init__(self, past: Callable[[], Sequence[str]]) -> None:
        super().__init__(use_cache=False)
        self._past = past

    async def get_suggestion(self, value: str) -> str | None:
        if not value:
            return None
        return next((q for q in self._past() if q.casefold().startswith(value)), None)


_COMMANDS: Final = frozenset("12345?/")
"""What no query begins with, unless one says so with `/` first."""


class QueryLine(Input):
    """An input that remembers: right takes the completion, up and down go through the past.

    While it is empty and nobody has asked to type, as when the app starts, the keys of the
    screens and of help go where they always go; any other begins the query.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "older", "older query", show=False, id="query.older"),
        Binding("down", "newer", "newer query", show=False, id="query.newer"),
    ]

    def __init__(self, past: Callable[[], Sequence[str]], *, id: str, placeholder: str) -> None:
        super().__init__(
            id=id, placeholder=placeholder, select_on_focus=False, suggester=_Past(past)
        )
        self._past = past
        self._at = -1
        self._draft = ""
        self._begun = False

    def begin(self) -> None:
        """Take the focus and every key from here on."""
        self._begun = True
        self.focus()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        if self._lets_through(character):
            return False
        return super().check_consume_key(key, character)

    async def _on_key(self, event: Key) -> None:
        if not self._lets_through(event.character):
            await super()._on_key(event)
        else:
            event.prevent_default()

    def _on_blur(self, event: Blur) -> None:
        self._begun = False
        super()._on_blur(event)

    def _lets_through(self, character: str | None) -> bool:
        return not self._begun and not self.value and character in _COMMANDS

    def _go(self, step: int) -> None:
        past = self._past()
        if self._at == -1:
            self._draft = self.value
        at = max(-1, min(self._at + step, len(past) - 1))
        if at == self._at:
            return
        self._at = at
        self.value = self._draft if at == -1 else past[at]
        self.cursor_position = len(self.value)

    def action_older(self) -> None:
        self._go(1)

    def action_newer(self) -> None:
        self._go(-1)

    async def action_submit(self) -> None:
        self._at = -1
        await super().action_submit()
