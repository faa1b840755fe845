"""Conditions: what a query or a criterion demands of a person, and the test of a record.

One condition is used three ways: as a filter of the index, as the verdict on a record with the
words it stands on, and, in JSON, as the `spec` that a Set's criterion freezes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import TypeAdapter

from shortlist.service.index import retrieval
from shortlist.service.index.facet_schema import SCHEMA
from shortlist.service.index.facets import Fact, trace
from shortlist.service.index.port import Record
from shortlist.service.lexicon.phrases import Phrase, says
from shortlist.service.lexicon.text import STOPWORDS, stems
from shortlist.service.reading import whereabouts
from shortlist.service.reading.histories import EMPLOYERS
from shortlist.service.reading.titles import ANY, written_out
from shortlist.service.search.vocabulary import Vocabulary

SATISFIED: Final = "satisfied"
UNSATISFIED: Final = "unsatisfied"
UNCLEAR: Final = "unclear"

INCOMPLETE: Final = frozenset(
    {"past_role", "past_company", "school", "skill", "subject", "award"}
    | {"past_post", "past_trade", "past_occ", "past_concept", "past_leads"}
    | {"word", "business", "sector", "near_sector", "language", "certification"}
    | {"past_sector", "past_business", "stated", "origin", "worked_in"}
    | {
        "degree",
        "studied",
        "left",
        "experience",
        "worked_since",
        "career_since",
        "languages",
        "degrees",
        "certificates",
        "team",
        *(f"employers_{count}" for count in EMPLOYERS),
    }
)
"""Facets of which a record lists some, never all: what is not there is unclear."""
_WHERE_BEFORE: Final = frozenset({"past_company", "past_sector"})
LISTED: Final = dict.fromkeys(("chairs", "vice_chairs", "ranks"), "committee")
"""Facets whose absence is said by another one."""
SAID_BY: Final = {
    "role": ("title",), "trade": ("post", "concept"), "size_most": ("size",),
    "students_most": ("students",), "students": ("students_most",),
}  # fmt: skip
"""Facets that others decide when they are known: of who holds public office a title of no known
role is another role; elsewhere a title of which nothing is known, `Ask me anything`, denies no
trade."""
PERHAPS: Final = {"role": "perhaps_role", "post": "perhaps_post", "occ": "perhaps_occ"}
"""Facets of what a title may mean: who may be what is asked for is not denied to be."""
LEFT: Final = retrieval.AnyOf("status", ("former",))
"""People of whom the record says that they left."""
DOUBTED: Final = retrieval.AnyOf("status", ("unverified",))
"""People of whom the record says that nobody knows whether they are still there."""
OF_A_POST: Final = frozenset(
    {"role", "field", "title", "seniority", "organisation", "department", "chamber", "committee"}
    | {"district", "appointment"}
)
"""Kinds of conditions that hold no more of who has left."""
_SHORT: Final = frozenset({"industry", "sub_industry", "company_industry"})
"""Fields of so few words that all of them are of one thing, in whatever order."""
_NOTHING: Final = retrieval.AnyOf("status", ("\x00",))


@dataclass(frozen=True, slots=True)
class Clause:
    """One way to satisfy a condition.

    `values`: the facet has one of them. `phrases`: a value of the facet holds one of them.
    `words`: one statement has all of them (the facet is one of stems). Bounds: the number lies
    within them.
    `also`: further clauses, all of which must hold. `anything`: the facet has a value at all.
    """

    key: str
    values: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    at_least: int | None = None
    at_most: int | None = None
    also: tuple[Clause, ...] = ()
    anything: bool = False

    def where(self, vocabulary: Vocabulary) -> retrieval.Where:
        """As a filter of the index."""
        part: retrieval.Where
        if self.anything:
            part = retrieval.Exists(self.key)
        elif self.values:
            part = retrieval.AnyOf(self.key, self.values)
        elif self.phrases:
            held = vocabulary.holding(self.key, self._stems())
            part = retrieval.AnyOf(self.key, held) if held else _NOTHING
        elif self.words:
            part = retrieval.All(tuple(retrieval.AnyOf(self.key, (w,)) for w in self.words))
        elif SCHEMA.get(self.key) != "integer":
            part = _NOTHING  # a clause that says nothing holds for nobody
        else:
            part = retrieval.Between(self.key, self.at_least, self.at_most)
        if not self.also:
            return part
        return retrieval.All((part, *(clause.where(vocabulary) for clause in self.also)))

    def facts(self, facts: Facts) -> tuple[Fact, ...]:
        """The facts that satisfy this clause, all that it takes; none when they do not."""
        own = facts.get(self.key, ())
        found: Fact | None = None
        if self.anything:
            found = next(iter(own), None)
        elif self.values:
            found = next((fact for fact in own if fact.value in self.values), None)
        elif self.phrases:
            wanted = self._stems()
            found = next((f for f in own if any(says(str(f.value), w) for w in wanted)), None)
        elif self.words:
            # All of them in one statement: two awards together say nothing of their subjects.
            said = {(fact.quote, fact.value) for fact in own}
            whole = [f for f in own if all((f.quote, word) in said for word in self.words)]
            found = next((f for f in whole if in_order(f, self.words)), next(iter(whole), None))
        else:
            found = next((fact for fact in own if self._within(fact.value)), None)
        if found is None:
            return ()
        others = [clause.facts(facts) for clause in self.also]
        if not all(others):
            return ()
        return tuple(dict.fromkeys((found, *(fact for other in others for fact in other))))

    def says(self, found: Sequence[Fact]) -> bool:
        """Whether `found`, which satisfy it, say its words as they stand, side by side."""
        short = found[0].source in _SHORT
        return len(self.words) < 2 or short or in_order(found[0], self.words)

    def _stems(self) -> tuple[Phrase, ...]:
        return tuple(tuple(phrase.split()) for phrase in self.phrases)

    def _within(self, value: str | int) -> bool:
        return isinstance(value, int) and (self.at_least or 0) <= value <= (
            self.at_most or 99999999
        )


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold of a person: one of `clauses`, or none of them when `negated`."""

    kind: str
    """As `PlanTerm.kind`."""
    label: str
    """The value it was resolved to, in words."""
    description: str
    """As a criterion: `Is a state senator`."""
    clauses: tuple[Clause, ...]
    near: tuple[Clause, ...] = ()
    """What comes close, and is never enough for a Set."""
    text: str = ""
    """The words of the query it was read from."""
    negated: bool = False
    enforced: bool = False
    """Given as a filter: never weakened."""
    now: bool = False
    """It holds at present: not of who left, perhaps of whose record doubts itself that they are
    still there, and of whose record says nothing of it as of anybody."""
    unless: tuple[Clause, ...] = ()
    """Of whom one of these holds, it does not: who still is one was no police officer before."""
    lasting: bool = False
    """Of who once held it, it holds until a record says that they left: it was not asked for those
    who are known to be there today."""

    unmentioned: bool = False
    """Denied, it holds of whoever's record says no word of it."""

    @property
    def is_of_any_part(self) -> bool:
        """Whether it is of a level alone: managers, of whatever."""
        posts = [v for clause in self.clauses if clause.key == "post" for v in clause.values]
        return bool(posts) and all(value.endswith(f":{ANY}") for value in posts)

    def where(self, vocabulary: Vocabulary) -> retrieval.Where:
        """The people who satisfy it, as a filter of the index."""
        either = _some([clause.where(vocabulary) for clause in self.clauses])
        if self.unless:
            still = _some([clause.where(vocabulary) for clause in self.unless])
            return retrieval.All((either, retrieval.Not(still)))
        if self.now:
            return retrieval.All((either, retrieval.Not(LEFT)))
        if not self.negated:
            return either
        keys = tuple(dict.fromkeys(LISTED.get(clause.key, clause.key) for clause in self.clauses))
        if "has" in keys:
            return retrieval.Not(either)  # whom a record lists no way to reach has none
        return retrieval.All(
            (_some([retrieval.Exists(key) for key in self.told_by or keys]), retrieval.Not(either))
        )

    @property
    def told_by(self) -> tuple[str, ...]:
        """The facets of which a record must tell one to say that it does not hold; none where it
        lists some, never all. Of who is not to have been somewhere, `never worked for Deloitte`, it
        must tell where they were before."""
        keys = tuple(clause.key for clause in self.clauses)
        if self.unmentioned:
            return "title", "word"
        if self.negated and not _WHERE_BEFORE.isdisjoint(keys):
            return (*(key for key in keys if key in _WHERE_BEFORE), "worked_since")
        # A record tells the one industry that somebody works in, and not all that it is called; and
        # who is not to work in a field does so by their post or their employer.
        whole = self.negated and self.kind in ("industry", "field")
        if not (whole or INCOMPLETE.isdisjoint(keys)):
            return ()
        first = LISTED.get(keys[0], keys[0])
        return (first, *SAID_BY.get(first, ()), *(keys if self.negated else ()))

    def where_near(self, vocabulary: Vocabulary) -> retrieval.Where | None:
        """Those who come close, or None when nothing is close."""
        if not self.near or self.negated:
            return None
        return _some([clause.where(vocabulary) for clause in (*self.clauses, *self.near)])

    def check(self, facts: Facts, *, strictly: bool = False) -> tuple[str, tuple[Fact, ...]]:
        """The verdict on a record, and the facts it stands on: all of them, so that of who is in
        none of a list the whole list is shown.

        `strictly`: words that are only in one statement are unclear, not satisfied; `Quantum
        Many-Body Computation` has the words of quantum computing and is not about it.
        """
        status = facts.get("status", ()) if self.now else ()
        if any(fact.value in LEFT.values for fact in status):
            return UNSATISFIED, (*status, *facts.get("title", ()))
        for clause in self.unless:
            if still := clause.facts(facts):
                return UNSATISFIED, still
        scattered: tuple[Fact, ...] = ()
        for clause in self.clauses:
            if found := clause.facts(facts):
                if not self.lasting and any(fact.value in DOUBTED.values for fact in status):
                    return UNCLEAR, tuple(status)
                if clause.says(found):
                    return (UNSATISFIED if self.negated else SATISFIED), found
                scattered = scattered or found
        if scattered:
            met = UNSATISFIED if self.negated else SATISFIED
            return (UNCLEAR if strictly else met), scattered
        against = self._against(facts)
        if against is None:
            return UNCLEAR, ()
        return (SATISFIED if self.negated else UNSATISFIED), against

    def _against(self, facts: Facts) -> tuple[Fact, ...] | None:
        """The facts that say it does not hold; None when the record does not say."""
        key = LISTED.get(self.clauses[0].key, self.clauses[0].key)
        known = next((facts[each] for each in self.told_by if each in facts), [])
        if key == "has" and facts:
            return tuple(known)
        if not known:
            return None
        if self.unmentioned:
            return (known[0],)
        if key in ("place", "home"):
            asked = [v for clause in self.clauses for v in clause.values if clause.key == key]
            said = [str(fact.value) for fact in known]
            if not all(whereabouts.is_elsewhere(said, value) for value in asked):
                return None
            deepest = max(known, key=lambda fact: str(fact.value).replace("?/", "").count("/"))
            return (deepest,)
        if key == "status" and any(fact.value == "unverified" for fact in known):
            return None
        for held, perhaps in PERHAPS.items():
            asked = [v for clause in self.clauses for v in clause.values if clause.key == held]
            if any(fact.value in asked for fact in facts.get(perhaps, ())):
                return None
        return tuple(known) if self.negated else (known[0],)

    def spec(self) -> dict[str, Any]:
        """JSON-ready: all that decides it."""
        spec: dict[str, Any] = _CONDITION.dump_python(
            self, mode="json", include=_DECIDING, exclude_defaults=True
        )
        return spec

    @classmethod
    def of(cls, spec: dict[str, Any], description: str) -> Condition:
        """What `spec` was made of, to be called `description`."""
        return _CONDITION.validate_python(spec | {"description": description})


_CONDITION: Final = TypeAdapter(Condition)
_DECIDING: Final = {
    "kind",
    "label",
    "clauses",
    "negated",
    "now",
    "unless",
    "lasting",
    "unmentioned",
}
Facts = dict[str, list[Fact]]


def in_order(fact: Fact, wanted: Sequence[str]) -> bool:
    """Whether the words that `fact` quotes hold these stems side by side."""
    text = written_out(str(fact.quote)) if fact.key == "title_word" else str(fact.quote)
    kept = tuple(word for word in stems(text) if word not in STOPWORDS)
    size = len(wanted)
    return any(kept[at : at + size] == tuple(wanted) for at in range(len(kept) - size + 1))


def facts_of(record: Record) -> Facts:
    """The facts of a record by key."""
    found: Facts = {}
    for fact in trace(record):
        found.setdefault(fact.key, []).append(fact)
    return found


def all_of(conditions: Sequence[Condition], vocabulary: Vocabulary) -> retrieval.Where | None:
    """Everyone who satisfies every condition, as a filter; None without conditions."""
    parts = tuple(condition.where(vocabulary) for condition in conditions)
    return parts[0] if len(parts) == 1 else retrieval.All(parts) if parts else None


def _some(parts: list[retrieval.Where]) -> retrieval.Where:
    return parts[0] if len(parts) == 1 else retrieval.Some(tuple(parts))


@dataclass(frozen=True, slots=True)
class Understood:
    """All that was understood of a query."""

    kind: str
    conditions: tuple[Condition, ...] = ()
    unread: tuple[str, ...] = ()
    """The words that say something and that nobody has understood, as they stand together."""
    name: str = ""
    """The words that may name a person; empty when none do."""
    loose: frozenset[str] = frozenset()
    """The words that are no role, place, organisation or other plain fact."""
    count: int | None = None
    text: str = field(default="")
    """The query."""
    describing: str = ""
    """The words of which no plain fact was made, and which may describe a trade."""
    perhaps: Condition | None = None
    """To have a title of whom the query may describe, where it says none: people are looked for by
    it, and nobody is admitted for it."""
    fallback: str = ""
    """Why the model that was to read it did not; empty where it did, or none was to."""

    @property
    def remainder(self) -> str:
        """All that is `unread`."""
        return " ".join(self.unread)
