"""The app uses Textual by its public names, so that its next version is an update."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from textual.message_pump import MessagePump

import shortlist.tui
from shortlist.tui.app import ShortlistApp

TUI = Path(shortlist.tui.__file__).parent
KNOWN = {
    ("app.py", "_driver"): "what writes to the terminal",
    ("kit/terminal/driver.py", "_exit"): "of `os`",
    ("kit/terminal/ending.py", "_exit"): "of `os`",
}
"""What is used all the same: there is no other way to it."""


def is_private(name: str) -> bool:
    return len(name) > 1 and name.startswith("_") and not name.startswith("__")


def defined_in(tree: ast.AST) -> Iterator[str]:
    """The names that a piece of code gives to something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
            yield from (each.id for each in targets if isinstance(each, ast.Name))


def used_in(tree: ast.AST) -> Iterator[str]:
    return (node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def test_no_private_name_of_textual_is_used() -> None:
    modules = {str(p.relative_to(TUI)): ast.parse(p.read_text()) for p in TUI.rglob("*.py")}
    own = {name for tree in modules.values() for name in defined_in(tree)} | {"_replace", "_asdict"}
    used = {
        (module, name)
        for module, tree in modules.items()
        for name in used_in(tree)
        if is_private(name) and name not in own
    }
    assert used == set(KNOWN)


def places_of_textual() -> Iterator[type[MessagePump]]:
    """The app, its screens, dialogs and widgets."""
    for module in pkgutil.walk_packages([str(TUI)], "shortlist.tui."):
        importlib.import_module(module.name)
    seen = {ShortlistApp}
    todo: list[type[MessagePump]] = [MessagePump]
    while todo:
        for each in todo.pop().__subclasses__():
            todo.append(each)
            if each.__module__.startswith("shortlist.") and each not in seen:
                seen.add(each)
    return iter(seen)


@cache
def private_names_of(part: type) -> set[str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(part)))
    return {name for name in defined_in(tree) if is_private(name)}


def test_nothing_of_ours_is_called_as_something_that_textual_keeps_to_itself() -> None:
    clashes = set()
    for place in places_of_textual():
        theirs = [part for part in place.__mro__ if part.__module__.startswith("textual.")]
        kept = {name for part in theirs for name in private_names_of(part)}
        clashes |= {(place.__qualname__, name) for name in private_names_of(place) & kept}
    assert not clashes
