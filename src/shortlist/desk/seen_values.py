"""Values for filters, from earlier answers of the deployment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from shortlist.contract.extensions import Facet

SEEN: Final = "seen"
"""Where the file of this machine keeps them: by facet, each value and how often it was seen."""


def match_rank(value: str, typed: str) -> int | None:
    """0 where `value` begins so, 1 where a later word of it does; else None."""
    folded, wanted = value.casefold(), typed.strip().casefold()
    if folded.startswith(wanted):
        return 0
    return 1 if f" {wanted}" in folded else None


def list_seen_values(kept: Any, name: str, begins: str, limit: int) -> Facet:
    """Those of `kept` that begin so, the ones that were seen most often first; nobody counted how
    many people each finds."""
    from shortlist.contract.extensions import Facet, FacetValue

    values = kept.get(name) if isinstance(kept, Mapping) else None
    times = values.items() if isinstance(values, Mapping) else ()
    found = sorted(
        (rank, -seen, value)
        for value, seen in times
        if isinstance(seen, int) and (rank := match_rank(str(value), begins)) is not None
    )
    listed = [FacetValue(value=value) for *_, value in found[:limit]]
    return Facet(name=name, begins=begins, values=listed, more=len(found) > limit)
