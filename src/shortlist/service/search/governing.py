"""Who governs, where a query says no role: `who looks after farming in Kenya`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from shortlist.service.index.retrieval import AnyOf
from shortlist.service.lexicon import roles
from shortlist.service.lexicon.text import key, listed
from shortlist.service.lexicon.topics import Topic
from shortlist.service.search.conditions import Clause, Condition, role_ids_of
from shortlist.service.search.reading import Reading
from shortlist.service.search.vocabulary import Vocabulary

_RULING: Final = listed("look charg decid handl overse respons rule regul control supervis deal")
"""Stems of words for what lawmakers do."""
Held = list[tuple[int, int, list[Topic]]]
"""Subjects that were read first, and where."""


def read_governing(
    reading: Reading, conditions: list[Condition], vocabulary: Vocabulary
) -> list[Condition]:
    """`who looks after farming in Kenya` is a minister, `who decides on taxes in Ohio` sits in its
    legislature, where the index has such there."""
    if _seeks(conditions):
        return []
    placed = [c.clauses[0].values for c in conditions if c.kind == "place" and not c.negated]
    placed = placed or [c.clauses[0].values for c in conditions if _is_government(c)]
    if len(placed) != 1:
        return []
    state = all(re.fullmatch(r"us/[^/]+", path) for path in placed[0])
    if state and not any(word.stem in _RULING for word in reading.words):
        return []
    role = "state_legislator" if state else "minister"
    abroad = all("/" not in path and path != "us" for path in placed[0])
    known = any(_is_government(c) for c in conditions) or vocabulary.likely_places(
        placed[0], AnyOf("role", (role,))
    )
    if not (state or abroad) or not known:
        return []
    for start, end, _ in reading.search(
        r"(?:makes?|sets?|writes?) the (?:rules|laws)(?=\s|$)"
        r"|(?:in |of )?the (?:cabinet|government)s?(?= of)"
    ):
        reading.take(start, end)
    label = roles.LABELS[role]
    clauses = (Clause("role", values=(role,)),)
    return [Condition("role", label, f"Is a {label}", clauses, weight=0.8, implied=True)]


def treasury(
    governing: list[Condition], held: Held, vocabulary: Vocabulary
) -> tuple[list[Condition], Held]:
    """Who holds a country's purse strings is its minister of finance; a state's has committees."""
    role = "finance_minister"
    budget = any(_is_budget(topics) for *_, topics in held)
    if (
        not budget
        or role_ids_of(governing) != {"minister"}
        or role not in vocabulary.values("role")
    ):
        return governing, held
    clauses = (Clause("role", values=(role,)),)
    label = roles.LABELS[role]
    treasury = replace(
        governing[0], label=label, description=f"Is a {label}", clauses=clauses, implied=False
    )
    return [treasury], [span for span in held if not _is_budget(span[2])]


def _is_budget(topics: list[Topic]) -> bool:
    return topics[0].name == "appropriations"


def _seeks(conditions: list[Condition]) -> bool:
    """Whether anything but places, dates and the like says whom they look for."""
    plain = {"place", "status", "date", "contact"}
    return any(c.kind not in plain and not _is_government(c) for c in conditions)


def _is_government(condition: Condition) -> bool:
    """`in the government of France`: where, and not yet who."""
    return condition.kind == "organisation" and key(condition.label).startswith("government of ")
