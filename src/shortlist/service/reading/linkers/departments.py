"""Fields of work and parts of a business: who works in one, and who is at its head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.text import stems
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, longest, phrase, written
from shortlist.service.reading.vocabulary import fields, tables
from shortlist.service.reading.vocabulary.words import words_for

_LONGEST: Final = 4
_DENYING: Final = words_for("denying_a_part")
_INTO: Final = words_for("working_on")
_DOING: Final = frozenset({"do", "does", "did", "doing", "done"})
_PEOPLE: Final = words_for("people")
_EXPERTS: Final = words_for("expert")
_FIRM: Final = words_for("firm")
_ARTICLES: Final = frozenset({"the", "a", "both"})
_BETWEEN: Final = frozenset({"and", "or"}) | _ARTICLES
_SENIOR: Final = ("c_level", "vp", "director", "head", "lead", "manager")
"""Levels of who is senior in a part of a business."""
Named = tuple[int, int, str]
"""Where a field of work is named, and its key."""


def link(words: Sequence[Token], _: Gazetteer) -> Iterator[Span]:
    """The fields of work and parts of a business that pieces of `words` name, as what people work
    in or run."""
    for run in _lists(words):
        yield from _working(words, run)
    for start in range(len(words)):
        yield from _running(words, start)


def _lists(words: Sequence[Token]) -> Iterator[list[Named]]:
    """The fields that stand together: `farming, forestry or fishing`."""
    run: list[Named] = []
    for start, end, name in longest([word.base for word in words], fields.fields(), _LONGEST):
        joined = run and _BETWEEN.issuperset(word.text for word in words[run[-1][1] : start])
        if name and words[start].raw != "it":
            if run and not (joined and (start > run[-1][1] or words[start].gap.strip())):
                yield run
                run = []
            run.append((start, end, name))
    if run:
        yield run


def _working(words: Sequence[Token], run: Sequence[Named]) -> Iterator[Span]:
    """`Someone in payroll`, `health professionals`: who works in one of these fields."""
    first, last = run[0][0], run[-1][1]
    goes_on = last < len(words) and not words[last].gap.strip()
    after = words[last].base if goes_on else ""
    before = next((w.text for w in reversed(words[:first]) if w.text not in _ARTICLES), "")
    if after in _FIRM:
        return  # what an employer does
    ends = not goes_on or (words[last].text in SMALL and words[last].text != "of")
    # `Professionals` of a field are of whatever occupation has that for its name.
    listed = after != "professional" and tables.is_title(f"{run[-1][2]} {after}")
    people = after in _PEOPLE or (after in _EXPERTS and not listed)
    begins = first == 0 and ends and run[0][2] not in _PEOPLE and not tables.is_title(run[0][2])
    denied = before in _DENYING and ends
    labels = fields.labels()
    for start, end, name in run:
        if name in fields.peoples():
            yield Span(start, end, "role", fields.fields()[name], name, 1.05)
            continue
        # Accountants `in farming` have an employer who does it.
        own = name in tables.industry_terms() or name in tables.practices()
        told = before in _INTO and (not own or _is_anybody(words, first))
        told |= before in _DOING and name in tables.practices()
        told = (told or begins or denied) and not labels.keys().isdisjoint(each[2] for each in run)
        if not (people or told):
            continue
        label = labels.get(name) or written(words[start:end])
        concept = tables.subjects().get(name, "general")
        if concept != "general" and any(word.text in ("senior", "top") for word in words[:first]):
            yield Span(start, end, "role", _heading(concept), f"senior in {label}", 0.85)
            continue
        # `Communications people` know it, too, but that is not what is said of them.
        strength = 1.25 if people else 0.85
        end += people and end == last and after in _EXPERTS
        values = _working_on(name)
        near: tuple[str, ...] = ()
        if name in tables.practices():
            # So do `upholstery workshop managers`, and who says it may.
            said = " ".join(stems(written(words[start:end])))
            values += (f"title_word+{said}", f"business+{said}")
            near = (f"word+{said}",)
        yield Span(start, end, "field", values, label, strength, near)


def _is_anybody(words: Sequence[Token], at: int) -> bool:
    """Whether no title stands before `in`, right before `at`: `people in`, `works in`."""
    said = next((word.base for word in reversed(words[: at - 1]) if word.text not in _ARTICLES), "")
    titled = tables.is_of_people(said) or tables.is_title(said)
    return said in _PEOPLE | _EXPERTS or not titled


def _working_on(name: str) -> tuple[str, ...]:
    """What tells that somebody works in a field: their title names it, or their occupation or
    employer is of it; or they are called by it: an engineer works in engineering."""
    base = name.removesuffix("ing")
    called = (f"{base}{end}" for end in _PRACTISING) if base != name else ()
    found = (f"trade={each}" for each in called if tables.is_of_people(each))
    return (*fields.fields()[name], *found)


_PRACTISING: Final = ("", "e", "er", "or", "ant")
"""How who practises something is called that is called `-ing`: nursing, a nurse."""


def _heading(concept: str) -> tuple[str, ...]:
    kinds = tables.with_kinds(concept)
    return tuple(f"post={level}:{each}" for level in _SENIOR for each in kinds)


_HANDLING: Final = words_for("handling")
_RUNNING: Final = tuple((*said.split("_"),) for said in sorted(words_for("running") | _HANDLING))
"""What who is at the head of something does to it, or who works on it at all."""
_WHO: Final = words_for("who")
_BY_NOW: Final = words_for("by_now")
_OF_A_CHARITY: Final = "trade=executive director & sector=charities nonprofit schools museums"
"""Who is at the head of one; elsewhere an executive director is one of several."""
_OF_A_PART: Final = frozenset({"handle", "handles"})
"""What nobody does to the whole: `who handles flood claims`."""
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
        label = tables.subject_labels().get(part, "")
        if part and part != "general" and handled:
            yield Span(at, end, "field", _working_on(tables.key(label)), label, 1.0)
        elif part and part != "general":
            yield Span(at, end, "role", _heading(part), f"head of {label}", 1.0)
        elif _is_who(words, at) and not handled and said[0] not in _OF_A_PART:
            values = (*(f"post={level}:general" for level in _HEADS), _OF_A_CHARITY)
            yield Span(at, after, "role", values, "who runs it", 0.8, says="Runs it")


def _is_who(words: Sequence[Token], at: int) -> bool:
    """Whether `who`, or `who now`, stands before `at`, or it begins so: `Currently runs`."""
    verb = words[at].text
    while at and words[at - 1].text in _BY_NOW:
        at -= 1
    return words[at - 1].text in _WHO if at else verb.endswith("s") and len(words) > 1
