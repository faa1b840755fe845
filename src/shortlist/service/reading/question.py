"""A question read: the spans that were chosen, what stands before them, and the words left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from types import ModuleType
from typing import Final

from shortlist.service.lexicon.places import contains, label
from shortlist.service.reading.casing import with_capitals
from shortlist.service.reading.cues import (
    ARTICLES,
    VETERANS,
    dealing,
    denied_or_past,
    is_of_any_time,
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
    OR,
    Runs,
    alternatives,
    loose,
)
from shortlist.service.reading.vocabulary.words import words_for

LINKERS: Final = (
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
_AGAIN: Final = ARTICLES | words_for("article_elsewhere") | {"in", "from"}
"""`In Montana and in Idaho`."""
_SPEAKING: Final = words_for("speaking")
_BESIDE_A_CERTIFICATION: Final = words_for("beside_a_certification")
_STUDYING: Final = words_for("schooled") | words_for("studying_somewhere")
_EACH: Final = frozenset(
    {"skill", "language", "certification", "contact", "statement", "worked_in"}
)
"""Of these, who is asked for has each one of a list."""


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
    either: tuple[tuple[tuple[Part, ...], tuple[Runs, ...]], ...] = ()
    """Parts and loose words of which one is enough: `learning disabilities or addiction`."""


def read(text: str, gazetteer: Gazetteer) -> Question:
    """`text` read with the tables and what the index's people say."""
    spelt = corrected(tokens(text)[:READ_MOST], gazetteer)
    words = translated(with_capitals(spelt, gazetteer))
    packs = [pack for pack in PACKS if pack.applies(gazetteer)]
    linked = [span for linker in LINKERS for span in linker(words, gazetteer)]
    bounds = numbers(words)
    # Of offices a pack says who holds them no more.
    others = [span for span in linked if span.kind != retirement.KIND] if packs else linked
    question = _read(words, gazetteer, packs, bounds, others)
    if len(others) < len(linked) and not question.packed:
        return _read(words, gazetteer, packs, bounds, linked)
    return question


def _read(
    words: tuple[Token, ...],
    gazetteer: Gazetteer,
    packs: Sequence[ModuleType],
    bounds: tuple[Number, ...],
    linked: Sequence[Span],
) -> Question:
    wanted, said = counted(words)
    begun = frozenset[str]().union(*(BEGINNING.get(bound.of, ()) for bound in bounds))
    said |= {at for at, word in enumerate(words) if word.text in begun}
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
    for pack in packs:
        bounds = pack.dated(bounds, words) if pack.is_about(chosen) else bounds
    chosen = [
        span
        for span, after in zip_longest(chosen, chosen[1:])
        if span.kind != "role" or _is_asked(span, after, words)
    ]
    dealt = {span: at for span in chosen if span.kind == "role"
             and (at := dealing(words, span)) is not None}  # fmt: skip
    chosen = [span for span in chosen if span not in dealt]
    # Of `recruiters who hire engineers` nobody is to say that they hire.
    covered |= {
        at for at in dealt.values() if any(s.kind == "role" and s.end <= at for s in chosen)
    }
    parts = [*_parts(words, chosen, taken), *(Part((each,)) for each in more)]
    for pack in packs:
        parts = pack.settle(parts, left=any(bound.of == "until" for bound in bounds))
    covered |= _beside_a_deed(words, chosen)
    covered |= {at for span in chosen for at in range(span.start, span.end)}
    if any(span.kind == "language" for span in chosen):
        covered |= {at for at, word in enumerate(words) if word.text in _SPEAKING}
    if any(span.kind == "certification" for span in chosen):
        covered |= {at for at, word in enumerate(words) if word.text in _BESIDE_A_CERTIFICATION}
    if any(span.kind in ("school", "degree", "subject") for span in chosen):
        covered |= {at for at, word in enumerate(words) if word.text in _STUDYING}
    were_there = {span.end for span in chosen if span.kind in ("organisation", "industry")}
    covered |= {at for at, word in enumerate(words) if at in were_there and word.text in VETERANS}
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
        denied=_denied(words, left, covered),
        either=alternatives(words, parts, left),
    )


def _denied(words: Sequence[Token], left: Sequence[Runs], covered: set[int]) -> frozenset[int]:
    """Where the loose words begin before which `not` stands."""
    places = {word.start: at for at, word in enumerate(words)}
    starts = [runs[0][0].start for runs in left]
    return frozenset(
        start
        for start in starts
        if denied_or_past(
            words, Span(places[start], places[start] + 1, "words", (), "", 0), covered
        )[0]
    )


def _beside_a_deed(words: Sequence[Token], chosen: Sequence[Span]) -> set[int]:
    """Where words stand behind somebody's work in everyday words, up to what else is understood:
    they say more of the same, `and nags you about flossing`, and nobody's record needs them."""
    known = {at for span in chosen for at in range(span.start, span.end)}
    beside: set[int] = set()
    for at, word in enumerate(words[:-1]):
        if word.meant and not words[at + 1].meant and is_deed(word.raw):
            end = next((each for each in range(at + 1, len(words)) if each in known), len(words))
            beside |= set(range(at + 1, end))
    return beside


def _is_asked(role: Span, after: Span | None, words: Sequence[Token]) -> bool:
    """Whether somebody is to be of this role: not of `drivers` of `drivers' wages`, nor of
    `commercial` of a `commercial real estate broker`, whose words are looked for."""
    if after is not None and after.start == role.end:
        if after.kind.endswith("contact"):
            return True
        if after.kind == "role" and not words[after.start].gap.strip():
            return False
    return True


def _parts(words: Sequence[Token], chosen: Sequence[Span], taken: set[int]) -> list[Part]:
    covered = {
        at
        for span in chosen
        if span.kind != retirement.KIND  # which says of what follows that it was
        for at in range(span.start, span.end)
    }
    parts: list[Part] = []
    last: Span | None = None
    for at, span in enumerate(chosen):
        negated, past = denied_or_past(words, span, covered | taken)
        kind = span.kind
        if kind == "past_organisation":
            span, past, kind = replace(span, kind="organisation"), True, "organisation"
        if kind.startswith("not_"):
            kind = kind.removeprefix("not_")
            span, negated = replace(span, kind=kind), not negated
        if parts and last is not None:
            before = parts[-1]
            between = [word.text for word in words[last.end : span.start]]
            again = _AGAIN if kind == "place" else ARTICLES
            joining = set(between) - (again if OR & set(between) else set())
            joining -= _COMPASS if kind == "place" else set()
            gap = words[span.start].gap
            # `Dallas-Fort Worth`, `London / Paris`
            slashed = gap.strip() in (_SLASHES if kind == "place" else {"/"})
            in_list = ("," in gap or slashed) if not between else joining <= LISTING
            placed = kind == before.kind == "place" and not between
            if placed and (inside := _inside(words, last, span)):
                parts[-1] = replace(before, spans=(*before.spans[:-1], inside))
                continue
            if kind == before.kind == "role":
                if set(between) - ARTICLES == {"to"}:
                    if not _PROMOTED.intersection(word.text for word in words[: last.start]):
                        last = span  # an assistant to a chief executive is no chief executive
                        continue
                    before = parts[-1] = replace(before, past=True)
                if not _BECOMING.isdisjoint(between):
                    before = parts[-1] = replace(before, past=True)
            in_list = in_list or (kind == before.kind == "industry" and not between)
            # Nobody is in two places at once: `NYC (Brooklyn is fine)`.
            in_list = in_list or (placed and not (negated or before.negated or before.past))
            first = before.spans[0].start
            both = any(word.text == "both" for word in words[max(0, first - 2) : first])
            either = not both and (kind not in _EACH or _is_of_either(words, chosen, at))
            if in_list and before.kind == kind and either:
                past = before.past or past
                ever = before.ever and not past
                parts[-1] = replace(before, spans=(*before.spans, span), past=past, ever=ever)
                last = span
                continue
        modified = last is not None and last.end == span.start and not words[span.start].gap.strip()
        if kind == "role" and modified and parts and parts[-1].kind in ("industry", "skill"):
            # `Retired school teachers`: what is said of the first is said of the second.
            negated, past = negated or parts[-1].negated, past or parts[-1].past
        ever = not past and is_of_any_time(words, span, covered)
        parts.append(Part((span,), negated, past, ever=ever))
        last = span
    return parts


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
    comma = "," in words[wider.start].gap and len(wider.values) == 1 and not listed
    wide = wider.values[0]
    if not comma or wide.count("/") > 1 or place.values[0].count("/") < 2:
        return None
    path = f"{wide}/{city}" if "/" in wide else f"{wide}//{city}"
    return replace(place, values=(path,), label=label(path), near=wider.values)


def _is_of_either(words: Sequence[Token], chosen: Sequence[Span], at: int) -> bool:
    """Whether the list that the span at `at` goes on ends in an `or`: `CPA, ACCA or ACA`."""
    for one, other in pairwise(chosen[at - 1 :]):
        between = [word.text for word in words[one.end : other.start]]
        if one.kind != other.kind or not set(between) <= LISTING | ARTICLES:
            return False
        if not EITHER.isdisjoint(between):
            return True
        if between or "," not in words[other.start].gap:
            return False
    return False


_BECOMING: Final = words_for("becoming")
_COMPASS: Final = words_for("compass")
_SLASHES: Final = frozenset({"-", "/"})
_PROMOTED: Final = words_for("promoted")
