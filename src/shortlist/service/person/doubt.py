"""Doubts about who is meant: why research gives no dossier, and what would help.

`data` is then null and nothing is charged (section 4.4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shortlist.contract.person import IdentityEvidence
from shortlist.service.identity import how_many
from shortlist.service.index.port import Record
from shortlist.service.person.proof import PIECES_NEEDED
from shortlist.service.web.pages import is_page

CLUES_MAX = 5


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why there is no dossier."""

    reason: str
    clues: Sequence[str] = ()

    def meta(self) -> dict[str, Any]:
        """Its part of `meta`."""
        return {"resolution": "unsure", **self.what_would_help()}

    def what_would_help(self) -> dict[str, Any]:
        """Its part of `meta` beside a dossier."""
        return {"reason": self.reason, "suggested_clues": list(self.clues)}


def nobody(anchor: Mapping[str, str]) -> Doubt:
    """Nobody in the index fits."""
    clues = {
        "person_id": "A person_id as search gives it",
        "profile_url": "The address of the person's profile or official page (profile_url)",
        "name": "The name with the domain of the present employer (name, company_domain)",
    }
    given = next((name for name in clues if name in anchor), "")
    return Doubt(
        "Nobody in the index fits this identifier.",
        [clue for name, clue in clues.items() if name != given],
    )


def several(people: Sequence[Record]) -> Doubt:
    """More than one person fits: each is described by what tells them apart."""
    return Doubt(
        f"This identifier fits {how_many(people)}, and nothing in it tells them apart.",
        [_clue(record) for record in people[:CLUES_MAX]],
    )


def too_little(
    record: Record, anchor: Mapping[str, str], evidence: Sequence[IdentityEvidence]
) -> Doubt:
    """One person fits, but too little stands for it that the record is about them."""
    stated = "; ".join(piece.statement or "" for piece in evidence) or "none was found"
    clues = []
    if record.get("company_domain") and "company_domain" not in anchor:
        clues.append("The name with the domain of the organisation (name, company_domain)")
    return Doubt(
        f"One person fits, but an identity needs {PIECES_NEEDED} independent pieces of evidence "
        f"and has {len(evidence)}: {stated}.",
        clues,
    )


def _clue(record: Record) -> str:
    role = ", ".join(str(record[key]) for key in ("title", "company") if record.get(key))
    page = record.get("profile_url")
    key = f"person_id {record['id']}" + (f", profile_url {page}" if is_page(page) else "")
    return f"{key}: {role}" if role else key
