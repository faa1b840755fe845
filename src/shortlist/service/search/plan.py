"""Understanding a query: what `data.request.plan` shows and retrieval goes by."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from shortlist.contract.search import PlanTerm, SearchPlan
from shortlist.service.index.port import Filters, Record
from shortlist.service.lexicon import roles
from shortlist.service.lexicon.text import COMPANY_NOUNS, STOPWORDS, key, listed
from shortlist.service.search import (
    fitting,
    read_appointed,
    read_committees,
    read_facts,
    read_places,
    read_represented,
    read_roles,
    read_seats,
    read_titles,
    read_topics,
    read_trades,
    read_when,
)
from shortlist.service.search.conditions import (
    Clause,
    Condition,
    Understood,
    all_of,
    role_ids_of,
)
from shortlist.service.search.criteria import derived
from shortlist.service.search.filters import filter_conditions
from shortlist.service.search.governing import read_governing, treasury
from shortlist.service.search.nearest import Nearest
from shortlist.service.search.reading import Reading
from shortlist.service.search.subjects import scope_of
from shortlist.service.search.vocabulary import Vocabulary

_DIPLOMATS: Final = frozenset({"ambassador", "diplomat", "un_representative", "charge"})
_PUBLIC: Final = (("govern",), ("judiciari",), ("public", "administr"))
_LEGISLATOR: Final = Condition(
    kind="role",
    label="legislator",
    description="Is a legislator",
    clauses=(Clause("role", values=("legislator",)),),
    weight=0.8,
)
_EXPERT: Final = Condition(
    kind="role",
    label=roles.LABELS["investigator"],
    description="Is a principal investigator",
    clauses=(Clause("role", values=("investigator",)),),
    near=(Clause("role", values=("researcher",)),),
    weight=0.8,
)
_UNDATED: Final = frozenset({"laureate"})
"""Roles that nobody holds at present: there is no `currently` in them."""


def understand(
    query: str | None, filters: Filters, vocabulary: Vocabulary, nearest: Nearest | None = None
) -> Understood:
    """All that is understood of `query` and the filters beside it."""
    given = filter_conditions(filters, vocabulary)
    text = " ".join((query or "").split())
    if not text:
        return Understood("list", tuple(given), text="")
    reading = Reading.of(text)
    _take_honorifics(reading)
    count = read_facts.read_count(reading)
    conditions = [
        *read_facts.read_contacts(reading),
        *read_appointed.read_appointing(reading, vocabulary),
        *read_trades.read_occupation(reading, vocabulary),
        *read_committees.read_committees(reading, vocabulary),
        *read_roles.read_earlier(reading),
    ]
    named = _possible_name(reading)
    conditions += read_seats.read_school(reading, vocabulary)
    conditions += read_seats.read_district(reading, vocabulary)
    conditions += read_places.read_units(reading, vocabulary)
    in_washington = read_represented.read_in_washington(reading)
    conditions += read_seats.read_seat(reading, vocabulary)
    conditions += read_places.read_organisations(reading, vocabulary)
    conditions += read_when.read_dates(reading) or read_when.read_tenure(reading)
    held = read_topics.hold_topics(reading)
    conditions += read_facts.read_appointment(reading, vocabulary)
    if any(word.stem == "maintain" for word in reading.words):
        conditions += read_topics.project_condition(reading, vocabulary)
    represented = in_washington or read_represented.read_represented(reading)
    if not represented and any(c.kind == "appointed_by" for c in conditions):
        represented = read_represented.read_courts(reading)
    chambers = read_roles.read_chamber_names(reading)
    role_conditions = read_roles.read_roles(reading, vocabulary) or represented
    if any(word.stem == "maintain" for word in reading.words):
        role_conditions = _as_maintainers(role_conditions, vocabulary)
    conditions += read_titles.read_grade(reading)
    conditions += read_when.read_status(reading)
    conditions += read_facts.read_party(reading, vocabulary)
    role_ids = role_ids_of(role_conditions)
    _take_said_by_role(reading, role_ids)
    diplomats = bool(role_ids & _DIPLOMATS)
    beside = all_of([c for c in conditions if not c.negated], vocabulary)
    if "un_representative" in role_ids:
        # That the United Nations are in New York says nothing of whom they represent.
        for start, end, _ in reading.search(r"(?:in |at )?new york(?: city)?(?=\s|$)"):
            reading.take(start, end)
    conditions += read_places.read_places(reading, vocabulary, diplomats, role_ids, beside)
    legislative = bool(role_ids & roles.OFFICES) or any(c.kind == "committee" for c in conditions)
    conditions += chambers or read_roles.read_chamber(reading, legislative=legislative)
    if not role_ids & (read_roles.LEGISLATORS | roles.PUBLIC):
        conditions += read_topics.read_industries(reading, vocabulary)
    conditions += read_topics.project_condition(reading, vocabulary)
    conditions += read_places.read_departments(reading, vocabulary)
    conditions += read_titles.read_speciality(reading, vocabulary, role_ids)
    federal = bool(re.search(r"\b(?:congress|congressional|capitol hill)\b", key(text)))
    role_conditions = [fitting.in_congress(role) if federal else role for role in role_conditions]
    role_conditions = [fitting.in_state(role, conditions, vocabulary) for role in role_conditions]
    role_conditions = [fitting.abroad(role, conditions, vocabulary) for role in role_conditions]
    role_ids = role_ids_of(role_conditions)
    conditions += [fitting.fit_to_state(role, conditions, vocabulary) for role in role_conditions]
    if not role_ids and any(c.kind in ("chamber", "committee") for c in conditions):
        role_ids = frozenset({"legislator"})
        conditions.append(fitting.fit_to_state(_LEGISLATOR, conditions, vocabulary))
    if not any(c.kind == "organisation" for c in conditions):
        conditions += _companies(reading, role_ids, vocabulary)
    conditions += read_seats.read_government(reading, vocabulary)
    bare = {c.kind for c in conditions} <= {"place"}
    if not role_ids and bare and read_roles.asks_for_experts(reading, vocabulary):
        role_ids = frozenset({"investigator"})
        conditions.append(_EXPERT)
    governing = [] if role_ids else read_governing(reading, conditions, vocabulary)
    governing, held = treasury(governing, held, vocabulary)
    sought = role_ids_of(governing) or role_ids
    scope = scope_of(sought, vocabulary, at_companies=_at_companies(reading))
    topics = read_topics.read_topics(reading, vocabulary, scope, held, nearest)
    if topics:
        conditions = _maintaining(conditions, topics, vocabulary) + governing
    elif role_ids_of(governing) == {"finance_minister"}:
        conditions = conditions + governing
    elif governing:
        scope = scope_of(role_ids, vocabulary, at_companies=_at_companies(reading))
        topics = read_topics.read_topics(reading, vocabulary, scope, held, nearest)
    if scope.facets == ("industry",) and not any(c.kind == "place" for c in conditions):
        # Where no place is asked for, others of the industry come nearer than others of the role.
        topics = [replace(topic, weight=4.2) for topic in topics]
    conditions += [read_committees.chaired(reading, topic) for topic in topics]
    purpose = "" if topics else _purpose(reading)
    if role_ids or topics:
        for at in reading.content():
            if reading.words[at].stem in _ANSWERABLE:
                reading.take(at, at + 1)
    remainder = reading.unread()
    if not named and 2 <= len(reading.guessed) <= 4:
        # A long query, most of which is understood, such as a name beside a court's.
        named = " ".join(reading.words[at].raw for at in sorted(reading.guessed))
    said = [*given, *conditions]
    dated = role_ids & _UNDATED or _leaving(said) or any(c.kind == "status" for c in said)
    if said and not dated:
        said.append(_current(0.8 if _kind(said, remainder) == "role" else 1.5))
    return Understood(
        kind=_kind(said, remainder),
        conditions=tuple(said),
        remainder=remainder,
        unread=remainder,
        purpose=purpose,
        name=named,
        loose=frozenset(reading.words[at].text for at in reading.guessed),
        known=read_topics.known_words(reading),
        count=count,
        text=text,
    )


def as_plan(understood: Understood, named: Record | None = None) -> SearchPlan:
    """What is shown of it (`data.request.plan`); `named`: the person whom it names."""
    terms = [
        PlanTerm(kind=c.kind, value=c.label, text=c.text, negated=c.negated)
        for c in understood.conditions
        if not c.implied
    ]
    if named:
        terms.insert(0, PlanTerm(kind="name", value=str(named.get("name")), text=understood.name))
    if understood.count:
        terms.append(PlanTerm(kind="count", value=str(understood.count)))
    return SearchPlan(
        kind="name" if named else understood.kind,
        terms=terms,
        remainder="" if named else understood.remainder,
        criteria=[text for text, _ in derived(understood, named)],
        fallback=understood.fallback or None,
    )


_ANSWERABLE: Final = listed(
    """
    look after charg handl respons oversight overse deal manag matter affair concern care decid run
    head lead leader rule take make control supervis across tackl tool build softwar program
    open sourc speak champion advoc fight push writ draft look speak stand deal fix
    """
)
"""Stems of words that say no more than that someone of the role deals with the subject."""
_PROGRAMMERS: Final = frozenset({"software_engineer", "engineer", "devops"})
_FIRMS: Final = frozenset({"companies", "firms", "corporations", "businesses", "startups"})
"""Of whatever kind, no public office: `defense companies`."""


_SAID_BY_ROLE: Final = (
    (
        {"judge", "chief_judge", "senior_judge", "justice", "chief_justice"},
        listed("federal court courts bench judiciary sitting judicial"),
    ),
    ({"laureate"}, listed("prize prizes won winning winner winners award awarded nobel")),
    (
        {"investigator", "program_officer", "researcher"},
        listed(
            "nsf grant grants funded funding award awards money federal government research"
            " studying study lab investigating investigate exploring explore examining examine"
            " researching analysing analyzing probing inquiring covering look looks"
        ),
    ),
    (
        read_roles.LEGISLATORS,
        listed(
            "legislature legislatures statehouse seat seats members congress congressional"
            " delegation"
        ),
    ),
    (
        {"whip", "whip_any", "majority_whip", "minority_whip", "majority_leader", "minority_leader"}
        | {"chamber_leader", "caucus_chair", "pro_tem", "speaker_pro_tem", "speaker"},
        listed("legislature legislatures statehouse chamber chambers legislative party parties"),
    ),
    (
        {"minister", "defense_minister_alias", "finance_minister", "foreign_minister"},
        listed("cabinet cabinets government governments"),
    ),
    (
        {"ambassador", "un_representative"},
        listed("sit sits sitting speak speaks speaking stand stands"),
    ),
    ({"mayor"}, listed("city cities town towns municipal")),
    ({"maintainer"}, listed("open source cloud native project projects software code")),
)
"""Words that say no more than a role that is read already."""


def _take_said_by_role(reading: Reading, role_ids: frozenset[str]) -> None:
    for said_of, empty in _SAID_BY_ROLE:
        if role_ids & said_of:
            for at in reading.content():
                if reading.words[at].text in empty:
                    reading.take(at, at + 1)


def _companies(
    reading: Reading, role_ids: frozenset[str], vocabulary: Vocabulary
) -> list[Condition]:
    """`CFOs of companies in Ohio` work at companies, not in public office."""
    # `fintech companies` are a kind of company; what kind is read as a topic.
    words = [
        at
        for at, w in enumerate(reading.words)
        if w.stem in COMPANY_NOUNS
        and not reading.taken[at]
        and (at == 0 or reading.words[at - 1].text in STOPWORDS or w.text in _FIRMS)
    ]
    public = vocabulary.holding("industry", _PUBLIC)
    if not words or not public or role_ids & roles.PUBLIC:
        return []
    return [
        Condition(
            kind="company",
            label="public office",
            description="Works at a company, not in public office",
            clauses=(Clause("industry", values=public),),
            text=reading.words[words[0]].raw,
            negated=True,
            weight=0.8,
            # Of what kind they are is said by a condition of its own.
            implied=all(reading.words[at].text in _FIRMS for at in words)
            and not any(at == 0 or reading.words[at - 1].text in STOPWORDS for at in words),
        )
    ]


def _maintaining(
    conditions: list[Condition], topics: list[Condition], vocabulary: Vocabulary
) -> list[Condition]:
    """`programmers behind feature flags` maintain projects, where the index has such people."""
    projects = all(clause.key == "project" for topic in topics for clause in topic.clauses)
    return _as_maintainers(conditions, vocabulary) if projects else conditions


def _as_maintainers(conditions: list[Condition], vocabulary: Vocabulary) -> list[Condition]:
    """`engineers at Red Hat who maintain …` are maintainers, where the index has such people."""
    if "maintainer" not in vocabulary.values("role"):
        return conditions
    clauses = (Clause("role", values=("maintainer",)),)
    label = roles.LABELS["maintainer"]
    return [
        replace(c, label=label, description=f"Is an {label}", clauses=clauses)
        if c.kind == "role" and role_ids_of([c]) <= _PROGRAMMERS
        else c
        for c in conditions
    ]


def _at_companies(reading: Reading) -> bool:
    """Whether the query says what kind of companies: `at fintech companies`."""
    return any(
        word.stem in COMPANY_NOUNS and at and reading.words[at - 1].text not in STOPWORDS
        for at, word in enumerate(reading.words)
        if not reading.taken[at]
    )


def _purpose(reading: Reading) -> str:
    """`for deciding who may do what`: what something is for, in words none of which alone says it;
    empty where something of it was read."""
    size = len(reading.words)
    return next(
        (
            reading.said(at + 1, size)
            for at, word in enumerate(reading.words[:-1])
            if word.text in ("for", "about")
            and reading.words[at + 1].text.endswith("ing")
            and reading.words[at + 1].stem in _ANSWERABLE
            and reading.free(at + 1, size)
        ),
        "",
    )


def _leaving(conditions: list[Condition]) -> bool:
    return any(clause.key == "until" for c in conditions for clause in c.clauses)


def _current(weight: float) -> Condition:
    """Who held one post at one organisation comes next to who holds it; of many who hold an office,
    others who hold it come before those who did."""
    return Condition(
        kind="status",
        label="current",
        description="Currently in office or in the role",
        clauses=(Clause("status", values=("current",)),),
        weight=weight,
        implied=True,
    )


_HONORIFICS: Final = frozenset(
    {"mr", "mrs", "ms", "miss", "mx", "dr", "sir", "dame", "hon", "honorable", "honourable"}
    | {"prof", "rev", "lord", "lady", "madam", "gov", "amb", "lt"}
)
_NAMES_AFTER: Final = 3


def _take_honorifics(reading: Reading) -> None:
    """`Dr`, `the Rt Hon` and the like before a name say nothing of who is meant."""
    for at, word in enumerate(reading.words[:_NAMES_AFTER]):
        if word.text in ("the", "rt", "right") and at < 2:
            continue
        if word.text not in _HONORIFICS or at + 1 == len(reading.words):
            return
        reading.take(0, at + 1)


def _possible_name(reading: Reading) -> str:
    """The query, where it is short enough to be a person's name with a hint or two."""
    words = [
        word
        for word in reading.words
        if len(word.text) > 1 or not word.text.isascii() or word.raw.endswith(".")
    ]
    return reading.query if 1 <= len(words) <= 9 else ""


def _kind(conditions: list[Condition], remainder: str) -> str:
    kinds = {c.kind for c in conditions if not c.implied}
    if not kinds:
        return "open"
    unread = len(remainder.split())
    if "topic" in kinds or unread >= 2:
        return "semantic"
    if "role" in kinds and kinds & {"organisation", "place"} and len(kinds) == 2:
        return "role"
    return "list"
