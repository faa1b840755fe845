"""Counting of all people who meet criteria, by the fields of their records.

Each condition is answered for everybody (`answers`); somebody of several records counts once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shortlist.contract.search import Counted
from shortlist.service.index.retrieval import All, AnyOf, Not, Some, Where
from shortlist.service.lexicon.text import STOPWORDS, stems
from shortlist.service.search.answers import answered
from shortlist.service.search.conditions import Condition, Understood
from shortlist.service.search.criteria import described
from shortlist.service.search.port import FrozenCriterion

if TYPE_CHECKING:
    from shortlist.service.search.finder import WholeIndex
    from shortlist.service.search.vocabulary import Vocabulary

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
    answers = [answered(each, vocabulary) for each in conditions]
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
    told = answered(condition, vocabulary)
    if condition.negated:
        return All((told.denied, Not(Some(tuple(spared)))))
    return Not(Some((told.met, told.unread, *spared)))


def _people(index: WholeIndex, where: Where) -> int:
    """How many people `where` holds for, each once, of however many records."""
    records = index.count(where)
    if not (several := index.of_several_records):
        return records
    found = index.scan(All((several, where)))
    return records - len(found) + len({min(i, *index.same_as(i)) for i in found})
