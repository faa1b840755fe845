"""A question read: the spans that were chosen, what stands before them, and the words left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from shortlist.service.reading.casing import in_small_letters, with_capitals
from shortlist.service.reading.cues import (
    VETERANS,
    dealing,
    denied_or_past,
    object_of,
)
from shortlist.service.reading.demands import demanded
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.lattice import choose
from shortlist.service.reading.linkers import (
    contacts,
    degrees,
    departments,
    industries,
    learned,
    organisations,
    places,
    retirement,
    roles,
    statements,
)
from shortlist.service.reading.numbers import BEGINNING, counted, numbers
from shortlist.service.reading.packs import public_office
from shortlist.service.reading.packs.port import Packed
from shortlist.service.reading.parts import Number, Part
from shortlist.service.reading.spans import Span
from shortlist.service.reading.spelling import corrected
from shortlist.service.reading.tokens import Token, tokens
from shortlist.service.reading.translation import translated
from shortlist.service.reading.uncovered_words import (
    NOT,
    OR,
    Runs,
    alternatives,
    loose,
)
from shortlist.service.reading.vocabulary.words import words_for

Linker = Callable[[Sequence[Token], Gazetteer], Iterable[Span]]
LINKERS: Final[tuple[Linker, ...]] = (
    places.link,
    roles.link,
    departments.link,
    organisations.link,
    industries.link,
    degrees.link,
    learned.link,
    contacts.link,
    retirement.link,
    statements.link,
)
PACKS: Final = (public_office,)
"""What is asked only where people of the index are of its field."""

READ_MOST: Final = 100
"""Words of a question that are read; the rest works in retrieval alone."""
_SCHOOLED: Final = words_for("schooled") | words_for("studying_somewhere")
_SAID_BESIDE: Final = BEGINNING | {
    "language": words_for("speaking"),
    "size": frozenset({"size", "sized"}),
    "certification": words_for("beside_a_certification"),
    "team": words_for("leading_a_team"),
    "role": frozenset({"started", "began"}),
    "worked_in": frozenset({"abroad"}),
    "school": _SCHOOLED,
    "degree": _SCHOOLED,
    "subject": _SCHOOLED,
    "organisation": VETERANS,
    "industry": VETERANS,
}
"""What is asked for, to words beside it that say no more than that it is."""
_OPENING: Final = frozenset("(:")
_KINDS_OF_WORK: Final = frozenset({"role", "field", "industry", "topic"})


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
    denied: frozenset[Runs] = frozenset()
    """The loose words that are not to hold: `non-technical`."""
    either: tuple[tuple[Part | Runs, ...], ...] = ()
    """Parts and loose words of which one is enough: `learning disabilities or addiction`."""


def read(text: str, gazetteer: Gazetteer) -> Question:
    """`text` read with the tables and what the index's people say."""
    words = _plain_operators(in_small_letters(tokens(text)[:READ_MOST]))
    capital = with_capitals(corrected(words, gazetteer), gazetteer)
    language, words = translated(capital)
    bounds = numbers(words)
    wanted, begun = counted(words)
    taken = {at for bound in bounds for at in range(bound.start, bound.end)} | begun
    linked = (span for linker in LINKERS for span in linker(words, gazetteer))
    spans = [span for span in linked if span.is_beside(taken)]
    packed = Packed(tuple(choose(spans, len(words))), tuple(bounds), (), frozenset())
    packs = [pack for pack in PACKS if pack.applies(gazetteer)]
    for pack in packs:
        packed = pack.read(words, spans, packed.bounds, taken, gazetteer)
    chosen, beside = _meant(words, packed.chosen, office=packed.about)
    covered = taken | packed.said | beside
    covered |= {at for span in chosen for at in range(span.start, span.end)}
    asked = {*(span.kind for span in chosen), *(bound.of for bound in packed.bounds)}
    said = frozenset[str]().union(*(_SAID_BESIDE.get(kind, ()) for kind in asked))
    covered |= {at for at, word in enumerate(words) if word.text in said}
    left = loose(words, covered, language)
    places = {word.start: at for at, word in enumerate(words)}
    alone = {places[word.start] for runs in left for run in runs for word in run}
    parts = [*demanded(words, chosen, taken, alone), *(Part((each,)) for each in packed.implied)]
    for pack in packs:
        parts = pack.settle(parts, left=any(bound.of == "until" for bound in packed.bounds))
    return Question(
        words,
        tuple(parts),
        packed.bounds,
        left,
        chosen=tuple(chosen),
        count=wanted,
        packed=packed.about,
        held=packed.held,
        denied=frozenset(
            runs
            for runs in left
            if denied_or_past(words, places[runs[0][0].start], "words", covered)[0]
        ),
        either=alternatives(words, parts, left),
    )


def _meant(
    words: Sequence[Token], chosen: Sequence[Span], *, office: bool
) -> tuple[list[Span], set[int]]:
    """Those of the chosen spans that say who is meant, and where words stand of the others, which
    nobody's record needs. `office`: one is asked for, and who `chairs a committee in the Texas
    legislature` is in it."""
    beside: set[int] = set()
    examples = _examples(words)
    if any(span.kind in _KINDS_OF_WORK and span.start not in examples for span in chosen):
        beside |= examples
        chosen = [s for s in chosen if not (s.kind in _KINDS_OF_WORK and s.start in examples)]
    # Of `commercial real estate brokers` the words before the title are looked for.
    chosen = [
        span
        for span, after in zip_longest(chosen, chosen[1:])
        if not (span.kind == "role" and after and after.kind == "role" and
                _is_right_behind(words, span, after))
    ]  # fmt: skip
    roles_ = [span for span in chosen if span.kind == "role" and not office]
    dealt = {span: span.start for span in roles_ if object_of(words, span)}
    dealt |= {span: at for span in roles_ if (at := dealing(words, span)) is not None}
    chosen = [span for span in chosen if span not in dealt]
    if any(span.kind == "role" for span in chosen):
        # Of `recruiters who hire engineers` nobody is to say that they hire.
        beside.update(dealt.values())
    return chosen, beside


def _plain_operators(words: Sequence[Token]) -> tuple[Token, ...]:
    """`Kenya OR Ghana`, `sales & marketing`: the words, and neither Oregon nor a certificate."""
    between = {word.start for word in words[1:-1] if word.raw in _OPERATORS}
    return tuple(replace(word, raw=word.text) if word.start in between else word for word in words)


_OPERATORS: Final = frozenset({"AND", "OR", "NOT", "&"})


def _examples(words: Sequence[Token]) -> frozenset[int]:
    """Where words list what is meant by those before them: `investors (venture capital, funds)`,
    `public servants: police, fire, courts`. Who is none of these may be another."""
    found: set[int] = set()
    inside: list[int] = []
    for at, word in enumerate((*words, None)):
        if word is None or (inside and ")" in word.gap) or not _OPENING.isdisjoint(word.gap):
            said = [words[each] for each in inside]
            listed = any("," in each.gap or "/" in each.gap or each.text in OR for each in said[1:])
            if listed and NOT.isdisjoint(each.text for each in said):
                found |= set(inside)
            inside = []
        if word is not None and at and (inside or not _OPENING.isdisjoint(word.gap)):
            inside.append(at)
    return frozenset(found)


def _is_right_behind(words: Sequence[Token], span: Span, after: Span) -> bool:
    """Whether `after` follows `span` with nothing but a space between them."""
    return after.start == span.end and not words[after.start].gap.strip()
