"""The clicks on hints: each does what its key does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.kit.keys import KEYS

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import App

_SPEND: Final = frozenset({"do.again", "saved.run"})
"""What may spend credits without asking first."""


class HintClicks:
    """Does what a hint names, on the screen in view of an app."""

    def __init__(self, app: App[Any], say: Callable[..., None]) -> None:
        self._app, self._say = app, say
        self._clicked = ("", 0)
        """The hint that was clicked last, where it waits for a second click, and on which
        screen."""

    async def click(self, id_: str) -> None:
        """Do what the key `id_` does where the focus is. What spends waits for a second click."""
        clicked = (id_, id(self._app.screen))
        if self._spends(id_) and self._clicked != clicked:
            self._clicked = clicked
            self._say("That may cost credits: one more click does it.")
            return
        self._clicked = ("", 0)
        screen, focused = self._app.screen, self._app.screen.focused
        if id_.startswith("field."):
            await self._app.run_action(id_.removeprefix("field."), focused or screen)
            return
        for bound in screen.active_bindings.values():
            if bound.binding.id == id_:
                await self._app.run_action(bound.binding.action, bound.node)
                return
        await self._app.run_action(KEYS[id_].action, screen)

    def _spends(self, id_: str) -> bool:
        """Whether it may: by itself, or as `enter` of a dialog or a widget with `spends`."""
        places = (self._app.screen, self._app.screen.focused)
        if id_ in ("field.submit", "dialog.enter"):
            return any(getattr(place, "spends", False) for place in places)
        return id_ in _SPEND
