"""What a read question demands of a person at work, as conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from shortlist.service.index.port import Filters
from shortlist.service.lexicon.text import stems
from shortlist.service.reading.port import LocalReader, Reader
from shortlist.service.reading.question import Number, Part, Question
from shortlist.service.reading.tokens import Token, bases
from shortlist.service.reading.vocabulary import tables
from shortlist.service.search.conditions import Clause, Condition, Understood
from shortlist.service.search.filters import filter_conditions
from shortlist.service.search.gazetteer import IndexGazetteer
from shortlist.service.search.likeness import Alike, Embed, alike
from shortlist.service.search.vocabulary import Vocabulary

_LOCAL: Final = LocalReader()
_PAST: Final = {"post": "past_post", "trade": "past_trade", "occ": "past_occ",
                "concept": "past_concept", "company": "past_company"}  # fmt: skip
_WEIGHT: Final = {"role": 1.5, "place": 1.0, "organisation": 1.5, "words": 0.8}


def understand_general(
    query: str | None,
    filters: Filters,
    vocabulary: Vocabulary,
    gazetteer: IndexGazetteer,
    embed: Embed,
    contacts: Sequence[Condition] = (),
    reader: Reader = _LOCAL,
) -> Understood:
    """All that is understood of `query`, and the filters beside it; `contacts`: what it asks of
    how people can be reached, which is read already."""
    given = filter_conditions(filters, vocabulary)
    text = " ".join((query or "").split())
    if not text:
        return Understood("list", tuple(given), text="", at_work=True)
    question = reader.read(text, gazetteer)
    reach = {word for each in contacts for word in bases(each.text)}
    loose = [
        runs
        for runs in question.loose
        if not reach.issuperset(word.base for run in runs for word in run)
    ]
    said = [runs for runs in loose if _is_said(runs, gazetteer)]
    unread = [runs for runs in loose if runs not in said]
    conditions = [*_conditions(question), *contacts]
    conditions += [each for runs in said for each in _worded(runs, gazetteer)]
    for like in alike(question, gazetteer, embed):
        conditions = [*map(partial(_beside, like), conditions), _guessed(like)]
    left = " ".join(word.raw for runs in unread for run in runs for word in run)
    return Understood(
        kind="list" if conditions else "open",
        conditions=(*given, *conditions),
        remainder=left,
        unread=left,
        text=text,
        at_work=True,
        fallback=question.fallback,
    )


def _conditions(question: Question) -> Iterator[Condition]:
    for part in question.parts:
        yield _condition(part, question.words)
    for number in question.numbers:
        yield _bounded(number)


def _condition(part: Part, words: Sequence[Token]) -> Condition:
    said = " ".join(word.raw for span in part.spans for word in words[span.start : span.end])
    clauses, near = _clauses(part)
    return Condition(
        kind=part.kind,
        label=part.label,
        description=_described(part),
        clauses=clauses,
        near=near,
        negated=part.negated,
        now=part.kind in _OF_A_POST and not (part.negated or part.past),
        lasting=_TODAY.isdisjoint(word.text for word in words),
        weight=_WEIGHT.get(part.kind, 1.0),
        text=said,
    )


_TODAY: Final = frozenset({"current", "currently", "today", "presently", "present"})
"""Words that ask for who is known to be there."""
_OF_A_POST: Final = frozenset({"role", "organisation"})
"""Kinds of conditions that hold no more of who has left."""
_FACET: Final = {"place": "place", "organisation": "company", "skill": "skill",
                 "language": "language", "school": "school", "certification": "certification",
                 "degree": "degree"}  # fmt: skip


def _clauses(part: Part) -> tuple[tuple[Clause, ...], tuple[Clause, ...]]:
    if part.kind == "role":
        return _grouped(part.values, past=part.past), _grouped(part.near, past=part.past)
    if part.kind == "industry":
        said = tuple(Clause("business", words=stems(span.label)) for span in part.spans)
        wider = tuple(each for value in part.values if (each := tables.industries()[value]))
        close = [Clause("near_sector", values=part.values)]
        close += [Clause("sector", values=wider)] if wider else []
        return (Clause("sector", values=part.values), *said), tuple(close)
    if part.kind == "subject":
        return tuple(Clause("studied", words=stems(each)) for each in part.values), ()
    facet = _FACET[part.kind]
    if part.past and facet == "company":
        return (Clause("past_company", values=part.values),), ()
    near: tuple[Clause, ...] = (Clause(facet, values=part.near),) if part.near else ()
    if part.kind == "organisation":
        near = (Clause("past_company", values=part.values),)
    if part.kind in ("skill", "certification"):
        near = (Clause("word", words=stems(part.label)),)
    return (Clause(facet, values=part.values),), near


def _grouped(values: Sequence[str], *, past: bool) -> tuple[Clause, ...]:
    found: dict[str, list[str]] = {}
    for value in values:
        facet, _, each = value.partition("=")
        found.setdefault(_PAST[facet] if past else facet, []).append(each)
    return tuple(Clause(facet, values=tuple(each)) for facet, each in found.items())


def _bounded(number: Number) -> Condition:
    least, most = number.at_least, number.at_most
    if number.of in ("since", "until"):
        least = least * 10000 if least else None
        most = most * 10000 + 1231 if most else None
    return Condition(
        kind="time" if number.of != "size" else "size",
        label=number.label,
        description=f"{number.of.capitalize()}: {number.label}",
        clauses=(Clause(number.of, at_least=least, at_most=most),),
        weight=1.0,
        text=number.label,
    )


_LIKE: Final = 1.2
"""What is guessed counts, times its cosine, as much as other conditions."""


_BESIDE: Final = 0.3
"""What a part of the words counts where the whole of them is like something of the same kind:
`schools` in `schools that train rabbis`."""
_KINDS: Final = {"occupation": "role", "industry": "industry"}


def _beside(like: Alike, condition: Condition) -> Condition:
    inside = condition.kind == _KINDS[like.kind] and condition.text and condition.text in like.text
    return replace(condition, weight=_BESIDE * condition.weight) if inside else condition


def _guessed(like: Alike) -> Condition:
    """What everyday words are most like."""
    if like.kind == "industry":
        clauses = (Clause("sector", values=like.ids), Clause("near_sector", values=like.ids))
    else:
        clauses = (
            Clause("occ", values=like.ids),
            Clause("trade", values=tuple(map(tables.key, like.names))),
        )
    return Condition(
        kind=_KINDS[like.kind],
        label=" or ".join(like.names),
        description=f"Is like {like.text}: {like.names[0]}",
        clauses=clauses,
        weight=_LIKE * like.cosine,
        text=like.text,
        guessed=True,
    )


def _is_said(runs: Sequence[Sequence[Token]], gazetteer: IndexGazetteer) -> bool:
    """Whether any record says one of these words, and they are no name of somebody."""
    if any(len(run) > 1 and all(word.raw[:1].isupper() for word in run) for run in runs):
        return False
    return any(gazetteer.word(each) for run in runs for word in run for each in stems(word.text))


def _worded(runs: Sequence[Sequence[Token]], gazetteer: IndexGazetteer) -> Iterator[Condition]:
    """One condition in words: any of `runs`, which are alternatives."""
    clauses: list[Clause] = []
    near: list[Clause] = []
    for run in runs:
        wanted = tuple(each for word in run for each in stems(word.text))
        if wanted:
            clauses.append(Clause("word", words=wanted))
        near += [Clause("word", words=(each,)) for each in wanted if gazetteer.word(each)]
    if clauses:
        said = " or ".join(" ".join(word.raw for word in run) for run in runs)
        yield Condition(
            kind="words",
            label=said,
            description=f"Mentions {said}",
            clauses=tuple(dict.fromkeys(clauses)),
            near=tuple(dict.fromkeys(near)),
            weight=_WEIGHT["words"],
            text=said,
        )


_SAYS: Final = {"role": "Is {}", "place": "Is based in {}", "organisation": "Works at {}",
                "skill": "Knows {}", "language": "Speaks {}", "school": "Studied at {}",
                "certification": "Holds {}", "degree": "Has a degree: {}",
                 "industry": "Works in {}", "subject": "Studied {}"}  # fmt: skip


def _described(part: Part) -> str:
    if part.kind == "role" and not part.past and all(v.startswith("concept=") for v in part.values):
        return f"Works in {part.label}"
    if part.past and part.kind == "role":
        return f"Was {part.label}"
    if part.past and part.kind == "organisation":
        return f"Used to work at {part.label}"
    return _SAYS[part.kind].format(part.label)
