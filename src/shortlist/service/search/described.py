"""Trades that the everyday words of a question describe: as a condition, or looked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.index.retrieval import Ask, Channel, Ids, Retriever, Vectors
from shortlist.service.lexicon.text import STOPWORDS, stems, with_article
from shortlist.service.reading.cues import is_a_verb, is_of_an_experience
from shortlist.service.reading.descriptions import tells, told
from shortlist.service.reading.question import read
from shortlist.service.reading.tokens import tokens
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import words_for
from shortlist.service.search.clauses import clauses_of
from shortlist.service.search.conditions import Clause, Condition, Understood
from shortlist.service.search.filters import of_title
from shortlist.service.search.understanding import DESCRIBING, kind_of, with_denials
from shortlist.service.search.vocabulary import Vocabulary

_OF_WORK: Final = frozenset({"role", "field", "topic", "committee", "chamber"})
"""Kinds of conditions that say who is meant."""
MEANT_LEAST: Final = 0.3
"""How likely, at least, a trade is described that is asked for: of those that are 0.3 to 0.5 on
graded corpora, each left out of the fit, three people in four are an exact answer."""
_CONTENT_LEAST: Final = 3
"""Of fewer words that say something, `hospice care`, who says so is meant, whatever their trade;
not of what somebody does: `who repairs bicycles`."""
_DOING: Final = words_for("who") | {"to"}
_DOING_WITHIN: Final = 3
"""Words in which a question says that it tells of what somebody does: `a person who`."""
_ALIKE_MOST: Final = 30
_ALIKE_OF: Final = 100
"""One person of so many is among the few whose trades are looked at."""
_PERHAPS_LEAST: Final = 0.1
_PERHAPS_MOST: Final = 3
"""How many trades, each so likely at least, people are looked for by."""


def with_described(understood: Understood, vocabulary: Vocabulary, index: Retriever) -> Understood:
    """With the trade that a question describes, where nothing says who is meant: as a condition, if
    it likely is meant, else as perhaps meant. Where nobody here is who is said to be meant, `a
    craftsperson who could build me a cello`, whoever it describes is perhaps meant."""
    conditions, text = understood.conditions, understood.describing
    plain = not (understood.unread or any(each.kind == "words" for each in conditions))
    if plain or not text:
        return understood
    meant = who(understood)
    if any(index.count(each.where(vocabulary)) for each in meant):
        return understood
    vector = index.embed([text])[0]
    likely = told(text, vector, vocabulary.trades_held, alike(vector, index))
    perhaps = [each.title for each in likely[:_PERHAPS_MOST] if each.likely >= _PERHAPS_LEAST]
    if perhaps:
        understood = replace(understood, perhaps=described_as(perhaps, vocabulary))
    content = tuple(dict.fromkeys(word for word in stems(text) if word not in STOPWORDS))
    asked = tokens(text)
    # `Fixes lifts` begins with what somebody does, `sports therapy` with a noun of titles.
    doing = any(word.text in _DOING for word in asked[:_DOING_WITHIN])
    doing = doing or any(map(is_a_verb, asked[:1]))
    enough = len(content) >= _CONTENT_LEAST - doing and not is_of_an_experience(asked)
    if meant or not (enough and likely and likely[0].likely >= MEANT_LEAST):
        return understood
    title = likely[0].title
    kept = tuple(
        each
        for each in conditions
        if each.enforced
        or not (
            each.kind == "words"
            or is_practice(each)
            or (each.kind in DESCRIBING and tells(each.text, title))
        )
    )
    # Who is called otherwise may do it all the same: nobody's title denies it.
    said = Clause("word", words=content)
    role = described_as([title], vocabulary)
    role = replace(role, clauses=(*role.clauses, said), text=text, lasting=True, now=True)
    whole = with_denials((*kept, role))
    own = [each for each in whole if not each.enforced]
    return replace(understood, kind=kind_of(own, ""), conditions=whole, unread=())


def alike(vector: Vectors, index: Retriever) -> dict[str, float]:
    """The trades of the few whose records mean most the same, to the share of them who have it."""
    few = min(_ALIKE_MOST, 1 + index.count() // _ALIKE_OF)
    (found,) = index.retrieve([Ask(Channel.MEANING, few, vector=vector)])
    ids = Ids(tuple(person_id for person_id, _ in found))
    return {trade: people / few for trade, people in index.facet("trade", where=ids)}


def who(understood: Understood) -> list[Condition]:
    """The conditions that say who is meant: a title, a field of work, a committee; not what a trade
    practises, which others have to do with, too: `maths people who reckon when we die`."""
    return [each for each in understood.conditions
            if each.kind in _OF_WORK and not is_practice(each)]  # fmt: skip


def is_practice(condition: Condition) -> bool:
    """Whether it is of what a trade practises: `Works in beekeeping`."""
    return condition.kind == "field" and tables.key(condition.label) in tables.practices()


def described_as(titles: Sequence[str], vocabulary: Vocabulary) -> Condition:
    """To be what a question of one of `titles` asks for; of one that no table lists, to have its
    words in one's title."""
    clauses: list[Clause] = []
    near: list[Clause] = []
    for title in titles:
        if title not in vocabulary.asked_for:
            parts = read(title, vocabulary).parts
            named = len(parts) == 1 and parts[0].kind == "role"
            vocabulary.asked_for[title] = clauses_of(parts[0]) if named else (of_title(title), ())
        own, close = vocabulary.asked_for[title]
        clauses += own
        near += close
    label = " or ".join(titles)
    said = f"Is {with_article(label)}"
    return Condition("role", label, said, tuple(clauses), tuple(near))
