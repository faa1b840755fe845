"""Counting of all people who meet criteria, by the fields of their records.

Each condition is answered for everybody as `Condition.check` answers it, strictly, for one record:
who meets it, and whom a field denies it. Of whoever is left the record does not say. Nobody's
record is read, so that words which must stand side by side in one decide nothing here. Somebody of
several records counts once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shortlist.contract.search import Counted
from shortlist.service.index.retrieval import All, AnyOf, Exists, Not, Some, Where
from shortlist.service.lexicon.text import STOPWORDS, stems
from shortlist.service.search.conditions import (
    DOUBTED,
    INCOMPLETE,
    LEFT,
    LISTED,
    PERHAPS,
    SAID_BY,
    Clause,
    Condition,
    Understood,
)
from shortlist.service.search.criteria import described
from shortlist.service.search.port import FrozenCriterion

if TYPE_CHECKING:
    from shortlist.service.search.finder import WholeIndex
    from shortlist.service.search.vocabulary import Vocabulary

_PLACES = ("place", "home")
_NOBODY = Some(())
_WORDS_MOST = 3
"""Of more words that nobody understood, some are more likely said of something else."""


def count(
    index: WholeIndex,
    vocabulary: Vocabulary,
    criteria: Sequence[FrozenCriterion],
    beside: Sequence[Where] = (),
) -> Counted | None:
    """How many meet all `criteria`, but those `beside`, who are never looked at; None where no
    field decides anything of them, and where they are about one person by name, who is looked up
    and not counted."""
    specs = [criterion.spec or {} for criterion in criteria]
    conditions = conditions_of(criteria)
    if not conditions or any("name" in spec for spec in specs):
        return None
    answers = [_answered(each, vocabulary) for each in conditions]
    possible = Not(Some((*beside, *(each.denied for each in answers))))
    met = All((possible, *(each.met for each in answers)))
    perhaps = All((possible, Not(met)))
    # Whom nothing but the order of their words keeps from meeting it.
    unread = All((perhaps, *(Some((each.met, each.unread)) for each in answers)))
    if any(not spec or "said" in spec for spec in specs) or index.count(unread):
        # Where no field denies it to anybody, there is nothing to say.
        bounded = index.count(possible) < index.count()
        return Counted(met=None, open=_people(index, possible)) if bounded else None
    here = _people(index, met)
    return Counted(met=here, open=_people(index, possible) - here)


def conditions_of(criteria: Sequence[FrozenCriterion]) -> list[Condition]:
    """What the fields of a record decide of `criteria`."""
    return [
        Condition.of(spec, criterion.description)
        for criterion in criteria
        for spec in (criterion.spec or {}).get("all", ())
    ]


def left_out(
    understood: Understood, criteria: Sequence[FrozenCriterion], vocabulary: Vocabulary
) -> list[Where]:
    """Who does not meet what a question asks for, of all that no criterion speaks of: of `nurses in
    Leeds` with the criterion `Speaks Hindi`, whoever is not known to be a nurse there. Nobody where
    `criteria` are some of the question's own: then somebody has chosen among those; and where more
    of the question was not understood than was: it may ask for others."""
    own = {understood.text, *understood.unread, *map(described, understood.conditions)}
    plain = [each for each in understood.conditions if each.kind != "words"]
    worded = len(understood.conditions) - len(plain)
    chosen = any(each.description in own for each in criteria)
    if not (chosen or plain):
        return _saying_nothing(understood, vocabulary)
    if chosen or worded + len(understood.unread) > len(plain):
        return []
    spoken_of = {
        each.kind
        for each in conditions_of(criteria)
        # What somebody was says nothing of what they are, nor a level of what they do.
        if not each.is_of_any_part and not any(c.key.startswith("past_") for c in each.clauses)
    }
    return [_left_out(each, vocabulary) for each in plain if each.kind not in spoken_of]


def _saying_nothing(understood: Understood, vocabulary: Vocabulary) -> list[Where]:
    """Who does not say the words of a short question of which nothing was understood: of `live
    sound` with the criterion `Is based in Brazil`, not everybody in Brazil."""
    held = vocabulary.values("word")
    said = dict.fromkeys(each for each in stems(understood.text) if each not in STOPWORDS)
    if not 0 < len(said) <= _WORDS_MOST or not said.keys() <= held.keys():
        return []
    return [Not(All(tuple(AnyOf("word", (each,)) for each in said)))]


def _left_out(condition: Condition, vocabulary: Vocabulary) -> Where:
    """Who neither meets `condition` nor comes near it."""
    spared = [near for near in [condition.where_near(vocabulary)] if near]
    if condition.kind == "role":
        # A title that says the words of the role may be another name for it.
        names = (stems(each) for each in condition.label.split(" or "))
        spared += [All(tuple(AnyOf("title_word", (word,)) for word in name)) for name in names]
    answered = _answered(condition, vocabulary)
    if condition.negated:
        return All((answered.denied, Not(Some(tuple(spared)))))
    return Not(Some((answered.met, answered.unread, *spared)))


@dataclass(frozen=True, slots=True)
class _ConditionCounts:
    """One condition, of everybody; of who is in none of these the record does not say."""

    met: Where
    denied: Where
    unread: Where
    """They have all the words: whether these stand side by side was not looked at."""


def _answered(condition: Condition, vocabulary: Vocabulary) -> _ConditionCounts:
    found = _any(condition.clauses, vocabulary)
    firm = tuple(clause for clause in condition.clauses if len(clause.words) < 2)
    loose = len(firm) < len(condition.clauses)
    whole = _any(firm, vocabulary) if loose else found
    against = All((_against(condition, vocabulary), Not(found)))
    unread: Where = All((found, Not(whole))) if loose else _NOBODY
    if condition.now and not condition.lasting:
        sure = Not(DOUBTED)
        whole, unread = All((whole, sure)), All((unread, sure))
    met, denied = (against, whole) if condition.negated else (whole, against)
    if condition.unless:
        still = _any(condition.unless, vocabulary)
        met, unread = All((met, Not(still))), All((unread, Not(still)))
        denied = Some((denied, still))
    if condition.now:
        there = Not(LEFT)
        met, denied, unread = All((met, there)), Some((denied, LEFT)), All((unread, there))
    return _ConditionCounts(met, denied, unread)


def _any(clauses: Sequence[Clause], vocabulary: Vocabulary) -> Where:
    return Some(tuple(clause.where(vocabulary) for clause in clauses))


def _against(condition: Condition, vocabulary: Vocabulary) -> Where:
    """Whose record speaks against it, where it does not hold (`Condition._against`)."""
    key = condition.clauses[0].key
    key = LISTED.get(key, key)
    if key == "has":
        return Some((Exists("has"), Exists("dataset"), Exists("title")))
    if any(clause.key in INCOMPLETE for clause in condition.clauses):
        return _NOBODY
    known: Where = Exists(key)
    if key in SAID_BY:
        known = Some((known, Exists(SAID_BY[key])))
    if key in _PLACES:
        asked = [v for c in condition.clauses for v in c.values if c.key == key]
        return All((known, Not(_within_reach(key, [str(each) for each in asked], vocabulary))))
    spared: list[Where] = [DOUBTED] if key == "status" else []
    for held, perhaps in PERHAPS.items():
        if values := tuple(v for c in condition.clauses for v in c.values if c.key == held):
            spared.append(AnyOf(perhaps, values))
    return All((known, Not(Some(tuple(spared)))))


def _within_reach(key: str, asked: Sequence[str], vocabulary: Vocabulary) -> Where:
    """Of whom the narrowest place that is known has one of those `asked` in it: they may be
    there."""
    wider = {
        value.rsplit("/", parts)[0] for value in asked for parts in range(1, value.count("/") + 1)
    }
    by_depth: dict[int, list[str]] = {}
    for value in wider:
        by_depth.setdefault(value.count("/"), []).append(value)
    reach: list[Where] = []
    for depth, values in sorted(by_depth.items()):
        # Whoever is in a place is in the one that it lies in, too.
        narrower = AnyOf(key, vocabulary.within(key, depth + 1))
        reach.append(All((AnyOf(key, tuple(values)), Not(narrower))))
    return Some(tuple(reach))


def _people(index: WholeIndex, where: Where) -> int:
    """How many people `where` holds for, each once, of however many records."""
    records = index.count(where)
    if not (several := index.of_several_records):
        return records
    found = index.scan(All((several, where)))
    return records - len(found) + len({min(i, *index.same_as(i)) for i in found})
