"""Output of commands: JSON for programs, tables and one-line messages for people.

Results go to standard output and nothing else does. Everything a command prints goes through here,
and here through the one cleaning: also what is in no server's answer, such as the headings of a
file, its name, the name of a key or what an error quotes. Nothing else of the commands writes to
the terminal.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import IO, Any, cast

import click

from shortlist.client.clean import clean_line, clean_text


def echo(text: str = "", *, err: bool = False) -> None:
    """Lines as they are, cleaned."""
    click.echo(clean_text(text, sys.maxsize), err=err)


def confirm(question: str, *, abort: bool = False) -> bool:
    """Ask for a yes on standard error."""
    return click.confirm(_flat(question), abort=abort, err=True)


def ask(question: str) -> str:
    """Ask for words on standard error; empty where nothing is answered."""
    told = click.prompt(_flat(question), default="", show_default=False, err=True)
    return str(told).strip()


def _flat(text: str) -> str:
    """One line, cleaned."""
    return " ".join(clean_line(text, sys.maxsize).split())


class _Shown(io.RawIOBase):
    """Bytes for a terminal: what is no text is not obeyed by it."""

    def __init__(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._decoder = io.IncrementalNewlineDecoder(decoder, translate=True)

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        click.echo(clean_text(self._decoder.decode(bytes(data)), sys.maxsize), nl=False)
        return len(data)


def standard_output() -> IO[bytes]:
    """Standard output for a file that somebody else wrote: as it is, and cleaned on a terminal."""
    return cast("IO[bytes]", _Shown()) if sys.stdout.isatty() else sys.stdout.buffer


def say(text: str) -> None:
    """A message for a person: one line on standard error, on a terminal broken between words."""
    flat = _flat(text)
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        flat = textwrap.fill(flat, width, break_long_words=False, break_on_hyphens=False)
    click.echo(flat, err=True)


def print_line(text: str) -> None:
    """One line of a result."""
    click.echo(_flat(text))


def print_prose(text: str) -> None:
    """A paragraph, broken between words on a terminal and one line in a pipe."""
    flat = _flat(text)
    if sys.stdout.isatty():
        flat = click.wrap_text(flat, min(shutil.get_terminal_size().columns, 100))
    click.echo(flat)


def print_json(document: Any) -> None:
    """One JSON document on one line of standard output, in UTF-8 whatever the locale. What a
    terminal would obey is written as JSON's escapes: nothing is lost."""
    line = _OBEYED.sub(_escaped, json.dumps(document, ensure_ascii=False)).encode()
    sys.stdout.flush()
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


_OBEYED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What JSON leaves as it is: DEL, C1, bidirectional controls, line separators, and lone surrogates,
which have no UTF-8."""


def _escaped(match: re.Match[str]) -> str:
    return json.dumps(match.group())[1:-1]


NOT_GIVEN = "not given"
"""What stands for a figure that a deployment does not tell: it is not 0."""


def amount(count: float | None, one: str, many: str | None = None) -> str:
    """`1 person`, `2 people`, `1,500 credits`; `not given`."""
    if count is None:
        return NOT_GIVEN
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def number(value: float) -> str:
    """`1,500` or `0.25`."""
    if not isinstance(value, float):
        return f"{value:,}"
    if 0 < abs(value) < 0.001:
        return f"{value:.1g}"
    return f"{value:,.3f}".rstrip("0").rstrip(".")


def when(moment: datetime | None) -> str | None:
    """How long ago on a terminal, in few letters; in a pipe the time, in UTC."""
    if moment is None:
        return None
    if not sys.stdout.isatty():
        return f"{moment:%Y-%m-%d %H:%M}"
    seconds = max(0, int(time.time() - moment.timestamp()))
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit} ago"
    return "just now"


_WIDE = 110
"""Columns of a terminal from which there is room for what is only good to have."""


def is_narrow() -> bool:
    """Whether standard output is a terminal with room for little."""
    return sys.stdout.isatty() and shutil.get_terminal_size().columns < _WIDE


_NEVER_CUT = ("id", "key", "address", "base url", "where")
_SHORT = 12
"""Cells up to so many columns are left whole while there are longer ones to cut."""
_NAME = 24
"""A column of names is left whole up to this: who it is counts most."""
_GAP = "  "


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table as wide as the terminal at most; in a pipe or file, nothing of it is cut short.

    Numbers stand right and are never cut, nor are ids, keys and values; of the rest the longest
    give way. A last column called `person id` is left out where there is no room for it.
    """
    from rich.cells import cell_len, set_cell_size

    kept = [list(row) for row in rows]
    on_terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if on_terminal else None
    if columns[-1] == "person id" and is_narrow():
        columns, kept = columns[:-1], [row[:-1] for row in kept]
    if on_terminal and kept:
        # A column that nobody has anything in tells nothing.
        filled = [
            at for at in range(len(columns)) if any(row[at] not in (None, "") for row in kept)
        ]
        columns = [columns[at] for at in filled]
        kept = [[row[at] for at in filled] for row in kept]
    numeric = [
        bool(kept) and all(isinstance(row[at], int | float | None) for row in kept)
        for at in range(len(columns))
    ]
    cells = [[_shown(cell, name) for cell, name in zip(row, columns, strict=True)] for row in kept]
    natural = [
        max(map(cell_len, (name, *(row[at] for row in cells)))) for at, name in enumerate(columns)
    ]
    whole = [
        number or name in _NEVER_CUT or (name == "name" and size <= _NAME)
        for name, number, size in zip(columns, numeric, natural, strict=True)
    ]
    widths = _fitted(natural, whole, width)

    def line(texts: Sequence[str]) -> str:
        parts = []
        for at, text in enumerate(texts):
            if cell_len(text) > widths[at]:
                text = set_cell_size(text, widths[at] - 1).rstrip() + "…"
            room = " " * (widths[at] - cell_len(text))
            parts.append(room + text if numeric[at] else text + room)
        return _GAP.join(parts).rstrip()

    head = line(columns)
    click.echo(head if _is_dumb() else click.style(head, bold=True))
    for row in cells:
        click.echo(line(row))


def _fitted(natural: Sequence[int], whole: Sequence[bool], width: int | None) -> list[int]:
    """The widths of columns: the longest of those that may be cut are made equally long."""
    if width is None:
        return list(natural)
    for cap in range(max(natural), 5, -1):
        widths = [
            size if fixed or size <= min(cap, _SHORT) else min(size, cap)
            for size, fixed in zip(natural, whole, strict=True)
        ]
        if sum(widths) + len(_GAP) * (len(widths) - 1) <= width:
            return widths
    return [size if fixed else min(size, 6) for size, fixed in zip(natural, whole, strict=True)]


def print_pairs(pairs: Iterable[tuple[str, object]]) -> None:
    """Lines of `name   value`, names in one column; pairs without a value are left out."""
    kept = [(_flat(name), _shown(value, name)) for name, value in pairs if value not in (None, "")]
    width = max((len(name) for name, _ in kept), default=0)
    for name, value in kept:
        click.echo(f"{name:<{width}}  {value}".rstrip())


def _shown(cell: object, name: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and name == "confidence":
        return f"{cell:.2f}"
    if isinstance(cell, int | float):
        return number(cell)
    return _flat(str(cell))


def notify(text: str) -> None:
    """Tell whoever looks elsewhere that it has ended: to the terminal, and never into a pipe."""
    from shortlist.desk.config import load_settings
    from shortlist.desk.notices import notice_sequence
    from shortlist.desk.places import find_places

    stream = next((each for each in (sys.stderr, sys.stdout) if each.isatty()), None)
    if stream is None or _is_dumb():
        return
    stream.write(notice_sequence(text, load_settings(find_places()).notify, os.environ))
    stream.flush()


def _is_dumb() -> bool:
    """Whether the terminal knows no sequences, and would show them as they are."""
    return os.environ.get("TERM") == "dumb"


class Meter:
    """One line on standard error that is written over as things move; only on a terminal."""

    def __init__(self) -> None:
        self.on = sys.stderr.isatty() and not _is_dumb()
        self._shown_at = 0.0
        self._visible = False

    def show(self, text: str) -> None:
        """Show `text` now, unless something was shown less than a tenth of a second ago."""
        if not self.on or time.monotonic() - self._shown_at < 0.1:
            return
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r\x1b[2K{clean_line(text, sys.maxsize)[:width]}")
        sys.stderr.flush()
        self._shown_at, self._visible = time.monotonic(), True

    def clear(self) -> None:
        """Take the line away, before anything else is printed."""
        if self._visible:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
            self._visible, self._shown_at = False, 0.0
