"""Hints: a key with what it does, which a click on it does too, as `HintClicks` sees to; and
addresses of the web that a click opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from shortlist.tui.kit.keys import KEYS, key_of
from shortlist.tui.kit.words import plain

if TYPE_CHECKING:
    from textual.app import App
    from textual.dom import DOMNode

BETWEEN: Final = " · "
_SPEND: Final = frozenset({"do.again", "saved.run"})
"""What may spend credits without asking first."""


class ClickableText(Static):
    """Text with parts that do something when they are clicked; they look as they are made."""

    auto_links = False


def act_of(id_: str) -> Style:
    """What makes text do, when it is clicked, what the key `id_` does where the focus is.

    `field.` and the name of an act is what the field in focus does by itself.
    """
    return Style.from_meta({"@click": f"app.hint('{id_}')"})


def hint(key: str, label: str, id_: str) -> Content:
    """`key label`, or the key alone.

    Without an id it names what is done by other means, and is no button.
    """
    if not id_:
        return Content.styled(f"{key} {label}", "$quiet-text")
    shown = Content.styled(key, "bold $lead")
    if label:
        shown = Content.assemble(shown, (f" {label}", "$quiet-text"))
    return shown.stylize(act_of(id_))


def quiet(key: str, label: str, _id: str) -> Content:
    """The same where it cannot be done: dim, struck through for who sees no colours, no button."""
    return Content.styled(f"{key} {label}".rstrip(), "$quiet-text strike")


def hints(owner: DOMNode, *ids: str, **labels: str) -> list[Content]:
    """Linked such as `r rename` and `esc close`, with the keys as they are bound now.

    `labels` as in `keys`. Ids joined with `+` share a label: `shortlists.up+shortlists.down`.
    """
    found = []
    for given in ids:
        bound = [(id_, key) for id_ in given.split("+") if (key := key_of(owner, id_))]
        if not bound:
            continue
        named = given.rpartition("+")[2]
        label = labels.get(named.replace(".", "_")) or KEYS[named].label
        *before, (last, key) = bound
        keys = [Content.styled(key, "bold $lead").stylize(act_of(id_)) for id_, key in before]
        found.append(Content(" ").join((*keys, hint(key, label, last))))
    return found


def line_of(told: Sequence[Content], room: int) -> Content:
    """As many hints as `room` cells hold; the last, how to leave, is always among them."""
    *rest, leave = told
    while rest and Content(BETWEEN).join((*rest, leave)).cell_length > room:
        rest.pop()
    return Content(BETWEEN).join((*rest, leave))


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


def link(url: object, limit: int = 300) -> Content:
    """An address, which a click opens; other text is text."""
    whole = plain(url)
    shown = Content(plain(url, limit))
    if not whole.startswith(("https://", "http://")):
        return shown
    opens = Style.from_meta({"@click": ("app.open_link", (whole,))})
    return shown.stylize("underline").stylize(opens)
