"""What is copied: a line, or text that the mouse has marked; and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shortlist.tui.kit.keys import key_of

if TYPE_CHECKING:
    from textual.app import App

    class _Base(App[None]):
        def say(self, text: str, severity: Any = "information") -> None: ...
else:
    _Base = object


class Copying(_Base):
    """Mixed into the app."""

    def copy(self, text: str, what: str) -> None:
        """Copy `text`, and say how that went; `what` begins the sentence."""
        self._clipboard = text

        async def go() -> None:
            from shortlist.tui.kit.terminal.clipboard import copy

            write = self._driver.write if self._driver is not None else lambda _text: None
            self.say(f"{what}: {await copy(text, write)}.")

        self.run_worker(go(), group="copy", exit_on_error=False)

    def copy_to_clipboard(self, text: str) -> None:
        """What a field or a marked piece of the screen copies."""
        self.copy(text, "The text")

    def on_text_selected(self) -> None:
        """Text was marked with the mouse: what copies it."""
        if self.screen.get_selected_text():
            key = key_of(self.screen, "select.text")
            self.say(f"Marked: {key} copies it. With shift held, the terminal marks by itself.")
