"""A question read: the spans that were chosen, what stands before them, and the words left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from types import ModuleType
from typing import Final

from shortlist.service.reading.counts import counted
from shortlist.service.reading.cues import (
    ARTICLES,
    LISTING,
    denied_or_past,
    is_of_any_time,
    is_of_others,
    is_owner,
)
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
    roles,
)
from shortlist.service.reading.numbers import FINISHED, numbers
from shortlist.service.reading.packs import public_office
from shortlist.service.reading.parts import Number, Part
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, tokens
from shortlist.service.reading.translation import translated
from shortlist.service.reading.uncovered_words import (
    EITHER,
    OR,
    Runs,
    denied,
    either,
    loose,
    within,
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
)
PACKS: Final = (public_office,)
"""What is asked only where people of the index are of its field."""

READ_MOST: Final = 100
"""Words of a question that are read; the rest works in retrieval alone."""
_AGAIN: Final = ARTICLES | {"in", "from"}
"""`In Montana and in Idaho`."""
_EACH: Final = frozenset({"skill", "language", "certification", "contact"})
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
    spans = _rather_known(spans, words)
    chosen = _alone(choose(spans, len(words)), words)
    covered = set(taken)
    more: list[Span] = []
    for pack in packs:
        own = pack.link(words, gazetteer)
        spans += [each for each in own if taken.isdisjoint(range(each.start, each.end))]
        spans = pack.narrow(spans, choose(spans, len(words)), words, gazetteer)
        chosen = pack.fit(choose(spans, len(words)), words, gazetteer)
        more += pack.implied(chosen, words, gazetteer)
        covered |= pack.said_by(words, chosen)
    chosen = _asked(chosen, words)
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


def _rather_known(spans: list[Span], words: Sequence[Token]) -> list[Span]:
    """`spans` without places of the name of a skill that somebody has experience in: `Java`."""
    skills = {(span.start, span.end) for span in spans if span.kind == "skill"}

    def is_known(span: Span) -> bool:
        before = [word.text for word in words[max(0, span.start - 2) : span.start]]
        return before[-1:] == ["in"] and before[0] in _KNOWING and (span.start, span.end) in skills

    return [span for span in spans if span.kind != "place" or not is_known(span)]


_KNOWING: Final = words_for("known_in")


def _asked(chosen: Sequence[Span], words: Sequence[Token]) -> list[Span]:
    """`chosen` without the roles of those who are only spoken of: `drivers' wages`, `heads of
    places where hairdressers learn`; their words are looked for."""
    contacts = {span.start for span in chosen if span.kind == "contact"}
    roles = [span.end for span in chosen if span.kind == "role"]

    def is_of_another(span: Span) -> bool:
        where = span.start and words[span.start - 1].text == "where"
        return span.end not in contacts and (
            is_owner(words, span) or bool(where and roles[0] < span.start)
        )

    return [span for span in chosen if span.kind != "role" or not is_of_another(span)]


def _alone(chosen: Sequence[Span], words: Sequence[Token]) -> list[Span]:
    """`chosen` without those that only say which of what stands right after them: `commercial` of
    a `commercial real estate broker`, `teaching` of a `teaching hospital`."""
    return [
        span
        for span, after in zip_longest(chosen, chosen[1:])
        if not (
            after
            and _joined(span, after, words)
            and (
                span.kind == after.kind == "role"
                or (
                    (span.kind, after.kind) == ("skill", "industry")
                    and words[span.start].raw.islower()
                )
            )
        )
    ]


def _in_a_part(level: Part, of: Span) -> Part | None:
    """`Leaders in diversity`: the level, and what it is of; None where either is something else."""
    if not level.kind == of.kind == "role":
        return None
    posts = [v.removeprefix("post=").split(":") for v in level.values if v.startswith("post=")]
    concepts = [v.removeprefix("concept=") for v in of.values if v.startswith("concept=")]
    if not concepts or not posts or any(of_ not in ("general", "any") for _, of_ in posts):
        return None
    values = tuple(f"post={at}:{concept}" for at, _ in posts for concept in concepts)
    whole = replace(of, values=values, label=f"{level.label} in {of.label}", near=of.values)
    return replace(level, spans=(whole,))


def _joined(span: Span, after: Span, words: Sequence[Token]) -> bool:
    """Whether nothing stands between them."""
    return span.end == after.start and not words[after.start].gap.strip()


def _parts(words: Sequence[Token], chosen: Sequence[Span], taken: set[int]) -> list[Part]:
    covered = {at for span in chosen for at in range(span.start, span.end)}
    parts: list[Part] = []
    both = any(word.text == "both" for word in words)
    last: Span | None = None
    for span in chosen:
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
            if kind == before.kind == "place" and not between:
                inside = tuple(v for v in last.values if _inside(v, span.values))
                if inside:
                    parts[-1] = replace(
                        before, spans=(*before.spans[:-1], replace(last, values=inside))
                    )
                    continue
            if kind == before.kind == "role" and is_of_others(between):
                if not _PROMOTED.intersection(word.text for word in words[: last.start]):
                    last = span  # an assistant to a chief executive is no chief executive
                    continue
                parts[-1] = replace(before, past=True)
            if kind == before.kind == "role" and not _BECOMING.isdisjoint(between):
                parts[-1] = replace(before, past=True)
            whole = _in_a_part(before, span) if between in (["in"], ["for"]) else None
            if whole is not None:
                parts[-1] = whole
                last = span
                continue
            in_list = in_list or (kind == before.kind == "industry" and not between)
            either = not both and (kind not in _EACH or bool(EITHER.intersection(between)))
            if in_list and before.kind == kind and either:
                parts[-1] = replace(before, spans=(*before.spans, span), past=before.past or past)
                last = span
                continue
        # `Ex-Google engineers` are engineers who were there, whatever they are now.
        were = (
            kind == "role"
            and last is not None
            and _joined(last, span, words)
            and parts[-1].kind == "organisation"
            and parts[-1].past
        )
        ever = not past and (were or is_of_any_time(words, span, covered))
        parts.append(Part((span,), negated, past, ever=ever))
        last = span
    return parts


_BECOMING: Final = words_for("becoming")
_COMPASS: Final = words_for("compass")
_SLASHES: Final = frozenset({"-", "/"})
_ALIKE: Final = 0.1
"""How much surer two readings of one kind are where `and`, `or` or a comma joins them."""


def agreeing(spans: Sequence[Span], words: Sequence[Token]) -> list[Span]:
    """`spans`, those surer that stand in a list with another of their kind: `PTs and OTs` are both
    titles. In the same order."""
    ends = {(span.kind, span.end) for span in spans}
    starts = {(span.kind, span.start) for span in spans}

    def listed_with(span: Span) -> bool:
        before = span.start
        while before and words[before - 1].text in LISTING:
            before -= 1
        after = span.end
        while after < len(words) and words[after].text in LISTING:
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


_PROMOTED: Final = words_for("promoted")
