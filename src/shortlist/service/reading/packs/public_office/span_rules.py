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
from shortlist.service.lexicon.text import GENERIC, stem
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office import roles
from shortlist.service.reading.packs.public_office.subjects import facet_of, is_here
from shortlist.service.reading.packs.public_office.tables import words_for
from shortlist.service.reading.packs.public_office.texts import before, said
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token

_BY_STATE: Final = words_for("by_state")
"""Offices of a state, or of some of its people, and their families."""
_SCOPES: Final = (
    (frozenset({"legislator"}), ("committee",), "Sits on a committee for"),
    (words_for("executive"), ("title", "department"), "Is responsible for"),
    (frozenset({"laureate"}), ("award",), "Was awarded for"),
    (frozenset({"investigator", "program_officer", "researcher"}), ("subject",), "Works on"),
    (frozenset({"maintainer"}), ("project",), "Maintains a project for"),
)
"""Where the subject of who holds an office is looked for, and what is said of them."""
_ABOUT: Final = {facet: says for _, facets, says in _SCOPES for facet in facets}
_FACTS: Final = frozenset(
    {"committee", "chamber", "party", "district", "appointed_by", "appointment", "occupation"}
)
_OF_STATES: Final = {
    "senator": "state_senator",
    "representative": "state_representative",
    "legislator": "state_legislator",
}
_CHAMBER_OF_A_STATE: Final = re.compile(
    rf"(?:{'|'.join(places.STATES)}) (?:.* )?(?:senate|house|assembly|representatives|delegates)"
)
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
    facets = _scope(chosen, words)
    about = (_here(each, facets, gazetteer) for each in spans if each.kind == "topic")
    topics = [each for each in about if each is not None]
    others = [each for each in spans if each.kind != "topic"]
    if facets:
        others = [each for each in others if not _is_said_of_it(each, topics, words)]
    return [*topics, *others]


def _is_said_of_it(each: Span, topics: Sequence[Span], words: Sequence[Token]) -> bool:
    """Of a legislator `farmers` are a subject, `in office` is no role, and where `Ohio Senate` is
    is read as the place and the chamber."""
    if each.kind == "organisation":
        return bool(_CHAMBER_OF_A_STATE.fullmatch(each.label.lower()))
    if each.kind not in ("role", "field", "industry") or is_of_office(each):
        return False
    return all(_is_said(word.raw.lower()) for word in words[each.start : each.end]) or any(
        topic.start <= each.start and each.end <= topic.end and topic.strength > 0.5
        for topic in topics
    )


def _here(topic: Span, facets: Sequence[str], gazetteer: Gazetteer) -> Span | None:
    """The subject as people here have it in `facets`; None where nobody does."""
    values, near = (
        tuple(each for each in given if facet_of(each) in facets and is_here(each, gazetteer))
        for given in (topic.values, topic.near)
    )
    if not values:
        return None
    says = f"{_ABOUT[facet_of(values[0])]} {topic.label}"
    return replace(topic, values=values, near=near, says=says)


def _scope(chosen: Sequence[Span], words: Sequence[Token]) -> tuple[str, ...]:
    """The facets in which a subject is looked for."""
    held = _held(chosen)
    for ids, facets, _ in _SCOPES:
        if held & ids:
            return facets
    ruling = any(stem(word.text) in _RULING for word in words)
    legislating = (is_about(chosen) and not held) or (ruling and _are_states(_paths(chosen)))
    return ("committee",) if legislating else ()


def _held(spans: Iterable[Span]) -> set[str]:
    """The offices that they ask for, with their families."""
    asked = role_ids(spans)
    if any(each.kind in ("chamber", "committee") for each in spans):
        asked.add("legislator")
    return asked | set(roles.wider(asked))


def role_ids(spans: Iterable[Span]) -> set[str]:
    """The offices that they ask for."""
    values = (value for each in spans if each.kind == "role" for value in each.values)
    return {value[5:] for value in values if value.startswith("role=")}


def _paths(spans: Iterable[Span]) -> list[str]:
    return [value for each in spans if each.kind == "place" for value in each.values]


def _are_states(paths: Sequence[str]) -> bool:
    """Whether states of the United States are named, and no wide region of them."""
    return 0 < len(paths) <= 4 and all(re.fullmatch(r"us/[^/]+", path) for path in paths)


def fit(spans: Sequence[Span], words: Sequence[Token], gazetteer: Gazetteer) -> list[Span]:
    """The chosen spans, each as those beside it mean it."""
    held = _held(spans)
    spans = [_placed(each, held, words) if each.kind == "place" else each for each in spans]
    states = _are_states(_paths(spans))
    known = gazetteer.values("role").keys()
    found: list[Span] = []
    for each in spans:
        ids = sorted(role_ids([each]))
        ours = tuple(_OF_STATES.get(role, "") for role in ids)
        if ids and states and known >= set(ours):
            near = tuple(f"role={role}" for role in (*ids, "state_legislator"))
            own = roles.span(each.start, each.end, ours)
            each = replace(own, near=(*near, *each.near))
        found.append(each)
    return found


def _placed(place: Span, held: set[str], words: Sequence[Token]) -> Span:
    """The state of who serves one, `Georgia`; of diplomats whom they represent, where they are, or
    to whom they were sent."""
    name = said(words[place.start : place.end])
    if held & _BY_STATE and name in places.STATES:
        path = places.STATES[name]
        return replace(place, values=(path,), label=places.label(path))
    if "diplomat" not in held:
        return place
    first = before(words, place.start, frozenset({"the", "both", "either"}))
    if first == "to":
        title, near = " ".join(map(stem, name.split())), (f"place={each}" for each in place.values)
        return replace(place, values=(f"title_word+{title}",), near=tuple(near),
                       says=f"Is ambassador to {place.label}")  # fmt: skip
    if first in _REPRESENTING or not first:
        home = tuple(f"home={value}" for value in place.values)
        return replace(place, values=home, says=f"Represents {place.label}")
    return place


def implied(spans: Sequence[Span]) -> list[Span]:
    """The office that a question names by its chamber, committee or subject alone."""
    kinds = {each.kind for each in spans}
    if "role" in kinds or kinds.isdisjoint({"chamber", "committee", "topic"}):
        return []
    ids = "state_legislator" if _are_states(_paths(spans)) else "legislator"
    return [replace(roles.span(0, 0, (ids,)), near=("role=legislator",))]


def said_by(words: Sequence[Token], spans: Sequence[Span]) -> set[int]:
    """Where words are that say no more than the offices and subjects that were read."""
    if not any(each.kind == "topic" or is_of_office(each) for each in spans):
        return set()
    return {at for at, word in enumerate(words) if _is_said(word.text)}


def _is_said(word: str) -> bool:
    return word in _SAID or stem(word) in _ANSWERABLE


def is_of_office(each: Span) -> bool:
    """Whether a span is of public life, and no subject alone."""
    return bool(role_ids([each])) or each.kind in _FACTS


def is_about(spans: Sequence[Span]) -> bool:
    """Whether an office or another fact of public life is asked for, not a subject alone."""
    return any(map(is_of_office, spans))


def is_held(spans: Sequence[Span]) -> bool:
    """Whether what is asked for is held for a time, as offices are, not a prize or a calling."""
    asked = role_ids(spans)
    return not asked or not roles.OFFICES.isdisjoint(asked)
