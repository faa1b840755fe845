"""The order of a list: which column, and whether it is turned round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from shortlist.tui.kit.words import plain

if TYPE_CHECKING:
    from shortlist.tui.kit.columns import Column

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
