"""A check of `[keys]`: keys that the configuration gives to two things in one place.

Read only where keys were bound anew: it imports every screen and dialog.
"""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

from shortlist.tui.kit.keys import KEYS

_TOLD = 3

Place = tuple[str, list[list[str]]]
"""What it is called, and the names of its bindings: those of the nearest part first."""


def conflicts(keymap: Mapping[str, str], app: type[DOMNode]) -> list[str]:
    """A sentence for each key that `keymap` (binding names to keys) takes from something else.

    `app`: whose keys work on every screen.
    """
    taken: dict[tuple[str, str, str], list[str]] = {}
    for name, layers in _places(app):
        layer_of = {id_: at for at, ids in reversed([*enumerate(layers)]) for id_ in ids}
        for one, other in combinations(layer_of, 2):
            if not {one, other} & keymap.keys() or _keys(one) & _keys(other):
                continue  # as they ship; or two that share a key by design
            for key in sorted(_keys(one, keymap) & _keys(other, keymap)):
                # The nearer part has it; in one part, what was bound anew.
                order = [(layer_of[id_], id_ not in keymap, id_) for id_ in (one, other)]
                (_, _, has), (_, _, lacks) = sorted(order)
                taken.setdefault((key, has, lacks), []).append(name)
    return [
        f"config.toml: {key} is {has} now, and no longer {lacks}, in {_listed(names)}. "
        f"Give one of them another key."
        for (key, has, lacks), names in taken.items()
    ]


async def tell_conflicts(
    keymap: Mapping[str, str], app: type[DOMNode], say: Callable[..., None]
) -> None:
    """Say the first of them, and how many more there are."""
    found = await asyncio.to_thread(conflicts, keymap, app)
    for problem in found[:_TOLD]:
        say(problem, "warning")
    if len(found) > _TOLD:
        say(f"config.toml has {len(found) - _TOLD} more keys that are two things.", "warning")


def _places(app: type[DOMNode]) -> Iterator[Place]:
    from shortlist.tui import features
    from shortlist.tui.kit import dialogs
    from shortlist.tui.kit.screen import FeatureScreen
    from shortlist.tui.kit.table import Table

    modules = [
        importlib.import_module(module.name)
        for package in (features, dialogs)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    found: dict[str, type[DOMNode]] = {
        name: owner
        for module in modules
        for name, owner in vars(module).items()
        if isinstance(owner, type) and issubclass(owner, Screen)
    }
    for name, owner in found.items():
        if owner is FeatureScreen:
            continue
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.removesuffix("Screen"))
        if issubclass(owner, FeatureScreen):
            yield words, [_bound_in(Table), _bound_in(owner), _bound_in(app)]
        else:
            yield f"the dialog {words}", [_bound_in(owner)]


def _bound_in(owner: type[DOMNode]) -> list[str]:
    """The names of what a class and those that it is made of bind."""
    bindings = (b for part in owner.__mro__ for b in vars(part).get("BINDINGS", ()))
    return [b.id for b in bindings if isinstance(b, Binding) and b.id in KEYS]


def _keys(id_: str, keymap: Mapping[str, str] | None = None) -> set[str]:
    """The keys of a binding; as they ship, without a keymap."""
    bound = (keymap or {}).get(id_, KEYS[id_].key)
    return {key.strip() for key in bound.split(",")}


def _listed(names: list[str]) -> str:
    *rest, last = dict.fromkeys(names)
    return f"{', '.join(rest)} and {last}" if rest else last
