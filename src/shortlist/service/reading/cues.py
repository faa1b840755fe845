"""What stands beside a piece of a question: that it is denied, past, or of somebody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shortlist.service.reading.deeds import is_past
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import FOREIGN, SMALL
from shortlist.service.reading.tokens import Token
from shortlist.service.reading.uncovered_words import LISTING, NOT, begins_apart
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import words_for

ARTICLES: Final = words_for("article")
_WHO: Final = words_for("who")
_PAST: Final = words_for("past")
_LEFT: Final = words_for("left")
_WAS: Final = frozenset({"was", "were", "been"})
_OF_ALL: Final = words_for("of_all")
_BREAKS: Final = words_for("break")


def denied_or_past(words: Sequence[Token], span: Span, covered: set[int]) -> tuple[bool, bool]:
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
            or (word == "no" and span.kind != "place" and begins_apart(words, at))
            or (word == "than" and at and words[at - 1].text == "other")
            or (
                word == "but" and not _OF_ALL.isdisjoint(w.text for w in words[max(0, at - 4) : at])
            )
        ) or (word == "below" and span.kind == "role" and at == span.start - 1):
            negated = True
        elif (
            word in _PAST
            or word in _LEFT
            or (word == "used" and words[at + 1].text == "to")
            or (word in _BEGINNING and span.kind == "role")
            or (word in ("from", "out") and at and words[at - 1].text in _MOVED)
        ):
            past = True
        elif word in ("now", "currently") or word in _BREAKS:
            break
        if ";" in words[at].gap:
            break
    after = words[span.end : span.end + 2]
    if span.kind in ("organisation", "industry") and after and after[0].text in VETERANS:
        past = True
    if span.kind in ("organisation", "role") and after and after[0].text in _EARLIER:
        apart = len(after) == 1 or bool(after[1].gap.strip()) or after[1].text == "in"
        past = past or apart  # `worked at Google before`, `a nurse earlier in their career`
    return negated, past


def _only_articles(words: Sequence[Token], at: int, span: Span) -> bool:
    """Whether nothing but articles stands between a word and `span`."""
    return all(word.text in ARTICLES for word in words[at + 1 : span.start])


def is_of_any_time(words: Sequence[Token], span: Span, covered: set[int]) -> bool:
    """Whether `worked` stands before an organisation or an industry, or before others that it goes
    on from, or `experience` after it."""
    if span.kind == "role":
        if words[span.start].meant and is_past(words[span.start].raw):
            return True  # `wrote software`
        been = (
            at
            for at in range(span.start)
            if words[at].text in _WAS
            or (at and words[at].text == "as" and words[at - 1].text in _HAVING_WORKED)
        )
        return any(
            _only_articles(words, at, span) for at in been
        )  # `have been a CFO`, `worked as one`
    if span.kind not in ("organisation", "industry"):
        return False
    after = words[span.end] if span.end < len(words) else None
    on_record = {word.text for word in words[span.end : span.end + _ON_RECORD_WITHIN]}
    if on_record & _RECORD:
        return True  # `with a Magic Circle firm on the CV`
    if after and (after.text in _AFTERWARDS or (after.meant and after.text in _HAVING_WORKED)):
        return True  # `Google experience`, `bei Google gearbeitet`
    at = span.start - 1
    while at >= 0 and (at in covered or words[at].text in _GOING_ON):
        at -= 1
    return at >= 0 and words[at].text in _HAVING_WORKED | _AFTERWARDS


_BEGINNING: Final = frozenset({"started", "began"})
_RECORD: Final = frozenset({"cv", "resume"})
_ON_RECORD_WITHIN: Final = 4
_AFTERWARDS: Final = frozenset({"experience", "background"})
_EARLIER: Final = words_for("past") | {"before"}
_MOVED: Final = words_for("moved")
_HAVING_WORKED: Final = words_for("having_worked")
_GOING_ON: Final = LISTING | ARTICLES | FOREIGN | {"at", "for", "in", "with", "by", "both"}


VETERANS: Final = frozenset({"veteran", "veterans"})
"""Who was in what stands before: `military veterans`."""


_DEALING: Final = words_for("dealing")
_DEALING_WITH: Final = words_for("dealing_with")
_BEFORE_DEALING: Final = _WHO | words_for("before_dealing")


def dealing(words: Sequence[Token], span: Span) -> int | None:
    """Where the word stands by which `span` names those whom somebody hires, trains or advises, who
    are not meant: `recruiters hiring engineers`, `who can teach welders`; None where none does."""
    at = span.start - 1
    while at > 0 and words[at].text in ARTICLES:
        at -= 1
    if at <= 0:
        return None
    cued = words[at].text in _DEALING and words[at - 1].text in _BEFORE_DEALING
    return at if cued or words[at].text in _DEALING_WITH else _verb_before(words, span)


def _verb_before(words: Sequence[Token], span: Span) -> int | None:
    """Where the verb stands that nobody understood of `who finds new bosses`, whose object `span`
    is; None where there is none."""
    for at in range(span.start - 2, max(-1, span.start - _CLAUSE_LONGEST), -1):
        verb = words[at + 1]
        if words[at].text in _WHO:
            known = verb.meant or verb.text in SMALL or verb.base in tables.head_nouns()
            return at + 1 if verb.text.endswith("s") and not known else None
        if verb.gap.strip() or verb.text in _WAS | _BREAKS | {"as", "is", "are"}:
            return None
    return None


_CLAUSE_LONGEST: Final = 6


def is_of_others(between: Sequence[str]) -> bool:
    """Whether the role after these words is of those whom the one before them works for:
    `assistants to CEOs`."""
    return "to" in between and "used" not in between and _BREAKS.isdisjoint(between)
