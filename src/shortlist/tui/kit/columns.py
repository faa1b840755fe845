"""The columns of a table: how a cell is read, how wide each column is, and the order by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from shortlist.tui.kit.words import plain

Row = Any
Cell = str | tuple[str, str]
"""The text of a cell, or its text and its tone (`dim`, `good`, `warn`, `bad`, `accent`)."""

GAP: Final = 2
"""Characters between two columns."""


class Column(NamedTuple):
    """One column: how to read it, and how much room it wants."""

    key: str
    title: str
    cell: Callable[[Row], Cell]
    least: int = 6
    """Characters under which it is left out rather than squeezed."""
    most: int = 40
    rank: int = 0
    """Columns with a higher rank are left out first when the terminal is narrow."""
    right: bool = False
    width: int | None = None
    """Exactly so wide; `None`: as its values need, between `least` and `most`."""


def fit_columns(
    columns: Sequence[Column], sample: Sequence[Row], room: int
) -> list[tuple[Column, int]]:
    """The columns that `room` characters hold, gaps counted, and the width of each.

    The natural width of each column, as `sample` needs it, then what is over by need.
    """
    wishes: dict[str, int] = {}
    least: dict[str, int] = {}
    for column in columns:
        widest = cell_len(column.title) + 2
        for row in sample:
            widest = max(widest, cell_len(text_of(column.cell(row))))
        wishes[column.key] = column.width or min(widest, column.most)
        least[column.key] = column.width or min(widest, column.least)
    shown = list(columns)
    while len(shown) > 1 and sum(least[c.key] + GAP for c in shown) > room:
        # The first column says who it is, and stays; of equals the last one goes.
        shown.remove(max(reversed(shown[1:]), key=lambda c: c.rank))
    # What is over the least widths is shared by how much each column wishes for.
    widths = {c.key: least[c.key] for c in shown}
    left = room - sum(least[c.key] + GAP for c in shown)
    over = sum(wishes[c.key] - least[c.key] for c in shown)
    share = min(1.0, max(0.0, left / over)) if over > 0 else 0.0
    for column in shown:
        more = int((wishes[column.key] - least[column.key]) * share)
        widths[column.key] += more
        left -= more
    for column in shown:  # the cells that rounding left over
        if left > 0 and widths[column.key] < wishes[column.key]:
            widths[column.key] += 1
            left -= 1
    return [(c, widths[c.key]) for c in shown]


def text_of(cell: Cell) -> str:
    return plain(cell[0] if isinstance(cell, tuple) else cell)


def sized(text: str, width: int, right: bool = False) -> str:
    """`text` in exactly `width` cells: cut with an ellipsis, or filled."""
    text = plain(text)
    narrow = text.isascii()  # a cell for each character
    length = len(text) if narrow else cell_len(text)
    if length > width:
        most = max(0, width - 1)
        return (text[:most] if narrow else set_cell_size(text, most)) + "…"
    return " " * (width - length) + text if right else text + " " * (width - length)


Order = tuple[str, bool] | None
"""A column's key and whether the order is turned round; `None`: as the rows came."""


def next_order(order: Order, columns: Sequence[Column]) -> Order:
    """The order after this one: each column up, then down, then as it came."""
    keys = [column.key for column in columns]
    if order is None or order[0] not in keys:
        return (keys[0], False)
    key, turned = order
    if not turned:
        return (key, True)
    index = keys.index(key) + 1
    return (keys[index], False) if index < len(keys) else None


def clicked(order: Order, column: str) -> Order:
    """The order after a click on a column's head: by it, and turned round by the next click."""
    return (column, order == (column, False))


def order_key(order: Order, columns: Sequence[Column]) -> Callable[[Any], str] | None:
    """What rows are compared by; `None` where they stay as they came."""
    if order is None:
        return None
    cell_of = next(column.cell for column in columns if column.key == order[0])

    def of(row: Any) -> str:
        cell = cell_of(row)
        return plain(cell[0] if isinstance(cell, tuple) else cell).casefold()

    return of


def ordered(rows: Sequence[Any], order: Order, columns: Sequence[Column]) -> Sequence[Any]:
    """`rows` in this order; the same object where they stay as they came."""
    key = order_key(order, columns)
    return rows if order is None or key is None else sorted(rows, key=key, reverse=order[1])
