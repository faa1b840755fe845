"""Translation of a read question into conditions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from shortlist.service.index.facet_schema import SCHEMA
from shortlist.service.index.port import Filters
from shortlist.service.lexicon.text import STOPWORDS, name_words, stems, with_article
from shortlist.service.reading.parts import Number, Part
from shortlist.service.reading.port import LocalReader, Reader
from shortlist.service.reading.question import READ_MOST, Question
from shortlist.service.reading.tokens import Token, phrase, tokens, written
from shortlist.service.reading.uncovered_words import Runs
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import is_number, words_for
from shortlist.service.search import bounds
from shortlist.service.search.conditions import OF_A_POST, Clause, Condition, Understood
from shortlist.service.search.filters import filter_conditions
from shortlist.service.search.vocabulary import Vocabulary

_LOCAL: Final = LocalReader()
_PAST: Final = {"post": "past_post", "trade": "past_trade", "occ": "past_occ",
                "concept": "past_concept", "company": "past_company"}  # fmt: skip
_WEIGHT: Final = {"role": 1.5, "place": 1.0, "organisation": 1.5, "words": 0.8, "committee": 1.6,
                  "topic": 1.4, "chamber": 1.2, "party": 1.2, "district": 1.3,
                  "occupation": 1.5}  # fmt: skip


def understand(
    query: str | None,
    filters: Filters,
    vocabulary: Vocabulary,
    reader: Reader = _LOCAL,
) -> Understood:
    """All that is understood of `query`, and the filters beside it."""
    given = filter_conditions(filters, vocabulary)
    text = " ".join((query or "").split())
    if not text:
        return Understood("list", tuple(given), text="")
    question = reader.read(text, vocabulary)
    alternatives = {each for several in question.either for each in several}
    said = [
        runs
        for runs in question.loose
        # What nobody here says is no less another way to meet what it stands beside.
        if runs in alternatives or _is_said(runs, vocabulary)
    ]
    unread = [runs for runs in question.loose if runs not in said]
    conditions, unmet = _conditions(question)
    if question.held:
        # Offices change hands: whose record doubts that they still hold one is to be reviewed.
        conditions = [replace(each, lasting=False) for each in conditions]
    worded = {
        runs: found
        for runs in said
        if (found := _worded(runs, vocabulary, _role_after(runs, question),
                             denied=runs in question.denied))
    }  # fmt: skip
    for several in question.either:
        own = [_condition(part, question.words) for part in several if isinstance(part, Part)]
        given_ = [each for each in own if each in conditions]
        given_ += [worded.pop(runs) for runs in several if runs in worded]
        if given_:
            conditions = [each for each in conditions if each not in given_]
            conditions.append(reduce(_either, given_))
    conditions += worded.values()
    pieces = [run for runs in unread for run in runs]
    pieces += [question.words[each.start : each.end] for each in unmet]
    # What stands beyond what is read is not understood, and demands all the same.
    pieces += [(word,) for word in tokens(text)[READ_MOST:] if word.text not in STOPWORDS]
    left = tuple(dict.fromkeys(_as_it_stands(text, piece) for piece in pieces))
    return Understood(
        kind=_kind(conditions, " ".join(left)),
        conditions=(*given, *conditions),
        unread=left,
        name=text if 1 <= sum(len(w.text) > 1 for w in question.words) <= _NAME_MOST else "",
        loose=_loose(question),
        count=question.count,
        text=text,
        fallback=question.fallback,
    )


def _either(one: Condition, other: Condition) -> Condition:
    """Of two conditions of which either is enough, one."""
    first, _, rest = other.description.partition(" ")
    said = rest if one.description.startswith(f"{first} ") else f"{first.lower()} {rest}"
    return replace(
        one,
        label=f"{one.label} or {other.label}",
        description=f"{one.description} or {said}",
        clauses=(*one.clauses, *other.clauses),
        near=(*one.near, *other.near),
        text=f"{one.text} {other.text}",
    )


_WHERE: Final = frozenset({"organisation", "place"})
_NAME_MOST: Final = 9
"""Words of a question that is short enough to be somebody's name with a hint or two."""
_KNOWING: Final = words_for("skill_said")


def _loose(question: Question) -> frozenset[str]:
    """The words that are no plain fact: of those, a name is made."""
    plain = [
        span
        for span in question.chosen
        if span.kind not in ("topic", "industry")
        # A word of an organisation's name may be one of somebody's.
        and not (span.kind == "organisation" and span.strength < 1)
    ]
    read_ = {at for span in plain for at in range(span.start, span.end)}
    return frozenset(
        part
        for at, word in enumerate(question.words)
        if at not in read_
        and word.text not in STOPWORDS
        # `Using Python`: what people know names nobody.
        and not (at and question.words[at - 1].text in _KNOWING)
        for part in name_words(word.raw)
    )


def _as_it_stands(text: str, piece: Sequence[Token]) -> str:
    """Words as they are written; of a script whose letters the reader takes apart, whole words."""
    return " ".join(dict.fromkeys(_whole(text, word) for word in piece))


def _whole(text: str, word: Token) -> str:
    """The word as it stands; of a script whose letters the reader takes apart, all of it."""
    if word.raw.isascii():
        return word.raw
    start = text.rfind(" ", 0, word.start) + 1
    end = text.find(" ", word.end)
    return text[start : end if end >= 0 else len(text)]


def _kind(conditions: Sequence[Condition], left: str) -> str:
    kinds = {each.kind for each in conditions}
    if not kinds:
        return "open"
    if "topic" in kinds or len(left.split()) > 1:
        return "semantic"
    return "role" if len(kinds) == 2 and kinds > {"role"} and kinds & _WHERE else "list"


def _conditions(question: Question) -> tuple[list[Condition], list[Number]]:
    """What the parts and numbers of `question` demand, and the numbers that demand nothing."""
    found: list[Condition] = []
    numbers = list(question.numbers)
    left = next((each for each in numbers if each.of == "until"), None)
    dates = next((n for n in numbers if n.of == "since" and n.at_least and n.at_most), None)
    for part in question.parts:
        condition = _condition(part, question.words)
        before = [n for n in numbers if n.of == "years" and n.end == part.spans[0].start]
        if before and part.kind in ("skill", "industry", "role"):
            numbers.remove(before[0])
            condition = bounds.for_years(condition, before[0])
        elif left in numbers and left and part.past and part.kind == "organisation":
            numbers.remove(left)
            condition = bounds.left(condition, part, left)
        elif dates in numbers and dates and _was_there(part):
            numbers.remove(dates)
            condition = bounds.during(condition, dates)
        found.append(condition)
    dated = {each: bounds.dated(each, question.words) for each in numbers}
    found += [bounds.bounded(each) for each in dated.values() if each]
    return found, [number for number, each in dated.items() if each is None]


def _was_there(part: Part) -> bool:
    return part.kind == "organisation" and (part.past or part.ever) and not part.negated


def _condition(part: Part, words: Sequence[Token]) -> Condition:
    clauses, near = _clauses(part)
    return Condition(
        kind=part.kind,
        label=part.label,
        description=_described(part),
        clauses=clauses,
        near=near,
        negated=part.negated,
        unless=_still(part),
        now=part.kind in OF_A_POST and not (part.negated or part.past or part.ever),
        lasting=_TODAY.isdisjoint(word.text for word in words) and not _is_appointed(part),
        weight=_WEIGHT.get(part.kind, 1.0),
        text=written([word for span in part.spans for word in words[span.start : span.end]]),
    )


def _still(part: Part) -> tuple[Clause, ...]:
    """Who is no former police officer: who is one still."""
    if part.kind != "role" or part.negated or not part.past:
        return ()
    values = [_faceted(part.kind, value) for value in part.values if _AND not in value]
    return _grouped([each for each in values if each[0] in _PAST], past=False)


def _is_appointed(part: Part) -> bool:
    """Whether one person at a time is appointed to it: another one followed a chief financial
    officer whose record doubts itself. Who runs a firm often owns it, and stays."""
    posts = (value.removeprefix("post=") for value in part.values if value.startswith("post="))
    return {post.partition(":")[0] for post in posts} == {"c_level"}


_TODAY: Final = words_for("today")
"""Words that ask for who is known to be there."""
_FACET: Final = {"place": "place", "worked_in": "place", "organisation": "company",
                 "skill": "skill", "language": "language", "school": "school",
                 "certification": "certification",
                 "degree": "degree"}  # fmt: skip


_FACETED: Final = re.compile(r"([a-z_]+)([=~+*])(.*)")
"""A value of another facet than that of the kind: `spans.Span.values`."""


def _clauses(part: Part) -> tuple[tuple[Clause, ...], tuple[Clause, ...]]:
    if part.kind == "industry":
        said = tuple(Clause("business", words=stems(span.label)) for span in part.spans)
        ids = tuple(value for value in part.values if "=" not in value)
        held = tuple(v.removeprefix("concept=") for v in part.values if v not in ids)
        earlier = (
            Clause("past_sector", values=ids),
            *(replace(each, key="past_business") for each in said),
            *((Clause("past_concept", values=held),) if held else ()),
        )
        if part.past:
            return earlier, tuple(Clause("word", words=each.words) for each in said)
        wider = tuple(each for value in ids if (each := tables.industries()[value]))
        close = [Clause("near_sector", values=ids)]
        close += [Clause("sector", values=wider)] if wider else []
        now = (Clause("sector", values=ids), *said)
        now = (*now, Clause("concept", values=held)) if held else now
        return (*now, *earlier) if part.ever else now, tuple(close)
    if part.kind == "subject":
        return tuple(Clause("studied", words=stems(each)) for each in part.values), ()
    values = [_faceted(part.kind, value) for value in part.values if _AND not in value]
    if part.ever:
        before = [(_PAST.get(facet, facet), how, each) for facet, how, each in values]
        return _grouped([*values, *before], past=False), ()
    near = [_faceted(part.kind, value) for value in part.near]
    within = tuple(_within(value, past=part.past) for value in part.values if _AND in value)
    if part.kind == "organisation" and not part.past:
        near += [("past_company", "=", value) for value in part.values]
    if part.kind in ("skill", "certification"):
        near.append(("word", "+", " ".join(stems(part.label))))
    clauses = _grouped(values, past=part.past)
    if part.past:
        # A title says what somebody was where they left.
        gone = (Clause("status", values=("former",)),)
        clauses = tuple(
            replace(each, also=gone) if each.key == "title_word" else each for each in clauses
        )
    return (*clauses, *within), _grouped(near, past=part.past)


_AND: Final = " & "


def _within(value: str, *, past: bool) -> Clause:
    """`post=director:general & sector=schools`: both hold; of who was one, of who left there."""
    (post, _, held), (sector, _, industries) = (said.partition("=") for said in value.split(_AND))
    also = (Clause(sector, values=tuple(industries.split())),)
    if not past:
        return Clause(post, values=(held,), also=also)
    gone = Clause("status", values=("former",))
    return Clause(_PAST[post], values=(held,), also=(*also, gone))


def _faceted(kind: str, value: str) -> tuple[str, str, str]:
    """The facet of a value, how it is held, and the value itself."""
    given = _FACETED.match(value)
    if given and given[1] in SCHEMA:
        return given[1], given[2], given[3]
    return _FACET[kind], "=", value


def _grouped(values: Sequence[tuple[str, str, str]], *, past: bool) -> tuple[Clause, ...]:
    """One clause for all values of a facet, and for all phrases; one for words of a statement."""
    found: dict[tuple[str, str], list[str]] = {}
    for facet, how, each in values:
        held = _PAST.get(facet, facet) if past else facet
        found.setdefault((held, each if how == "+" else how), []).append(each)
    return tuple(_clause(facet, how, each) for (facet, how), each in found.items())


def _clause(facet: str, how: str, values: Sequence[str]) -> Clause:
    if how == "=":
        return Clause(facet, values=tuple(values))
    if how == "~":
        return Clause(facet, phrases=tuple(values))
    if how == "*":
        return Clause(facet, anything=True)
    return Clause(facet, words=tuple(values[0].split()))


_UNITS: Final = words_for("distance")


def _is_said(runs: Sequence[Sequence[Token]], vocabulary: Vocabulary) -> bool:
    """Whether any record says one of these words, and they are no name of somebody."""
    if any(len(run) > 1 and all(word.raw[:1].isupper() for word in run) for run in runs):
        return False
    if all(_is_amount(word.text) for run in runs for word in run):
        return False  # of `within 50 km` and `under 30` nobody knows what is counted
    said = vocabulary.values("word")
    if any(each in said for run in runs for word in run for each in stems(word.text)):
        return True
    held = vocabulary.values("concept")
    return any(tables.subjects().get(phrase(run, 0, len(run))) in held for run in runs)


def _is_amount(word: str) -> bool:
    return word.isdigit() or word in _UNITS or is_number(word)


def _role_after(runs: Runs, question: Question) -> tuple[str, ...]:
    """The stems of the role that stands right after `runs`, `presidents` of `campus presidents`;
    none where something else does."""
    end = 1 + next(at for at, word in enumerate(question.words) if word == runs[-1][-1])
    for span in question.chosen:
        if span.kind == "role" and span.start == end and not question.words[end].gap.strip():
            return stems(written(question.words[span.start : span.end]))
    return ()


def _worded(
    runs: Runs, vocabulary: Vocabulary, role: tuple[str, ...], *, denied: bool
) -> Condition | None:
    """One condition in words: any of `runs`, which are alternatives; `denied`: none of them.
    Before a `role` they are of it: a title or a business says them, or a statement with the role
    beside them."""
    clauses: list[Clause] = []
    near: list[Clause] = []
    said = vocabulary.values("word")
    for run in runs:
        wanted = tuple(each for word in run for each in stems(word.text))
        if wanted and role:
            clauses += [Clause(facet, words=wanted) for facet in ("title_word", "business")]
        if wanted:
            clauses.append(Clause("word", words=(*wanted, *role)))
        near += [Clause("word", words=(each,)) for each in wanted if each in said]
        concept = tables.subjects().get(phrase(run, 0, len(run)), "general")
        if concept != "general" and not role:
            # Who works on it says so by their title.
            clauses.append(Clause("concept", values=tables.with_kinds(concept)))
    if not clauses:
        return None
    text = " or ".join(map(written, runs))
    return Condition(
        kind="words",
        label=text,
        description=f"Mentions {text}",
        clauses=tuple(dict.fromkeys(clauses)),
        near=tuple(dict.fromkeys(near)),
        negated=denied,
        weight=_WEIGHT["words"],
        text=text,
    )


_SAYS: Final = {"role": "Is {}", "place": "Is based in {}", "organisation": "Works at {}",
                "skill": "Knows {}", "language": "Speaks {}", "school": "Studied at {}",
                "certification": "Holds {}", "degree": "Has a degree: {}",
                 "industry": "Works in {}", "subject": "Studied {}"}  # fmt: skip


def _described(part: Part) -> str:
    if part.kind == "role" and not part.past and part.values[0].startswith("concept="):
        return f"Works in {part.label}"
    if said := " or ".join(dict.fromkeys(span.says for span in part.spans if span.says)):
        return said
    if part.past and part.kind == "role":
        return f"Was {with_article(part.label)}"
    if part.ever:
        worked = {"organisation": "Has worked at {}", "industry": "Has worked in {}"}
        return worked.get(part.kind, "Is or was {}").format(
            part.label if part.kind in worked else with_article(part.label)
        )
    if part.past and part.kind == "organisation":
        return f"Used to work at {part.label}"
    if part.past and part.kind == "industry":
        return f"Used to work in {part.label}"
    label = with_article(part.label) if part.kind == "role" else part.label
    return _SAYS[part.kind].format(label)
