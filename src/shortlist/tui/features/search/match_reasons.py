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
_SHORT = 3
"""Letters of a word that may be one like `of`."""
_COUNTED = ("time", "size")
"""Kinds of terms that are numbers: no word beside one says it."""
_ALSO_SAID_BY = {
    "title": ("history",),
    "company": ("history",),
    "industry": ("company_industry", "title", "history", "summary"),
}
"""What else may say what a field decides: what holds may have been so before, `worked at Acme`."""
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
    words = _telling(f"{term.value} {term.text}")
    fields = fields_for(term)
    if status == "satisfied" and not term.negated and term.kind not in _COUNTED:
        for field in (*fields, *_ALSO_SAID_BY.get(fields[0], ())):
            if quote := _quote(recorded(person, field), words):
                quoted = underlined(Content.styled(quote, "italic"), words)
                return [Content.assemble("“", quoted, "”"), (f" {_called(field)}", "$quiet-text")]
    said = recorded(person, fields[0]) if decided_by(term) else ""
    called = _called(fields[0])
    if status == "unsatisfied":
        is_ = f"no: {called} is " if not term.negated else f"no: it is so, {called} is "
        return [(is_, "$quiet-text"), prose(said, _QUOTED) or "not given"]
    if said:
        how = {"satisfied": f"{called}: ", "near": f"near: {called} is "}
        told = how.get(status, f"not certain: {called}: ")
        return [(told, "$quiet-text"), prose(said, _QUOTED)]
    met = status == "satisfied" and not term.negated
    told = "in other words of their record" if met else "their record here does not say"
    return [(told, "$quiet-text")]


def _called(field: str) -> str:
    """A field in words."""
    return field.replace("_", " ")


def _telling(text: str) -> list[str]:
    """The words by which evidence is known: without small ones, unless there are no others."""
    said = re.findall(r"\w+", plain(text))
    telling = {w.casefold() for w in said if len(w) > _SHORT or not w.islower()}
    return [word for word in words_in(text) if word in telling] or words_in(text)


def _quote(text: str, words: Sequence[str]) -> str:
    """The first sentence with most of `words` in it; empty where there is none."""
    found = [(_places(each, words), each) for each in re.split(r"(?<=[.;!?])\s+", text)]
    places, sentence = max(found, key=lambda each: len(each[0]))
    if not places:
        return ""
    if len(sentence) <= _QUOTED:
        return sentence.strip().rstrip(".;")
    start = max(0, min(places) - _QUOTED // 3)
    cut = sentence[start : start + _QUOTED].strip()
    return ("…" if start else "") + cut + "…"


def _places(sentence: str, words: Sequence[str]) -> list[int]:
    """Where each of `words` begins: where a word does, in scripts that part words."""
    folded, places = sentence.casefold(), []
    for word in words:
        begin = r"\b" if word.isascii() or word.upper() != word else ""
        if match := re.search(begin + re.escape(word), folded):
            places.append(match.start())
    return places


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
