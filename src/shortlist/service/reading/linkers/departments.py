"""Parts of a business: who works on one, and who is at its head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, phrase
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import words_for

_LONGEST: Final = 4
_DENYING: Final = words_for("denying_a_part")
_INTO: Final = words_for("working_on")
_PEOPLE: Final = words_for("people")
_EXPERTS: Final = words_for("expert")
_SENIOR: Final = ("c_level", "vp", "director", "head", "lead", "manager")
"""Levels of who is senior in a part of a business."""


def link(words: Sequence[Token], _: Gazetteer) -> Iterator[Span]:
    """The parts of a business that pieces of `words` name, as what people work on or run."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            yield from _working(words, start, end)
        yield from _running(words, start)


def _working(words: Sequence[Token], start: int, end: int) -> Iterator[Span]:
    """`Someone in payroll`, `marketing people`: who works on it."""
    said = phrase(words, start, end)
    concept = tables.subjects().get(said, "general")
    if concept == "general" or words[start].raw == "it":
        return
    label = tables.subject_labels()[concept]
    before, after = _before(words, start), _after(words, end)
    ends = end == len(words) or words[end].gap.strip() or words[end].text in SMALL
    cued = (before in _DENYING and ends) or (
        before in _INTO and said not in tables.industry_terms()
    )
    # `Professionals` of a part are of whatever occupation has that for its name.
    listed = after != "professional" and f"{said} {after}" in tables.titles()
    if after in _EXPERTS and not listed:
        yield Span(start, end + 1, "role", _working_on(concept, said), label, 1.2)
    elif end - start == len(words) or cued or after in _PEOPLE:
        if any(word.text in ("senior", "top") for word in words[:start]):
            yield Span(start, end, "role", _heading(concept), f"senior in {label}", 0.85)
        else:
            # `Communications people` know it, too, but that is not what is said of them.
            strength = 1.25 if after in _PEOPLE else 0.85
            yield Span(start, end, "role", _working_on(concept, said), label, strength)


def _working_on(concept: str, said: str = "") -> tuple[str, ...]:
    """Whose title names the part of a business, or who is called by what it is `said` to be: an
    engineer works in engineering."""
    base = said.removesuffix("ing")
    called = (f"{base}{end}" for end in _PRACTISING) if base != said else ()
    found = (f"trade={each}" for each in called if tables.is_of_people(each))
    return (*tables.working_in(concept), *found)


_PRACTISING: Final = ("", "e", "er", "or", "ant")
"""How who practises something is called that is called `-ing`: nursing, a nurse."""


def _heading(concept: str) -> tuple[str, ...]:
    kinds = tables.with_kinds(concept)
    return tuple(f"post={level}:{each}" for level in _SENIOR for each in kinds)


def _before(words: Sequence[Token], at: int) -> str:
    """The word before `at`, or before the list of parts of a business that it goes on from:
    `in both design and engineering`."""
    while at > 1 and words[at - 1].text in ("and", "or", "both"):
        at -= 2 if words[at - 2].base in tables.subjects() else 1
    return words[at - 1].text if at else ""


def _after(words: Sequence[Token], at: int) -> str:
    """The word behind, or that behind the list which goes on: `marketing and sales people`."""
    while at + 1 < len(words) and words[at].text in ("and", "or"):
        if words[at + 1].base not in tables.subjects():
            break
        at += 2
    return words[at].base if at < len(words) else ""


_HANDLING: Final = words_for("handling")
_RUNNING: Final = tuple((*said.split("_"),) for said in sorted(words_for("running") | _HANDLING))
"""What who is at the head of something does to it, or who works on it at all."""
_WHO: Final = words_for("who")
_BY_NOW: Final = words_for("by_now")
_OF_A_CHARITY: Final = "trade=executive director & sector=charities nonprofit schools museums"
"""Who is at the head of one; elsewhere an executive director is one of several."""
_HEADS: Final = ("top", "owner", "chair")
"""Levels of who is at the head of the whole."""


def _running(words: Sequence[Token], at: int) -> Iterator[Span]:
    """`Who runs`, `in charge of`: whoever is at the head of what is named next, or of the whole."""
    for said in _RUNNING:
        after = at + len(said)
        if tuple(word.text for word in words[at:after]) != said:
            continue
        start = after + (after < len(words) and words[after].text in ("the", "all"))
        ends = range(min(len(words), start + _LONGEST), start, -1)
        parts = ((end, tables.subjects().get(phrase(words, start, end))) for end in ends)
        end, part = next(((end, part) for end, part in parts if part), (after, ""))
        handled = "_".join(said) in _HANDLING
        if part and part != "general":
            values, label = _heading(part), tables.subject_labels()[part]
            values, label = (_working_on(part), label) if handled else (values, f"head of {label}")
            yield Span(at, end, "role", values, label, 1.0)
        elif _is_who(words, at) and not handled:
            values = (*(f"post={level}:general" for level in _HEADS), _OF_A_CHARITY)
            yield Span(at, after, "role", values, "who runs it", 0.8, says="Runs it")


def _is_who(words: Sequence[Token], at: int) -> bool:
    """Whether `who`, or `who now`, stands before `at`, or it begins so: `Currently runs`."""
    verb = words[at].text
    while at and words[at - 1].text in _BY_NOW:
        at -= 1
    return words[at - 1].text in _WHO if at else verb.endswith("s") and len(words) > 1
