"""What the pieces of a question about public life make of each other.

`Arizona senators` sit in Arizona's legislature, and the subject of a legislator is that of a
committee.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.lexicon import places
from shortlist.service.lexicon.text import GENERIC, stem, with_article
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office import roles
from shortlist.service.reading.packs.public_office.offices import span
from shortlist.service.reading.packs.public_office.subjects import is_here
from shortlist.service.reading.packs.public_office.tables import words_for
from shortlist.service.reading.packs.public_office.texts import before, said
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token

_LEGISLATORS: Final = words_for("legislator")
_LEADERS: Final = words_for("leader")
_DIPLOMATS: Final = words_for("diplomat")
_BY_STATE: Final = words_for("by_state")
"""Offices of a state, or of some of its people."""
_ROLES: Final = frozenset(roles.ROLES) | set(roles.wider(roles.ROLES))
_SCOPES: Final = (
    (_LEGISLATORS, ("committee",), "Sits on a committee for"),
    (words_for("executive"), ("title", "department"), "Is responsible for"),
    (frozenset({"laureate"}), ("award",), "Was awarded for"),
    (frozenset({"investigator", "program_officer", "researcher"}), ("subject",), "Works on"),
    (frozenset({"maintainer"}), ("project",), "Maintains a project for"),
)
"""Where the subject of who holds an office is looked for, and what is said of them."""
_ABOUT: Final = {facet: says for _, facets, says in _SCOPES for facet in facets}
_KINDS: Final = frozenset(
    {"committee", "chamber", "party", "district", "appointed_by", "appointment", "occupation"}
    | {"topic"}
)
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
    "federal_legislator": "federal_legislator",
}
_CONGRESS: Final = frozenset({"congress", "congressional", "capitol"})
_CHAMBERS: Final = frozenset({"senate", "assembly", "house", "representatives", "delegates"})
_DENYING: Final = words_for("denying")
_REPRESENTING: Final = words_for("representing")
_RULING: Final = words_for("ruling")
"""Stems of words for what lawmakers do."""
_SAID: Final = words_for("said_by_an_office")
_ANSWERABLE: Final = GENERIC | words_for("said_of_an_office")
"""Stems of words that say no more than that somebody of an office deals with a subject."""


def narrow(
    spans: Sequence[Span], chosen: Sequence[Span], words: Sequence[Token], gazetteer: Gazetteer
) -> list[Span]:
    """`spans` with subjects only of what those who are asked for are known by; `chosen`: what
    the question means so far."""
    facets = _scope(chosen, gazetteer)
    office = facets == ("committee",) or is_about(chosen)
    topics = {each: _here(each, facets, gazetteer) for each in spans if each.kind == "topic"}
    meant = [each for each, here in topics.items() if facets and here and each.strength > 0.5]
    kept: list[Span] = []
    for each in spans:
        if each.kind == "topic":
            here = topics[each] if office or facets else None
            kept += [here] if here else []
        elif each.kind == "organisation" and _is_chamber(each.label.lower().split()):
            continue  # a state's chamber is read as the place and the chamber
        elif not office or each.kind not in ("role", "industry") or is_of_office(each):
            kept.append(each)
        elif each.kind == "industry" and facets in (("subject",), ("award",)):
            continue  # at which university is none of what they study
        elif any(topic.start <= each.start and each.end <= topic.end for topic in meant):
            continue  # of a legislator, `farmers` are a subject
        elif each.kind == "industry" or not _is_said(words[each.start : each.end]):
            kept.append(each)
    return kept


def _is_said(words: Sequence[Token]) -> bool:
    """`In office` is no role."""
    return _SAID.issuperset(word.raw.lower() for word in words)


def _here(topic: Span, facets: Sequence[str], gazetteer: Gazetteer) -> Span | None:
    """The subject as people here have it in `facets`, or in any; None where nobody does."""
    values, near = (
        tuple(
            value
            for value in given
            if (not facets or _facet(value) in facets) and is_here(value, gazetteer)
        )
        for given in (topic.values, topic.near)
    )
    if not values:
        return None
    says = f"{_ABOUT.get(_facet(values[0]), 'Is about')} {topic.label}"
    return replace(topic, values=values, near=near, says=says)


def _facet(value: str) -> str:
    return re.split(r"[~+=]", value, maxsplit=1)[0]


def _is_chamber(name: Sequence[str]) -> bool:
    """`Ohio Senate`."""
    state = any(" ".join(name[:n]) in places.STATES for n in (1, 2))
    return state and name[-1] in _CHAMBERS


def _scope(chosen: Sequence[Span], gazetteer: Gazetteer) -> tuple[str, ...]:
    held = role_ids(chosen)
    if any(each.kind == "chamber" for each in chosen):
        held |= {"legislator"}
    for ids, facets, _ in _SCOPES:
        if held & ids:
            return tuple(each for each in facets if gazetteer.values(each))
    ruling = any(each.label == "who runs it" for each in chosen)
    if any(each.kind == "role" for each in chosen) and not ruling:
        return ("",)  # who holds no office has no such subject
    paths = _paths(chosen)
    if any(map(_is_government, chosen)) or _are_abroad(paths):
        return ("title", "department")
    return ("committee",) if _are_states(paths) else ()


def role_ids(spans: Iterable[Span]) -> set[str]:
    """The offices that they ask for."""
    values = (value for each in spans if each.kind == "role" for value in each.values)
    return {value[5:] for value in values if value.startswith("role=")}


def _paths(spans: Iterable[Span]) -> list[str]:
    return [value for each in spans if each.kind == "place" for value in each.values]


def _are_states(paths: Sequence[str]) -> bool:
    """Whether states of the United States are named, and no wide region of them."""
    return 0 < len(paths) <= 4 and all(re.fullmatch(r"us/[^/]+", path) for path in paths)


def _are_abroad(paths: Sequence[str]) -> bool:
    return bool(paths) and all("/" not in path and path != "us" for path in paths)


def fit(spans: Sequence[Span], words: Sequence[Token], gazetteer: Gazetteer) -> list[Span]:
    """The chosen spans, each as those beside it mean it."""
    held = role_ids(spans)
    if {"chamber", "committee"} & {each.kind for each in spans}:
        held |= {"legislator"}
    dropped: frozenset[str] = frozenset()
    if held & _LEADERS:
        dropped = _LEGISLATORS  # `Majority whip (Senate)`: the chamber, no senator
    found = [each for each in spans if not _is_only(each, dropped)]
    if any(map(is_of_office, found)):
        found = [each for each in found if each.label != "who runs it"]
    if held & _BY_STATE:
        found = [_of_state(each, words) for each in found]
    if held & _DIPLOMATS:
        found = [_of_diplomats(each, words) for each in found]
    state, abroad = _are_states(_paths(found)), _are_abroad(_paths(found))
    congress = not _CONGRESS.isdisjoint(word.text for word in words)
    known = gazetteer.values("role")
    for at, each in enumerate(found):
        ids = sorted(role_ids([each]))
        if ids and congress and set(ids) <= _IN_CONGRESS.keys():
            found[at] = _as(each, sorted({_IN_CONGRESS[role] for role in ids}))
        elif ids and state and set(ids) <= _OF_STATES.keys():
            ours = [_OF_STATES[role] for role in ids]
            if known.keys().isdisjoint(ours) and "federal_legislator" in known:
                ours = [_IN_CONGRESS[role] for role in ids]
            found[at] = _as(each, ours, [*ids, "state_legislator"])
        elif abroad and each.label == "president" and "head_of_state" in known:
            found[at] = replace(_as(each, ["head_of_state"]), near=each.values)
        elif abroad and ids == ["legislator"] and words[each.start].base == "politician":
            found[at] = _as(each, ["legislator", "minister"])
    own = role_ids(found)
    families = frozenset(roles.wider(own))
    if own - families and _DENYING.isdisjoint(word.text for word in words):
        # `Senators in the legislature` are senators.
        found = [each for each in found if not _is_only(each, families)]
    return found


def _is_government(each: Span) -> bool:
    """`In the government of France`: where, and not yet who."""
    return each.kind == "organisation" and each.label.lower().startswith("government of ")


def _of_state(each: Span, words: Sequence[Token]) -> Span:
    """`Georgia`, `Washington`: of who serves a state, the state."""
    path = places.STATES.get(said(words, each.start, each.end))
    if each.kind != "place" or path is None:
        return each
    return replace(each, values=(path,), label=places.label(path))


def _as(each: Span, ids: Sequence[str], near: Sequence[str] = ()) -> Span:
    label = " or ".join(dict.fromkeys(roles.LABELS[role] for role in ids))
    return replace(
        each,
        values=tuple(f"role={role}" for role in ids),
        label=label,
        says=f"Is {with_article(label)}",
        near=(*(f"role={role}" for role in near), *each.near),
    )


def _is_only(each: Span, ids: frozenset[str]) -> bool:
    own = role_ids([each])
    return bool(own) and own <= ids


def _of_diplomats(each: Span, words: Sequence[Token]) -> Span:
    """Whom they represent, where they are, or to whom they were sent."""
    if each.kind != "place":
        return each
    first = before(words, each.start, frozenset({"the", "both", "either"}))
    if first in ("to", "with", "at"):
        country = (stem(w.text) for w in words[each.start : each.end] if w.text != "the")
        near = tuple(f"place={value}" for value in each.values)
        return replace(each, values=(f"title_word+{' '.join(country)}",), near=near,
                       says=f"Is ambassador to {each.label}")  # fmt: skip
    name = said(words, each.start, each.end)
    if first in _REPRESENTING or not first or name in places.DEMONYMS:
        home = tuple(f"home={value}" for value in each.values)
        return replace(each, values=home, says=f"Represents {each.label}")
    return each


def implied(spans: Sequence[Span], words: Sequence[Token], gazetteer: Gazetteer) -> list[Span]:
    """The office that a question names by its chamber, committee or subject alone."""
    kinds = {each.kind for each in spans}
    paths = _paths(spans)
    if "role" in kinds:
        return []
    if kinds & {"chamber", "committee"}:
        ids = "state_legislator" if _are_states(paths) else "legislator"
        return [replace(span(words, 0, 0, (ids,)), near=("role=legislator",))]
    known = gazetteer.values("role")
    if "topic" not in kinds or kinds - {"topic", "place", "words", "organisation"}:
        return []
    if _are_states(paths) and "state_legislator" in known:
        ruling = any(stem(word.text) in _RULING for word in words)
        return [span(words, 0, 0, ("state_legislator",))] if ruling else []
    abroad = _are_abroad(paths) or (not paths and any(map(_is_government, spans)))
    return [span(words, 0, 0, ("minister",))] if abroad and "minister" in known else []


def said_by(words: Sequence[Token], spans: Sequence[Span]) -> set[int]:
    """Where words are that say no more than the offices and subjects that were read."""
    if not any(map(is_of_office, spans)):
        return set()
    return {
        at for at, word in enumerate(words) if word.text in _SAID or stem(word.text) in _ANSWERABLE
    }


def is_of_office(each: Span) -> bool:
    """Whether a span is of public life."""
    if each.kind == "role":
        return not _ROLES.isdisjoint(role_ids([each]))
    return each.kind in _KINDS


def is_about(spans: Sequence[Span]) -> bool:
    """Whether an office or another fact of public life is asked for, not a subject alone."""
    return any(is_of_office(each) and each.kind != "topic" for each in spans)


def is_held(spans: Sequence[Span]) -> bool:
    """Whether what is asked for is held for a time, as offices are, not a prize or a calling."""
    asked = {value for each in spans if each.kind == "role" for value in each.values}
    return not asked or not roles.OFFICES.isdisjoint(value.removeprefix("role=") for value in asked)
