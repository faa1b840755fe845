"""Every key of the app: its id (for rebinding), its group and a line of help, a line of `keys.tsv`.

Plain letters, digits, `/`, `?` and function keys come first: terminal multiplexers and old
encodings take many of the control keys. A screen picks what it serves with `keys("list.down", …)`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from textual.binding import Binding, BindingsMap, BindingType

from shortlist.tables import read_table
from shortlist.tui.kit.catalogue import SCREENS

if TYPE_CHECKING:
    from textual.dom import DOMNode


class Key(NamedTuple):
    """A key and what it does: a line of `keys.tsv`."""

    key: str
    action: str
    label: str
    help: str
    shown: bool = True
    priority: bool = False
    """It comes before what the field in focus does with the same key."""
    palette_name: str = ""
    """Of an act that is not of one place; the others are called by their place and label."""
    also_called: str = ""
    """Words by which the palette finds it, too."""


def _key(line: list[str]) -> Key:
    keys, action, label, help_, flags, *palette = line
    return Key(keys, action, label, help_, "hidden" not in flags, "first" in flags, *palette)


_HERE: Final = Path(__file__).parent
GROUPS: Final = {area: Binding.Group(title) for area, title in read_table(_HERE / "key_groups.tsv")}
KEYS: Final[dict[str, Key]] = {
    f"go.{screen.name}": Key(
        screen.keys,
        f"app.go('{screen.name}')",
        screen.label,
        screen.help,
        shown=False,
        also_called=screen.also_called,
    )
    for screen in SCREENS
} | {id_: _key(line) for id_, *line in read_table(_HERE / "keys.tsv")}


def keys(*ids: str, **labels: str) -> list[BindingType]:
    """Bindings for `ids`; `labels` (dots as underscores) say more exactly what a screen does."""
    made: list[BindingType] = []
    for id_ in ids:
        key = KEYS[id_]
        label = labels.get(id_.replace(".", "_"), key.label)
        made.append(
            Binding(
                key.key,
                key.action,
                label,
                show=key.shown,
                priority=key.priority,
                tooltip=key.help,
                id=id_,
                group=GROUPS[id_.partition(".")[0]],
            )
        )
    return made


def normal(given: str) -> str:
    """Keys as Textual names them: `?` as `question_mark`."""
    given = ",".join(key for key in given.split(",") if key.strip())
    made = Binding.make_bindings([Binding(given, "")] if given else [])
    return ",".join(binding.key for binding in made)


@cache
def _shipped(of: type[DOMNode]) -> BindingsMap:
    """The bindings of a class as they ship: the nearest one of a key, as Textual has it."""
    found: dict[str, list[Binding]] = {}
    for part in reversed(of.__mro__):
        found |= BindingsMap(vars(part).get("BINDINGS", ())).key_to_bindings
    return BindingsMap.from_keys(found)


def bindings_of(owner: DOMNode) -> list[Binding]:
    """The bindings of a screen, a widget or the app as they are bound now, by the configuration."""
    bound = _shipped(type(owner)).copy()
    bound.apply_keymap(getattr(owner.app, "keymap", {}))
    return [binding for _, binding in bound]


def key_of(owner: DOMNode, id_: str) -> str:
    """The first key of the binding `id_`, as it is shown, of `owner` or else of the app; empty
    where it is not bound."""
    for binding in (*bindings_of(owner), *bindings_of(owner.app)):
        if binding.id == id_:
            return owner.app.get_key_display(binding)
    return ""
