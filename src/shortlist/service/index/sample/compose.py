"""Composing the synthetic sample directory: the same people for the same seed, always.

Organisations come first; each has a place, an industry and jobs; people are put into the jobs.
Nobody in it exists: names are drawn from what is usual in a country, addresses are on `.example`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any

from shortlist.contract.anchors import fold
from shortlist.service.index.port import Record
from shortlist.service.index.sample.countries import COUNTRIES, Country
from shortlist.service.index.sample.industries import INDUSTRIES, STEMS, Industry
from shortlist.service.index.sample.prose import Life, biography
from shortlist.service.index.sample.roles import TRACKS, Track

PEOPLE = 5000
SEED = 20261121
LICENCE = "Synthetic: composed for demonstration; describes nobody"
_TODAY = date(2026, 11, 1)
_NAMESAKES = 60
"""People who share their name with another one on purpose."""

_DEGREES = {
    "technology": ("computer science", "electrical engineering", "mathematics", "physics"),
    "finance": ("economics", "accounting", "mathematics", "business administration"),
    "legal": ("law", "political science", "philosophy"),
    "health": ("medicine", "nursing", "public health", "biology"),
    "education & research": ("history", "chemistry", "education", "biology", "linguistics"),
    "environment & energy": ("civil engineering", "geography", "agronomy", "geology"),
    "policy & legislation": ("political science", "public administration", "anthropology"),
}
_OTHER_DEGREES = ("business administration", "psychology", "sociology", "industrial engineering")


@dataclass(frozen=True, slots=True)
class Organisation:
    """An employer of the sample."""

    name: str
    domain: str
    industry: Industry
    branch: str
    country: Country
    city: str
    region: str
    mail: str
    """How its addresses are made."""


def compose(people: int = PEOPLE, seed: int = SEED) -> list[Record]:
    """`people` records, in the order of their ids."""
    rng = Random(seed)
    organisations = list(_organisations(rng, max(len(COUNTRIES), people // 9)))
    peers: dict[str, list[Organisation]] = {}
    for organisation in organisations:
        peers.setdefault(organisation.industry.name, []).append(organisation)
    names = _Names(rng)
    leaders: set[tuple[str, str]] = set()
    records: list[Record] = []
    for number in range(1, people + 1):
        organisation = organisations[(number - 1) % len(organisations)]
        namesake = None
        if number > people - _NAMESAKES and records:
            namesake = records[rng.randrange(len(records))]["name"]
        records.append(_person(rng, number, organisation, peers, names, leaders, namesake))
    return records


def _organisations(rng: Random, count: int) -> Iterator[Organisation]:
    taken: set[str] = set()
    weights = [country.weight for country in COUNTRIES]
    for number in range(count):
        # Every country and every industry at least once, the rest by weight.
        country = (
            COUNTRIES[number] if number < len(COUNTRIES) else rng.choices(COUNTRIES, weights)[0]
        )
        industry = INDUSTRIES[number % len(INDUSTRIES)]
        city, region = rng.choice(country.cities)
        name = ""
        while not name or name in taken:
            noun = rng.choice(industry.nouns)
            stem = rng.choice(STEMS) if rng.random() < 0.8 else city
            name = f"{stem} {noun}"
        taken.add(name)
        yield Organisation(
            name=name,
            domain=fold(name).replace(" ", "-") + ".example",
            industry=industry,
            branch=rng.choice(industry.branches),
            country=country,
            city=city,
            region=region,
            mail=rng.choice(("{first}.{last}", "{first}.{last}", "{initial}{last}", "{first}")),
        )


class _Names:
    """Names nobody else in the sample has, as long as a country has any left."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._taken: set[str] = set()

    def draw(self, country: Country) -> tuple[str, str, str]:
        """(full, first, last)"""
        for attempt in range(200):
            first, last = self._rng.choice(country.given), self._rng.choice(country.family)
            full = f"{first} {last}"
            if attempt > 20:
                full = f"{first} {self._rng.choice('ABCDEFGHJKLMNPRSTW')}. {last}"
            if full not in self._taken:
                break
        self._taken.add(full)
        return full, first, last


# (share, seniority, title made of the track)
_LEVELS = (
    (0.05, "staff", "{craft0}"),
    (0.37, "other", "{craft}"),
    (0.22, "senior", "{senior}"),
    (0.14, "manager", "{head} Manager"),
    (0.10, "director", "{direct}"),
    (0.06, "vp", "Vice President, {head}"),
    (0.06, "c_level", "{chief}"),
)


def _job(rng: Random, track: Track) -> tuple[str, str]:
    """(title, seniority)"""
    _, seniority, pattern = rng.choices(_LEVELS, [level[0] for level in _LEVELS])[0]
    craft = rng.choice(track.craft[1:])
    title = pattern.format(
        craft0=track.craft[0],
        craft=craft,
        senior=rng.choice((f"Senior {craft}", f"Principal {craft}", f"Lead {craft}")),
        head=track.head,
        direct=rng.choice((f"Director of {track.head}", f"Head of {track.head}")),
        chief=track.chief,
    )
    if seniority == "other" and track.function == "education & research":
        seniority = "researcher"
    return title.replace("Senior Senior", "Senior"), seniority


def _person(
    rng: Random,
    number: int,
    organisation: Organisation,
    peers: dict[str, list[Organisation]],
    names: _Names,
    leaders: set[tuple[str, str]],
    namesake: str | None,
) -> Record:
    industry = organisation.industry
    weights = [len(industry.tracks) - i + 1 for i in range(len(industry.tracks))]
    track = TRACKS[rng.choices(industry.tracks, weights)[0]]
    title, seniority = _job(rng, track)
    if seniority == "c_level" or (rng.random() < 0.02 and "head" not in title.lower()):
        if (organisation.name, "") not in leaders and rng.random() < 0.4:
            leaders.add((organisation.name, ""))
            title, seniority = rng.choice(("Chief Executive Officer", "Managing Director")), "head"
        elif (organisation.name, title) in leaders:
            title, seniority = f"Deputy {title}", "director"
        else:
            leaders.add((organisation.name, title))
    full, first, last = names.draw(organisation.country)
    if namesake:
        full, (first, *_, last) = namesake, namesake.split()
    status = rng.choices(("current", "former", "unverified"), (90, 6, 4))[0]
    as_of = _TODAY - timedelta(days=rng.randint(5, 300 if status == "current" else 1100))
    history = _history(rng, organisation, peers, track, title, status, as_of)
    years = as_of.year - int(history[-1]["start"][:4]) + 1
    topic, second = rng.sample(industry.topics, 2)
    school = f"{rng.choice(STEMS)} {rng.choice(('University', 'College', 'Institute'))}"
    degree = rng.choice(_DEGREES.get(track.function, _OTHER_DEGREES))
    skills = rng.sample(track.skills, min(len(track.skills), rng.randint(3, 5)))
    slug = f"{fold(full).replace(' ', '-')}-{number}"
    life = Life(
        first=first,
        name=full,
        title=title,
        company=organisation.name,
        city=organisation.city,
        country=organisation.country.name,
        industry=industry.name,
        branch=organisation.branch,
        topic=topic,
        second_topic=second,
        skills=tuple(skills),
        since=int(history[0]["start"][:4]),
        years=years,
        team=rng.randint(4, 60) if seniority in ("manager", "director") else rng.randint(25, 900),
        former=tuple((job["title"], job["company"]) for job in history[1:]),
        school=school,
        degree=degree,
        language=organisation.country.language,
        is_lead=seniority in ("manager", "director", "vp", "c_level", "head"),
        status=status,
    )
    place = dict.fromkeys((organisation.city, organisation.region, organisation.country.name))
    record: Record = {
        "id": f"sample-{number:05}",
        "name": full,
        "first_name": first,
        "last_name": last,
        "title": title,
        "seniority": seniority,
        "function": "general management" if seniority == "head" else track.function,
        "company": organisation.name,
        "company_domain": organisation.domain,
        "industry": industry.name,
        "sub_industry": organisation.branch,
        "location": ", ".join(place),
        "city": organisation.city,
        "region": organisation.region,
        "country": organisation.country.name,
        "profile_url": f"https://people.example/{slug}",
        "summary": biography(life, rng),
        "history": history,
        "facts": {
            "skills": skills,
            "topics": [topic, second],
            "education": [{"school": school, "degree": degree}],
            "languages": list(dict.fromkeys((organisation.country.language, "English"))),
        },
        "status": status,
        "as_of": as_of.isoformat(),
        "sources": [
            f"https://directory.example/sample/{number:05}",
            f"https://{organisation.domain}/people/{slug}",
        ],
        "licence": LICENCE,
        "dataset": "sample",
    }
    if rng.random() < 0.6:
        url = f"https://network.example/in/{slug}"
        record["links"] = [{"type": "professional_network", "url": url}]
    contacts = _contacts(rng, organisation, first, last, number, as_of)
    if contacts:
        record["contacts"] = contacts
    return record


def _history(
    rng: Random,
    organisation: Organisation,
    peers: dict[str, list[Organisation]],
    track: Track,
    title: str,
    status: str,
    as_of: date,
) -> list[dict[str, Any]]:
    start = as_of - timedelta(days=rng.randint(100, 3200))
    now = {"title": title, "company": organisation.name, "start": start.isoformat()[:7]}
    end = as_of.isoformat()[:7] if status == "former" else None
    history: list[dict[str, Any]] = [{**now, "end": end}]
    for _ in range(rng.choices((0, 1, 2, 3), (15, 35, 33, 17))[0]):
        ended = start - timedelta(days=rng.randint(0, 200))
        start = ended - timedelta(days=rng.randint(300, 2600))
        if start.year < 1985:
            break
        near = peers[organisation.industry.name]
        far = peers[rng.choice(list(peers))]
        employer = rng.choice(near if rng.random() < 0.7 else far)
        earlier = rng.choice(track.craft)
        if rng.random() < 0.25:
            earlier = f"Senior {earlier}" if not earlier.startswith("Senior") else earlier
        history.append(
            {
                "title": earlier,
                "company": employer.name,
                "start": start.isoformat()[:7],
                "end": ended.isoformat()[:7],
            }
        )
    return history


def _contacts(
    rng: Random, organisation: Organisation, first: str, last: str, number: int, as_of: date
) -> dict[str, dict[str, str]]:
    plain_first, plain_last = (fold(part).replace(" ", "") for part in (first, last))
    source = f"https://{organisation.domain}/people"
    # Some addresses were last seen years ago, and may be dead.
    stale = rng.random() < 0.12
    seen = (
        as_of - timedelta(days=rng.randint(700, 2000) if stale else rng.randint(0, 90))
    ).isoformat()
    contacts: dict[str, dict[str, str]] = {}
    if rng.random() < 0.7:
        user = organisation.mail.format(first=plain_first, last=plain_last, initial=plain_first[:1])
        if organisation.mail == "{first}":
            user += str(number % 100)
        contacts["work_email"] = {
            "value": f"{user}@{organisation.domain}",
            "source": source,
            "last_seen": seen,
        }
    if rng.random() < 0.08:
        user = f"{plain_first}{plain_last}{number}"
        contacts["personal_email"] = {
            "value": f"{user}@mail.example",
            "source": f"https://network.example/in/{user}",
            "last_seen": seen,
        }
    if rng.random() < 0.28:
        # 555 01xx is set aside for fiction; elsewhere the zeroes keep it unreachable.
        digits = f"555 01{number % 100:02}" if organisation.country.dialling == "+1" else ""
        digits = digits or f"000 {rng.randint(100, 999)} {number:04}"
        contacts["phone"] = {
            "value": f"{organisation.country.dialling} {digits}",
            "source": source,
            "last_seen": seen,
        }
    return contacts
