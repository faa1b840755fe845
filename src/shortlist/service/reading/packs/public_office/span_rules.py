"""What the pieces of a question about public life make of each other.

`Arizona senators` sit in Arizona's legislature, `politicians in Kenya` are its ministers, and the
subject of a legislator is that of a committee.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.lexicon import places
from shortlist.service.lexicon.text import GENERIC, listed, stem, with_article
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office import roles
from shortlist.service.reading.packs.public_office.offices import (
    DIPLOMATS,
    LEADERS,
    LEGISLATORS,
    ROLES,
    span,
)
from shortlist.service.reading.packs.public_office.subjects import is_here
from shortlist.service.reading.packs.public_office.texts import before
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token

_EXECUTIVES: Final = listed(
    """
    minister deputy_prime_minister cabinet_secretary assistant_secretary under_secretary
    deputy_assistant_secretary deputy_secretary commissioner administrator inspector_general
    secretary_of_state senior_advisor special_assistant chief_of_staff regional_administrator
    us_marshal defense_minister_alias
    """
)
_SCOPES: Final = (
    (LEGISLATORS, ("committee",)),
    (_EXECUTIVES, ("title", "department")),
    (frozenset({"laureate"}), ("award",)),
    (frozenset({"investigator", "program_officer", "researcher"}), ("subject",)),
    (frozenset({"maintainer"}), ("project",)),
)
"""Where the subject of who holds an office is looked for."""
_BY_STATE: Final = LEGISLATORS | listed(
    """
    governor lieutenant_governor attorney_general mayor state_treasurer state_auditor judge
    us_attorney us_marshal state_executive
    """
)
"""Offices of a state, or of some of its people."""
_OF_STATES: Final = {
    "senator": "state_senator",
    "representative": "state_representative",
    "legislator": "state_legislator",
}
_IN_CONGRESS: Final = {
    "senator": "us_senator",
    "representative": "us_representative",
    "state_representative": "us_representative",
    "legislator": "federal_legislator",
}
_DENYING: Final = frozenset({"not", "except", "non", "without", "other", "but"})
_CONGRESS: Final = frozenset({"congress", "congressional", "capitol"})
_FROM: Final = frozenset(
    {"represent", "represents", "representing", "represented", "from", "of", "for", "speaking"}
)
_RULING: Final = listed("look charg decid handl overse respons rule regul control supervis deal")
"""Stems of words for what lawmakers do."""
_SAID: Final = listed(
    """
    office offices serving served serve elected first newly still legislature legislatures
    legislative statehouse seat seats members member congress congressional delegation chamber
    chambers party parties only cabinet cabinets government governments prize prizes won winning
    winner winners award awards awarded nobel nsf grant grants funded funding federal money study
    studying research investigating affiliated took take term terms ended expires ends departed
    sitting sit sits issues matters affairs policy policies public post incumbent bench court
    courts constituency judicial state states list how everyone everybody anybody published listed
    """
)
_ANSWERABLE: Final = listed(
    """
    look after charg handl respons oversight overse deal manag matter affair concern care decid run
    head lead leader rule take make control supervis across tackl tool build softwar program open
    sourc speak champion advoc fight push writ draft stand fix purs string hold maintain chair
    """
)
"""Stems of words that say no more than that somebody of an office deals with a subject."""


def narrow(
    spans: Sequence[Span], chosen: Sequence[Span], words: Sequence[Token], gazetteer: Gazetteer
) -> list[Span]:
    """`spans` with subjects only of what those who are asked for are known by; `chosen`: what
    the question means so far."""
    facets = _scope(chosen, gazetteer)
    office = facets == ("committee",) or any(
        is_of_office(each) and each.kind != "topic" for each in chosen
    )
    topics = {each: _here(each, facets, gazetteer) for each in spans if each.kind == "topic"}
    meant = {
        (each.start, each.end)
        for each, here in topics.items()
        if facets and here is not None and each.strength > 0.5
    }
    kept = []
    for each in spans:
        if each.kind == "organisation" and _is_chamber(each.label.lower().split()):
            continue  # a state's chamber is read as the place and the chamber
        if office and each.kind in ("role", "industry") and not is_of_office(each):
            if each.kind == "industry" and facets in (("subject",), ("award",)):
                continue  # at which university is none of what they study
            if any(at <= each.start and each.end <= to for at, to in meant):
                continue  # of a legislator, `farmers` are a subject
            if each.kind == "role" and _SAID.issuperset(
                w.raw.lower() for w in words[each.start : each.end]
            ):
                continue  # `in office`
        if each.kind == "topic":
            here = topics[each] if office or facets else None
            if here is not None:
                kept.append(here)
            continue
        kept.append(each)
    return kept


def _here(topic: Span, facets: Sequence[str], gazetteer: Gazetteer) -> Span | None:
    """The subject as people here have it in `facets`, or in any; None where nobody does."""
    values, near = (
        tuple(
            value
            for value in (_of(given, facets) if facets else given)
            if is_here(value, gazetteer)
        )
        for given in (topic.values, topic.near)
    )
    if not values:
        return None
    found = replace(topic, values=values, near=near)
    return replace(found, says=_about(found))


def _is_chamber(name: Sequence[str]) -> bool:
    state = any(" ".join(name[:n]) in places.STATES for n in (1, 2))
    return state and name[-1] in _CHAMBERS


_CHAMBERS: Final = frozenset({"senate", "assembly", "house", "representatives", "delegates"})


def _of(values: Sequence[str], facets: Sequence[str]) -> tuple[str, ...]:
    return tuple(value for value in values if re.split(r"[~+=]", value, maxsplit=1)[0] in facets)


def _about(topic: Span) -> str:
    facet = re.split(r"[~+=]", topic.values[0] if topic.values else "", maxsplit=1)[0]
    said = {
        "committee": "Sits on a committee for", "industry": "Works in this industry:",
        "project": "Maintains a project for", "subject": "Works on", "award": "Was awarded for",
        "title": "Is responsible for", "department": "Is responsible for",
    }.get(facet, "Is about")  # fmt: skip
    return f"{said} {topic.label}"


def _scope(chosen: Sequence[Span], gazetteer: Gazetteer) -> tuple[str, ...]:
    held = role_ids(chosen)
    if any(each.kind == "chamber" for each in chosen):
        held |= {"legislator"}
    for ids, facets in _SCOPES:
        if held & ids:
            return tuple(each for each in facets if gazetteer.values(each))
    ruling = any(each.label == "who runs it" for each in chosen)
    if any(each.kind == "role" for each in chosen) and not ruling:
        return ("",)  # who holds no office has no such subject
    if any(map(_is_government, chosen)):
        return ("title", "department")
    places_ = [each.values for each in chosen if each.kind == "place"]
    if places_ and all(_is_state(value) for values in places_ for value in values):
        return ("committee",)
    if places_ and all("/" not in value for values in places_ for value in values):
        return ("title", "department")
    return ()


def role_ids(spans: Sequence[Span]) -> set[str]:
    """The offices that they ask for."""
    values = (value for each in spans if each.kind == "role" for value in each.values)
    return {value[5:] for value in values if value.startswith("role=")}


def fit(spans: Sequence[Span], words: Sequence[Token], gazetteer: Gazetteer) -> list[Span]:
    """The chosen spans, each as those beside it mean it."""
    found = list(spans)
    held = role_ids(found)
    if {"chamber", "committee"} & {each.kind for each in found}:
        held |= {"legislator"}
    texts = {word.text for word in words}
    if held & LEADERS:
        # `Majority whip (Senate)`: the chamber, no senator.
        found = [each for each in found if not _is_only(each, LEGISLATORS)]
    if "un_representative" in held:
        found = [each for each in found if "us/new york" not in each.values]
    if held & _BY_STATE:
        found = [_of_state(each, words) for each in found]
    if any(is_of_office(each) for each in found):
        found = [_nation(each, words) for each in found if each.label != "who runs it"]
    named = [each for each in found if each.kind == "place"]
    paths = [value for each in named for value in each.values]
    state = 0 < len(paths) <= 4 and all(_is_state(path) for path in paths)
    abroad = bool(paths) and all("/" not in path and path != "us" for path in paths)
    known = gazetteer.values("role")
    for at, each in enumerate(found):
        if each.kind == "place" and held & DIPLOMATS:
            found[at] = _of_diplomats(each, words, held)
        if each.kind != "role":
            continue
        ids = role_ids([each])
        if ids == {"ambassador"} and any(path.split("/")[0] == "us" for path in paths):
            if words[each.start].text == "in":
                found[at] = _as(each, ("federal_legislator",))
        elif ids and ids <= {*_IN_CONGRESS, "federal_legislator"} and texts & _CONGRESS:
            found[at] = _as(each, tuple(sorted({_IN_CONGRESS.get(role, role) for role in ids})))
        elif ids and ids <= set(_OF_STATES) and state:
            ours = tuple(_OF_STATES[role] for role in sorted(ids))
            if not set(ours) & set(known) and "federal_legislator" in known:
                ours = tuple(_IN_CONGRESS[role] for role in sorted(ids))
            near = (*(f"role={role}" for role in sorted(ids)), "role=state_legislator")
            found[at] = _as(each, ours, near)
        elif ids == {"legislator"} and abroad and gazetteer.governed(paths):
            found[at] = _as(each, ("minister",))
        elif each.label == "president" and abroad and "head_of_state" in known:
            found[at] = replace(_as(each, ("head_of_state",)), near=each.values)
    own = role_ids(found)
    wider = frozenset(w for role in own if role in roles.ROLES for w in roles.ROLES[role].wider)
    if own - wider and texts.isdisjoint(_DENYING):
        # `Senators in the legislature` are senators.
        found = [each for each in found if not _is_only(each, wider)]
    return found


def _is_government(each: Span) -> bool:
    """`In the government of France`: where, and not yet who."""
    return each.kind == "organisation" and each.label.lower().startswith("government of ")


def _of_state(each: Span, words: Sequence[Token]) -> Span:
    """`Georgia`, `Washington`: of who serves a state, the state."""
    name = " ".join(word.text for word in words[each.start : each.end])
    path = places.STATES.get(name)
    if each.kind != "place" or path is None:
        return each
    return replace(each, values=(path,), label=places.label(path))


def _nation(each: Span, words: Sequence[Token]) -> Span:
    """`Welsh` is of a part of a country."""
    path = places.DEMONYMS.get(" ".join(word.text for word in words[each.start : each.end]), "")
    if each.kind != "place" or "/" not in path:
        return each
    return replace(each, values=(path,), label=places.label(path))


def _as(each: Span, ids: tuple[str, ...], near: tuple[str, ...] = ()) -> Span:
    label = " or ".join(dict.fromkeys(roles.LABELS[role] for role in ids))
    return replace(
        each,
        values=tuple(f"role={role}" for role in ids),
        label=label,
        says=f"Is {with_article(label)}",
        near=(*near, *each.near),
    )


def _is_only(each: Span, ids: frozenset[str]) -> bool:
    own = role_ids([each])
    return bool(own) and own <= ids


def _is_state(path: str) -> bool:
    return re.fullmatch(r"us/[^/]+", path) is not None


def _of_diplomats(each: Span, words: Sequence[Token], held: set[str]) -> Span:
    """Whom they represent, where they are, or to whom they were sent."""
    said = before(words, each.start, frozenset({"the", "both", "either"}))
    if said in ("to", "with", "at"):
        name = (stem(w.text) for w in words[each.start : each.end] if w.text != "the")
        sent = (f"title_word+{' '.join(name)}",)
        near = tuple(f"place={value}" for value in each.values)
        return replace(each, values=sent, near=near, says=f"Is ambassador to {each.label}")
    text = " ".join(word.text for word in words[each.start : each.end])
    demonym = text in places.DEMONYMS or (text == "us" and said in ("", "is"))
    if said in _FROM or demonym or not said or "un_representative" in held:
        home = tuple(f"home={value}" for value in each.values)
        return replace(each, values=home, says=f"Represents {each.label}")
    return each


def implied(spans: Sequence[Span], words: Sequence[Token], gazetteer: Gazetteer) -> list[Span]:
    """The office that a question names by its chamber, committee or subject alone."""
    kinds = {each.kind for each in spans}
    if "role" in kinds:
        return []
    paths = [value for each in spans if each.kind == "place" for value in each.values]
    state = 0 < len(paths) <= 4 and all(_is_state(path) for path in paths)
    if kinds & {"chamber", "committee"}:
        ids = ("state_legislator",) if state else ("legislator",)
        return [replace(span(words, 0, 0, ids), near=("role=legislator",))]
    if kinds & {"party", "appointed_by", "occupation", "district"} or (
        not paths and not any(map(_is_government, spans))
    ):
        return []
    known = gazetteer.values("role")
    ruling = any(stem(word.text) in _RULING for word in words)
    if state and ruling and "state_legislator" in known and "topic" in kinds:
        return [span(words, 0, 0, ("state_legislator",))]
    abroad = all("/" not in path and path != "us" for path in paths)
    if not abroad or kinds - {"topic", "place", "words", "organisation"}:
        return []
    if _TREASURY.search(" ".join(word.text for word in words)) and "finance_minister" in known:
        return [span(words, 0, 0, ("finance_minister",))]
    if "topic" in kinds and "minister" in known:
        return [span(words, 0, 0, ("minister",))]
    return []


_TREASURY: Final = re.compile(r"\b(?:purse(?: strings)?|public money|public spending|treasury)\b")


def said_by(words: Sequence[Token], spans: Sequence[Span]) -> set[int]:
    """Where words are that say no more than the offices and subjects that were read."""
    if not any(is_of_office(each) for each in spans):
        return set()
    return {
        at
        for at, word in enumerate(words)
        if word.text in _SAID or stem(word.text) in _ANSWERABLE | GENERIC
    }


def is_of_office(each: Span) -> bool:
    """Whether a span is of public life."""
    if each.kind == "role":
        return not ROLES.isdisjoint(role_ids([each]))
    return each.kind in _KINDS


def is_about(spans: Sequence[Span]) -> bool:
    """Whether an office or another fact of public life is asked for, not a subject alone."""
    return any(is_of_office(each) and each.kind != "topic" for each in spans)


def is_held(spans: Sequence[Span]) -> bool:
    """Whether what is asked for is held for a time, as offices are, not a prize or a calling."""
    asked = {value for each in spans if each.kind == "role" for value in each.values}
    return not asked or not roles.OFFICES.isdisjoint(value.removeprefix("role=") for value in asked)


_KINDS: Final = frozenset(
    {"committee", "chamber", "party", "district", "appointed_by", "appointment", "occupation"}
    | {"project", "topic"}
)
