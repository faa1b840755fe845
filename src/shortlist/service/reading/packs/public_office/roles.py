"""Offices and what else people do in public life: read from titles, and named in questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, stem, stems, with_article
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office.tables import rows, words_for
from shortlist.service.reading.packs.public_office.texts import before, pieces, stems_of
from shortlist.service.reading.spans import Span
from shortlist.service.reading.titles import written_out
from shortlist.service.reading.tokens import Token

_DEMOTED: Final = re.compile(
    r"\b(?:deputy|assistant|associate|under|vice(?! president)|advis[eo]r|counsel(?:or)?|"
    r"chief of staff to|cos to|office of|off of|ofc of|to the (?!united states|un\b|us house))\b"
    r"|\b(?:of|in) the $"
)
_LESSENED: Final = re.compile(
    r"s? (?:office|council|cabinet)\b(?! of)"
    r"|(?: officer)? (?:elect|emeritus|emerita|designate|designee|chief of staff)\b"
)
"""After a role's name: it is not held, or somebody's who holds it."""
_ALLOWED_DEMOTED: Final = re.compile(
    r"deputy|assistant|under|vice|adviser|special|representative|charge|program|attorney"
)
_LESSER: Final = words_for("lesser")
_NO_OFFICES: Final = words_for("no_office")
"""The roles that other organisations have, too."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role: its id, how people call it, how a title says it, and what wider role it is."""

    id: str
    label: str
    pattern: re.Pattern[str]
    phrases: tuple[str, ...]
    wider: tuple[str, ...]


_TABLE: Final = tuple(rows("roles.tsv"))


def _read() -> dict[str, Role]:
    found: dict[str, Role] = {}
    for id_, label, pattern, said, wider in _TABLE:
        phrases = tuple(each.strip() for each in said.split(";"))
        role = Role(id_, label, re.compile(pattern or "(?!)"), phrases, tuple(wider.split()))
        found.setdefault(id_, role)  # a family is named again by what people call it
    return found


ROLES: Final = _read()
LABELS: Final = {role.id: role.label for role in ROLES.values()}


def wider(ids: Iterable[str]) -> tuple[str, ...]:
    """The families that the roles are in, none of them twice."""
    known = (ROLES[each].wider for each in ids if each in ROLES)
    return tuple(dict.fromkeys(family for families in known for family in families))


OFFICES: Final = frozenset(
    name for role in ROLES.values() if role.id not in _NO_OFFICES for name in (role.id, *role.wider)
)
"""Public offices and their families: whoever holds one does so at a public organisation."""


def _phrases() -> dict[tuple[str, ...], tuple[str, ...]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for id_, _, _, said, _ in _TABLE:
        for phrase in map(stems, said.split(";")):
            if phrase and id_ not in found.setdefault(phrase, []):
                found[phrase].append(id_)
    return {phrase: tuple(ids) for phrase, ids in found.items()}


PHRASES: Final = _phrases()
"""Stems of a phrase, to the ids it may mean."""
LONGEST_PHRASE: Final = max(map(len, PHRASES))


@lru_cache(maxsize=100_000)
def roles_of(title: str) -> tuple[str, ...]:
    """The ids of the roles that a title says, with their wider roles; empty when none is known.

    A deputy, an assistant or someone in the office of a role does not hold it.
    """
    text = written_out(re.sub(r"^former\s+", "", title, flags=re.IGNORECASE))
    found: dict[str, None] = {}
    for role in ROLES.values():
        said = role.pattern.search(text)
        if said and any(_holds(role, text, match) for match in role.pattern.finditer(text)):
            found.update(dict.fromkeys((role.id, *role.wider)))
    return tuple(found)


def _holds(role: Role, text: str, match: re.Match[str]) -> bool:
    """Whether the title says so here of the person, and not of whom they work for."""
    own = text[: match.start()].rsplit(",", 1)[-1].rsplit(" and ", 1)[-1]
    if _DEMOTED.search(own) and not _ALLOWED_DEMOTED.search(role.label):
        return False
    if own.endswith(" to the "):
        return False  # `Senior Advisor to the Assistant Secretary`
    return not _LESSENED.match(text, match.end())


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The offices that pieces of `words` name, those that people here hold."""
    here = OFFICES | gazetteer.values("role").keys()
    for start, end in pieces(words, LONGEST_PHRASE):
        ids = PHRASES.get(stems_of(words, start, end), ())
        if not here.isdisjoint(ids) and _is_meant(words, start, end):
            own = span(start, end, ids)
            if OFFICES.intersection(ids):
                title = " ".join(stem(w.text) for w in words[start:end] if w.text not in STOPWORDS)
                own = replace(own, near=(*own.near, f"title_word+{title}"))
            yield own


def span(start: int, end: int, ids: tuple[str, ...]) -> Span:
    """That somebody holds one of the offices."""
    label = " or ".join(dict.fromkeys(LABELS[r] for r in ids[:2]))
    families = [each for each in wider(ids) if each not in ids]
    near = [*(f"role={each}" for each in families), *(f"past_role={each}" for each in ids)]
    return Span(
        start, end, "role", tuple(f"role={each}" for each in ids), label,
        1.15 if end - start > 1 else 1.1, tuple(near), says=f"Is {with_article(label)}",
    )  # fmt: skip


def _is_meant(words: Sequence[Token], start: int, end: int) -> bool:
    """Whether it is an office, and not what the title of a deputy ends in."""
    word = words[start].text
    if end - start == 1 and (word in STOPWORDS or word.startswith("delegation")):
        return False
    return before(words, start) not in _LESSER
