"""Where the subject of a query is looked for, and how a subject is asked of the index."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shortlist.service.lexicon import roles
from shortlist.service.lexicon.text import COMPANY_NOUNS, GENERIC, STOPWORDS, listed, stem
from shortlist.service.lexicon.topics import Phrase, Topic
from shortlist.service.search.conditions import Clause
from shortlist.service.search.read_roles import LEGISLATORS
from shortlist.service.search.vocabulary import Vocabulary

_EXECUTIVES: Final = listed(
    """
    minister deputy_prime_minister cabinet_secretary assistant_secretary under_secretary
    deputy_assistant_secretary deputy_secretary commissioner administrator inspector_general
    secretary_of_state senior_advisor special_assistant chief_of_staff regional_administrator
    us_marshal defense_minister_alias
    """
)
COMPANIES: Final = COMPANY_NOUNS | listed("chain produc giant")
FILLER: Final = GENERIC | listed(
    """
    company produc organ group chain headquart locat offici polici issu member servic serv sit
    deal overse handl look manag respons charg oversight matter affair area field tool project
    softwar
    countri state nation feder govern public public new top money build decid univers colleg
    universiti research studi win won affili depart agenc offic larg big major lead leader
    team run turn special assign congress about other
    """
)


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


def clause_of(facet: str, phrases: tuple[Phrase, ...], vocabulary: Vocabulary) -> Clause | None:
    if facet in ("subject", "title_word"):
        known = vocabulary.values(facet)
        words = tuple(word for word in phrases[0] if word not in STOPWORDS)
        return Clause(facet, words=words) if words and all(w in known for w in words) else None
    return Clause(facet, phrases=phrases) if vocabulary.holding(facet, phrases) else None


def clauses_of(
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
        phrases = (*phrases, *(said for said in topic.said if is_value(facet, said, vocabulary)))
    if facet == "subject":
        return [c for c in (clause_of(facet, (phrase,), vocabulary) for phrase in phrases) if c]
    return [clause] if (clause := clause_of(facet, phrases, vocabulary)) else []


def is_value(facet: str, phrase: Phrase, vocabulary: Vocabulary) -> bool:
    return any(
        tuple(stem(word) for word in value.split()) == phrase
        for value in vocabulary.holding(facet, (phrase,))
    )


def describe(label: str, scope: Scope) -> str:
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
