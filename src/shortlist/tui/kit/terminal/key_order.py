"""The order of keys: each waits until the one before it has been acted on.

Textual hands a key to what has the focus and takes the next at once, while what the first one
does, such as moving the focus, comes when it has risen through the widgets. Keys that arrive
together, as over a slow line or typed fast, would go astray: `/` and a word would be `/` and a
row of commands. So would those that come before the first screen is there.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from textual import events

from shortlist.desk.layouts import latin_key
from shortlist.tui.kit.message import DataMessage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Iterator, Mapping

    from textual.app import App
    from textual.screen import Screen
    from textual.timer import Timer
    from textual.widget import Widget

PATIENCE_SECONDS: Final = 1.0
"""How long a key is waited for; after that the next goes its way, whatever became of it."""
_PAUSE_SECONDS: Final = 1.0
"""After so long without a letter somebody is not in the middle of a word."""
_LOOK_SECONDS: Final = 0.05
"""How often it is looked, while a key waits, whether what has the one before is still there."""
_ROUNDS = 2
"""The first comes back when the key has been acted on; the second behind what that posted."""
_NAMES: Final = {
    sign: unicodedata.name(sign).lower().replace("-", "_").replace(" ", "_")
    for sign in "[];',./`{}:\"<>?~"
} | {".": "full_stop", "/": "slash"}
"""What Textual calls the keys that are no letters."""
_WITH_ESCAPE: Final = "meta+"
"""What `escapes` calls a key that came together with an escape."""


class KeyActed(DataMessage):
    """Rises behind a key, through the same widgets, and so tells that the key has passed them."""

    number: int


class KeyOrder:
    """The keys of an app, each handed on (`hand_on`) once the one before it was acted on."""

    def __init__(
        self,
        app: App[Any],
        hand_on: Callable[[events.Event], Awaitable[None]],
        own: Container[str],
        told_places: Callable[[], Mapping[str, str]],
        layout: str = "auto",
    ) -> None:
        """`own`: keys that do something and are no bindings. `told_places`: what a Latin keyboard
        types in the place of a letter, as far as the terminal told. `layout`: of `desk.layouts`."""
        self._app, self._pass, self._layout = app, hand_on, layout
        self._own, self._told_places = own, told_places
        self._number = self._rounds = 0
        self._under_way = False
        self._held = True
        """No screen is there yet."""
        self.has_begun = False
        """A key was handed on: what is on the screen may be somebody's."""
        self._on: Screen[Any] | None = None
        self._target: Widget | None = None
        """What has the key that is under way, or had it last."""
        self._typed_into: Widget | None = None
        """A field that letters went to which it may not have taken yet."""
        self._typed_at = 0.0
        self._patience: Timer | None = None
        self._waited_seconds = 0.0
        self._behind: deque[events.Key | events.Paste] = deque()

    @property
    def are_under_way(self) -> bool:
        """Whether a key has come that was not acted on yet."""
        return bool(self._behind) or (self._under_way and not self._is_target_gone)

    @property
    def is_typing(self) -> bool:
        """Whether somebody is at it: a dialog that opens now would have the rest of a word."""
        recently = monotonic() - self._typed_at < _PAUSE_SECONDS
        return self.are_under_way or (self._typed_into is not None and recently)

    async def take(self, event: events.Key | events.Paste) -> None:
        """A key, or a paste, has come."""
        self._behind.extend(self._apart(event))
        await self._go_on()

    def _apart(self, event: events.Key | events.Paste) -> Iterator[events.Key | events.Paste]:
        """Alt and a key, where somebody has bound that; else `esc` and the key behind it."""
        if not isinstance(event, events.Key) or not event.key.startswith(_WITH_ESCAPE):
            yield event
            return
        key = event.key.removeprefix(_WITH_ESCAPE)
        bound = self._app.screen_stack and self._app.screen.active_bindings.get(f"alt+{key}")
        if bound and bound.binding.id:
            yield events.Key(f"alt+{key}", None)
        else:
            yield events.Key("escape", "\x1b")
            yield events.Key(key, event.character)

    async def begin(self) -> None:
        """A screen is there: what was typed meanwhile reaches it."""
        self._held = False
        await self._go_on()

    async def _go_on(self) -> None:
        while self._behind and not (self._held or self._under_way):
            await self._hand_on(self._behind.popleft())
        if self._behind and self._under_way and self._patience is None:
            self._waited_seconds = 0.0
            self._patience = self._app.set_interval(_LOOK_SECONDS, self._look)

    @property
    def _is_target_gone(self) -> bool:
        """Whether what has the key went with it, as dialogs do: nothing comes back from there."""
        return self._target is not None and not self._target.is_attached

    async def _look(self) -> None:
        self._waited_seconds += _LOOK_SECONDS
        if self._waited_seconds >= PATIENCE_SECONDS:
            await self._let_go()
        elif self._is_target_gone and self._app.screen_stack:
            self._set_out()
            await self._follow(self._app.focused or self._app.screen)

    async def _hand_on(self, event: events.Key | events.Paste) -> None:
        if not self._app.screen_stack:
            return  # the app is ending
        self.has_begun = True
        focused = self._app.focused
        moves = isinstance(event, events.Key) and not (
            focused is not None and focused.check_consume_key(event.key, event.character)
        )
        if moves and isinstance(event, events.Key):
            event = self._by_place(event)
            typed_into, self._typed_into = self._typed_into, None
            if typed_into is not None and typed_into.is_attached and self._overtakes(event):
                self._behind.appendleft(event)
                self._set_out()
                await self._follow(typed_into)
                return
        target = focused or self._app.screen
        if moves:  # A letter that a field takes moves nothing.
            self._set_out()
        else:
            self._typed_into, self._typed_at = focused, monotonic()
        await self._pass(event)
        if moves:
            await self._follow(target)

    def _set_out(self) -> None:
        self._under_way, self._on = True, self._app.screen
        self._number += 1
        self._rounds = _ROUNDS

    def _overtakes(self, event: events.Key) -> bool:
        """Whether a key is acted on before the field has it, such as the one that keeps a note."""
        bound = self._app.screen.active_bindings.get(event.key)
        return bound is not None and bound.binding.priority

    def _by_place(self, event: events.Key) -> events.Key:
        """A key that no field takes and nothing is bound to, by its place on a Latin keyboard: as
        the terminal told, else by the layout."""
        typed = event.character
        bound = event.key in self._own or event.key in self._app.screen.active_bindings
        if not typed or bound or self._layout == "off":
            return event
        place = latin_key(self._layout, typed)
        if not typed.isascii():
            place = self._told_places().get(typed, place)
        if not place:
            return event
        return events.Key(_NAMES.get(place, place), place)

    async def _follow(self, target: Widget) -> None:
        self._rounds -= 1
        self._target = target
        if not target.post_message(KeyActed(self._number)):
            await self._let_go()

    async def acted(self, event: KeyActed) -> None:
        event.stop()
        if not self._under_way or event.number != self._number or not self._app.screen_stack:
            return  # of an earlier key, or the app is ending
        if self._app.screen is not self._on:
            # Another screen has come: it has its focus once it gets to what is posted to it now.
            self._on = self._app.screen
            await self._follow(self._app.screen)
        elif self._rounds > 0:
            await self._follow(self._app.focused or self._app.screen)
        else:
            await self._let_go()

    async def _let_go(self) -> None:
        self._under_way = False
        if self._patience is not None:
            self._patience.stop()
            self._patience = None
        await self._go_on()
