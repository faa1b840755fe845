"""How the benchmarks tell their figures: a small table, or one JSON object."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any


def tell(figures: Mapping[str, Any], *, as_json: bool) -> None:
    """Print `figures`, whose values are numbers, texts or figures of their own."""
    if as_json:
        print(json.dumps(figures))
        return
    rows = list(_rows(figures))
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:{width}}  {value:>12}")


def _rows(figures: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, str]]:
    for key, value in figures.items():
        name = f"{within} {key}".strip()
        if isinstance(value, Mapping):
            yield from _rows(value, name)
        else:
            yield name, f"{value:,.3f}" if isinstance(value, float) else str(value)
