"""What could not be kept on this machine ends neither a screen nor the app.

An act that has something written, such as a note or a name for a list, stops where the file cannot
be written, and says so in place of what it would have said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shortlist.desk.places import DeskError

if TYPE_CHECKING:
    from textual.app import App
    from textual.dom import DOMNode
    from textual.message import Message
    from textual.message_pump import MessagePump

    class _App(App[None]):
        def say(self, text: str, severity: Any = "information") -> None: ...

    _Pump = MessagePump
else:
    _App = _Pump = object


class Steady(_Pump):
    """Mixed into every screen and dialog of ours, and into the app, before Textual's own."""

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except DeskError as error:
            self.app._handle_exception(error)


class SteadyApp(Steady, _App):
    """Mixed into the app: whatever ends up here is said."""

    async def _dispatch_action(self, namespace: DOMNode, action_name: str, params: Any) -> bool:
        try:
            return await super()._dispatch_action(namespace, action_name, params)
        except DeskError as error:
            self._handle_exception(error)
            return True

    def _handle_exception(self, error: Exception) -> None:
        if isinstance(error, DeskError):
            self.say(f"It was not kept on this machine: {error}.", "error")
        else:
            super()._handle_exception(error)
