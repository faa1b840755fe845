"""A field to type in, which takes a burst of keys in order."""

from __future__ import annotations

from textual.events import Key
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input


class Field(Input):
    """An input of a width that what is typed does not change: nothing has to be laid out anew."""

    virtual_size = Reactive(Size(0, 0), layout=False)

    async def on_key(self, event: Key) -> None:
        """Act on a key that is no letter now, and not once it has gone up to the app and come back
        as an action: letters right behind it would be taken before it."""
        if self.check_consume_key(event.key, event.character):
            return
        bound = self.screen.active_bindings.get(event.key)
        mine = bound.binding if bound is not None and bound.node is self else None
        if mine is not None and await self.app.run_action(mine.action, self):
            event.stop()
            event.prevent_default()
