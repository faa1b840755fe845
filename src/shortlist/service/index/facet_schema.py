"""The facets that the index holds of people: lines of `facet_schema.tsv`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from shortlist.tables import read_table

_LINES: Final = read_table(Path(__file__).with_suffix(".tsv"))
SCHEMA: Final = {facet: kind for facet, kind, _ in _LINES}
"""The kind of value of each: `keyword` or `integer`."""
TOLD_BY: Final = {facet: told_by or facet for facet, _, told_by in _LINES}
"""What of an imported record says each: its name as an import has it."""
