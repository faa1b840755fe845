"""Matching of records that are of one person. Names alone never are enough.

Beside the name it takes one of these, and nothing that speaks against it:

* an address of theirs, or a profile on a network;
* the same post, in it or out of it: title, organisation, and a region that both name, since large
  organisations have several of one name and title;
* in politics, of the same party and place: a seat or a chamber that both held; or one office
  begun within a year of leaving another.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from shortlist.contract.anchors import emails_in, normalise
from shortlist.service.index.port import Record
from shortlist.service.lexicon.alphabets import latin_alone
from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import key, words

SAME_VERSION: Final = 5
"""Of these rules: a database whose people were compared by others compares them again."""

_SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})
_NICKNAME: Final = re.compile(r"[\"“(][^\"”)]*[\"”)]")
_CREDENTIALS: Final = frozenset(
    {"md", "phd", "esq", "fnp", "rn", "cpa", "dds", "jd", "mba", "dvm", "pe"}
)
"""After a comma they follow a name, and are no part of it."""
_MAYOR: Final = re.compile(r"mayor of ", re.IGNORECASE)
"""A post that one person holds at a time."""
_PROFILES: Final = ("professional_network", "github", "wikidata")
_BETWEEN_OFFICES: Final = timedelta(days=400)
"""A year from election to election, and some days."""
_BACK_IN_CHAMBER: Final = timedelta(days=1500)
"""Four years and some days: one who was out of a chamber longer, and comes back for another
district, may be somebody else."""
_BOTH_AT_ONCE: Final = timedelta(days=60)
"""An office may end on paper so long after the next has begun."""


def comparison_keys(record: Record) -> set[int]:
    """What two records must share, one of it at least, to be worth comparing; 63-bit numbers."""
    name = _Name.of(record)
    if name is None:
        return set()
    said = [f"{name.last}|{own}" for own in (*_emails(record), *_profiles(record))]
    if post := _post(record):
        said.append(f"{name.first} {name.last}|{post}")
    if politics := _politics(record):
        said.append(f"{name.first} {name.last}|{politics}")
    return {_number(each) for each in said}


def is_same_person(one: Record, other: Record) -> bool:
    """Whether both are of one person."""
    a, b = _Name.of(one), _Name.of(other)
    if a is None or b is None or not a.may_be(b) or _another_profile(one, other):
        return False
    if not _emails(one).isdisjoint(_emails(other)):
        return True
    if not _profiles(one).isdisjoint(_profiles(other)):
        return True
    if a.suffix != b.suffix or _both_in_office(one, other):
        # A father and his son, or two people who happen to have one name.
        return False
    post = _post(one)
    if post and post == _post(other) and not _another_party(one, other):
        alone = _MAYOR.search(str(one.get("title"))) is not None
        if alone or a.whole == b.whole:
            return not _another_address(one, other)
    politics = _politics(one)
    return bool(politics) and politics == _politics(other) and _one_career(one, other)


def is_somebody_else(one: Record, other: Record) -> bool:
    """Whether something says of two records of one name that they are of two people."""
    return _another_profile(one, other) or _both_in_office(one, other)


def lasting_keys(record: Record) -> set[str]:
    """What a later record of this very person is known by when this one is gone, addresses and
    profiles aside: the post, and the seats they held."""
    # The list keeps keys, and some are of before there were words of other letters than Latin ones.
    earlier = _in_latin_alone(record)
    own = _lasting_keys(record)
    return own if earlier == record else own | _lasting_keys(earlier)


def _in_latin_alone(said: Any) -> Any:
    if isinstance(said, dict):
        return {name: _in_latin_alone(inner) for name, inner in said.items()}
    if isinstance(said, list):
        return [_in_latin_alone(inner) for inner in said]
    return latin_alone(said) if isinstance(said, str) else said


def _lasting_keys(record: Record) -> set[str]:
    name = _Name.of(record)
    if name is None:
        return set()
    # As it stands, too: the list keeps keys, and some are of before nicknames were left out.
    called = {name.whole, " ".join(words(str(record["name"])))}
    keys = set()
    if post := _post(record):
        keys |= {f"{each}|{post}|{_party(record)}" for each in called}
    if politics := _politics(record):
        seats = {f"{politics}|{term.company}|{term.district}" for term in _terms(record)}
        keys |= {f"{each}|{seat}" for each in called for seat in seats}
    return keys


# --- names ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Name:
    whole: str
    first: str
    middle: tuple[str, ...]
    last: str
    suffix: tuple[str, ...]

    @classmethod
    def of(cls, record: Record) -> _Name | None:
        """None of a name of fewer than two words: too little to tell anybody by."""
        said = words(_plain(str(record.get("name") or "")))
        kept = tuple(word for word in said if word not in _SUFFIXES)
        if len(kept) < 2:
            return None
        suffix = tuple(word for word in said if word in _SUFFIXES)
        return cls(" ".join(said), kept[0], kept[1:-1], kept[-1], suffix)

    def may_be(self, other: _Name) -> bool:
        """Whether one person may be called both: middle names may be left out or cut short."""
        if self.whole == other.whole:
            return True
        if (self.first, self.last) != (other.first, other.last):
            return False
        if self.suffix and other.suffix and self.suffix != other.suffix:
            return False
        if not self.middle or not other.middle:
            return True
        return len(self.middle) == len(other.middle) and all(
            a == b or (1 in (len(a), len(b)) and a[0] == b[0])
            for a, b in zip(self.middle, other.middle, strict=True)
        )


def _plain(name: str) -> str:
    """`name` without a nickname that stands in it, and without credentials after it."""
    parts = _NICKNAME.sub(" ", name).split(",")
    while len(parts) > 1 and _CREDENTIALS.issuperset(words(parts[-1].replace(".", ""))):
        parts.pop()
    return ",".join(parts)


# --- what a record says ---------------------------------------------------------------------------


def _emails(record: Record) -> set[str]:
    contacts = record.get("contacts")
    if not isinstance(contacts, dict):
        return set()
    found: set[str] = set()
    for kind in ("work_email", "personal_email"):
        contact = contacts.get(kind)
        value = contact.get("value") if isinstance(contact, dict) else contact
        if isinstance(value, str) and value:
            found.update(emails_in(value) or (value.lower(),))
    return found


def _profiles(record: Record, kinds: tuple[str, ...] = _PROFILES) -> set[str]:
    # Beside the name, that two addresses differ in case alone tells nobody apart.
    return {
        (normalise("profile", str(link.get("url"))) or str(link.get("url"))).lower()
        for link in record.get("links") or ()
        if isinstance(link, dict) and link.get("type") in kinds
    }


def _company(record: Record) -> str:
    return organisation_key(str(record.get("company") or ""))


def _post(record: Record) -> str | None:
    company, title, region = (record.get(part) for part in ("company", "title", "region"))
    if not company or not title or not region:
        return None
    held = key(re.sub(r"^former\s+|\(.*?\)", "", str(title), flags=re.IGNORECASE))
    return f"{_company(record)}|{held}|{region}"


def _politics(record: Record) -> str | None:
    party, region = _party(record), record.get("region")
    return f"{region}|{party}" if party and region else None


def _party(record: Record) -> str:
    """`democrat` of `Democratic`, `Democrat` and `Democratic/Progressive`; empty when unknown."""
    facts = record.get("facts")
    party = facts.get("party") if isinstance(facts, dict) else None
    return key(str(party).split("/")[0])[:8] if party else ""


@dataclass(frozen=True, slots=True)
class _Term:
    company: str
    district: str
    start: date | None
    end: date | None


def _terms(record: Record) -> Iterator[_Term]:
    for job in record.get("history") or ():
        if isinstance(job, dict) and job.get("company"):
            yield _Term(
                organisation_key(str(job["company"])),
                key(str(job.get("district") or "")),
                _day(job.get("start")),
                _day(job.get("end")),
            )


def _day(given: object) -> date | None:
    try:
        return date.fromisoformat(str(given)[:10])
    except ValueError:
        return None


# --- what speaks for one person, and against it ---------------------------------------------------


def _one_career(one: Record, other: Record) -> bool:
    mine, theirs = list(_terms(one)), list(_terms(other))
    chambers = {term.company for term in mine} & {term.company for term in theirs}
    seats = {(t.company, t.district) for t in mine} & {(t.company, t.district) for t in theirs}
    between = [
        b.start - a.end
        for first, second in ((mine, theirs), (theirs, mine))
        for a in first
        for b in second
        if a.end and b.start
    ]
    if chambers and (seats or not between or min(map(abs, between)) <= _BACK_IN_CHAMBER):
        return True
    return any(-_BOTH_AT_ONCE <= gap <= _BETWEEN_OFFICES for gap in between)


def _both_in_office(one: Record, other: Record) -> bool:
    """Whether they hold two elected offices now, which nobody does."""
    if not _politics(one) or not _politics(other):
        return False
    if one.get("status") != "current" or other.get("status") != "current":
        return False
    return _seat(one) != _seat(other)


def _seat(record: Record) -> tuple[str, str]:
    facts = record.get("facts")
    district = facts.get("district") if isinstance(facts, dict) else None
    return _company(record), key(str(district or ""))


def _another_party(one: Record, other: Record) -> bool:
    mine, theirs = _party(one), _party(other)
    return bool(mine and theirs) and mine != theirs


def _another_profile(one: Record, other: Record) -> bool:
    """Whether each lists a profile on a professional network, and not the same one."""
    mine = _profiles(one, ("professional_network",))
    theirs = _profiles(other, ("professional_network",))
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _another_address(one: Record, other: Record) -> bool:
    """Whether each has an address of their own at one and the same organisation."""
    mine, theirs = _emails(one), _emails(other)
    hosts = {each.rpartition("@")[2] for each in mine}
    return any(each.rpartition("@")[2] in hosts for each in theirs)


def _number(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1
