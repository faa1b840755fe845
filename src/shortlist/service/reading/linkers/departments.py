"""Parts of a business: who works on one, and who is at its head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.linkers.roles import FIRM
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.title_segments import expanded
from shortlist.service.reading.tokens import Token, phrase
from shortlist.service.reading.uncovered_words import OR
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import words_for


def link(words: Sequence[Token], _: Gazetteer) -> Iterator[Span]:
    """The parts of a business that pieces of `words` name, as what people work on or run."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + 4) + 1):
            yield from _working(words, start, end)
    yield from _running(words)
    yield from _owning(words)


_DENYING: Final = words_for("denying_a_part")
_INTO: Final = words_for("working_on")
_PEOPLE: Final = words_for("people")
_EXPERTS: Final = words_for("expert")
_SENIOR: Final = ("c_level", "vp", "director", "head", "lead", "manager")
"""Levels of who is senior in a part of a business."""


def _working(words: Sequence[Token], start: int, end: int) -> Iterator[Span]:
    """`Someone in payroll`, `marketing people`: who works on it."""
    said = phrase(words, start, end)
    concept = tables.subjects().get(said) or tables.subjects().get(_written_out(said), "general")
    if concept == "general" or words[start].raw == "it":
        return
    label = tables.subject_labels()[concept]
    before = _before(words, start)
    after = _after(words, end)
    denied = before in _DENYING and _ends(words, end)
    if not denied:
        if after in FIRM or before in ("at", "studied", "degree"):
            return
        whole = end - start == len(words)
        cued = before in _INTO and said not in tables.industry_terms()
        anybody = after == "professional"  # whatever occupation has that for its name
        expert = anybody or (after in _EXPERTS and f"{said} {after}" not in tables.titles())
        beside = _ends(words, end) and said not in _PEOPLE
        of_an_industry = beside and _ends_an_industry(words, start)
        if not (whole or cued or after in _PEOPLE or expert or of_an_industry):
            return
        if expert:
            yield Span(start, end + 1, "role", _working_on(concept, said), label, 1.2)
            return
    if not denied and any(word.text in ("senior", "top") for word in words[:start]):
        yield Span(start, end, "role", _heading(concept), f"senior in {label}", 0.85)
    else:
        # `Communications people` know it, too, but that is not what is said of them.
        strength = 1.25 if after in _PEOPLE else 0.85
        yield Span(start, end, "role", _working_on(concept, said), label, strength)


def _written_out(said: str) -> str:
    """`product management` of `product mgmt`."""
    return " ".join(expanded(tuple(said.split())))


def _ends_an_industry(words: Sequence[Token], at: int) -> bool:
    """`Software sales`: whether the part of a business stands right behind an industry that
    nothing stands before."""
    starts = (at_ for at_ in range(max(0, at - 3), at) if not at_ or words[at_].gap.strip())
    return any(phrase(words, start, at) in tables.industry_terms() for start in starts)


def _working_on(concept: str, said: str = "") -> tuple[str, ...]:
    """Whose title names the part of a business, or who is called by what it is `said` to be: an
    engineer works in engineering."""
    found = tables.working_in(concept)
    base = said.removesuffix("ing")
    called = (f"{base}{end}" for end in _PRACTISING) if base != said else ()
    nouns = (each for each in called if tables.head_nouns().get(each, 0) >= _OF_SOME_KINDS)
    return (*found, *(f"trade={each}" for each in nouns))


_PRACTISING: Final = ("", "e", "er", "or", "ant")
"""How who practises something is called that is called `-ing`: nursing, a nurse."""
_OF_SOME_KINDS: Final = 20
"""So many titles end in the noun."""


def _heading(concept: str) -> tuple[str, ...]:
    kinds = tables.with_kinds(concept)
    return tuple(f"post={level}:{each}" for level in _SENIOR for each in kinds)


def _before(words: Sequence[Token], at: int) -> str:
    """The word before `at`, or before the list of parts of a business that it goes on from:
    `in both design and engineering`."""
    while at > 1 and words[at - 1].text in ("and", "or", "both"):
        goes_on = words[at - 1].text != "both" and words[at - 2].base in tables.subjects()
        at -= 2 if goes_on else 1
    return words[at - 1].text if at else ""


def _after(words: Sequence[Token], at: int) -> str:
    """The word behind, or that behind the list which goes on: `marketing and sales people`."""
    while at + 1 < len(words) and words[at].text in ("and", "or"):
        if words[at + 1].base not in tables.subjects():
            break
        at += 2
    return words[at].base if at < len(words) else ""


def _ends(words: Sequence[Token], at: int) -> bool:
    """Whether what is named ends before `at`, as in `not HR`, and not in `not HR managers`."""
    return at == len(words) or bool(words[at].gap.strip()) or words[at].text in SMALL


_HANDLING: Final = words_for("handling")
_RUNNING: Final = tuple((*said.split("_"),) for said in sorted(words_for("running") | _HANDLING))
"""What who is at the head of something does to it, or who works on it at all."""
_WHO: Final = words_for("who")


def _running(words: Sequence[Token]) -> Iterator[Span]:
    """`Who runs`, `in charge of`: whoever is at the head of what is named next, or of the whole."""
    texts = tuple(word.text for word in words)
    for at in range(len(words)):
        for said in _RUNNING:
            end = at + len(said)
            if texts[at:end] == said and (span := _leading(words, at, end)):
                yield span


def _leading(words: Sequence[Token], at: int, after: int) -> Span | None:
    start = after + 1 if words[after : after + 1] and words[after].text in ("the", "all") else after
    for end in range(min(len(words), start + 4), start, -1):
        concept = tables.subjects().get(phrase(words, start, end))
        if concept and concept != "general":
            label = tables.subject_labels()[concept]
            if "_".join(word.text for word in words[at:after]) in _HANDLING:
                return Span(at, end, "role", _working_on(concept), label, 1.0)
            return Span(at, end, "role", _heading(concept), f"head of {label}", 1.0)
    if not _is_who(words, at):
        return None
    if after == at + 1:
        values = tuple(f"post={level}:general" for level in _HEADS)
        return Span(at, after, "role", (*values, _OF_A_CHARITY), "who runs it", 0.8, says="Runs it")
    return None


_OF_A_CHARITY: Final = "trade=executive director & sector=charities nonprofit schools museums"
"""Who is at the head of one; elsewhere an executive director is one of several."""
_HEADS: Final = ("top", "owner", "chair")
"""Levels of who is at the head of the whole."""


def _is_who(words: Sequence[Token], at: int) -> bool:
    """Whether `who`, or `who now`, stands before `at`, or it begins so: `Currently runs`."""
    before = at - 1 if at and words[at - 1].text not in _BY_NOW else at - 2
    begins = at + 1 < len(words) and {word.text for word in words[:at]} <= _BY_NOW
    return (before >= 0 and words[before].text in _WHO) or (begins and words[at].text[-1:] == "s")


_BY_NOW: Final = words_for("by_now")
_THEIR: Final = words_for("their")
_OWNING: Final = words_for("owning")


def _owning(words: Sequence[Token]) -> Iterator[Span]:
    """`Who own a clinic`, `with their own business`: who has it."""
    for at, word in enumerate(words):
        own = word.text == "own" and at > 0 and words[at - 1].text in _THEIR
        has = words[at - 1].text in ("have", "has") if at else False
        said = {each.text for each in words[:at]} <= _OWNING | OR  # `founded or owns`
        begins = (at - has == 0 or said) and word.text in _OWNING and len(words) > 1
        if own or begins or (word.text in _OWNING and _is_who(words, at - has)):
            yield Span(at - has, at + 1, "role", ("post=owner:general",), "owner", 0.8)
