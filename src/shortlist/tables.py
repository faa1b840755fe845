"""Tables that come with this package: lines of cells between tabs, below a head that names them."""

from __future__ import annotations

from pathlib import Path


def read_table(path: Path) -> list[list[str]]:
    """The cells of each line of a table, without its head."""
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()[1:]]
