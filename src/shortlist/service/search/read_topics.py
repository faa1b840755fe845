"""Reading subjects: committees, industries, portfolios, projects, fields of research."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from shortlist.service.lexicon import roles
from shortlist.service.lexicon.text import COMPANY_NOUNS, GENERIC, STOPWORDS, listed, stem
from shortlist.service.lexicon.topics import LONGEST, TOPICS, Phrase, Topic, plain
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.read_committees import akin
from shortlist.service.search.read_roles import LEGISLATORS
from shortlist.service.search.reading import Reading
from shortlist.service.search.vocabulary import Vocabulary

_EXECUTIVES: Final = listed(
    """
    minister deputy_prime_minister cabinet_secretary assistant_secretary under_secretary
    deputy_assistant_secretary deputy_secretary commissioner administrator inspector_general
    secretary_of_state senior_advisor special_assistant chief_of_staff regional_administrator
    us_marshal defense_minister_alias
    """
)
_COMPANIES: Final = COMPANY_NOUNS | listed("chain produc giant")
_FILLER: Final = GENERIC | listed(
    """
    company produc organ group chain headquart locat offici polici issu member servic serv sit
    deal overse handl look manag respons charg oversight matter affair area field tool project
    softwar
    countri state nation feder govern public public new top money build decid univers colleg
    universiti research studi win won affili depart agenc offic larg big major lead leader
    team run turn special assign congress
    """
)


_WORKING: Final = listed(
    "work works working worked serve serves serving served sit sits sitting assigned"
)
"""No subject, though `workers` are."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where the subject of a query is looked for."""

    facets: tuple[str, ...]
    kinds: tuple[str, ...]


def scope_of(role_ids: frozenset[str], vocabulary: Vocabulary, *, at_companies: bool) -> Scope:
    """By the roles that a query asks for, and whether it says at what companies."""
    if role_ids & LEGISLATORS:
        return Scope(("committee",), ("policy",))
    if role_ids & _EXECUTIVES:
        return Scope(("title", "department"), ("policy",))
    if "laureate" in role_ids:
        return Scope(("award", "title"), ("subject",))
    if role_ids & {"investigator", "program_officer", "researcher"}:
        return Scope(("subject",), ("subject",))
    if "maintainer" in role_ids:
        return Scope(("project",), ("project",))
    if role_ids & roles.CORPORATE or (at_companies and not role_ids & roles.PUBLIC):
        return Scope(("industry",), ("industry",))
    facets = tuple(
        key
        for key in (
            "committee",
            "industry",
            "title_word",
            "function",
            "department",
            "project",
            "subject",
            "skill",
        )
        if vocabulary.values(key)
    )
    return Scope(facets, ("policy", "industry", "project", "subject"))


def hold_topics(reading: Reading) -> list[tuple[int, int, list[Topic]]]:
    """Subjects of two words or more, before `former soldiers` is read as someone former."""
    held = []
    named = [(start, end) for start, end, _ in reading.find(roles.PHRASES, roles.LONGEST_PHRASE)]
    for start, end, topics in _topic_spans(reading):
        # `machine learning` of `machine learning engineers` is no subject.
        role = any(at <= start and end <= to and (at, to) != (start, end) for at, to in named)
        if (
            not role
            and sum(1 for word in reading.words[start:end] if word.text not in STOPWORDS) > 1
        ):
            held.append((start, end, topics))
        else:
            reading.taken[start:end] = [False] * (end - start)
    return held


def _topic_spans(reading: Reading) -> list[tuple[int, int, list[Topic]]]:
    spans = []
    content = [
        at
        for at, word in enumerate(reading.words)
        if not reading.taken[at] and word.text not in STOPWORDS
    ]
    for size in range(min(LONGEST, len(content)), 0, -1):
        for window in [content[n : n + size] for n in range(len(content) - size + 1)]:
            start, end = window[0], window[-1] + 1
            if any(at not in content for at in window) or not reading.free(start, end):
                continue
            if all(reading.words[at].text in _WORKING for at in window):
                continue
            topics = TOPICS.get(tuple(reading.words[at].stem for at in window))
            if topics:
                reading.take(start, end)
                spans.append((start, end, topics))
                content = [at for at in content if at not in window]
    return sorted(spans, key=lambda span: span[0])


def read_topics(
    reading: Reading,
    vocabulary: Vocabulary,
    scope: Scope,
    held: list[tuple[int, int, list[Topic]]],
) -> list[Condition]:
    """The subject of the query, by the thesaurus, else by the words of the index itself."""
    spans = [*held]
    for start, end, topics in _topic_spans(reading):
        spans.append((start, end, topics))
    core: dict[Clause, None] = {}
    near: dict[Clause, None] = {}
    said: list[tuple[int, int]] = []
    alone: list[tuple[int, int, list[Clause]]] = []
    for start, end, topics in sorted(spans, key=lambda span: span[0]):
        own = tuple(w.stem for w in reading.words[start:end] if w.text not in STOPWORDS)
        fitting = [topic for topic in topics if topic.kind in scope.kinds]
        if not fitting and set(own) <= _FILLER:
            reading.taken[start:end] = [False] * (end - start)
            continue
        clauses = [c for c in (_clause(f, (own,), vocabulary) for f in scope.facets) if c]
        if not fitting and not clauses:
            reading.taken[start:end] = [False] * (end - start)
            continue
        if not fitting:
            alone.append((start, end, clauses))
            continue
        if any(
            _official(own, topic, scope, vocabulary)
            or (topic.kind == "subject" and own in topic.core)
            for topic in fitting
        ):
            core.update(dict.fromkeys(clauses))
        for topic in fitting[:1] if len(scope.kinds) == 1 else fitting:
            exact = bool(clauses) and (
                _official(own, topic, scope, vocabulary)
                or (topic.kind == "subject" and own in topic.core)
            )
            for facet in scope.facets:
                same = dict.fromkeys(_clauses(facet, topic, topic.core, vocabulary))
                (near if exact else core).update(same)
                if exact:
                    same = dict.fromkeys(
                        _clauses(facet, topic, tuple(akin(own, topic.core)), vocabulary)
                    )
                    core.update(same)
                near.update(dict.fromkeys(_clauses(facet, topic, topic.near, vocabulary)))
        if not core:
            bare = tuple(word for word in own if word not in _COMPANIES)
            core.update(
                dict.fromkeys(
                    c for c in (_clause(f, (bare,), vocabulary) for f in scope.facets) if c
                )
                if bare
                else {}
            )
        if core:
            said.append((start, end))
        else:
            reading.taken[start:end] = [False] * (end - start)
    for start, end, clauses in alone:
        if core and said:
            reading.taken[start:end] = [False] * (end - start)
        else:
            core.update(dict.fromkeys(clauses))
            said.append((start, end))
    reading.guessed = set(reading.content())
    for at in _own_words(reading, vocabulary, scope, core):
        said.append((at, at + 1))
    if not core:
        return []
    said.sort()
    label = " ".join(reading.said(start, end) for start, end in said)
    return [
        Condition(
            kind="topic",
            label=label,
            description=_describe(label, scope),
            clauses=tuple(core),
            near=tuple(clause for clause in near if clause not in core),
            text=label,
            negated=reading.negated[said[0][0]],
            weight=1.8,
        )
    ]


def _official(own: Phrase, topic: Topic, scope: Scope, vocabulary: Vocabulary) -> bool:
    """Whether these words are the very name of the topic, or of a value of the index."""
    return own == plain(topic.core[0]) or any(
        tuple(stem(word) for word in value.split()) == own
        for facet in scope.facets
        if facet == "industry"
        for value in vocabulary.holding(facet, (own,))
    )


def _own_words(
    reading: Reading, vocabulary: Vocabulary, scope: Scope, core: dict[Clause, None]
) -> list[int]:
    """Words that only the index knows: runs of them as one phrase, then each alone."""
    telling = [at for at in reading.content() if reading.words[at].stem not in GENERIC]
    used: list[int] = []
    # `supply chain` as it is, before `chain` counts as a word that companies are called by.
    whole = [run for run in _runs(telling) if _is_skill(reading, run, vocabulary, scope)]
    rest = [at for at in telling if reading.words[at].stem not in _FILLER]
    for run in whole or _runs(rest):
        phrase = tuple(reading.words[at].stem for at in run)
        named = [f for f in scope.facets if len(scope.facets) <= 2 or f not in ("title", "subject")]
        options = [c for c in (_clause(f, (phrase,), vocabulary) for f in named) if c]
        if not options and len(run) > 1 and not core:
            continue
        if options and not core and (len(scope.facets) <= 2 or len(run) > 1):
            core.update(dict.fromkeys(options))
            used += run
            for at in run:
                reading.take(at, at + 1)
    return used


def _runs(places: list[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for at in places:
        if runs and at == runs[-1][-1] + 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs


def _is_skill(reading: Reading, run: list[int], vocabulary: Vocabulary, scope: Scope) -> bool:
    """Whether titles, skills or functions of the index say all of these words."""
    phrase = tuple(reading.words[at].stem for at in run)
    named = [f for f in scope.facets if f in ("title_word", "skill", "function")]
    return len(run) > 1 and any(_clause(facet, (phrase,), vocabulary) for facet in named)


def _clause(facet: str, phrases: tuple[Phrase, ...], vocabulary: Vocabulary) -> Clause | None:
    if facet in ("subject", "title_word"):
        known = vocabulary.values(facet)
        words = tuple(word for word in phrases[0] if word not in STOPWORDS)
        return Clause(facet, words=words) if words and all(w in known for w in words) else None
    return Clause(facet, phrases=phrases) if vocabulary.holding(facet, phrases) else None


def _clauses(
    facet: str, topic: Topic, phrases: tuple[Phrase, ...], vocabulary: Vocabulary
) -> list[Clause]:
    fits = {
        "policy": ("committee", "title", "department"),
        "industry": ("industry",),
        "project": ("project",),
        "subject": ("subject", "award", "skill"),
    }[topic.kind]
    if facet not in fits or not phrases:
        return []
    if facet == "industry":
        phrases = (*phrases, *(said for said in topic.said if _is_value(facet, said, vocabulary)))
    if facet == "subject":
        return [c for c in (_clause(facet, (phrase,), vocabulary) for phrase in phrases) if c]
    return [clause] if (clause := _clause(facet, phrases, vocabulary)) else []


def _is_value(facet: str, phrase: Phrase, vocabulary: Vocabulary) -> bool:
    return any(
        tuple(stem(word) for word in value.split()) == phrase
        for value in vocabulary.holding(facet, (phrase,))
    )


def _describe(label: str, scope: Scope) -> str:
    if scope.facets == ("committee",):
        return f"Sits on a committee for {label}"
    if scope.facets == ("industry",):
        return f"Works in this industry: {label}"
    if scope.facets == ("project",):
        return f"Maintains a project for {label}"
    if scope.facets == ("subject",):
        return f"Works on {label}"
    if scope.facets[0] == "award":
        return f"Was awarded for {label}"
    if scope.facets[0] == "title":
        return f"Is responsible for {label}"
    return f"Is about {label}"


def read_industries(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """Industries by the index's own names: of two words, after `in`, or beside `companies` …"""

    def accept(start: int, end: int, _: tuple[str, ...]) -> bool:
        after = reading.words[end].stem if end < len(reading.words) else ""
        return end - start > 1 or after in _COMPANIES or reading.before(start) == "in"

    found: list[tuple[int, int, tuple[str, ...]]] = []
    index = vocabulary.phrase_index("industry")
    for start, end, values in reading.read(index, 8, accept=accept):
        if end < len(reading.words) and reading.words[end].stem in _COMPANIES:
            # `defense companies` are in aerospace and defense, too.
            held = vocabulary.holding("industry", (reading.stems(start, end),))
            values = tuple(dict.fromkeys((*values, *held)))
        found.append((start, end, values))
    if not found:
        return []
    found.sort()
    label = " or ".join(reading.said(start, end) for start, end, _ in found)
    values = tuple(dict.fromkeys(value for *_, each in found for value in each))
    return [
        Condition(
            kind="topic",
            label=label,
            description=f"Works in this industry: {label}",
            clauses=(Clause("industry", values=values),),
            text=label,
            negated=reading.negated[found[0][0]],
            weight=1.8,
        )
    ]


def _known(reading: Reading, at: int) -> bool:
    """Whether the words before say that someone knows it: `with`, `who know`, `skilled in`."""
    return reading.before(at) in ("with", "know", "knows", "using", "in", "skilled", "knowing")


def project_condition(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """Projects and skills of the index, by their own names."""
    found = []
    for facet, verb in (("project", "Maintains"), ("skill", "Knows")):
        conditions: list[Condition] = []
        spans: list[tuple[int, int]] = []
        index = vocabulary.phrase_index(facet)
        for start, end, values in reading.find(index, 5):
            word = reading.words[start]
            common = end - start == 1 and word.text == stem(word.text) and not word.capital
            if common and (reading.cased or facet == "skill") and not _known(reading, start):
                continue
            reading.take(start, end)
            label = reading.said(start, end)
            spans.append((start, end))
            conditions.append(
                Condition(
                    kind=facet,
                    label=label,
                    description=f"{verb} {label}",
                    clauses=(Clause(facet, values=values),),
                    text=label,
                    negated=reading.negated[start],
                    weight=1.8,
                )
            )
        found += _alternatives(reading, spans, conditions)
    return found


def _alternatives(
    reading: Reading, spans: list[tuple[int, int]], conditions: list[Condition]
) -> list[Condition]:
    """One condition of those that `or` lies between: `Go or Rust`."""
    merged: list[tuple[int, Condition]] = []
    for (start, end), condition in sorted(zip(spans, conditions, strict=True), key=lambda p: p[0]):
        if (
            merged
            and "or" in reading.texts(merged[-1][0], start)
            and reading.joined(merged[-1][0], start)
        ):
            other = merged[-1][1]
            label = f"{other.label} or {condition.label}"
            either = replace(
                other,
                label=label,
                description=f"{other.description} or {condition.label}",
                clauses=(*other.clauses, *condition.clauses),
                text=label,
            )
            merged[-1] = end, either
        else:
            merged.append((end, condition))
    return [condition for _, condition in merged]
