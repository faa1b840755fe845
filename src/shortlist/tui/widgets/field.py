"""A field to type in: a letter costs a line of the screen and not its layout, and keys that come
in a burst are taken in their order."""

from __future__ import annotations

from collections.abc import Callable

from textual.events import Key
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input


class Field(Input):
    """An input of a width that what is typed does not change: nothing has to be laid out anew."""

    virtual_size = Reactive(Size(0, 0), layout=False)
    answer: Callable[[], None] | None = None
    """Called in the turn of a key that changed the text, before `Changed` has gone its way."""

    async def _on_key(self, event: Key) -> None:
        before = self.value
        if self.check_consume_key(event.key, event.character):
            await super()._on_key(event)
        else:
            await self._act_on(event)
        if self.answer is not None and self.value != before:
            self.answer()

    async def _act_on(self, event: Key) -> None:
        """Now, and not once the key has gone up to the app and come back as an action: letters
        right behind it would be taken before it."""
        chain = self.screen._modal_binding_chain
        bindings = next((bindings for node, bindings in chain if node is self), None)
        for binding in bindings.key_to_bindings.get(event.key, ()) if bindings else ():
            if await self.app.run_action(binding.action, self):
                event.stop()
                event.prevent_default()
                return
