"""What commands print: JSON for programs, tables and one-line messages for people.

Results go to standard output and nothing else does. Text that came from a server was cleaned by
the client; here it is only ever printed as text, never as markup.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

import click

__all__ = [
    "Meter",
    "amount",
    "number",
    "print_json",
    "print_line",
    "print_pairs",
    "print_table",
    "say",
]


def say(text: str) -> None:
    """A message for a person: one line on standard error."""
    click.echo(" ".join(text.split()), err=True)


def print_line(text: str) -> None:
    """One line of a result."""
    click.echo(" ".join(text.split()))


def print_json(document: Any) -> None:
    """One JSON document on one line of standard output, in UTF-8 whatever the locale."""
    try:
        line = json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # a lone surrogate has no UTF-8
        line = json.dumps(document).encode()
    sys.stdout.flush()
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def amount(count: float, one: str, many: str | None = None) -> str:
    """`1 person`, `2 people`, `1,500 credits`."""
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def number(value: float) -> str:
    """`1,500` or `0.25`."""
    return f"{value:,.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else f"{value:,}"


_ID_FROM_WIDTH = 110
"""Columns of a terminal from which a person's id, which is long, leaves room for the rest."""


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table as wide as the terminal at most; in a pipe or file, nothing of it is cut short.

    Numbers stand right; a cell that is `None` stays empty. The first column called `id` is never
    cut short; a last one called `person id` is left out where there is no room for it.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    kept = [list(row) for row in rows]
    on_terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if on_terminal else 10_000
    if columns[-1] == "person id" and width < _ID_FROM_WIDTH:
        columns, kept = columns[:-1], [row[:-1] for row in kept]
    table = Table(
        box=None, pad_edge=False, header_style="bold", show_edge=False, padding=(0, 2, 0, 0)
    )
    for number, column in enumerate(columns):
        right = bool(kept) and all(isinstance(row[number], int | float | None) for row in kept)
        whole = max((len(str(row[number])) for row in kept), default=0) if column == "id" else None
        table.add_column(
            Text(column),
            justify="right" if right else "left",
            no_wrap=True,
            overflow="ellipsis",
            min_width=whole,
        )
    for row in kept:
        table.add_row(*(Text(_shown(cell)) for cell in row))
    console = Console(highlight=False, markup=False, emoji=False, width=width, soft_wrap=False)
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        click.echo(line.rstrip())


def print_pairs(pairs: Iterable[tuple[str, object]]) -> None:
    """Lines of `name   value`, names in one column; pairs without a value are left out."""
    kept = [(name, _shown(value)) for name, value in pairs if value not in (None, "")]
    width = max((len(name) for name, _ in kept), default=0)
    for name, value in kept:
        click.echo(f"{name:<{width}}  {value}".rstrip())


def _shown(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int | float):
        return number(cell)
    return " ".join(str(cell).split())


class Meter:
    """One line on standard error that is written over as things move; only on a terminal."""

    def __init__(self) -> None:
        self.on = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._shown_at = 0.0
        self._visible = False

    def show(self, text: str) -> None:
        """Show `text` now, unless something was shown less than a tenth of a second ago."""
        if not self.on or time.monotonic() - self._shown_at < 0.1:
            return
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r\x1b[2K{text[:width]}")
        sys.stderr.flush()
        self._shown_at, self._visible = time.monotonic(), True

    def clear(self) -> None:
        """Take the line away, before anything else is printed."""
        if self._visible:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
            self._visible, self._shown_at = False, 0.0
