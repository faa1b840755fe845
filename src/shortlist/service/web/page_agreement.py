"""People whom no record has, told by public pages that agree (section 4.1, auto and deep).

Two pages of different publishers, at least, must name the person and agree on something more: what
they do, where they work, or the place. One page alone, pages that disagree, or one text on two
pages tell nobody. What of a person is told is what pages agree on, and nothing else.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final
from urllib.parse import urlsplit

from shortlist.contract.anchors import fold
from shortlist.service.index.port import PeopleIndex, Record
from shortlist.service.index.web_people import WEB_DATASET, WEB_PREFIX, names_to_check
from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.places import paths_of_text
from shortlist.service.lexicon.text import listed, name_words
from shortlist.service.web.pages import Page

_KINDS: Final = ("company", "title", "location")
"""What pages may agree on, and what says most of who somebody is first."""
_CHUNK: Final = re.compile(
    r"\s+(at|of the|of|for|with|in|from)\s+(?:the\s+)?|\s*(@)\s*|\s*([,;|·•–—()\[\]])\s*|\s+(-)\s+"
    r"|([.!?:])(?:\s+|$)",
    re.IGNORECASE,
)
_LEADING: Final = re.compile(
    r"^(?:(?:who|is|was|has been|serves|served|works|worked|working|became|joined|currently|now|as"
    r"|our|their|the|a|an|lives|based|living|and)\s+)+",
    re.IGNORECASE,
)
_SAYS_NOTHING: Final = listed(
    """
    home about profile profiles biography bio contact news official website site page linkedin
    facebook twitter instagram wikipedia wikidata github staff team people directory the email phone
    left out e mail view more search results events
    """
)
_PHRASE_WORDS_MAX: Final = 8
_CHUNKS_MAX: Final = 6
_SECOND_LEVEL: Final = frozenset({"ac", "co", "com", "edu", "gob", "gov", "gouv", "net", "org"})


@dataclass(frozen=True, slots=True)
class AgreedPerson:
    """A person whom pages agree on."""

    record: Record
    publishers: int
    """How many independent ones say so: two or more."""


@dataclass(frozen=True, slots=True)
class _PageStatement:
    """A page that names the person, and what it says of them: for each kind, phrases."""

    page: Page
    publisher: str
    said: dict[str, list[str]]


def people_told_of(name: str, pages: Sequence[Page], index: PeopleIndex) -> list[AgreedPerson]:
    """Everyone called `name` whom `pages` agree on, those whom most do first; nobody who asked to
    be left out."""
    telling = _independent(name, pages)
    known = index.named_on_web(name)
    found = []
    for group in _agreeing(telling):
        record = _record_of(name, group, known)
        if not any(index.suppressed(kind, [value]) for kind, value in names_to_check(record)):
            found.append(AgreedPerson(record, len(group)))
    return sorted(found, key=lambda each: -each.publishers)


def _independent(name: str, pages: Sequence[Page]) -> list[_PageStatement]:
    """A page of each publisher that names the person; of one text on several, one."""
    found: dict[str, _PageStatement] = {}
    texts: set[str] = set()
    for page in pages:
        text, publisher = fold(page.snippet) or page.url, _publisher(page.url)
        if page.names(name) and publisher not in found and text not in texts:
            found[publisher] = _PageStatement(page, publisher, _said_of(name, page))
            texts.add(text)
    return list(found.values())


def _publisher(url: str) -> str:
    """The part of a host that somebody registered: `news.acme.co.uk` is `acme.co.uk`'s."""
    labels = (urlsplit(url).hostname or "").split(".")
    long = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3:] if long else labels[-2:])


# --- what a page says ---------------------------------------------------------------------------


def _said_of(name: str, page: Page) -> dict[str, list[str]]:
    said: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for text in (page.title, page.snippet):
        for kind, phrase in _after_name(name, text):
            if phrase not in said[kind]:
                said[kind].append(phrase)
    return said


def _after_name(name: str, text: str) -> Iterator[tuple[str, str]]:
    """What stands behind the name: `Jo Roe is a curator at Prado`, `Jo Roe - Curator - Prado`."""
    words = r"\W+".join(re.escape(word) for word in _plain(name).split())
    for found in re.finditer(rf"\b{words}\b", _plain(text)):
        before, titled = "", False
        rest = text[found.end() :]
        position = count = 0
        for cut in [*_CHUNK.finditer(rest), None]:
            phrase = rest[position : cut.start() if cut else len(rest)].strip()
            phrase = _LEADING.sub("", phrase + " ").strip()
            if _is_phrase(phrase, name):
                kind = _kind_of(phrase, before, titled)
                titled = titled or kind == "title"
                if kind:
                    yield kind, phrase
                count += 1
            if cut is None or count >= _CHUNKS_MAX or (cut[5] in (".", "!", "?") and count):
                break
            before = next(group for group in cut.groups() if group).lower()
            position = cut.end()


def _is_phrase(phrase: str, name: str) -> bool:
    said = fold(phrase).split()
    own = set(fold(name).split())
    return (
        0 < len(said) <= _PHRASE_WORDS_MAX
        and not own.issuperset(said)
        and any(len(word) > 1 and word.isalpha() for word in said)
        and not _SAYS_NOTHING.issuperset(said)
    )


def _kind_of(phrase: str, before: str, titled: bool) -> str | None:
    """What a phrase behind a name says, by the word before it."""
    capital = phrase[0].isupper()
    if capital and any(not path.startswith("?") for path in paths_of_text(phrase)):
        return "location"
    if before in ("at", "@", "for", "with", "of", "of the"):
        return "company" if capital else None
    if before in ("in", "from"):
        return "location" if capital else None
    if not titled:
        return "title"
    return "company" if capital else None


def _plain(text: str) -> str:
    """`text` without accents and in lower case, letter for letter."""
    return "".join(unicodedata.normalize("NFD", c)[0].lower()[:1] or c for c in text)


# --- who agrees ---------------------------------------------------------------------------------


def _agreeing(telling: Sequence[_PageStatement]) -> list[list[_PageStatement]]:
    """Pages that agree with each other, in groups of two and more."""
    groups = {id(each): [each] for each in telling}
    for one, other in combinations(telling, 2):
        mine, theirs = groups[id(one)], groups[id(other)]
        if mine is not theirs and _agree(one, other):
            mine += theirs
            for each in theirs:
                groups[id(each)] = mine
    found = {id(group): group for group in groups.values() if len(group) > 1}
    return list(found.values())


def _agree(one: _PageStatement, other: _PageStatement) -> bool:
    """Whether both tell of one person: of one organisation, or of one post or place and of no two
    organisations."""
    shared = {kind for kind in _KINDS if _shared(kind, one, other)}
    if "company" in shared:
        return True
    apart = {kind for kind in _KINDS if kind not in shared and one.said[kind] and other.said[kind]}
    return bool(shared) and not apart


def _shared(kind: str, one: _PageStatement, other: _PageStatement) -> list[str]:
    """What one of two pages says of this kind and the other says, too."""
    return [
        phrase
        for teller, listener in ((one, other), (other, one))
        for phrase in teller.said[kind]
        if listener.page.names(_compared(kind, phrase))
        # One's organisation is no place of the other's: `Curator | Madrid`, `plumber in Madrid`.
        and not any(
            fold(phrase) == fold(said)
            for other_kind in _KINDS
            if other_kind != kind and "location" in (kind, other_kind)
            for said in listener.said[other_kind]
        )
    ]


def _compared(kind: str, phrase: str) -> str:
    return organisation_key(phrase) if kind == "company" else phrase


def _record_of(name: str, group: Sequence[_PageStatement], known: Sequence[Record]) -> Record:
    """The person of pages that agree; of one who is known already, under the same id."""
    record: Record = {"name": name}
    for kind in _KINDS:
        phrases = [
            phrase for one, other in combinations(group, 2) for phrase in _shared(kind, one, other)
        ]
        # What most pairs share; of that what was said first.
        record[kind] = max(phrases, key=phrases.count) if phrases else None
    again = next((each for each in known if _is_again(each, record)), None)
    record["id"] = str(again["id"]) if again else _new_id(record)
    days = [each.page.observed_at.date() for each in group if each.page.observed_at]
    return {
        **record,
        "profile_url": None,
        "as_of": max(days).isoformat() if days else None,
        "sources": [each.page.found_at for each in group],
        "status": "unverified",
        "dataset": WEB_DATASET,
    }


def _is_again(known: Record, record: Record) -> bool:
    """Whether somebody who was told of before is told of now."""

    def alike(kind: str) -> bool | None:
        mine, theirs = (_compared(kind, str(each[kind] or "")) for each in (record, known))
        return fold(mine) == fold(theirs) if mine and theirs else None

    company, *others = (alike(kind) for kind in _KINDS)
    return company is True or (company is None and True in others and False not in others)


def _new_id(record: Record) -> str:
    kind = next(kind for kind in _KINDS if record[kind])
    said = f"{' '.join(name_words(record['name']))}|{kind}|{fold(_compared(kind, record[kind]))}"
    return WEB_PREFIX + hashlib.blake2b(said.encode(), digest_size=13).hexdigest()
