"""What the chosen spans of a question demand: denied or past, one alone or any of a list."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from shortlist.service.lexicon.places import contains, label
from shortlist.service.reading.cues import ARTICLES, denied_or_past, is_of_any_time, is_over
from shortlist.service.reading.linkers import places, retirement
from shortlist.service.reading.parts import Part
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token
from shortlist.service.reading.uncovered_words import EITHER, LISTING, OR
from shortlist.service.reading.vocabulary.words import words_for

_SLASHES: Final = frozenset("/-,(")
"""`Dallas-Fort Worth`, `London / Paris`, `NYC (Brooklyn is fine)`."""
_AGAIN: Final = (
    ARTICLES | words_for("article_elsewhere") | words_for("compass")
    | {"in", "from", "at", "ex", "former", "formerly"}
)  # fmt: skip
"""`In Montana and in Idaho`, `Denmark or northern Germany`."""
_EACH: Final = frozenset(
    {"skill", "language", "certification", "contact", "statement", "worked_in"}
)
"""Of these, who is asked for has each one of a list."""
_ALSO: Final = frozenset({"and", "as", "a"})
_BECOMING: Final = words_for("becoming")
_PROMOTED: Final = words_for("promoted")


def demanded(
    words: Sequence[Token], chosen: Sequence[Span], taken: set[int], alone: Container[int]
) -> list[Part]:
    """What the spans demand, alternatives together; `alone`: where words stand that demand
    something by themselves."""
    covered = taken.union(
        at
        for span in chosen
        if span.kind != retirement.KIND  # which says of what follows that it was
        for at in range(span.start, span.end)
    )
    parts: list[Part] = []
    for at, span in enumerate(chosen):
        kind = span.kind.removeprefix("past_").removeprefix("not_")
        negated, past = denied_or_past(words, span.start, kind, covered, alone)
        negated ^= span.kind.startswith("not_")
        past = past or span.kind.startswith("past_") or is_over(words, span.end, kind)
        # `Left Germany`; of `former Minnesota senators` the senators are meant.
        goes_on = at + 1 < len(chosen) and chosen[at + 1].start == span.end
        if kind == "place" and past and not (negated or goes_on):
            kind, past, span = "worked_in", False, places.left(span)
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
        if kind == "certification" and _is_of_the_same(words, last, span):
            parts[-1] = part  # `APICS CPIM`: the latter is of the former, and is asked for
            continue
        if kind == "role":
            led_to = between - ARTICLES == {"to"}
            promoted = _PROMOTED.intersection(word.text for word in words[: last.start])
            if led_to and not promoted:
                continue  # an assistant to a chief executive is no chief executive
            now = "now" in between and not between & OR
            if led_to or now or _BECOMING & between:
                before = parts[-1] = replace(before, past=True)
        if _is_listed(words, chosen, at, before):
            both = before.past or past
            spans = (*before.spans, span)
            parts[-1] = replace(before, spans=spans, past=both, ever=before.ever and not both)
        else:
            parts.append(part)
    return parts


def _is_of_the_same(words: Sequence[Token], issuer: Span, span: Span) -> bool:
    """Whether `span` follows `issuer` with nothing but a space, and is one of what that means."""
    beside = span.start == issuer.end and not words[span.start].gap.strip()
    return beside and not set(issuer.values).isdisjoint(span.values)


def _is_listed(words: Sequence[Token], chosen: Sequence[Span], at: int, before: Part) -> bool:
    """Whether the span at `at` is another way to meet the part before it: `Leeds or York`."""
    last, span = chosen[at - 1], chosen[at]
    between = {word.text for word in words[last.end : span.start]}
    if between - ARTICLES:
        listed = bool(between & LISTING) and between <= LISTING | _AGAIN
    else:
        listed = not _SLASHES.isdisjoint(words[last.end].gap)  # `Germany, the UK or Ireland`
        # `Sweden Norway or Denmark`: none of two countries is in the other.
        countries = all("/" not in each for each in (*last.values, *span.values))
        cities = all(each.count("/") > 1 for each in (last.values[0], span.values[0]))
        # Nobody is at home in both `Gdansk Gdynia`, or in two countries.
        codes = [{path.partition("/")[0] for path in each.values} for each in (last, span)]
        cities = cities or codes[0].isdisjoint(codes[1])
        either = (cities and not before.negated) or (countries and _is_of_either(words, chosen, at))
        listed = listed or (span.kind == "place" and either)
    first = before.spans[0].start
    both = any(word.text == "both" for word in words[max(0, first - 2) : first])
    # `A nurse and also a lawyer`, `as a nurse and as a lawyer`.
    both = both or ("and" in between and ("also" in between or between >= _ALSO))
    # `Worked at Siemens and Bosch`, and not `people at Siemens and Bosch`.
    each = before.kind in _EACH or (before.ever and before.kind == "organisation")
    each = each and not _is_of_either(words, chosen, at)
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
        if one.kind != other.kind or not between <= LISTING | _AGAIN:
            return False
        if EITHER & between:
            return True
    return False
