"""A field to type in whose every letter costs a line of the screen, and not its layout."""

from __future__ import annotations

from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input


class Field(Input):
    """An input of a width that what is typed does not change: nothing has to be laid out anew."""

    virtual_size = Reactive(Size(0, 0), layout=False)
