"""A question read: the spans that were chosen, what stands before them, and the words left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Final

from shortlist.service.reading.counts import counted
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.lattice import choose
from shortlist.service.reading.linkers import (
    contacts,
    industries,
    learned,
    organisations,
    places,
    roles,
)
from shortlist.service.reading.loose import EITHER, NOT, OR, Runs, denied, either, loose, within
from shortlist.service.reading.numbers import FINISHED, numbers
from shortlist.service.reading.packs import public_office
from shortlist.service.reading.parts import Number, Part
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, phrase, tokens
from shortlist.service.reading.translation import translated
from shortlist.service.reading.vocabulary import tables

LINKERS: Final = (
    places.link,
    roles.link,
    organisations.link,
    industries.link,
    learned.link,
    contacts.link,
)
PACKS: Final = (public_office,)
"""What is asked only where people of the index are of its field."""

READ_MOST: Final = 100
"""Words of a question that are read; the rest works in retrieval alone."""
_PAST: Final = frozenset(
    ["former", "formerly", "ex", "past", "previously", "previous", "earlier", "retired"]
)
_LEFT: Final = frozenset(["left", "leaving", "departed", "quit"])
_OF_ALL: Final = frozenset(["any", "anyone", "anything", "all", "every", "everyone", "everything"])
"""`Any party but Labour`: what follows `but` is left out."""
_LISTING: Final = OR | {"as", "well"}
_ARTICLES: Final = frozenset(["the", "a", "an"])
_AGAIN: Final = _ARTICLES | {"in", "from"}
"""`In Montana and in Idaho`."""
_EACH: Final = frozenset({"skill", "language", "certification", "contact"})
"""Of these, who is asked for has each one of a list."""
_BREAKS: Final = frozenset(["but", "who", "which", "that", "with", "now", "currently"])


@dataclass(frozen=True, slots=True)
class Question:
    """What was read of one question."""

    words: tuple[Token, ...]
    parts: tuple[Part, ...]
    numbers: tuple[Number, ...]
    loose: tuple[Runs, ...]
    """The words that say something and that no span covers: of each place, the alternatives as
    they stand together."""
    fallback: str = ""
    """Why the model that was to read it did not; empty where it did, or none was to."""
    chosen: tuple[Span, ...] = ()
    """The spans that the parts are made of, in order."""
    count: int | None = None
    """How many people are wanted."""
    packed: bool = False
    """Whether a pack knows what it is about."""
    held: bool = False
    """Whether what a pack knows is held for a time, as offices are."""
    denied: frozenset[int] = frozenset()
    """Where, in characters, loose words begin that are not to hold: `non-technical`."""
    either: tuple[tuple[Part, Runs], ...] = ()
    """A part and loose words of which one is enough: `learning disabilities or addiction`."""
    within: tuple[tuple[Part, Runs], ...] = ()
    """A skill and the loose words before it that say which: `small-cell lung cancer`."""


def read(text: str, gazetteer: Gazetteer) -> Question:
    """`text` read with the tables and what the index's people say."""
    words = translated(tokens(text)[:READ_MOST])
    packs = [pack for pack in PACKS if pack.applies(gazetteer)]
    plain = numbers(words)
    dates = next((found for pack in packs if (found := pack.dates(words))), plain)
    linked = [span for linker in LINKERS for span in linker(words, gazetteer)]
    linked += _running(words)
    linked = agreeing(linked, words)
    question = _read(words, gazetteer, packs, dates, linked)
    # What a pack takes for a date of office is one only in a question of office.
    if question.packed or dates == plain or not plain:
        return question
    return _read(words, gazetteer, packs, plain, linked)


def _read(
    words: tuple[Token, ...],
    gazetteer: Gazetteer,
    packs: Sequence[ModuleType],
    bounds: tuple[Number, ...],
    linked: Sequence[Span],
) -> Question:
    wanted, said = counted(words)
    if any(bound.of == "graduated" for bound in bounds):
        said |= {at for at, word in enumerate(words) if word.text in FINISHED}
    taken = {at for bound in bounds for at in range(bound.start, bound.end)} | said
    spans = [span for span in linked if taken.isdisjoint(range(span.start, span.end))]
    chosen = choose(spans, len(words))
    covered = set(taken)
    more: list[Span] = []
    for pack in packs:
        own = pack.link(words, gazetteer)
        spans += [each for each in own if taken.isdisjoint(range(each.start, each.end))]
        spans = pack.narrow(spans, choose(spans, len(words)), words, gazetteer)
        chosen = pack.fit(choose(spans, len(words)), words, gazetteer)
        more += pack.implied(chosen, words, gazetteer)
        covered |= pack.said_by(words, chosen)
    parts = [*_parts(words, chosen, taken), *(Part((each,)) for each in more)]
    for pack in packs:
        parts = pack.settle(parts, left=any(bound.of == "until" for bound in bounds))
    covered |= {at for span in chosen for at in range(span.start, span.end)}
    packed = any(pack.is_about(chosen) for pack in packs)
    left = loose(words, covered)
    return Question(
        words,
        tuple(parts),
        bounds,
        left,
        chosen=tuple(chosen),
        count=wanted,
        packed=packed,
        held=any(pack.is_about(chosen) and pack.is_held(chosen) for pack in packs),
        denied=denied(words, left),
        either=either(words, parts, left),
        within=within(words, parts, left),
    )


def _parts(words: Sequence[Token], chosen: Sequence[Span], taken: set[int]) -> list[Part]:
    covered = {at for span in chosen for at in range(span.start, span.end)}
    parts: list[Part] = []
    both = any(word.text == "both" for word in words)
    last: Span | None = None
    for span in chosen:
        negated, past = _cues(words, span, covered | taken)
        kind = span.kind
        if kind == "past_organisation":
            span, past, kind = replace(span, kind="organisation"), True, "organisation"
        if kind.startswith("not_"):
            kind = kind.removeprefix("not_")
            span, negated = replace(span, kind=kind), not negated
        if parts and last is not None:
            before = parts[-1]
            between = [word.text for word in words[last.end : span.start]]
            again = _AGAIN if kind == "place" else _ARTICLES
            joining = set(between) - (again if OR & set(between) else set())
            listed = "," in words[span.start].gap if not between else joining <= _LISTING
            if kind == before.kind == "place" and not between:
                inside = tuple(v for v in last.values if _inside(v, span.values))
                if inside:
                    parts[-1] = replace(
                        before, spans=(*before.spans[:-1], replace(last, values=inside))
                    )
                    continue
            if kind == before.kind == "role" and "to" in between:
                if not _PROMOTED.intersection(word.text for word in words[: last.start]):
                    last = span  # an assistant to a chief executive is no chief executive
                    continue
                parts[-1] = replace(before, past=True)
            listed = listed or (kind == before.kind == "industry" and not between)
            either = not both and (kind not in _EACH or bool(EITHER.intersection(between)))
            if listed and before.kind == kind and either:
                parts[-1] = replace(before, spans=(*before.spans, span), past=before.past or past)
                last = span
                continue
        parts.append(Part((span,), negated, past, ever=not past and _ever(words, span, covered)))
        last = span
    return parts


_ALIKE: Final = 0.1
"""How much surer two readings of one kind are where `and`, `or` or a comma joins them."""


def agreeing(spans: Sequence[Span], words: Sequence[Token]) -> list[Span]:
    """`spans`, those surer that stand in a list with another of their kind: `PTs and OTs` are both
    titles. In the same order."""
    ends = {(span.kind, span.end) for span in spans}
    starts = {(span.kind, span.start) for span in spans}

    def listed_with(span: Span) -> bool:
        before = span.start
        while before and words[before - 1].text in _LISTING:
            before -= 1
        after = span.end
        while after < len(words) and words[after].text in _LISTING:
            after += 1
        joined_before = before < span.start or (before > 0 and "," in words[before].gap)
        joined_after = after > span.end or (after < len(words) and "," in words[after].gap)
        return (joined_before and (span.kind, before) in ends) or (
            joined_after and (span.kind, after) in starts
        )

    return [
        replace(span, strength=span.strength + _ALIKE) if listed_with(span) else span
        for span in spans
    ]


def _inside(path: str, around: Sequence[str]) -> bool:
    return any(path.startswith(f"{each}/") for each in around)


def _ever(words: Sequence[Token], span: Span, covered: set[int]) -> bool:
    """Whether `worked` stands before an organisation, or before others that it goes on from."""
    if span.kind != "organisation":
        return False
    for at in range(span.start - 1, -1, -1):
        if words[at].text in _HAVING_WORKED:
            return True
        if at not in covered and words[at].text not in _LISTING | _ARTICLES | _AT | {"both"}:
            return False
    return False


_HAVING_WORKED: Final = frozenset({"worked", "interned", "employed"})
_AT: Final = frozenset({"at", "for", "in", "with", "by"})
_PROMOTED: Final = frozenset(["promoted", "moved", "went", "rose", "from"])
_RUNNING: Final = (
    *(
        (verb,)
        for verb in [
            "runs",
            "run",
            "heads",
            "leads",
            "lead",
            "manages",
            "manage",
            "handles",
            "handle",
        ]
    ),
    *((verb,) for verb in ["oversees", "oversee", "directs", "direct"]),
    ("looks", "after"),
    ("look", "after"),
    ("in", "charge", "of"),
    ("responsible", "for"),
    ("takes", "care", "of"),
)
"""What who is at the head of something does to it."""
_WHO: Final = frozenset({"who", "whoever", "that"})


def _running(words: Sequence[Token]) -> list[Span]:
    """`Who runs`, `in charge of`: whoever is at the head of what is named next, or of the whole."""
    found = []
    texts = tuple(word.text for word in words)
    for at in range(len(words)):
        for said in _RUNNING:
            end = at + len(said)
            if texts[at:end] == said and (span := _leading(words, at, end)):
                found.append(span)
    return found


def _leading(words: Sequence[Token], at: int, after: int) -> Span | None:
    start = after + 1 if words[after : after + 1] and words[after].text in ("the", "all") else after
    for end in range(min(len(words), start + 4), start, -1):
        concept = tables.subjects().get(phrase(words, start, end))
        if concept and concept != "general":
            levels = ("head", "director", "c_level", "vp")
            values = tuple(f"post={level}:{concept}" for level in levels)
            return Span(at, end, "role", values, f"head of {tables.subject_labels()[concept]}", 1.0)
    if at and words[at - 1].text in _WHO and after == at + 1:
        values = tuple(f"post={level}:general" for level in ("top", "owner", "chair"))
        return Span(at, after, "role", values, "who runs it", 0.8)
    return None


def _cues(words: Sequence[Token], span: Span, covered: set[int]) -> tuple[bool, bool]:
    """Whether what stands before `span` denies it, or puts it in the past."""
    negated = past = False
    for at in range(span.start - 1, max(-1, span.start - 6), -1):
        if at in covered:
            break
        word = words[at].text
        if word == "non" and at + 1 < span.start:
            break  # `non-technical founders` are founders
        if (
            word in NOT
            or (word == "than" and at and words[at - 1].text == "other")
            or (
                word == "but" and not _OF_ALL.isdisjoint(w.text for w in words[max(0, at - 4) : at])
            )
        ):
            negated = True
        elif word in _PAST or word in _LEFT or (word == "used" and words[at + 1].text == "to"):
            past = True
        elif word in ("now", "currently") or word in _BREAKS:
            break
        if ";" in words[at].gap:
            break
    return negated, past
