"""Roles by where they are asked for: `Arizona senators` sit in Arizona, `politicians in Kenya` are
its ministers."""

from __future__ import annotations

import re
from dataclasses import replace

from shortlist.service.index.retrieval import AnyOf
from shortlist.service.lexicon import roles
from shortlist.service.lexicon.text import stem
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.vocabulary import Vocabulary


def in_congress(role: Condition) -> Condition:
    """`House members in Congress` are U.S. representatives, `senators` U.S. senators."""
    values = set(role.clauses[0].values)
    houses = {"senator": "us_senator", "representative": "us_representative"}
    said = {houses[value] for value in values & set(houses)}
    if not values <= {*houses, "legislator", "federal_legislator", "state_representative"}:
        return role
    ids = tuple(sorted(said)) or ("federal_legislator",)
    label = " or ".join(roles.LABELS[role_id] for role_id in ids)
    clauses = (Clause("role", values=ids),)
    return replace(role, label=label, description=f"Is a {label}", clauses=clauses)


def in_state(role: Condition, conditions: list[Condition], vocabulary: Vocabulary) -> Condition:
    """`presidents in Central America` are heads of state, where the index has such there."""
    if set(role.clauses[0].values) != {"president"} or role.negated:
        return role
    if {c.kind for c in conditions} - {"place", "status"}:
        return role
    there = [c.clauses[0].values for c in conditions if c.kind == "place" and not c.negated]
    heads = AnyOf("role", ("head_of_state",))
    titled = Clause("title_word", words=(stem("president"),))
    if len(there) != 1 or not vocabulary.likely_places(there[0], heads):
        return role
    clauses = (Clause("role", values=("head_of_state",), also=(titled,)),)
    near = (Clause("role", values=("president",)), *role.near)
    return replace(role, label="president of a country", clauses=clauses, near=near)


def abroad(role: Condition, conditions: list[Condition], vocabulary: Vocabulary) -> Condition:
    """`politicians in Kenya` govern it, where the index has ministers there and no legislators."""
    there = [c.clauses[0].values for c in conditions if c.kind == "place" and not c.negated]
    if set(role.clauses[0].values) != {"legislator"} or role.negated or len(there) != 1:
        return role
    if not all("/" not in path and path != "us" for path in there[0]):
        return role
    if not vocabulary.govern(there[0]):
        return role
    label = roles.LABELS["minister"]
    clauses = (Clause("role", values=("minister",)),)
    return replace(role, label=label, description=f"Is a {label}", clauses=clauses, near=())


def fit_to_state(role: Condition, conditions: list[Condition], vocabulary: Vocabulary) -> Condition:
    """`Arizona senators` sit in Arizona's legislature; those in Washington come close, and are
    meant where the index has no others."""
    values = set(role.clauses[0].values)
    narrowed = {
        "senator": "state_senator",
        "representative": "state_representative",
        "legislator": "state_legislator",
    }
    if not values or not values <= set(narrowed):
        return role
    placed = [
        value
        for c in conditions
        if c.kind == "place"
        for clause in c.clauses
        for value in clause.values
    ]
    if not (0 < len(placed) <= 4 and all(re.fullmatch(r"us/[^/]+", path) for path in placed)):
        return role
    ids = tuple(narrowed[value] for value in sorted(values))
    known = vocabulary.values("role")
    if "federal_legislator" in known and not any(role_id in known for role_id in ids):
        return in_congress(role)
    label = " or ".join(roles.LABELS[role_id] for role_id in ids)
    return replace(
        role,
        label=label,
        description=f"Is a {label}",
        clauses=(Clause("role", values=ids),),
        near=(
            Clause("role", values=tuple(sorted(values))),
            Clause("role", values=("state_legislator",)),
            *role.near,
        ),
    )
