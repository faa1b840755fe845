"""What a click on a hint does: the same as its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.kit.keys import KEYS

if TYPE_CHECKING:
    from textual.app import App

    class _Base(App[None]):
        def say(self, text: str, severity: Any = "information") -> None: ...
else:
    _Base = object

_SPEND: Final = frozenset({"do.again", "saved.run"})
"""What may spend credits without asking first."""


class Hinting(_Base):
    """Mixed into the app."""

    _clicked = ("", 0)
    """The hint that was clicked last, where it waits for a second click, and on which screen."""

    async def action_hint(self, id_: str) -> None:
        """Do what the key `id_` does where the focus is. What spends waits for a second click."""
        clicked = (id_, id(self.screen))
        if self._spends(id_) and self._clicked != clicked:
            self._clicked = clicked
            self.say("That may cost credits: one more click does it.")
            return
        self._clicked = ("", 0)
        screen, focused = self.screen, self.screen.focused
        if id_.startswith("field."):
            await self.run_action(id_.removeprefix("field."), focused or screen)
            return
        for node, bound in screen._modal_binding_chain:
            for _, binding in bound:
                if binding.id == id_:
                    await self.run_action(binding.action, node)
                    return
        await self.run_action(KEYS[id_].action, screen)

    def action_open_link(self, url: str) -> None:
        """Open a page that a screen names."""
        self.open_url(url)

    def _spends(self, id_: str) -> bool:
        """Whether it may: by itself, or as `enter` of a dialog or a widget with `spends`."""
        places = (self.screen, self.screen.focused)
        if id_ in ("field.submit", "dialog.enter"):
            return any(getattr(place, "spends", False) for place in places)
        return id_ in _SPEND
