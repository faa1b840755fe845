"""Hints: a key with what it does, which a click on it does too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from shortlist.tui.kit.keys import KEYS, key_of

if TYPE_CHECKING:
    from textual.dom import DOMNode

BETWEEN: Final = " · "


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
