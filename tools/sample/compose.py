"""Composing the synthetic sample directory: the same people for the same seed, always.

People are drawn from the occupations that a labour market has, in a country by its weight, and work
for an employer of a kind that has such people. Nobody in it exists: names are drawn from what is
usual in a country, addresses are on `.example`. Schools and a few earlier employers are real ones,
so that questions about them can be tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Final

from shortlist.contract.anchors import fold
from shortlist.service.index.port import Record
from tools.sample.careers import (
    TODAY,
    Employer,
    Employers,
    education_of,
    history_of,
    languages_of,
    seniority_of,
    shop_of,
    title_of,
)
from tools.sample.countries import COUNTRIES, Country
from tools.sample.prose import Life, summary
from tools.sample.work import JOBS, KINDS, Family, Job, instead

PEOPLE = 5000
SEED = 20261122
LICENCE = "Synthetic: composed for demonstration; describes nobody"
_NAMESAKES = 60
"""People who share their name with another one on purpose."""
_STAGES = ("DevSummit", "CloudDays", "OpenInfra Forum", "People & Work", "HealthTech Week",
           "Retail Now", "Supply Chain Live", "Finance Forward", "KubeFest")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scene:
    """Where some kinds of work are more than elsewhere: a capital of finance, head offices."""

    share: float
    countries: tuple[str, ...]
    city: str
    families: tuple[str, ...]


_SCENES: Final = (
    Scene(0.016, ("United Kingdom",), "London", ("people", "finance", "payroll", "investing")),
    Scene(0.008, ("Germany", "Austria", "Switzerland"), "", ("people",)),
    Scene(0.006, ("United States",), "San Francisco", ("investing", "software", "product")),
    Scene(0.006, ("United States",), "Houston", ("sales", "engineering")),
    Scene(0.003, ("United States",), "Bangor", ("nursing", "caring")),
)


def compose(people: int = PEOPLE, seed: int = SEED) -> list[Record]:
    """`people` records, in the order of their ids."""
    return list(_Composer(seed).records(people))


class _Composer:
    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._employers = Employers(self._rng)
        self._names = _Names(self._rng)
        self._led: set[str] = set()
        self._ways: dict[str, list[Job]] = {}
        for job in JOBS:
            self._ways.setdefault(job.family.name, []).append(job)

    def records(self, people: int) -> list[Record]:
        """So many, namesakes last."""
        found: list[Record] = []
        for number in range(1, people + 1):
            # Every country at least once, the rest by weight.
            country = COUNTRIES[number - 1] if number <= len(COUNTRIES) else None
            namesake = None
            if number > people - _NAMESAKES and found:
                namesake = found[self._rng.randrange(len(found))]["name"]
            found.append(self._person(number, country, namesake))
        return found

    def _placed(self, country: Country | None) -> tuple[Job, Country, tuple[str, str] | None]:
        rng = self._rng
        chance = rng.random()
        for scene in _SCENES if country is None else ():
            chance -= scene.share
            if chance < 0:
                where = rng.choice(scene.countries)
                there = next(each for each in COUNTRIES if each.name == where)
                jobs = [job for job in JOBS if job.family.name in scene.families]
                place = next((city for city in there.cities if city[0] == scene.city), None)
                return rng.choices(jobs, [job.weight for job in jobs])[0], there, place
        job = rng.choices(JOBS, [job.weight for job in JOBS])[0]
        return job, country or rng.choices(COUNTRIES, [c.weight for c in COUNTRIES])[0], None

    def _person(self, number: int, country: Country | None, namesake: str | None) -> Record:
        rng = self._rng
        job, country, place = self._placed(country)
        drawn = self._employers.draw(country, KINDS[rng.choice(job.employers)], place)
        employer = shop_of(drawn, job.family)
        years = round(rng.triangular(1, 38, 9))
        title = title_of(rng, job, country, years)
        seniority = seniority_of(title, job.family)
        if seniority in ("head", "c_level") and f"{employer.name} {title}" in self._led:
            title, seniority = f"Deputy {title}" if "Founder" not in title else "Co-founder", "head"
        self._led.add(f"{employer.name} {title}")
        least = {"manager": 4, "director": 8, "vp": 9, "c_level": 10, "head": 6, "senior": 4}
        years = max(years, least.get(seniority, 1) + rng.randint(0, 4))
        full, first, last = self._names.draw(country)
        if namesake:
            full, (first, *_, last) = namesake, namesake.split()
        status = rng.choices(("current", "former", "unverified"), (90, 6, 4))[0]
        as_of = TODAY - timedelta(days=rng.randint(5, 300 if status == "current" else 900))
        history = history_of(
            rng, self._employers, job, self._ways, drawn, title, years, as_of,
            left=status == "former",
        )  # fmt: skip
        return self._record(
            number,
            job,
            employer,
            (full, first, last),
            str(history[0]["title"]),
            seniority,
            years,
            history,
            status,
            as_of,
        )

    def _record(
        self, number: int, job: Job, employer: Employer, named: tuple[str, str, str], title: str,
        seniority: str, years: int, history: list[dict[str, object]], status: str, as_of: date,
    ) -> Record:  # fmt: skip
        rng, family, country = self._rng, job.family, employer.country
        full, first, last = named
        began = as_of.year - years
        education = education_of(rng, job, country, employer.city, began)
        rank = title.removeprefix("Deputy ")
        for each in education:
            each["field"] = instead(job, rank).get(each["field"], each["field"])
        own = instead(job, rank, *(each["field"] for each in education[-1:]))
        drawn = rng.sample(family.skills, min(len(family.skills), rng.randint(4, 7)))
        skills = [own.get(skill, skill) for skill in drawn]
        held = [_instead(each, own) for each in _certifications(rng, family)]
        languages = languages_of(rng, country)
        life = Life(
            first=first,
            title=title,
            company=employer.name,
            city=employer.city,
            branch=employer.branch,
            matters=tuple(own.get(each, each) for each in rng.sample(family.matters, 3)),
            skills=tuple(skills),
            since=int(str(history[0]["start"])[:4]),
            years=years,
            posts=tuple(history[1:]),
            school=str(education[0]["school"]) if education else "",
            field=str(education[0]["field"]) if education else "",
            languages=tuple(each["name"] for each in languages),
            certifications=tuple(each["name"] for each in held),
            people_led=_led(rng, seniority, employer.people),
            stage=_stage(rng, family),
            left=status == "former",
        )
        slug = f"{fold(full).replace(' ', '-')}-{number}"
        record: Record = {
            "id": f"sample-{number:05}",
            "name": full,
            "first_name": first,
            "last_name": last,
            "title": title,
            "seniority": seniority,
            "function": "general management"
            if seniority == "head"
            else own.get(family.function, family.function),
            **_facts_of(employer),
            "profile_url": f"https://people.example/{slug}",
            # Of its own, so that a change of wording is one of wording.
            "summary": summary(life, Random(f"{SEED} {number}")),
            "history": history,
            "education": education,
            "skills": _with_years(rng, skills, years),
            "languages": languages,
            "certifications": held,
            "status": status,
            "as_of": as_of.isoformat(),
            "sources": [
                f"https://directory.example/sample/{number:05}",
                f"https://{employer.domain}/people/{slug}",
            ],
            "licence": LICENCE,
            "dataset": "sample",
        }
        if rng.random() < 0.6:
            url = f"https://network.example/in/{slug}"
            record["links"] = [{"type": "professional_network", "url": url}]
        contacts = _contacts(rng, employer, first, last, number, as_of)
        if contacts:
            record["contacts"] = contacts
        return {key: value for key, value in record.items() if value not in ("", [])}


def _facts_of(employer: Employer) -> dict[str, str]:
    country = employer.country.name
    return {
        "company": employer.name,
        "company_domain": employer.domain,
        "company_size": employer.size,
        "company_industry": employer.kind.industry,
        "industry": employer.kind.industry,
        "sub_industry": employer.branch,
        "location": ", ".join(dict.fromkeys((employer.city, employer.region, country))),
        "city": employer.city,
        "region": employer.region,
        "country": country,
    }


def _certifications(rng: Random, family: Family) -> list[dict[str, str]]:
    """What people of an occupation hold, of licences one at the most."""
    held = [
        {"name": name, "issuer": issuer}
        for name, issuer in family.certifications
        if rng.random() < (0.55 if "license" in name else 0.22)
    ]
    licences = [each for each in held if "icense" in each["name"] or "Status" in each["name"]]
    return [each for each in held if each not in licences[1:]]


def _instead(held: dict[str, str], own: dict[str, str]) -> dict[str, str]:
    """What people of an occupation hold in place of `held`."""
    name, _, issuer = own.get(held["name"], held["name"]).partition("/")
    return {"name": name, "issuer": issuer or held["issuer"]}


def _stage(rng: Random, family: Family) -> str:
    """A conference that somebody spoke at, and its year; mostly none."""
    known = family.name in ("software", "data", "people", "product", "executive", "investing")
    if rng.random() >= (0.2 if known else 0.03):
        return ""
    return f"{rng.choice(_STAGES)} {rng.randint(2019, 2026)}"


def _with_years(rng: Random, skills: list[str], years: int) -> list[object]:
    """As people list them: one in three says of some for how long."""
    if rng.random() < 0.66:
        return list(skills)
    told: list[object] = []
    for skill in skills:
        of = rng.randint(1, max(1, min(years, 14)))
        said = f"{of} {'year' if of == 1 else 'years'}"
        told.append({"name": skill, "level": said} if rng.random() < 0.6 else skill)
    return told


def _led(rng: Random, seniority: str, of: int) -> int:
    most = {"manager": 25, "director": 90, "vp": 240, "c_level": 400, "head": 900}.get(seniority, 0)
    return rng.randint(2, max(3, min(most, of // 2))) if most else 0


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


def _contacts(
    rng: Random, employer: Employer, first: str, last: str, number: int, as_of: date
) -> dict[str, dict[str, str]]:
    plain_first, plain_last = (fold(part).replace(" ", "") for part in (first, last))
    source = f"https://{employer.domain}/people"
    # Some addresses were last seen years ago, and may be dead.
    stale = rng.random() < 0.12
    seen = (
        as_of - timedelta(days=rng.randint(700, 2000) if stale else rng.randint(0, 90))
    ).isoformat()
    contacts: dict[str, dict[str, str]] = {}
    if rng.random() < 0.7:
        user = employer.mail.format(first=plain_first, last=plain_last, initial=plain_first[:1])
        if employer.mail == "{first}":
            user += str(number % 100)
        contacts["work_email"] = {
            "value": f"{user}@{employer.domain}",
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
        digits = f"555 01{number % 100:02}" if employer.country.dialling == "+1" else ""
        digits = digits or f"000 {rng.randint(100, 999)} {number:04}"
        contacts["phone"] = {
            "value": f"{employer.country.dialling} {digits}",
            "source": source,
            "last_seen": seen,
        }
    return contacts
