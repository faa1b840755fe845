"""Why a person was found: what was asked beside what the record says, and the evidence pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from shortlist.tui.features.search.results import how_sure
from shortlist.tui.kit.links import link
from shortlist.tui.kit.meter import meter
from shortlist.tui.kit.person import underlined
from shortlist.tui.kit.query.vocabulary import filter_for
from shortlist.tui.kit.words import confidence, day, in_words, plain, prose

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.search import Grounding, SearchPlan

Part = str | tuple[str, str] | Content

_LABEL = 12
_SHORTEST = 2
_QUOTED = 160
_STATUS = {
    "not_needed": ("–", "not needed: the index was enough", "$quiet-text"),
    "complete": ("✓", "complete", "$good"),
    "partial": ("!", "incomplete: some pages could not be read", "$warn"),
    "unavailable": ("!", "could not be had; the people come from the index alone", "$warn"),
}


def why_content(
    person: Person, plan: SearchPlan | None, grounding: Grounding | None, *, compact: bool = False
) -> Content:
    """Each thing that was understood with the words of the record it meets, then the evidence.

    The service says only how sure it is of a person as a whole; here stands what a reader can
    check. No verdict is made up for a single term. `compact` takes one line for each.
    """
    parts: list[Part] = ["" if compact else "\n", ("Why this person", "bold")]
    if person.confidence is not None:
        bar = meter(10, 1.0, (person.confidence, "━", "$lead"))
        parts += ["\n", ("Confidence".ljust(_LABEL), "$quiet-text")]
        parts += [f"{confidence(person.confidence)} ", bar, f" {how_sure(person.confidence)}"]
    for term in plan.terms if plan is not None else ():
        label = in_words(term.kind, 20)
        label = f"not {label}" if term.negated else label
        parts += [
            "\n",
            (label[: _LABEL - 1].ljust(_LABEL), "$quiet-text"),
            in_words(term.value, 80),
        ]
        if not term.negated:
            quoted = _record_words(person, term.kind, term.value, term.text)
            parts += ["  " if compact else "\n" + " " * _LABEL, *quoted]
    if plan is not None and plan.remainder:
        words = plain(plan.remainder, 80)
        parts += ["\n", ("by meaning".ljust(_LABEL), "$quiet-text"), words]
    parts += _evidence(person, grounding)
    return Content.assemble(*parts)


def _record_words(person: Person, kind: str, value: str, text: str) -> list[Part]:
    """The words of the record that concern a term, quoted, and which field they stand in.

    A field that shares no word with the term is told as it is, without quotes: it may meet the
    term (Athens is in Europe) or not, and that is for the reader to see.
    """
    words = _words(f"{value} {text}")
    fields = ["title", "summary"] if filter_for(kind) == "title" else []
    named = filter_for(kind)
    for field in [named, *fields] if named else ["summary", "title", "industry"]:
        recorded = getattr(person, field or "", None)
        recorded = in_words(recorded) if field == "seniority" else recorded
        quote = _quote(prose(recorded), words)
        if quote:
            quoted = underlined(Content.styled(quote, "italic"), words)
            return [Content.assemble("“", quoted, "”"), (f" {field}", "$quiet-text")]
        if field == named and recorded:
            return [(f"{field}: ", "$quiet-text"), prose(recorded, _QUOTED)]
    return [("not in the fields that came", "$quiet-text")]


def _words(text: str) -> list[str]:
    return [w.casefold() for w in re.findall(r"\w+", plain(text)) if len(w) >= _SHORTEST]


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
