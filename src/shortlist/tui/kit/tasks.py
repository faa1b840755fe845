"""What help says of a place: what it is for, and its tasks, which are done most there."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from shortlist.tui.kit.keys import key_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.dom import DOMNode


class Task(NamedTuple):
    """Something to be done, the ids of the keys that do it in turn, and an example of it."""

    does: str
    ids: tuple[str, ...]
    example: str


class About(NamedTuple):
    """Of one screen or dialog."""

    text: str = ""
    tasks: tuple[Task, ...] = ()
    """The likeliest first."""


def about(place: type[DOMNode]) -> About:
    """What `guide.toml` beside the module of `place` says of it, or of what it is a kind of."""
    for kind in place.__mro__[:-1]:  # all but `object`, which has no module of its own
        file = Path(str(sys.modules[kind.__module__].__file__)).with_name("guide.toml")
        if file.is_file() and (told := tomllib.loads(file.read_text("utf-8")).get(kind.__name__)):
            tasks = (Task(t["does"], tuple(t["keys"]), t["example"]) for t in told.get("tasks", ()))
            return About(told.get("about", ""), tuple(tasks))
    return About()


def tasks_content(place: DOMNode, tasks: Sequence[Task], room: int) -> Content:
    """The tasks, each with its keys as they are bound now, its example on a line of its own."""
    lines: list[Content] = []
    for task in tasks:
        bound = "  ".join(key for id_ in task.ids if (key := key_of(place, id_)))
        keys = f"{bound:<12} " if bound else ""
        line = Content.assemble((f"  {keys}", "bold $lead"), task.does)
        example = Content.styled(f"{'':<15}{task.example}", "$quiet-text")
        lines += [line.truncate(room, ellipsis=True), example.truncate(room, ellipsis=True)]
    return Content("\n").join(lines)
