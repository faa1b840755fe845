"""Reading subjects: committees, industries, portfolios, projects, fields of research."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Final

from shortlist.service.lexicon import roles
from shortlist.service.lexicon.text import COMPANY_NOUNS, STOPWORDS, listed, stem
from shortlist.service.lexicon.topics import LONGEST, TOPICS, Phrase, Topic, plain
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.nearest import Nearest
from shortlist.service.search.read_committees import akin
from shortlist.service.search.read_words import absorb, alike, own_words
from shortlist.service.search.reading import Reading
from shortlist.service.search.subjects import (
    COMPANIES,
    FILLER,
    Scope,
    clause_of,
    clauses_of,
    describe,
    is_value,
)
from shortlist.service.search.telling import EMPTY
from shortlist.service.search.vocabulary import Vocabulary

_WORKING: Final = listed(
    "work works working worked serve serves serving served sit sits sitting assigned"
)
"""No subject, though `workers` are."""
_KNOWING: Final = frozenset({"know", "knows", "knowing", "using"})


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
    left = set(content)
    for size in range(min(LONGEST, len(content)), 0, -1):
        content = [at for at in content if at in left]
        for window in [content[n : n + size] for n in range(len(content) - size + 1)]:
            start, end = window[0], window[-1] + 1
            if not left.issuperset(window) or not reading.free(start, end):
                continue
            if all(reading.words[at].text in _WORKING for at in window):
                continue
            if "for" in reading.texts(start, end):
                continue  # `software for service meshes` is no software as a service
            topics = TOPICS.get(tuple(reading.words[at].stem for at in window))
            if topics:
                reading.take(start, end)
                spans.append((start, end, topics))
                left.difference_update(window)
    return sorted(spans, key=lambda span: span[0])


def read_topics(
    reading: Reading,
    vocabulary: Vocabulary,
    scope: Scope,
    held: list[tuple[int, int, list[Topic]]],
    nearest: Nearest | None = None,
) -> list[Condition]:
    """The subject of the query: by the thesaurus, else by the words of the index itself, else by
    likeness of meaning."""
    spans = [*held]
    for start, end, topics in _topic_spans(reading):
        spans.append((start, end, topics))
    core: dict[Clause, None] = {}
    near: dict[Clause, None] = {}
    said: list[tuple[int, int]] = []
    alone: list[tuple[int, int, list[Clause]]] = []
    translated = partly = False
    found: list[tuple[int, int, Topic]] = []
    for start, end, topics in sorted(spans, key=lambda span: span[0]):
        own = tuple(w.stem for w in reading.words[start:end] if w.text not in STOPWORDS)
        if scope.kinds == ("industry",):
            # `pharmaceutical companies` are in `Pharmaceuticals`, by its name.
            named = own
            while named and named[-1] in COMPANY_NOUNS:
                named = named[:-1]
            own = named if named and is_value("industry", named, vocabulary) else own
        fitting = [topic for topic in topics if topic.kind in scope.kinds]
        if not fitting and set(own) <= FILLER:
            reading.taken[start:end] = [False] * (end - start)
            continue
        clauses = [c for c in (clause_of(f, (own,), vocabulary) for f in scope.facets) if c]
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
            translated = translated or not clauses
            # `machine learning pipelines` are for machine learning, whatever else is a pipeline.
            heads = scope.facets == ("project",) and any(to == start for _, to in said)
            for facet in scope.facets:
                same = dict.fromkeys(clauses_of(facet, topic, topic.core, vocabulary))
                (near if exact or heads else core).update(same)
                if exact:
                    same = dict.fromkeys(
                        clauses_of(facet, topic, tuple(akin(own, topic.core)), vocabulary)
                    )
                    core.update(same)
                near.update(dict.fromkeys(clauses_of(facet, topic, topic.near, vocabulary)))
        if not core:
            bare = tuple(word for word in own if word not in COMPANIES)
            core.update(
                dict.fromkeys(
                    c for c in (clause_of(f, (bare,), vocabulary) for f in scope.facets) if c
                )
                if bare
                else {}
            )
        if core:
            said.append((start, end))
            found.append((start, end, fitting[0]))
            partly = partly or own in fitting[0].parts
        else:
            reading.taken[start:end] = [False] * (end - start)
    for start, end, clauses in alone:
        if core and said:
            reading.taken[start:end] = [False] * (end - start)
        else:
            core.update(dict.fromkeys(clauses))
            said.append((start, end))
    reading.guessed = set(reading.content())
    if scope.facets == ("subject",) and len(said) > 1 and _adjoin(said):
        # `plant roots` are both words at once.
        whole = reading.stems(said[0][0], said[-1][1])
        if both := clause_of("subject", (whole,), vocabulary):
            near, core = core | near, {both: None}
    likely = nearest is not None and absorb(reading, scope, found, nearest)
    own_words(reading, vocabulary, scope, core, said)
    if not core:
        return alike(reading, vocabulary, scope, nearest) if nearest is not None else []
    said.sort()
    together = all(reading.joined(end, start) for (_, end), (start, _) in pairwise(said))
    label = (
        reading.said(said[0][0], said[-1][1])
        if together
        else " ".join(reading.said(start, end) for start, end in said)
    )
    open_ended = set(reading.content())
    return [
        Condition(
            kind="topic",
            label=label,
            description=describe(label, scope) + _projects(core, found, vocabulary),
            clauses=tuple(core),
            near=tuple(clause for clause in near if clause not in core),
            text=label,
            negated=reading.negated[said[0][0]],
            weight=1.8,
            guessed=likely or partly or any(_heads_on(reading, end, open_ended) for _, end in said),
            translated=translated,
        )
    ]


def _projects(
    core: Iterable[Clause], found: Iterable[tuple[int, int, Topic]], vocabulary: Vocabulary
) -> str:
    """Which projects are meant: what a project is for, its name does not say."""
    if not any(clause.key == "project" and clause.phrases for clause in core):
        return ""
    topics = [topic for *_, topic in found if topic.kind == "project"]
    meant = {
        name: None
        for topic in topics
        for name, phrase in zip(topic.names, topic.core, strict=True)
        if vocabulary.holding("project", (phrase,))
    }
    return f" ({', '.join(name.title() for name in meant)})" if meant else ""


def _heads_on(reading: Reading, end: int, content: set[int]) -> bool:
    """Whether a noun follows that was not understood: `medical gear` is not all of medicine."""
    if end not in content or reading.words[end - 1].comma:
        return False
    word = reading.words[end]
    return word.stem not in FILLER and word.text not in EMPTY


def _adjoin(spans: list[tuple[int, int]]) -> bool:
    return all(end == start for (_, end), (start, _) in pairwise(sorted(spans)))


def _official(own: Phrase, topic: Topic, scope: Scope, vocabulary: Vocabulary) -> bool:
    """Whether these words are the very name of the topic, or of a value of the index."""
    return own == plain(topic.core[0]) or any(
        tuple(stem(word) for word in value.split()) == own
        for facet in scope.facets
        if facet == "industry"
        for value in vocabulary.holding(facet, (own,))
    )


def read_industries(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """Industries by the index's own names: of two words, after `in`, or beside `companies` …"""

    def accept(start: int, end: int, _: tuple[str, ...]) -> bool:
        after = reading.words[end].stem if end < len(reading.words) else ""
        return end - start > 1 or after in COMPANIES or reading.before(start) == "in"

    found: list[tuple[int, int, tuple[str, ...]]] = []
    index = vocabulary.phrase_index("industry")
    for start, end, values in reading.read(index, 8, accept=accept):
        if end < len(reading.words) and reading.words[end].stem in COMPANIES:
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
    return reading.before(at) in _KNOWING | {"with", "in", "skilled"}


def _kept(reading: Reading, start: int, end: int) -> bool:
    """Whether somebody maintains it: `who maintains kbind`, `maintainers of flux`."""
    verb = start - 2 if reading.before(start) == "of" else start - 1
    after = reading.words[end].stem if end < len(reading.words) else ""
    return after == "maintain" or (verb >= 0 and reading.words[verb].stem == "maintain")


def known_words(reading: Reading) -> frozenset[str]:
    """The words after `know`, `using` or `skilled in` that are no skill of the index."""
    after = set()
    for at in range(1, len(reading.words)):
        before = reading.words[at - 1].text
        skilled = before in ("in", "with") and reading.before(at - 1) == "skilled"
        if (skilled or before in _KNOWING) and not reading.taken[at]:
            after.add(reading.words[at].text)
    return frozenset(after)


def project_condition(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """Projects and skills of the index, by their own names."""
    found = []
    for facet, verb in (("project", "Maintains"), ("skill", "Knows")):
        conditions: list[Condition] = []
        spans: list[tuple[int, int]] = []
        index = vocabulary.phrase_index(facet)
        for start, end, values in reading.find(index, 5):
            if facet == "project" and " ".join(reading.texts(start, end)) not in values:
                continue  # `volcanoes` are no `Volcano`
            word = reading.words[start]
            common = end - start == 1 and word.text == stem(word.text) and not word.capital
            known = _known(reading, start) or (facet == "project" and _kept(reading, start, end))
            if common and (reading.cased or facet == "skill") and not known:
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
