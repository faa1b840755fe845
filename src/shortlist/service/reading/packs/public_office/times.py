"""Then and now in public life: who left an office, and what somebody held before another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.reading.packs.public_office.span_rules import is_of_office, role_ids
from shortlist.service.reading.packs.public_office.tables import DATES
from shortlist.service.reading.packs.public_office.texts import said
from shortlist.service.reading.parts import Number, Part
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token

_OFFICES: Final = frozenset({"role", "chamber"})
_HOLDING: Final = _OFFICES | {"committee", "party", "district", "appointment"}
_FORMER: Final = Span(
    0, 0, "status", ("status=former",), "former", 1.0, says="No longer in the role"
)
_OF_A_CHAMBER: Final = {"chamber=lower": "representative", "chamber=upper": "senator"}


def dated(bounds: Sequence[Number], words: Sequence[Token]) -> tuple[Number, ...]:
    """`bounds` of years as those of an office: when it was taken, left, or will end."""
    text = said(words)
    of, says = next((of, says) for of, says, cue in DATES if cue.search(text))
    return tuple(
        replace(each, of=of, label=f"{says} in {each.label}")
        if each.of in ("since", "until")
        else each
        for each in bounds
    )


def settle(parts: Sequence[Part], *, left: bool) -> list[Part]:
    """`parts` with what is said of the past as records keep it: they say of who left an office
    that they are former, and of who holds another one what they held earlier. `left`: a date is
    named at which they left."""
    office = [any(is_of_office(span) for span in part.spans) for part in parts]
    if not any(office):
        return list(parts)
    found: list[Part] = []
    gone = left
    for part, public in zip(parts, office, strict=True):
        if not part.past or not (public or part.kind == "place"):
            found.append(part)
        elif part.kind in _OFFICES and any(p.kind == "role" and not p.past for p in found):
            found.append(_earlier(part))
        else:
            gone = True
            found.append(replace(part, past=False))
    if not gone:
        return found
    # It holds of who has left, so that it is not asked whether they still are.
    return [*(replace(part, past=part.kind in _HOLDING) for part in found), Part((_FORMER,))]


def _earlier(part: Part) -> Part:
    ids = role_ids(part.spans) or {_OF_A_CHAMBER[v] for v in part.values if v in _OF_A_CHAMBER}
    span = Span(
        part.spans[0].start, part.spans[-1].end, "history",
        tuple(f"past_role={role}" for role in sorted(ids)), f"earlier: {part.label}", 1.0,
        says=f"Earlier served as {part.label}",
    )  # fmt: skip
    return Part((span,), part.negated)
