"""Roles: read from titles, and from the words of a query."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from shortlist.service.lexicon import role_tables as tables
from shortlist.service.lexicon.text import fold, stems, words

_EXPANSIONS: Final = {
    "ceo": "chief executive officer",
    "cfo": "chief financial officer",
    "coo": "chief operating officer",
    "cto": "chief technology officer",
    "cio": "chief information officer",
    "cmo": "chief marketing officer",
    "clo": "chief legal officer",
    "chro": "chief human resources officer",
    "ciso": "chief information security officer",
    "gc": "general counsel",
    "evp": "executive vice president",
    "svp": "senior vice president",
    "avp": "assistant vice president",
    "asst": "assistant",
    "assoc": "associate",
    "vp": "vice president",
    "sr": "senior",
    "snr": "senior",
    "jr": "junior",
    "exec": "executive",
    "pres": "president",
    "off": "officer",
    "offr": "officer",
    "ofcr": "officer",
    "offcr": "officer",
    "ofc": "officer",
    "officr": "officer",
    "chf": "chief",
    "chrmn": "chairman",
    "fin": "financial",
    "finl": "financial",
    "acct": "accounting",
    "acctg": "accounting",
    "acctng": "accounting",
    "hr": "human resources",
    "ops": "operations",
    "oper": "operating",
    "mktg": "marketing",
    "mkt": "marketing",
    "mgmt": "management",
    "mgr": "manager",
    "dir": "director",
    "dep": "deputy",
    "eng": "engineering",
    "admin": "administrative",
    "secy": "secretary",
    "sec": "secretary",
    "gen": "general",
    "cnsl": "counsel",
    "couns": "counsel",
    "u": "us",
}
_VICE: Final = {
    f"head_{function}": f"vp_{function}"
    for function in ("finance", "marketing", "sales", "people", "product", "legal", "operations")
}
_BOOKS: Final = re.compile(
    r"\b(?:co?ntro?ll\w*|contr|comptroller|cntrlr|controllers?hip|accounting|acctg|finance|fin|tax"
    r"|treasurer|principal acct)\b"
)
"""What else a title says where its `CAO` is of accounting, not of administration."""
_MACHINES: Final = re.compile(r"\b(?:info\w*|technology|tech|it|digital|data|systems|cto|ciso)\b")
"""What else a title says where its `CIO` is of information, among investors too."""
_CIO: Final = re.compile(r"\bCIO\b", re.IGNORECASE)
_LETTERS: Final = {
    "cio": ("cio",),
    "cao": ("cao_admin", "cao_accounting"),
    "cso": ("cso_strategy", "ciso", "csci", "csust", "cro_revenue"),
    "cco": ("cro_revenue", "ccompliance", "ccomms"),
    "cpo": ("chro", "cpo_product", "csco"),
    "cro": ("cro_revenue", "cro_risk"),
    "cdo": ("cdo",),
}
"""Letters of more posts than one, and the roles among them; `CIO` only among investors."""
_DEMOTED: Final = re.compile(
    r"\b(?:deputy|assistant|associate|under|vice(?! president)|advis[eo]r|assistant to|"
    r"counsel(?:or)? to|chief of staff to|cos to|special assistant|office of|off of|ofc of|"
    r"to the (?!united states|un\b|us house))\b|\b(?:of|in) the $"
)
_LESSENED: Final = re.compile(
    r"(?: officer)? (?:elect|emeritus|emerita|designate|designee|chief of staff)\b"
)
"""After a role's name: it is not held, or somebody's who holds it."""
_ALONE: Final = re.compile(
    r"((?:principal )?deputy|(?:senior |special )?(?:advis[eo]r|assistant)), "
)
"""Alone before a comma: `Deputy, Chief Information Officer`."""
_OFFICE: Final = re.compile(r"s? (?:office|council|department|cabinet)\b")
_OF_AN_OFFICE: Final = re.compile(r"(?:president|minister|chairman|speaker|officers?)$")
_ALLOWED_DEMOTED: Final = re.compile(
    r"deputy|assistant|under|vice|adviser|special|representative|charge|program|attorney"
)
_WITH_ANOTHER: Final = frozenset(tables.WITH_ANOTHER.split())
_OCCUPATIONS: Final = frozenset(
    word
    for line in (*tables.FUNCTIONS.strip().splitlines(), f"|{tables.OCCUPATIONS}")
    for said in re.split("[;\n]", line.partition("|")[2])
    for word in words(said)[-1:]
)
LETTERED: Final = frozenset(role_id for ids in _LETTERS.values() for role_id in ids)
"""Roles that such letters may stand for."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role: its id, how people call it, how a title says it, and what wider role it is."""

    id: str
    label: str
    pattern: re.Pattern[str]
    phrases: tuple[str, ...]
    wider: tuple[str, ...]


def _read(table: str) -> list[Role]:
    roles = []
    for line in table.strip().splitlines():
        role_id, label, rest = (part.strip() for part in line.split(" | ", 2))
        *pattern, phrases, wider = (
            rest.split(" | ") if rest.count(" | ") > 1 else [*rest.split(" | "), ""]
        )
        roles.append(
            Role(
                role_id,
                label,
                re.compile(" | ".join(pattern)),
                tuple(p.strip() for p in phrases.split(";")),
                tuple(wider.split()),
            )
        )
    return roles


ROLES: Final = {
    role.id: role
    for table in (tables.PUBLIC, tables.CORPORATE, tables.GENERAL)
    for role in _read(table)
}
PUBLIC: Final = frozenset(role.id for role in _read(tables.PUBLIC))
OFFICES: Final = frozenset(
    name
    for role_id in PUBLIC - frozenset(tables.NO_OFFICES.split())
    for name in (role_id, *ROLES[role_id].wider)
)
"""Public offices and their families: whoever holds one does so at a public organisation."""
CORPORATE: Final = frozenset(
    {role.id for role in _read(tables.CORPORATE)}
    | {family for family in tables.FAMILIES if family.endswith("_lead")}
    | {"head"}
)
"""Roles in companies, and the families they are in."""
TRADES: Final = frozenset(role.id for role in _read(tables.GENERAL)) | {"engineer"}
"""Roles that are learnt, whatever the organisation."""
LABELS: Final = {role.id: role.label for role in ROLES.values()} | {
    family: label for family, (label, _) in tables.FAMILIES.items() if family not in ROLES
}


def _heads() -> dict[str, tuple[str, ...]]:
    """`finance head`, `boss of finance`: who leads a function, in all its wordings."""
    found: dict[str, tuple[str, ...]] = {}
    for line in tables.FUNCTIONS.strip().splitlines():
        ids, _, said = (part.strip() for part in line.partition("|"))
        heading = [role_id for role_id in ids.split() if role_id.startswith("head_")]
        for function in said.split(";"):
            if heading:
                vice = tuple(_VICE.get(role_id, role_id) for role_id in heading)
                for form in ("vice president of {}", "vice president {}", "{} vice president"):
                    found[form.format(function)] = vice
            for head in ("head", "chief", "boss"):
                found[f"{function} {head}"] = (ids.split()[0],)
            for head in ("leader", "lead"):
                found[f"{function} {head}"] = tuple(ids.split())
            for form in (
                *("head of {}", "top {} person", "top {} executive", "runs {}", "leads {}"),
                *("running {}", "heads {}", "heads up {}", "head up {}", "in charge of {}"),
            ):
                found[form.format(function)] = tuple(ids.split())
    return found


def _phrase_index() -> dict[tuple[str, ...], tuple[str, ...]]:
    """Stems of a phrase, to the ids it may mean."""
    found: dict[tuple[str, ...], list[str]] = {}
    for role in ROLES.values():
        for phrase in role.phrases:
            found.setdefault(stems(phrase), []).append(role.id)
    for family, (_, phrases) in tables.FAMILIES.items():
        for phrase in phrases.split(";"):
            ids = found.setdefault(stems(phrase.strip()), [])
            if family not in ids:
                ids.append(family)
    for phrase, role_ids in _heads().items():
        ids = found.setdefault(stems(phrase), [])
        ids += [role_id for role_id in role_ids if role_id not in ids]
    return {phrase: tuple(ids) for phrase, ids in found.items() if phrase}


PHRASES: Final = _phrase_index()
SAID: Final = frozenset(phrase for role in ROLES.values() for phrase in role.phrases)
"""The wordings of roles, in the singular."""
LONGEST_PHRASE: Final = max(map(len, PHRASES))


@lru_cache(maxsize=100_000)
def expand(title: str) -> str:
    """A title folded, with its abbreviations written out and commas kept."""
    parts = []
    for chunk in re.split("[,;]", fold(title.replace("&", " & "))):
        chunk_words = words(chunk.replace("r & d", "research").replace("r&d", "research"))
        parts.append(" ".join(_EXPANSIONS.get(word, word) for word in chunk_words))
    plain = ", ".join(part for part in parts if part)
    if _BOOKS.search(plain):
        # Elsewhere a CAO may be of administration, as a CSO may be of strategy or of security.
        plain = re.sub(r"\bcao\b", "chief accounting officer", plain)
    return plain


@lru_cache(maxsize=100_000)
def roles_of(title: str) -> tuple[str, ...]:
    """The ids of the roles that a title says, with their wider roles; empty when none is known.

    A deputy, an assistant or someone in the office of a role does not hold it.
    """
    text = expand(re.sub(r"^former\s+", "", title, flags=re.IGNORECASE))
    public = text.startswith("us ")
    found: dict[str, None] = {}
    for role in ROLES.values():
        if role.id in ("state_senator", "state_representative") and public:
            continue
        if not any(_holds(role, text, match) for match in _matches(role.pattern, text)):
            continue
        found[role.id] = None
        found.update(dict.fromkeys(role.wider))
    return tuple(found)


def of_investors(title: str) -> str:
    """`title` among investors, without a `CIO` that may be of investments."""
    return title if _MACHINES.search(fold(title)) else _CIO.sub(" ", title)


@lru_cache(maxsize=100_000)
def perhaps(title: str, *, invests: bool = False) -> tuple[str, ...]:
    """The roles that letters of `title` may stand for, with their wider roles, and that it does
    not say; `invests`: of somebody among investors."""
    held = roles_of(of_investors(title) if invests else title)
    found: dict[str, None] = {}
    for letters in words(fold(title)):
        meant = _LETTERS.get(letters, ()) if letters != "cio" or invests else ()
        if not set(meant) & set(held):
            for role_id in meant:
                found.update(dict.fromkeys((role_id, *ROLES[role_id].wider)))
    return tuple(role_id for role_id in found if role_id not in held)


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Every match, those that begin within another too: `Deputy Prime Minister and Minister of
    Finance` has two ministers."""
    match = pattern.search(text)
    while match is not None:
        yield match
        match = pattern.search(text, match.start() + 1)


def is_longer(role_ids: Iterable[str], before: str) -> bool:
    """Whether the word `before` an office's name makes another occupation of it: a `brand`
    ambassador, a `sales` representative, an `internal` auditor."""
    return before in _OCCUPATIONS and not _WITH_ANOTHER.isdisjoint(role_ids)


def _holds(role: Role, text: str, match: re.Match[str]) -> bool:
    """Whether the title says so here of the person, and not of whom they work for."""
    before = text[: match.start()]
    own = before.rsplit(",", 1)[-1].rsplit(" and ", 1)[-1]
    if is_longer((role.id,), own.strip().rpartition(" ")[2]):
        return False
    alone = _ALONE.fullmatch(before)
    if alone:
        own = alone[1]
    if _DEMOTED.search(own + " ") and not _ALLOWED_DEMOTED.search(role.label):
        return False
    after = text[match.end() :]
    if _LESSENED.match(after):
        return False
    if _OF_AN_OFFICE.search(match[0]) and _OFFICE.match(after):
        return False
    return not (role.id == "president" and before.endswith("vice "))
