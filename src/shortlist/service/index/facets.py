"""Facets: facts of a record that can be filtered, counted and quoted.

`trace` reads a record once and gives each fact with the words it stands on; `facets` keeps the
values alone, as the payload of the index. Both come from one reading, so that a person found by a
filter is a person whose record says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from shortlist.service.index.facet_schema import SCHEMA
from shortlist.service.index.port import Record
from shortlist.service.lexicon import places
from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import STOPWORDS, key, stems
from shortlist.service.reading.facts import said_of_work
from shortlist.service.reading.homes import homes_told
from shortlist.service.reading.packs.public_office import eligibility, roles
from shortlist.service.reading.packs.public_office.tables import party_key
from shortlist.service.reading.prose import end_told
from shortlist.service.reading.record_parts import (
    Said,
    dicts_of,
    sentences_of,
    spelt,
    text_of,
    whereabouts_of,
)
from shortlist.service.reading.titles import is_retired, written_out
from shortlist.service.reading.vocabulary.words import pattern
from shortlist.service.reading.whereabouts import paths_of_location

FACETS_VERSION: Final = 100
"""Grows whenever `facets` gives other values for the same record: the index is then rebuilt."""


class Fact(NamedTuple):
    """One value of one facet, and the words of the record that say it."""

    key: str
    value: str | int
    quote: str
    """An exact piece of the field `source`."""
    source: str


_CHAIR: Final = re.compile(
    r"(?<!vice )(?<!vice-)\b(?:co-?)?(?:chair|chairman|chairwoman|chairperson|president[ea])\b"
)
_POSTS: Final = {
    "chairs": _CHAIR,
    "vice_chairs": re.compile(r"vice[- ](?:chair|president)"),
    "ranks": re.compile(r"\branking\b"),
}
"""What someone is on a committee, beside a member."""
_CHAMBERS: Final = {
    "lower": re.compile(r"\b(?:House|Assembly|Delegates|Representatives)\b"),
    "upper": re.compile(r"\bSenate\b"),
}
_PLACE: Final = ("country", "region", "city")
_AT_COMPANY: Final = re.compile(
    r"(?: at | chez | bei | presso | bij |\s?@\s?)(?P<company>[A-Z][^|,;()@]*?)\s*(?:[|,;(]|$)"
)
"""`CTO & co-founder at Figment`."""
_DATE: Final = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")
_ENDED_IN: Final = re.compile(pattern("ended_in"))
_IN_A_REGION: Final = re.compile("[a-z]{2}/[^/]+/[^/]+")
_OF_A_LEGISLATURE: Final = ("legislator", "state_legislator")


def date_number(text: Any, *, last: bool = False) -> int | None:
    """`2024-03` as 20240301, or its last day's bound 20240331; None when it is no date."""
    match = _DATE.match(str(text)) if text else None
    if match is None:
        return None
    year, month, day = match.groups()
    return (
        int(year) * 10000
        + int(month or (12 if last else 1)) * 100
        + int(day or (31 if last else 1))
    )


def trace(record: Record) -> list[Fact]:
    """Every fact of `record`, with the words it stands on. Never raises: odd values are skipped."""
    return list(_facts(record))


def facets(record: Record) -> dict[str, list[str] | str | bool | int]:
    """The payload of `record`: only keys of `SCHEMA`; an absent key is unknown."""
    payload: dict[str, Any] = {}
    for fact in _facts(record):
        if SCHEMA[fact.key] == "integer":
            payload.setdefault(fact.key, fact.value)
        else:
            payload.setdefault(fact.key, {})[fact.value] = None
    return {k: list(v) if isinstance(v, dict) else v for k, v in payload.items()}


def _strings(value: Any) -> Iterator[str]:
    for each in value if isinstance(value, list) else [value]:
        said = each.get("name") or each.get("title") if isinstance(each, dict) else each
        if text := text_of(said):
            yield text


def _facts(record: Record) -> Iterator[Fact]:
    raw = record.get("facts")
    details: dict[str, Any] = raw if isinstance(raw, dict) else {}
    end, told_in = _end_told(record, details)
    if end:
        record = {**record, "status": "former"}
    company = _present_company(record)
    if company:
        record = {**record, "company": company}
    parts = _work, _places, _public_life, _reach
    said = chain(*(part(record, details) for part in parts), said_of_work(record))
    for facet, value, quote, source in said:
        if end and facet == "status":
            quote, source = end, told_in
        if company and source == "company":
            source = "history"
        if value != "":
            yield Fact(facet, value, quote, source)


def _end_told(record: Record, details: dict[str, Any]) -> tuple[str, str]:
    """The title, the sentence, or the fact of a successor, that says that a post is over, where the
    status does not, and the field that it stands in. Who says that they are retired is, whatever
    the list says of them."""
    status = text_of(record.get("status"))
    if status == "former":
        return "", ""
    if is_retired(title := text_of(record.get("title"))):
        return title, "title"
    for name in eligibility.SUCCESSORS if status != "current" else ():
        if successor := text_of(details.get(name)):
            return successor, f"facts.{name}"
    return end_told(text_of(record.get("summary")), retired=status == "current"), "summary"


def _present_company(record: Record) -> str:
    """The employer of the one post in the history that is not over, where the record names none
    elsewhere and that is the post that it is of; empty where it is not."""
    title = text_of(record.get("title"))
    if (
        text_of(record.get("company"))
        or record.get("status") == "former"
        or _AT_COMPANY.search(title)
    ):
        return ""
    jobs = [
        job for job in dicts_of(record.get("history")) if job.get("start") and not job.get("end")
    ]
    named = [job for job in jobs if key(text_of(job.get("title"))) == key(title)] if title else jobs
    return text_of(named[0].get("company")) if len(named) == 1 else ""


def _work(record: Record, details: dict[str, Any]) -> Iterator[Said]:
    title = text_of(record.get("title"))
    company = text_of(record.get("company"))
    former = record.get("status") == "former"
    if title:
        said = eligibility.held(title, eligibility.of(record, details))
        held = [(role, title, "title") for role in said.roles]
        for role in said.perhaps:
            yield "perhaps_role", role, title, "title"
        if details.get("chamber") == "legislature":
            # Of the District of Columbia: no title of its council says that it legislates.
            held += [(role, "legislature", "facts.chamber") for role in _OF_A_LEGISLATURE]
        for role, quote, source in dict.fromkeys(held):
            yield "past_role" if former else "role", role, quote, source
            if former:
                yield "role", role, quote, source
        yield "title", written_out(title), title, "title"
        own = (word for each in spellings(title) for word in stems(written_out(each)))
        for word in dict.fromkeys(own):
            if word not in STOPWORDS:
                yield "title_word", word, title, "title"
    for name in ("seniority", "function"):
        if value := text_of(record.get(name)):
            yield name, key(value) if name == "function" else value.lower(), value, name
    at = None if company else _AT_COMPANY.search(title)
    if at:
        yield from spelt("company", at["company"], "title", organisation_key)
    yield from spelt("company", company, "company", organisation_key)
    told = details.get("chamber")
    chamber = next((house for house, name in _CHAMBERS.items() if name.search(company)), "")
    if "chamber" not in details and "legislator" not in roles.roles_of(title):
        chamber = ""
    if chamber and told in (None, chamber):
        yield "chamber", chamber, company, "company"
    elif company and not chamber and told in _CHAMBERS:
        yield "chamber", told, title or company, "title" if title else "company"
    if department := text_of(record.get("department")):
        yield from spelt("department", department, "department", key)
    for name in ("industry", "sub_industry", "company_industry"):
        # Registers list all that a company does in one text.
        for value in filter(None, map(str.strip, text_of(record.get(name)).split(";"))):
            yield from spelt("industry", value, name, key)
    yield from _history(record, details, title, company or (at["company"] if at else ""))


def _history(record: Record, details: dict[str, Any], title: str, company: str) -> Iterator[Said]:
    current = key(re.sub(r"^Former ", "", title)), key(company)
    status = record.get("status")
    starts: list[tuple[int, str, str]] = []
    ends: list[tuple[int, str, str]] = []
    for job in dicts_of(record.get("history")):
        job_title, job_company = text_of(job.get("title")), text_of(job.get("company"))
        start, end = date_number(job.get("start")), date_number(job.get("end"), last=True)
        own = key(job_company) == current[1]
        if own:
            starts += [(start, str(job["start"]), "history")] if start else []
        if status == "former" and end and (own or not company):
            ends.append((end, str(job["end"]), "history"))
        if end is None and (key(job_title), key(job_company)) == current:
            continue
        at = (
            eligibility.of(record, details)
            if job_company in ("", company)
            else eligibility.standing(job_company, "", "", {})
        )
        for role in eligibility.held(job_title, at).roles:
            yield "past_role", role, job_title, "history"
        if key(job_company) != current[1]:
            yield from spelt("past_company", job_company, "history", organisation_key)
    for name in ("first_term_start", "term_start", "commission_date"):
        if value := date_number(details.get(name)):
            starts.append((value, str(details[name]), f"facts.{name}"))
    if end := date_number(details.get("term_end"), last=True):
        said = end, str(details["term_end"]), "facts.term_end"
        ends += [said] if status == "former" else []
        if status == "current":
            yield "term_end", *said
    if took := date_number(details.get("senior_status_since")):
        yield "senior_since", took, str(details["senior_status_since"]), "facts.senior_status_since"
    for name, since in details.items() if not starts else ():
        if name.endswith("_since") and (value := date_number(since)):
            starts.append((value, str(since), f"facts.{name}"))
    for sentence in sentences_of(record) if status == "former" and not ends else ():
        if (told := _ENDED_IN.search(sentence)) and (end := date_number(told["year"], last=True)):
            ends.append((end, sentence, "summary"))
    if ends:
        # Of several terms in one office, the last one ended it.
        yield "until", *max(ends)
    if starts:
        yield "since", *min(starts)


def _places(record: Record, details: dict[str, Any]) -> Iterator[Said]:
    city, region, country = (text_of(record.get(name)) for name in ("city", "region", "country"))
    location = text_of(record.get("location"))
    paths = paths_of_location(whereabouts_of(record))
    for path, quote, source in _told_closer(record, paths):
        for facet in ("place", "home"):
            yield facet, path, quote, source
    parts = {name: text for name, text in zip(_PLACE, (country, region, city), strict=True) if text}
    whole = not parts or all(text.casefold() in location.casefold() for text in parts.values())
    represents = text_of(details.get("represents"))
    home = places.country_code(represents) if represents else None
    if home is None and _is_us_envoy(record):
        home, represents = "us", text_of(record.get("company"))
    for path in paths:
        # What says it: the whole location, or where that says less, the part of the place.
        source = (
            "location" if whole and location else list(parts)[min(path.count("/"), len(parts) - 1)]
        )
        quote = location if source == "location" else parts[source]
        yield "place", path, quote, source
        if home is None:
            yield "home", path, quote, source
    if home is not None:
        said_in = "facts.represents" if details.get("represents") else "company"
        yield "home", home, represents, said_in
    nation = text_of(details.get("nation"))
    if inside := places.NATIONS.get(key(nation)):
        yield "place", inside, nation, "facts.nation"
        yield "home", inside, nation, "facts.nation"


def _told_closer(record: Record, paths: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Where in the country, or the region, of `paths` somebody is, each with its quote and its
    source, where the fields for it name no town and something else does: `Based in Cardiff.`, or
    where their post is."""
    known = sorted((path for path in paths if not path.startswith("?")), key=len)
    if known and known[-1].count("/") > 1:
        return
    prose = (place for each in sentences_of(record) for place in homes_told(each))
    told = [(place, "summary") for place in prose]
    if record.get("status") != "former":
        told += ((text_of(job.get("location")), "history")
                 for job in dicts_of(record.get("history"))
                 if job.get("start") and not job.get("end"))  # fmt: skip
    for place, source in told:
        closer = paths_of_location(place) if place else ()
        if place and known and not any(path in closer for path in known):
            # Of `Hull` alone nobody knows in which country, but there it is a town of a region.
            there = paths_of_location(f"{place}, {places.label(known[0])}")
            closer = there if any(_IN_A_REGION.fullmatch(path) for path in there) else closer
        if known[-1] in closer if known else any(not path.startswith("?") for path in closer):
            yield from ((path, place, source) for path in closer if path not in paths)
            return


def _is_us_envoy(record: Record) -> bool:
    return "ambassador" in roles.roles_of(text_of(record.get("title"))) and bool(
        re.match(r"(?:U\.S\.|United States) Department of State", text_of(record.get("company")))
    )


def _public_life(record: Record, details: dict[str, Any]) -> Iterator[Said]:
    if status := text_of(record.get("status")):
        yield "status", status.lower(), status, "status"
    for party in re.split(r"[/]| \(Co-op\)", text_of(details.get("party"))):
        if party.strip():
            yield "party", party_key(party), details["party"], "facts.party"
    for committee in dicts_of(details.get("committees")):
        name, role = text_of(committee.get("name")), text_of(committee.get("role")).lower()
        if not name:
            continue
        said = _divided(name)
        yield "committee", said, name, "facts.committees"
        for post, called in _POSTS.items():
            if called.search(role):
                yield post, said, f"{name}: {committee['role']}", "facts.committees"
    if leadership := text_of(details.get("leadership")):
        for role_id in roles.roles_of(leadership):
            yield "role", role_id, leadership, "facts.leadership"
    for name, (facet, keyed) in _NAMED.items():
        for text in _strings(details.get(name)):
            yield from spelt(facet, text, f"facts.{name}", keyed)
    for name, facet in _STEMMED.items():
        for text in _strings(details.get(name)):
            for word in dict.fromkeys(stems(text)):
                if word not in STOPWORDS and (len(word) > 1 or not word.isascii()):
                    yield facet, word, text, f"facts.{name}"
    for award in dicts_of(details.get("award")):
        if category := text_of(award.get("category")):
            yield "award", key(category), category, "facts.award"


_NAMED: Final[dict[str, tuple[str, Callable[[str], str]]]] = {
    "appointing_president": ("appointed_by", key),
    "party_of_appointing_president": ("appointing_party", party_key),
    "appointment_type": ("appointment", key),
    "pay_plan": ("appointment", key),
    "counties": ("county", key),
    "local_authorities": ("county", key),
    "district": ("district", key),
    "projects": ("project", key),
}
"""What stands among the facts by its name, to the facet and its key."""
_STEMMED: Final = {
    "occupation": "occupation",
    "awards": "subject",
    "programs": "subject",
    "divisions": "subject",
}
"""As `_NAMED`, of what is kept by the stems of its words."""


def _divided(name: str) -> str:
    """`Appropriations: Agriculture`, by its key, still says which committee it is a part of."""
    return ": ".join(part for each in name.split(":") if (part := key(each)))


def _reach(record: Record, _: dict[str, Any]) -> Iterator[Said]:
    contacts = record.get("contacts")
    for name, contact in contacts.items() if isinstance(contacts, dict) else ():
        value = contact.get("value") if isinstance(contact, dict) else contact
        if isinstance(value, str) and value and name in ("work_email", "personal_email", "phone"):
            # The value itself stays out of what is shown: contacts come from enrichment alone.
            yield "has", name, name, "contacts"
    for link in dicts_of(record.get("links")):
        if kind := text_of(link.get("type")):
            yield "has", kind, text_of(link.get("url")), "links"
    if dataset := text_of(record.get("dataset")):
        yield "dataset", dataset, dataset, "dataset"
