"""Careers of the sample: employers, posts, schools and languages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random
from typing import Any

from shortlist.contract.anchors import fold
from tools.sample.countries import Country
from tools.sample.work import (
    KINDS,
    SCHOOLS,
    SPOKEN_TOO,
    STEMS,
    Family,
    Job,
    Kind,
    School,
    instead,
    reported,
)

TODAY = date(2026, 11, 1)
_LED = {
    "software": "Engineering", "data": "Data", "product": "Product", "nursing": "Nursing",
    "sales": "Sales", "marketing": "Marketing", "support": "Customer Service",
    "finance": "Finance", "payroll": "Payroll", "people": "People", "operations": "Operations",
    "logistics": "Supply Chain", "legal": "Legal", "engineering": "Engineering",
    "science": "Environment", "creative": "Design", "academic": "Research",
}  # fmt: skip
"""What a family's head is head of."""
_HANDS = frozenset(
    {
        "trades",
        "production",
        "hospitality",
        "support",
        "property",
        "shop",
        "caring",
        "driving",
        "vehicles",
    }
)
"""Families that few have studied for."""
_ABROAD = ("United States", "United Kingdom", "Germany", "France", "Australia", "Canada")
"""Where people study who leave their country for it."""
_OTHER_LANGUAGES = (
    "Spanish", "French", "German", "Italian", "Portuguese", "Arabic", "Polish", "Chinese",
    "Russian", "Turkish", "Japanese", "Hindi", "Dutch",
)  # fmt: skip
_OWN_SHOPS = {("pharmacy", "retail"): ("Pharmacy", "Pharmacies")}
"""Whom a kind of employers has in shops of their own: what these are called, and their branch."""
_BUCKETS = ((10, "1-10"), (50, "11-50"), (200, "51-200"), (500, "201-500"), (1000, "501-1,000"),
            (5000, "1,001-5,000"), (10_000, "5,001-10,000"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Employer:
    """An employer of the sample."""

    name: str
    domain: str
    kind: Kind
    branch: str
    country: Country
    city: str
    region: str
    people: int
    mail: str
    """How its addresses are made."""

    @property
    def size(self) -> str:
        """As networks have it."""
        return next((told for most, told in _BUCKETS if self.people <= most), "10,001+")


class Employers:
    """The employers of each country and kind: the more people one has, the more it takes on."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._all: dict[tuple[str, str], list[Employer]] = {}
        self._taken_on: dict[tuple[str, str], list[Employer]] = {}
        self._names: set[str] = set()

    def draw(self, country: Country, kind: Kind, place: tuple[str, str] | None = None) -> Employer:
        key = (country.name, kind.key)
        there = self._taken_on.setdefault(key, [])
        if place:
            there = [each for each in there if (each.city, each.region) == place]
        if there and self._rng.random() > 4 / (4 + len(there)):
            found = self._rng.choice(there)
        else:
            found = self._new(country, kind, place or self._rng.choice(country.cities))
        self._taken_on[key].append(found)
        return found

    def unknown(self, kind: Kind, city: str) -> str:
        """The name of one in `city` where nobody of the sample is."""
        names = (f"{first} {noun}" for first in (city, *STEMS) for noun in kind.nouns)
        return next(each for each in names if each not in self._names)

    def _new(self, country: Country, kind: Kind, place: tuple[str, str]) -> Employer:
        rng, (city, region) = self._rng, place
        name = ""
        local = kind.key in ("health", "school", "university", "government", "care")
        while not name or name in self._names:
            first = city if rng.random() < (0.6 if local else 0.12) else rng.choice(STEMS)
            if local and first == city and name in self._names:
                first = f"{rng.choice(STEMS)} {city}"
            name = f"{first} {rng.choice(kind.nouns)}"
        self._names.add(name)
        return Employer(
            name=name,
            domain=_domain(name),
            kind=kind,
            branch=rng.choice(kind.branches),
            country=country,
            city=city,
            region=region,
            people=max(2, round(rng.choice(kind.sizes) * rng.uniform(0.5, 1.6))),
            mail=rng.choice(("{first}.{last}", "{first}.{last}", "{initial}{last}", "{first}")),
        )


def _domain(name: str) -> str:
    return fold(name).replace(" ", "-").replace("'", "") + ".example"


def shop_of(employer: Employer, family: Family) -> Employer:
    """`employer`, or of those whom it has in shops of their own, such as pharmacists, the shop."""
    own = _OWN_SHOPS.get((family.name, employer.kind.key))
    if own is None:
        return employer
    name = f"{employer.name.rpartition(' ')[0]} {own[0]}"
    return replace(employer, name=name, domain=_domain(name), branch=own[1])


def seniority_of(title: str, family: Family) -> str:
    """As the title says it."""
    words = set(title.replace(",", " ").split())
    if words & {"CEO", "Founder", "Managing"} or "Chief Executive" in title:
        return "head"
    if "Chief" in words and "Staff" not in words:
        return "c_level"
    if "Vice" in words:
        return "vp"
    if words & {"Director", "Head"} and not words & {"Art", "Chef", "Teacher"}:
        return "director"
    if words & {"Manager", "Supervisor"} and not words & {"Account", "Product", "Project"}:
        return "manager"
    if words & {"Senior", "Lead", "Principal", "Staff", "Master"}:
        return "senior"
    return "researcher" if family.name == "academic" else "other"


def title_of(rng: Random, job: Job, country: Country, years: int) -> str:
    """A title of the occupation, higher the longer somebody has worked."""
    own = reported(job.code)
    title = rng.choice(own) if own and rng.random() < 0.3 else rng.choice(job.titles)
    led = _LED.get(job.family.name)
    chance = rng.random()
    if led and years >= 9 and chance < 0.09:
        us = country.name in ("United States", "Canada", "India")
        if us and rng.random() < 0.35:
            return f"Vice President, {led}"
        return rng.choice((f"Head of {led}", f"Director of {led}"))
    plain = seniority_of(title, job.family) == "other"
    if plain and years >= 5 and chance < 0.4 and job.family.name not in ("teaching", "public"):
        first = "Senior" if chance < 0.33 or job.family.name == "nursing" else "Lead"
        return f"{first} {title}"
    return title


def junior_title(rng: Random, job: Job, ways: list[Job]) -> str:
    """A title that somebody had early on: of the occupation, or of one that leads to it."""
    for titles in (job.titles, [title for way in ways for title in way.titles]):
        plain = [t for t in titles if seniority_of(t, job.family) in ("other", "researcher")]
        if plain:
            return rng.choice(plain)
    return f"Assistant {rng.choice(job.titles)}"


_RISE = ("Management Trainee", "Business Analyst", "Project Manager", "Operations Manager",
         "Director of Operations")  # fmt: skip
"""Posts on the way to an occupation that nobody begins in, such as a chief executive's."""
_CHIEFS = {
    "Chief Financial Officer": "Finance", "Chief Technology Officer": "Technology",
    "Chief Technical Officer": "Technology", "Chief Information Officer": "Technology",
    "Chief Marketing Officer": "Marketing", "Chief People Officer": "People",
    "Chief Diversity Officer": "People",
}  # fmt: skip
"""Chief officers of one department, and how it is called."""
_LED_BY = ("Vice President, {}", "Director of {}", "Deputy Director of {}", "{} Manager",
           "Senior {} Analyst", "{} Analyst")  # fmt: skip
"""Posts in a department on the way to its chief officer's, newest first."""
_RANKS = ("other", "researcher", "senior", "manager", "director", "vp", "c_level", "head")
_BELOW = {
    "Assistant": 0.6, "Teaching": 0.6, "Trainee": 0.6, "Junior": 0.6, "Apprentice": 0.6,
    "Associate": 0.3, "Sous": 0.3, "Deputy": 0.3, "Postdoctoral": 0.9, "Lecturer": 0.7,
    "Supervisor": 0.4,
}  # fmt: skip
"""By how much a title that begins or ends so is below the others."""
_ABOVE = {"Head": 0.5, "Executive": 0.5, "Art": 0.5, "Project": 0.3}
"""And above, as a head chef is above a chef."""
_GRADED = ("Senior ", "Lead ")


def rank_of(title: str, family: Family) -> float:
    """How high a title is, to compare titles of one career."""
    words, own = title.split(), _RANKS.index(seniority_of(title, family))
    below = max(_BELOW.get(words[0], 0), _BELOW.get(words[-1], 0))
    return own - below + (0 if own else _ABOVE.get(words[0], 0))


def _climb(titles: list[str], job: Job, ways: list[Job]) -> list[str]:
    """`titles`, newest first, with none above one that came later, the present one first."""
    titles = [each.removesuffix(" II") if each.startswith(_GRADED) else each for each in titles]
    assistants = [f"Assistant {each}" for each in job.titles]
    family, first = job.family, titles[0]
    led = _CHIEFS.get(first.removeprefix("Deputy "))
    if led and family.name == "executive":
        return [first, *(step.format(led) for step in _LED_BY[: len(titles) - 1])]
    most = rank_of(first, family)
    plain = next((first.removeprefix(each) for each in _GRADED if first.startswith(each)), first)
    known = [*job.titles, *(title for way in ways for title in way.titles)]
    lower = [title for title in known if rank_of(title, family) <= most]
    held = [
        title if rank_of(title, family) <= most else lower[at % len(lower)] if lower else plain
        for at, title in enumerate(titles[1:])
    ]
    # Who leads all of it has led one department at the most, and not from its top.
    held = ["Director of Operations" if title in _CHIEFS else title for title in held]
    rise = [title for title in _RISE if rank_of(title, family) <= most] or [first]
    begun = [title for title in held if title in assistants]
    # The last steps before the present post: nobody goes from trainee to the top in a year.
    steps = iter([*rise[:1] * (len(begun) - len(rise)), *rise[-len(begun) :]] if begun else [])
    held = [next(steps) if title in assistants else title for title in held]
    held.sort(key=lambda title: -rank_of(title, family))
    led = _LED.get(family.name, "")
    if led and first.endswith((f" of {led}", f", {led}")):
        above = rank_of(first, family)
        for at, step in enumerate((f"{led} Manager", f"Senior {(held or [''])[-1]}")[: len(held)]):
            if rank_of(held[at], family) < rank_of(step, family) <= above:
                held[at] = step
            above = rank_of(held[at], family)
    return [first, *held]


def history_of(
    rng: Random, employers: Employers, job: Job, ways: dict[str, list[Job]], now: Employer,
    title: str, years: int, as_of: date, *, left: bool,
) -> list[dict[str, Any]]:  # fmt: skip
    """Posts, newest first, over so many `years`."""
    begin = as_of - timedelta(days=round(365.25 * years))
    month = timedelta(days=30)
    end, start = as_of, max(begin, as_of - timedelta(days=rng.randint(90, 2600)))
    posts: list[dict[str, Any]] = [
        {
            "title": title,
            "company": now.name,
            "start": start.isoformat()[:7],
            "end": as_of.isoformat()[:7] if left else None,
            "location": now.city,
        }
    ]
    at, been = now, {now.name}
    shops = {now.name: shop_of(now, job.family).name}
    while start - begin > 9 * month and len(posts) < 7:
        before = start
        end = start - rng.choice((timedelta(0), month, month, 4 * month))
        start = max(begin, end - timedelta(days=rng.randint(300, 2300)))
        if rng.random() < 0.22 and at.name == posts[-1]["company"]:
            name, city = at.name, at.city  # a promotion
        else:
            kind = KINDS[rng.choice(job.employers)] if rng.random() < 0.45 else at.kind
            known = [n for n, _ in kind.known if n not in been]
            if known and rng.random() < 0.26:
                weights = [w for n, w in kind.known if n not in been]
                name, city = rng.choices(known, weights)[0], rng.choice(now.country.cities)[0]
                been.add(name)
                if kind.only_in.get(name, now.country.name) != now.country.name:
                    name = employers.unknown(kind, city)
            else:
                at = employers.draw(now.country, kind)
                shops[at.name] = shop_of(at, job.family).name
                name, city = at.name, at.city
                if name in been:
                    start = before
                    continue
        been.add(name)
        later = (as_of - start).days < 365 * 8 and years > 12
        others = ways[job.family.name]
        earlier = title_of(rng, job, now.country, 4) if later else junior_title(rng, job, others)
        if name == posts[-1]["company"] and earlier == posts[-1]["title"]:
            start = before
            continue
        posts.append(
            {
                "title": earlier,
                "company": name,
                "start": start.isoformat()[:7],
                "end": end.isoformat()[:7],
                "location": city,
            }
        )
    titles = _climb([post["title"] for post in posts], job, ways[job.family.name])
    history: list[dict[str, Any]] = []
    for post, held in zip(posts, titles, strict=True):
        company = shops.get(post["company"], post["company"])
        told = {**post, "title": _called(held, job), "company": company}
        if history and all(history[-1][key] == told[key] for key in ("title", "company")):
            history[-1]["start"] = told["start"]
        else:
            history.append(told)
    return history


def _called(title: str, job: Job) -> str:
    """As people of the occupation are called, in a title of any grade."""
    grade = next((each for each in _GRADED if title.startswith(each)), "")
    plain = title.removeprefix(grade)
    return grade + instead(job).get(plain, plain)


def education_of(
    rng: Random, job: Job, country: Country, city: str, began: int
) -> list[dict[str, Any]]:
    """Schools, newest first, up to the year that work began."""
    family = job.family
    if (family.name in _HANDS and rng.random() < 0.85) or family.name == "caring":
        if rng.random() < 0.4:
            return []
        school = f"{city} {rng.choice(('Community College', 'Vocational College'))}"
        degree = rng.choice(("Certificate", "Associate degree", "Vocational diploma"))
        return [{"school": school, "degree": degree, "field": rng.choice(family.fields),
                 "end": str(began)}]  # fmt: skip
    schools = SCHOOLS.get(country.name) or (School(f"University of {city}", frozenset()),)
    if rng.random() < 0.05:
        schools = SCHOOLS[rng.choice(_ABROAD)]
    school = _teaching(rng.choice(schools), schools, family)
    if family.name == "investing" and rng.random() < 0.45:
        school = rng.choice(SCHOOLS["United States"][:3]).name
    degree, takes = {
        "nursing": ("Bachelor of Science in Nursing", 4),
        "medicine": ("Doctor of Medicine", 6),
        "legal": (rng.choice(("LLB", "Juris Doctor")), 4),
        "academic": ("PhD", 5),
    }.get(family.name, (rng.choice(("BSc", "BA", "Bachelor's degree")), 3 + (rng.random() < 0.5)))
    first = {"school": school, "degree": degree, "field": rng.choice(family.fields),
             "start": str(began - takes), "end": str(began)}  # fmt: skip
    found = [first]
    if rng.random() < (0.55 if family.name in ("investing", "executive") else 0.22):
        business = family.name in ("investing", "executive", "operations", "sales", "finance")
        more = ("MBA", "business administration") if business else ("MSc", first["field"])
        later = began + (rng.randint(3, 8) if business else 2)
        if later <= TODAY.year:
            other = _teaching(rng.choice(schools), schools, family)
            found.insert(0, {"school": other, "degree": more[0], "field": more[1],
                             "start": str(later - 2), "end": str(later)})  # fmt: skip
    return found


def _teaching(school: School, schools: tuple[School, ...], family: Family) -> str:
    """`school`, or the next of `schools` that has something for people of `family`."""
    at = schools.index(school)
    fitting = (s for s in (*schools[at:], *schools) if not s.families or family.name in s.families)
    return next(fitting, school).name


def languages_of(rng: Random, country: Country) -> list[dict[str, str]]:
    """Each once, the first one first."""
    levels = {country.language: "native"}
    too = SPOKEN_TOO.get(country.name)
    if too and rng.random() < 0.35:
        levels.setdefault(too, rng.choice(("native", "professional")))
    if rng.random() < 0.75:
        levels.setdefault("English", rng.choice(("professional", "professional", "fluent")))
    if rng.random() < (0.15 if country.language == "English" else 0.28):
        levels.setdefault(rng.choice(_OTHER_LANGUAGES), rng.choice(("conversational", "fluent")))
    return [{"name": name, "level": level} for name, level in levels.items()]
