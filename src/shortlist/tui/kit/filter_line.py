"""The base of lists with a filter: a line to type in, and the rows that hold all its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from textual.widgets import Input

from shortlist.tui.kit.table import Table

if TYPE_CHECKING:
    from textual.screen import Screen

    _Base = Screen[Any]
else:
    _Base = object

Row = TypeVar("Row")


class FilterLine(_Base):
    """Mixed into a screen with one `Input` and one `Table`; `draw_rows` draws what is left."""

    def draw_rows(self) -> None:
        raise NotImplementedError

    def is_changed(self) -> bool:
        """A filter is nothing that leaving would lose."""
        return False

    def fitting(self, rows: Iterable[Row], text: Callable[[Row], str]) -> list[Row]:
        """The rows whose text, in small letters, holds every word that is typed."""
        words = self.query_one(Input).value.casefold().split()
        return [row for row in rows if all(word in text(row) for word in words)]

    def action_query(self) -> None:
        field = self.query_one(Input)
        field.display = True
        # At once: `focus()` would come after a key that was typed right behind this one.
        self.set_focus(field)

    def on_input_changed(self) -> None:
        self.draw_rows()

    def on_input_submitted(self) -> None:
        self.query_one(Table).focus()

    def leave_filter(self) -> bool:
        """Empty the line, else go from it to the list, as `esc` does; whether it did either."""
        field = self.query_one(Input)
        if field.value:
            field.value = ""
        elif self.focused is field:
            self.query_one(Table).focus()
        else:
            return False
        return True
