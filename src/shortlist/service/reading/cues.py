"""What stands beside a piece of a question: that it is denied, past, or of somebody else."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import FOREIGN, SMALL
from shortlist.service.reading.tokens import Token
from shortlist.service.reading.uncovered_words import LISTING, NOT
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import past_forms, words_for

ARTICLES: Final = words_for("article")
VETERANS: Final = frozenset({"veteran", "veterans"})
"""Who was in what stands before: `military veterans`."""
_OF_A_CAREER: Final = frozenset({"role", "field", "organisation", "industry"})
_PAST: Final = words_for("past")
_MOVED: Final = words_for("moved")
_BEFORE: Final = VETERANS | {"before", "earlier"}
"""`Worked at Google before`, `a nurse earlier in their career`."""
_OTHER_THAN: Final = frozenset({"other", "rather"})
_OF_ALL: Final = words_for("of_all")
_BREAKS: Final = words_for("break")
_BEING: Final = frozenset({"be", "been", "was", "were"})
_JOINED: Final = frozenset({"but", "and", "with", "has", "have", "having", "holds"})
_WAS: Final = frozenset({"was", "were", "been"})
_HAVING_WORKED: Final = words_for("having_worked")
_CV: Final = frozenset({"cv", "resume"})
_CV_WITHIN: Final = 4
"""Words behind what somebody was at, once or still: `Nokia on their CV`."""
_GOING_ON: Final = LISTING | ARTICLES | FOREIGN | {"at", "for", "in", "with", "by", "both", "also"}
_DEALING: Final = words_for("dealing")
_DEALING_WITH: Final = words_for("dealing_with")
_WHO: Final = words_for("who")
_ANY_ONE: Final = words_for("any_one")
BEFORE_A_THING: Final = ARTICLES | words_for("their")
_ANYBODY: Final = SMALL | {"someone", "somebody"}
_BEFORE_DEALING: Final = _WHO | words_for("before_dealing")
_ENDS: Final = frozenset(".;?!")
"""What ends a sentence: `never leave the ground. In Canada`."""
_VERB_WITHIN: Final = 4
"""Words behind a piece in which the verb of other languages stands."""
_WITHIN: Final = 5
"""Words before it in which a piece is denied, or told to be past."""


def denied_or_past(
    words: Sequence[Token], start: int, kind: str, covered: set[int], alone: Container[int] = ()
) -> tuple[bool, bool]:
    """Whether what stands before a piece of some kind denies it, or puts it in the past. `alone`:
    where words stand that are asked for by themselves, and denied themselves."""
    negated = past = False
    if start > 3 and words[start - 2].text == "of" and words[start - 3].text in _ANY_ONE:
        start -= 3  # `worked for one of the Big Four`
    for at in range(start - 1, max(-1, start - 1 - _WITHIN), -1):
        word, before = words[at].text, words[at - 1].text if at else ""
        apart = word in NOT and "," in words[at + 1].gap  # `in office or not, judges in Ohio`
        # `Not frontend in London`
        apart = apart or (word in NOT and kind == "place" and at + 1 in alone)
        apart = apart or not _ENDS.isdisjoint(words[at + 1].gap)
        # `Not too loud, Brazil`
        apart = apart or ("," in words[at + 1].gap and at + 1 == start and word not in NOT)
        if at in covered or apart or (word == "non" and at + 1 < start):
            break  # `non-technical founders` are founders
        if (
            word in NOT
            or (kind == "place" and word == "longer" and before == "no")
            or (word == "no" and kind != "place" and _begins_apart(words, at))
            or (word == "than" and before in _OTHER_THAN)
            or (word == "of" and before == "instead")
            or (
                word == "but" and not _OF_ALL.isdisjoint(w.text for w in words[max(0, at - 4) : at])
            )
        ):
            negated = True
        elif (
            word in _PAST
            or (word == "to" and before == "used")
            or (word == "longer" and before == "no")
            or (word == "been" and before == "had")
            or (word in ("from", "out") and before in _MOVED)
        ):
            past = True
        elif word in _BREAKS and before not in _PAST | _BEING | NOT:
            break  # and not where it is `formerly with Ryanair`, `not currently in Leeds`
    return negated, past


def is_over(words: Sequence[Token], end: int, kind: str) -> bool:
    """Whether what stands behind a piece puts it in the past: `worked at Google before`, and not
    `before 2010`; `die Nokia verlassen haben`, since some languages have the verb behind."""
    if kind not in _OF_A_CAREER or end == len(words):
        return False
    behind = words[end : end + _VERB_WITHIN]
    verb = next((word for word in behind if word.meant or word.raw[:1].isupper()), None)
    if kind == "organisation" and verb and verb.meant and verb.text == "left":
        return True
    dated = len(behind) > 1 and behind[1].text.isdigit()
    return behind[0].text in _BEFORE and not dated


def _begins_apart(words: Sequence[Token], at: int) -> bool:
    """Whether what begins at `at` stands apart: `but no recruiters`, `(no recruiters)`."""
    return at == 0 or bool(words[at].gap.strip()) or words[at - 1].text in _JOINED


def is_of_any_time(words: Sequence[Token], span: Span, covered: set[int]) -> bool:
    """Whether `span` is told to be so, or to have been: `have been a CFO`, `worked as one`, `worked
    at Google` or at others that it goes on from, `Google experience`."""
    if span.kind not in _OF_A_CAREER:
        return False
    at = span.start - 1
    if span.kind == "role":
        while at >= 0 and words[at].text in ARTICLES:
            at -= 1
        was = at >= 0 and words[at].text in _WAS
        out = at > 1 and words[at - 1].text == "out"  # `started out as`
        worked = at > 0 and words[at].text == "as" and words[at - 1 - out].text in _HAVING_WORKED
        return was or worked
    behind = [word.text for word in words[span.end : span.end + _CV_WITHIN]]
    if (behind and behind[0] in _HAVING_WORKED) or not _CV.isdisjoint(behind):
        return True
    # `Die für McKinsey und für BCG gearbeitet haben`
    end = span.end
    while end < len(words) and (end in covered or words[end].text in _GOING_ON):
        end += 1
    if end < len(words) and words[end].meant and words[end].text in _HAVING_WORKED:
        return True
    while at >= 0 and (at in covered or words[at].text in _GOING_ON):
        at -= 1
    return at >= 0 and words[at].text in _HAVING_WORKED


def dealing(words: Sequence[Token], span: Span) -> int | None:
    """Where the verb stands by which `span` names those whom somebody hires, trains or finds, who
    are not meant: `recruiters hiring engineers`, `who can teach welders`, `who finds new bosses`;
    None where none does."""
    at = span.start - 1
    while at > 0 and words[at].text in ARTICLES:
        at -= 1
    if at > 0 and words[at].text in _DEALING_WITH:
        return at
    # `Got money from venture capitalists`; not `moved from nurse to teacher`
    led_to = any(word.text in ("to", "into") for word in words[span.end : span.end + 3])
    if at > 0 and words[at].text == "from" and words[at - 1].text not in _MOVED and not led_to:
        return at
    if at > 0 and words[at].text in _DEALING and words[at - 1].text in _BEFORE_DEALING:
        return at
    for verb in (at, at - 1):
        # A verb that nobody understood.
        if verb > 0 and words[verb - 1].text in _WHO and words[verb].text not in SMALL:
            return verb if words[verb].text.endswith("s") and not words[verb].meant else None
    return None


def object_of(words: Sequence[Token], span: Span) -> bool:
    """Whether `span` is whom others do something to or with, who are told by that: `who keeps them
    asleep while the surgeon operates`; not `who were nurses`, `who worked as a nurse`."""
    who = [at for at in range(span.start) if words[at].text in _WHO_DOES]
    if not who and not (words[0].raw.islower() and is_a_verb(words[0])):
        return False  # `James Cook` is a name
    begins = who[-1] + 1 if who else 0
    between = words[begins : span.start]
    if not between or any("," in word.gap for word in words[begins + 1 : span.start + 1]):
        return False
    after = words[span.end].base if span.end < len(words) else ""
    return after not in _OF_A_POST and _BEING_ONE.isdisjoint(word.text for word in between)


def is_a_verb(word: Token) -> bool:
    """Whether a word that a question begins with is rather what somebody does: `fixes lifts`."""
    known = word.text in tables.english() or tables.is_title(word.base)
    return word.text.endswith("s") and word.text != word.base and not known


_WHO_DOES: Final = frozenset({"who", "whoever"})
_BEING_ONE: Final = words_for("being_one")
_OF_A_POST: Final = frozenset({"role", "post", "job", "position", "title", "experience", "level"})


def is_of_an_experience(words: Sequence[Token]) -> bool:
    """Whether `words` tell what somebody did once, `has moved our servers`, which is no trade; not
    `hired to break in`, `locked out of my flat`."""
    said = [word.text for word in words]
    past = {each for each in said if each in past_forms() or each.endswith("ed")}
    begins = (at for at, word in enumerate(said) if word in past or word not in _ANYBODY)
    at = next(begins, len(said))
    after = said[at + 1 : at + 2]
    goes_on = bool(after) and (after[0] not in SMALL or after[0] in BEFORE_A_THING)
    return goes_on and said[at] in past
