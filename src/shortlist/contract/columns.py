"""Verdicts as columns of a table (section 4.2, export).

In JSON they are objects, as `Verification` has them; `docs/reference/exports.md` describes both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

VERDICT_PARTS: Final = ("", "_verdict", "_reasoning", "_quote", "_source", "_url", "_date")
"""What is told of a criterion: its text as `criterion_1`, then `criterion_1_verdict` and so on."""

_OF_REFERENCES: Final = {
    "_quote": "quote",
    "_source": "source",
    "_url": "url",
    "_date": "observed_at",
}


def verdict_columns(criteria: int) -> list[str]:
    """The columns of so many criteria, in order."""
    return [f"criterion_{n}{part}" for n in range(1, criteria + 1) for part in VERDICT_PARTS]


def verdict_cells(verification: Sequence[Mapping[str, Any]]) -> dict[str, str | None]:
    """The verdicts of one person (wire shape) by column.

    A verdict that stands on several references has a line in the cell for each, in the same order
    in each of the columns; where only some tell a thing, the line of the others is empty.
    """
    cells: dict[str, str | None] = {}
    for n, verdict in enumerate(verification, 1):
        name = f"criterion_{n}"
        cells[name] = verdict.get("criterion")
        cells[f"{name}_verdict"] = verdict.get("status")
        cells[f"{name}_reasoning"] = verdict.get("reasoning")
        references = verdict.get("references") or ()
        for part, key in _OF_REFERENCES.items():
            told = [" ".join(str(reference.get(key) or "").split()) for reference in references]
            cells[name + part] = "\n".join(told) if any(told) else None
    return cells


def verdicts_in_brief(verification: Sequence[Mapping[str, Any]]) -> str | None:
    """The one column `criteria`: `Is a judge: satisfied; Lives in Texas: satisfied`."""
    told = (f"{verdict.get('criterion')}: {verdict.get('status')}" for verdict in verification)
    return "; ".join(told) or None
