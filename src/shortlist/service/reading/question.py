"""A question read: the spans that were chosen, what stands before them, and the words left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile, zip_longest
from typing import Final

from shortlist.service.lexicon.places import contains, label
from shortlist.service.reading.casing import with_capitals
from shortlist.service.reading.cues import (
    ARTICLES,
    VETERANS,
    dealing,
    denied_or_past,
    is_of_any_time,
    is_over,
)
from shortlist.service.reading.deeds import is_deed
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
from shortlist.service.reading.parts import Number, Part
from shortlist.service.reading.spans import Span
from shortlist.service.reading.spelling import corrected
from shortlist.service.reading.tokens import Token, tokens
from shortlist.service.reading.translation import translated
from shortlist.service.reading.uncovered_words import (
    EITHER,
    LISTING,
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
_SLASHES: Final = frozenset("/-,(")
"""`Dallas-Fort Worth`, `London / Paris`, `NYC (Brooklyn is fine)`."""
_AGAIN: Final = ARTICLES | words_for("article_elsewhere") | words_for("compass") | {"in", "from"}
"""`In Montana and in Idaho`, `Denmark or northern Germany`."""
_SCHOOLED: Final = words_for("schooled") | words_for("studying_somewhere")
_SAID_BESIDE: Final = BEGINNING | {
    "language": words_for("speaking"),
    "certification": words_for("beside_a_certification"),
    "school": _SCHOOLED,
    "degree": _SCHOOLED,
    "subject": _SCHOOLED,
    "organisation": VETERANS,
    "industry": VETERANS,
}
"""What is asked for, to words beside it that say no more than that it is."""
_EACH: Final = frozenset(
    {"skill", "language", "certification", "contact", "statement", "worked_in"}
)
"""Of these, who is asked for has each one of a list."""
_OPENING: Final = frozenset("(:")
_KINDS_OF_WORK: Final = frozenset({"role", "field", "industry", "topic"})
_BECOMING: Final = words_for("becoming")
_PROMOTED: Final = words_for("promoted")


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
    words = corrected(_plain_operators(tokens(text)[:READ_MOST]), gazetteer)
    words = with_capitals(words, gazetteer)
    words = translated(words)
    packs = [pack for pack in PACKS if pack.applies(gazetteer)]
    bounds = numbers(words)
    wanted, begun = counted(words)
    taken = {at for bound in bounds for at in range(bound.start, bound.end)} | begun

    def linked(linkers: Iterable[Linker]) -> list[Span]:
        spans = (span for linker in linkers for span in linker(words, gazetteer))
        return [span for span in spans if taken.isdisjoint(range(span.start, span.end))]

    spans = linked(LINKERS)
    chosen = choose(spans, len(words))
    covered = set(taken)
    more: list[Span] = []
    packed = held = False
    for pack in packs:
        spans += linked([pack.link])
        spans = pack.narrow(spans, choose(spans, len(words)), words, gazetteer)
        chosen = pack.fit(choose(spans, len(words)), words, gazetteer)
        more += pack.implied(chosen)
        covered |= pack.said_by(words, chosen)
        if pack.is_about(chosen):
            packed, held = True, pack.is_held(chosen)
            bounds = pack.dated(bounds, words)
            # Of offices a pack says who holds them no more.
            chosen = [span for span in chosen if span.kind != retirement.KIND]
    examples = _examples(words)
    if any(span.kind in _KINDS_OF_WORK and span.start not in examples for span in chosen):
        covered |= examples
        chosen = [s for s in chosen if not (s.kind in _KINDS_OF_WORK and s.start in examples)]
    # Of `commercial real estate brokers` the words before the title are looked for.
    chosen = [
        span
        for span, after in zip_longest(chosen, chosen[1:])
        if not (span.kind == "role" and after and after.kind == "role" and
                _is_right_behind(words, span, after))
    ]  # fmt: skip
    dealt = {span: at for span in chosen if span.kind == "role"
             and (at := dealing(words, span)) is not None}  # fmt: skip
    chosen = [span for span in chosen if span not in dealt]
    if any(span.kind == "role" for span in chosen):
        # Of `recruiters who hire engineers` nobody is to say that they hire.
        covered.update(dealt.values())
    parts = [*_parts(words, chosen, taken), *(Part((each,)) for each in more)]
    for pack in packs:
        parts = pack.settle(parts, left=any(bound.of == "until" for bound in bounds))
    covered |= _beside_a_deed(words, chosen)
    covered |= {at for span in chosen for at in range(span.start, span.end)}
    asked = {*(span.kind for span in chosen), *(bound.of for bound in bounds)}
    beside = frozenset[str]().union(*(_SAID_BESIDE.get(kind, ()) for kind in asked))
    covered |= {at for at, word in enumerate(words) if word.text in beside}
    left = loose(words, covered)
    places = {word.start: at for at, word in enumerate(words)}
    return Question(
        words,
        tuple(parts),
        bounds,
        left,
        chosen=tuple(chosen),
        count=wanted,
        packed=packed,
        held=held,
        denied=frozenset(
            runs
            for runs in left
            if denied_or_past(words, places[runs[0][0].start], "words", covered)[0]
        ),
        either=alternatives(words, parts, left),
    )


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


def _beside_a_deed(words: Sequence[Token], chosen: Sequence[Span]) -> set[int]:
    """Where words stand behind somebody's work in everyday words, up to what else is understood:
    they say more of the same, `and nags you about flossing`, and nobody's record needs them."""
    known = {at for span in chosen for at in range(span.start, span.end)}
    beside: set[int] = set()
    for at, word in enumerate(words[:-1]):
        if word.meant and not words[at + 1].meant and is_deed(word.raw):
            beside |= set(takewhile(lambda each: each not in known, range(at + 1, len(words))))
    return beside


def _parts(words: Sequence[Token], chosen: Sequence[Span], taken: set[int]) -> list[Part]:
    """What the spans demand, alternatives together."""
    covered = taken.union(
        at
        for span in chosen
        if span.kind != retirement.KIND  # which says of what follows that it was
        for at in range(span.start, span.end)
    )
    parts: list[Part] = []
    for at, span in enumerate(chosen):
        kind = span.kind.removeprefix("past_").removeprefix("not_")
        negated, past = denied_or_past(words, span.start, kind, covered)
        negated ^= span.kind.startswith("not_")
        past = past or span.kind.startswith("past_") or is_over(words, span.end, kind)
        span = replace(span, kind=kind)
        ever = not past and is_of_any_time(words, span, covered)
        part = Part((span,), negated, past, ever=ever)
        if not parts or parts[-1].kind != kind:
            parts.append(part)
            continue
        last, before = chosen[at - 1], parts[-1]
        between = {word.text for word in words[last.end : span.start]}
        if kind == "place" and not between and (inside := _inside(words, last, span)):
            parts[-1] = replace(before, spans=(*before.spans[:-1], inside))
            continue
        if kind == "role":
            led_to = between - ARTICLES == {"to"}
            promoted = _PROMOTED.intersection(word.text for word in words[: last.start])
            if led_to and not promoted:
                continue  # an assistant to a chief executive is no chief executive
            if led_to or _BECOMING & between:
                before = parts[-1] = replace(before, past=True)
        if _is_listed(words, chosen, at, before):
            both = before.past or past
            spans = (*before.spans, span)
            parts[-1] = replace(before, spans=spans, past=both, ever=before.ever and not both)
        else:
            parts.append(part)
    return parts


def _is_listed(words: Sequence[Token], chosen: Sequence[Span], at: int, before: Part) -> bool:
    """Whether the span at `at` is another way to meet the part before it: `Leeds or York`."""
    last, span = chosen[at - 1], chosen[at]
    between = {word.text for word in words[last.end : span.start]}
    if between:
        listed = bool(between & LISTING) and between <= LISTING | _AGAIN
    else:
        listed = not _SLASHES.isdisjoint(words[span.start].gap)
    first = before.spans[0].start
    both = any(word.text == "both" for word in words[max(0, first - 2) : first])
    each = before.kind in _EACH and not _is_of_either(words, chosen, at)
    return listed and not both and not each


def _inside(words: Sequence[Token], place: Span, wider: Span) -> Span | None:
    """The place of `London, Canada`, and of `Paris, Texas`, where nobody here lives; None where
    what follows lists another one."""
    city = place.values[0].rpartition("/")[2]
    held = (*place.values, *(each for each in place.near if each.endswith(f"/{city}")))
    inside = tuple(path for path in held if any(contains(wide, path) for wide in wider.values))
    if inside:
        return replace(place, values=inside, label=label(inside[0]), near=())
    after = words[wider.end : wider.end + 1]
    listed = bool(after) and (after[0].text in OR or "," in after[0].gap)
    wide = wider.values[0]
    is_city = place.values[0].count("/") > 1 and wide.count("/") < 2
    if listed or not is_city or len(wider.values) > 1 or "," not in words[wider.start].gap:
        return None
    path = f"{wide}/{city}" if "/" in wide else f"{wide}//{city}"
    return replace(place, values=(path,), label=label(path), near=wider.values)


def _is_of_either(words: Sequence[Token], chosen: Sequence[Span], at: int) -> bool:
    """Whether the list that the span at `at` goes on ends in an `or`: `CPA, ACCA or ACA`."""
    for one, other in pairwise(chosen[at - 1 :]):
        between = {word.text for word in words[one.end : other.start]}
        if one.kind != other.kind or not between <= LISTING | ARTICLES:
            return False
        if EITHER & between:
            return True
    return False
