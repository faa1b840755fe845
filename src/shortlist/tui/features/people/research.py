"""The research of one person: its state, and how that is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.content import Content

from shortlist.contract.limits import PERSON_PRICE
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import credits, duration, in_words, plain, prose
from shortlist.tui.live.troubles import trouble_content

if TYPE_CHECKING:
    from datetime import datetime

    from shortlist.contract.person import Dossier
    from shortlist.tui.live.state import Trouble


@dataclass(eq=False, repr=False)
class PersonWork:
    """Research of one person."""

    person_id: str
    status: str = ""
    dossier: Dossier | None = None
    unsure: str = ""
    trouble: Trouble | None = None
    run_id: str = ""
    run_status: str = ""
    """As the service calls it, while the run is polled: `queued`, `running`."""
    began: datetime | None = None
    canceling: bool = False
    key: str = ""
    """The idempotency key of the request, the same one until its answer has come."""
    clues: list[str] = field(default_factory=list)
    """What would help, where the evidence was not enough."""
    charged: float | None = None
    kept_at: datetime | None = None
    """The dossier is one that this machine kept, of then; nothing was asked."""


_STAGES = {
    "queued": "waiting for its turn",
    "running": "reading the pages that name this person",
}


def run_content(work: PersonWork | None, seconds: int) -> Content:
    """How research stands: nothing before it began, and nothing once the dossier is here."""
    if work is None:
        return Content("")
    if work.trouble is not None:
        return Content.assemble(trouble_content(work.trouble), "\n")
    if work.status == "asking":
        status = in_words(work.run_status, 20)
        doing = _STAGES.get(work.run_status, status or "asked")
        parts: list[Part] = [("◐ researching", "bold $lead"), f"  {duration(seconds)} · {doing}"]
        if work.run_id:
            parts.append((f"\n  run {plain(work.run_id, 60)}", "$quiet-text"))
        rest = "canceling…" if work.canceling else "It goes on if you leave this page."
        parts.append((f"\n  {rest}\n", "$quiet-text"))
        return Content.assemble(*parts)
    if work.status == "canceled":
        return Content.styled("■ canceled: nothing was charged\n", "$warn")
    if work.unsure:
        parts = [("? not certain who this is: ", "bold $warn"), prose(work.unsure, 300)]
        if work.clues:
            clues = ", ".join(in_words(clue, 60) for clue in work.clues[:6])
            parts.append((f"\n  What would help: {clues}", "$quiet-text"))
        parts.append(("\n  Nothing was charged.\n", "$quiet-text"))
        return Content.assemble(*parts)
    if work.kept_at is not None:
        at = f"{work.kept_at.astimezone():%Y-%m-%d %H:%M}"
        again = f"r asks again: up to {PERSON_PRICE} credits, free within 90 days"
        return Content.assemble(
            (f"kept {at}", "$lead"), (f" · {again} of the first time\n", "$quiet-text")
        )
    if work.charged is not None:
        words = f"{credits(work.charged)} charged" if work.charged else "a reread: nothing charged"
        return Content.styled(f"{words}\n", "$quiet-text")
    return Content("")
