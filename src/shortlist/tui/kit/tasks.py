"""The tasks of a screen: what is done most there, which its help begins with."""

from __future__ import annotations

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
