"""The text that says why a person was found: each part of the question, and the evidence pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from shortlist.tui.features.search.parts_met import (
    decided_by,
    fields_for,
    parts_of,
    recorded,
    statuses_of,
    words_in,
)
from shortlist.tui.features.search.results import how_sure
from shortlist.tui.kit.hints import link
from shortlist.tui.kit.meter import meter
from shortlist.tui.kit.pane import underlined
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import VERDICTS, confidence, day, in_words, number, plain, prose

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.search import Grounding, PlanTerm, SearchPlan, SearchResult


_LABEL = 12
_QUOTED = 160
_STATUS = {
    "not_needed": ("–", "not needed: the index was enough", "$quiet-text"),
    "complete": ("✓", "complete", "$good"),
    "partial": ("!", "incomplete: some pages could not be read", "$warn"),
    "unavailable": ("!", "could not be had; the people come from the index alone", "$warn"),
}


def why_content(
    result: SearchResult,
    plan: SearchPlan | None,
    grounding: Grounding | None,
    *,
    compact: bool = False,
) -> Content:
    """Each part that was understood: ✓, ✗ or ?, and what the record says of it; then the evidence.

    `compact` takes one line for each.
    """
    person, terms = result.person, parts_of(plan)
    statuses = statuses_of(result, terms)
    parts: list[Part] = ["" if compact else "\n", ("Why this person", "bold")]
    if terms:
        met = f"  {number(statuses.count('satisfied'))} of {number(len(terms))} match"
        parts.append((met, "$quiet-text"))
    if person.confidence is not None:
        bar = meter(10, 1.0, (person.confidence, "━", "$lead"))
        parts += ["\n", ("Confidence".ljust(_LABEL), "$quiet-text")]
        parts += [f"{confidence(person.confidence)} ", bar, f" {how_sure(person.confidence)}"]
    for term, status in zip(terms, statuses, strict=True):
        symbol, _, tone = VERDICTS[status]
        label = in_words(term.kind, 20)
        label = f"not {label}" if term.negated else label
        parts += ["\n", (f"{symbol} ", f"bold ${tone}")]
        parts += [(label[: _LABEL - 3].ljust(_LABEL - 2), "$quiet-text"), in_words(term.value, 80)]
        parts += ["  " if compact else "\n" + " " * _LABEL, *_told(person, term, status)]
    if plan is not None and plan.remainder:
        words = plain(plan.remainder, 80)
        parts += ["\n", ("by meaning".ljust(_LABEL), "$quiet-text"), words]
    parts += _evidence(person, grounding)
    return Content.assemble(*parts)


def kept_parts(result: SearchResult, plan: SearchPlan | None) -> list[dict[str, str]]:
    """Each part that was understood and how far it holds, as it is kept with somebody."""
    terms = parts_of(plan)
    return [
        {
            "kind": f"not {term.kind}" if term.negated else term.kind,
            "value": term.value,
            "status": status,
            "told": Content.assemble(*_told(result.person, term, status)).plain,
        }
        for term, status in zip(terms, statuses_of(result, terms), strict=True)
    ]


def _told(person: Person, term: PlanTerm, status: str) -> list[Part]:
    """What the record says of a part: quoted where it holds and shares a word with it, else as it
    is, and whether that is what was asked for."""
    words = words_in(f"{term.value} {term.text}")
    fields = fields_for(term)
    if status == "satisfied" and not term.negated:
        # What holds may have been so before: `worked at Acme`.
        before = ["history"] if fields[0] in ("title", "company") else []
        for field in (*fields, *before):
            if quote := _quote(recorded(person, field), words):
                quoted = underlined(Content.styled(quote, "italic"), words)
                return [Content.assemble("“", quoted, "”"), (f" {field}", "$quiet-text")]
    said = recorded(person, fields[0]) if decided_by(term) else ""
    if status == "unsatisfied":
        is_ = f"no: {fields[0]} is " if not term.negated else f"no: it is so, {fields[0]} is "
        return [(is_, "$quiet-text"), prose(said, _QUOTED) or "not given"]
    if said:
        how = "" if status == "satisfied" else "not certain: "
        return [(f"{how}{fields[0]}: ", "$quiet-text"), prose(said, _QUOTED)]
    return [("not in the fields that came", "$quiet-text")]


def _quote(text: str, words: Sequence[str]) -> str:
    """The sentence with the first of `words` in it; empty where there is none."""
    for sentence in re.split(r"(?<=[.;!?])\s+", text):
        folded = sentence.casefold()
        at = min((folded.find(w) for w in words if w in folded), default=-1)
        if at >= 0:
            if len(sentence) <= _QUOTED:
                return sentence.strip().rstrip(".;")
            start = max(0, at - _QUOTED // 3)
            cut = sentence[start : start + _QUOTED].strip()
            return ("…" if start else "") + cut + "…"
    return ""


def _evidence(person: Person, grounding: Grounding | None) -> list[Part]:
    if grounding is None:
        return []
    mark, words, tone = _STATUS.get(
        grounding.status, ("?", in_words(grounding.status, 40), "$warn")
    )
    parts: list[Part] = ["\n", ("Evidence".ljust(_LABEL), "$quiet-text"), (f"{mark} ", tone), words]
    pages = [p for p in grounding.results if p.person and p.person.person_id == person.person_id]
    if grounding.status == "complete" and not pages:
        parts.append(", none about this person")
    for page in pages:
        parts += ["\n\n", (prose(page.title, 200) or plain(page.url, 200), "bold")]
        if page.snippet:
            parts += ["\n", (f"“{prose(page.snippet, 600)}”", "italic")]
        where = [Content(plain(page.source, 60)), link(page.url), Content(day(page.observed_at))]
        told = Content(" · ").join(value for value in where if value)
        parts += ["\n", told.stylize_before("$quiet-text")]
    return parts
