"""Composes graded queries from the fields of a corpus, by rule.

The grades come from the raw fields with rules of this file's own, never from the code that is
measured. The same corpus and seed give the same queries. Grade 3: meets every criterion.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from shortlist.service.index.port import Record

Query = dict[str, Any]
"""`{qid, query, type, relevant}`; `relevant` maps ids to grades."""

OFFICERS = {
    "CFO": (
        r"\bCFO\b|Chief Fin\w*\.?,? Of",
        ["CFOs", "chief financial officers", "finance chiefs"],
    ),
    "CEO": (r"\bCEO\b|Chief Exec\w*\.? Of", ["CEOs", "chief executives"]),
    "COO": (r"\bCOO\b|Chief Oper\w*\.? Of", ["COOs", "chief operating officers"]),
    "GC": (r"Gen\w*\.? Counsel|Chief Legal|\bCLO\b|\bGC\b", ["general counsels", "top lawyers"]),
    "CHRO": (
        r"\bCHRO\b|Chief (?:People|HR|Human Res\w*\.?|Human Capital)",
        ["heads of HR", "chief people officers"],
    ),
    "CIO": (r"\bCIO\b|Chief Info\w*\.?", ["chief information officers", "CIOs"]),
    "CMO": (r"Chief Marketing Off|\bCMO\b", ["chief marketing officers", "marketing chiefs"]),
}
DEPUTY = re.compile(r"deputy|assistant|associate|\bassoc|former|principal assistant", re.IGNORECASE)
TOPICS = {
    # committee topic: (its pattern in a committee's name, how else people say it)
    "education": (r"education", "people who write the rules for schools"),
    "health": (r"health", "politicians concerned with hospitals and doctors"),
    "agriculture": (r"agricultur", "lawmakers dealing with farms and livestock"),
    "transportation": (r"transport", "legislators in charge of roads and bridges"),
    "judiciary": (r"judiciary", "legislators concerned with courts and judges"),
    "energy": (r"energy", "lawmakers who deal with electricity and power plants"),
    "housing": (r"housing", "politicians working on rents and homelessness"),
    "veterans": (r"veteran", "legislators who take care of retired soldiers"),
    "appropriations": (r"appropriation", "lawmakers holding the purse strings"),
    "insurance": (r"insurance", "legislators who regulate insurers"),
    "labor": (r"labor", "legislators dealing with workers and wages"),
    "elections": (r"election", "lawmakers who decide how people vote"),
    "environment": (r"environment", "legislators fighting pollution"),
    "local government": (r"local government", "legislators dealing with towns and counties"),
    "natural resources": (r"natural resources", "lawmakers for forests, fish and wildlife"),
    "corrections": (r"correction", "legislators responsible for prisons"),
    "technology": (r"technology", "lawmakers handling computers and the internet"),
}
INDUSTRIES = {
    "Passenger Airlines": "airline companies",
    "Pharmaceuticals": "drug makers",
    "Regional Banks": "regional banks",
    "Homebuilding": "home builders",
    "Electric Utilities": "electricity companies",
    "Rail Transportation": "railroads",
    "Biotechnology": "biotech companies",
    "Aerospace & Defense": "defense contractors",
    "Automobile Manufacturers": "car makers",
    "Hotels, Resorts & Cruise Lines": "hotel and cruise companies",
    "Packaged Foods & Meats": "food makers",
    "Application Software": "companies that make business software",
    "Specialty Chemicals": "specialty chemicals companies",
    "Property & Casualty Insurance": "property and casualty insurers",
    "Semiconductors": "microchip companies",
    "Oil & Gas Refining & Marketing": "refiners",
    "Food Retail": "supermarket chains",
    "Casinos & Gaming": "casino operators",
    "Steel": "steelmakers",
    "Tobacco": "cigarette makers",
}
WORLD = {
    "the Baltic states": ["Estonia", "Latvia", "Lithuania"],
    "Central America": [
        "Belize",
        "Costa Rica",
        "El Salvador",
        "Guatemala",
        "Honduras",
        "Nicaragua",
        "Panama",
    ],
    "Southeast Asia": [
        "Brunei",
        "Cambodia",
        "Indonesia",
        "Laos",
        "Malaysia",
        "Burma",
        "Philippines",
        "Singapore",
        "Thailand",
        "Vietnam",
        "Timor-Leste",
    ],
    "North African countries": [
        "Algeria",
        "Egypt",
        "Libya",
        "Morocco",
        "Tunisia",
        "Sudan",
    ],
    "Benelux": ["Belgium", "Netherlands", "Luxembourg"],
    "Central Asia": ["Kazakhstan", "Kyrgyzstan", "Tajikistan", "Turkmenistan", "Uzbekistan"],
    "East African countries": [
        "Burundi",
        "Comoros",
        "Djibouti",
        "Eritrea",
        "Ethiopia",
        "Kenya",
        "Madagascar",
        "Malawi",
        "Mauritius",
        "Mozambique",
        "Rwanda",
        "Seychelles",
        "Somalia",
        "South Sudan",
        "Tanzania",
        "Uganda",
        "Zambia",
        "Zimbabwe",
    ],
}
PORTFOLIOS = {
    "health": r"\bHealth\b",
    "education": r"\bEducation\b",
    "finance": r"\bFinance",
    "justice": r"\bJustice\b",
    "energy": r"\bEnergy\b",
    "tourism": r"\bTourism\b",
    "foreign affairs": r"Foreign Affairs",
}
REGIONS = {
    "New England": "Connecticut|Maine|Massachusetts|New Hampshire|Rhode Island|Vermont",
    "the Pacific Northwest": "Oregon|Washington|Idaho",
    "the Midwest": "Illinois|Indiana|Michigan|Ohio|Wisconsin|Iowa|Kansas|Minnesota|Missouri"
    "|Nebraska|North Dakota|South Dakota",
    "the Southwest": "Arizona|New Mexico|Oklahoma|Texas",
}
SCIENCE = {
    "scientists studying earthquakes": r"earthquake|seismic|seismo",
    "researchers working on batteries": r"batter(?:y|ies)|lithium",
    "academics researching black holes": r"black hole|gravitational wave",
    "professors who study coral reefs and oceans": r"coral|ocean|marine",
    "researchers protecting computers from hackers": r"cybersecurity|security|privacy|cryptograph",
    "scientists looking at glaciers and ice sheets": r"glacier|ice sheet|\bice\b|antarctic",
    "people doing machine learning research": r"machine learning|deep learning|neural network",
}


class Composer:
    """Queries from one corpus. `avoid`: texts of queries that must not be repeated."""

    def __init__(self, people: list[Record], seed: int = 20261121) -> None:
        self.people = people
        self.random = random.Random(seed)
        self.legislators = [
            p for p in people if p["seniority"] == "legislator" and p["dataset"] == "openstates"
        ]
        self.states = sorted({p["region"] for p in self.legislators if p["region"]})

    def queries(self) -> list[Query]:
        """All of them, numbered."""
        made: list[Query] = []
        makers: tuple[tuple[Callable[[], Iterator[Query]], int], ...] = (
            (self.committees, 24),
            (self.chairs, 6),
            (self.officers, 16),
            (self.executives, 6),
            (self.judges, 6),
            (self.parliament, 5),
            (self.ministers, 8),
            (self.maintainers, 5),
            (self.agencies, 5),
            (self.paraphrases, 20),
            (self.industries, 12),
            (self.sciences, 7),
            (self.names, 60),
            (self.roles_at, 24),
            (self.envoys, 6),
            (self.negations, 6),
            (self.departures, 6),
            (self.beginnings, 6),
            (self.contacts, 6),
        )
        for maker, most in makers:
            kept = 0
            for query in maker():
                if 0 < sum(1 for grade in query["relevant"].values() if grade == 3) <= 120:
                    made.append({"qid": f"own-{len(made) + 1:03}", **query})
                    kept += 1
                    if kept == most:
                        break
        return made

    def _query(self, kind: str, text: str, exact: list[Record], near: list[Record] = ()) -> Query:  # type: ignore[assignment]
        relevant = {p["id"]: 1 for p in near} | {p["id"]: 3 for p in exact}
        return {"query": text, "type": kind, "relevant": relevant}

    def _shuffled(self, values: Any) -> list[Any]:
        ordered = sorted(values)
        self.random.shuffle(ordered)
        return ordered

    def committees(self) -> Iterator[Query]:
        forms = (
            "{state} state senators on the {topic} committee",
            "{state} senators serving on a {topic} committee",
            "members of the {topic} committee in the {state} Senate",
            "{state} House members on a {topic} committee",
            "representatives from {state} who sit on {topic} committees",
        )
        for at, state in enumerate(self._shuffled(self.states) * 3):
            topic = self.random.choice(sorted(TOPICS))
            form = forms[at % len(forms)]
            chamber = "upper" if "enat" in form else "lower"
            if "House members" in form and not any(
                "House" in p["company"] for p in self.legislators if p["region"] == state
            ):
                continue
            on = [p for p in self._current(state) if on_committee(p, TOPICS[topic][0])]
            exact = [p for p in on if p["facts"].get("chamber") == chamber]
            near = [p for p in on if p not in exact]
            if len(exact) >= 3:
                yield self._query("list", form.format(state=state, topic=topic), exact, near)

    def chairs(self) -> Iterator[Query]:
        for state in self._shuffled(self.states):
            topic = self.random.choice(sorted(TOPICS))
            on = [p for p in self._current(state) if on_committee(p, TOPICS[topic][0])]
            exact = [
                p for p in on if on_committee(p, TOPICS[topic][0], r"^(?:co-?)?chair(?:man)?$")
            ]
            text = self.random.choice(
                ("chairs of {t} committees in {s}", "who chairs the {t} committee in {s}")
            )
            near = [p for p in on if p not in exact]
            yield self._query("list", text.format(t=topic, s=state), exact, near)

    def officers(self) -> Iterator[Query]:
        listed = [
            p for p in self.people if p["dataset"] == "sec-form4" and p["status"] == "current"
        ]
        by_state = Counter(p["region"] for p in listed if p["region"])
        by_trade = Counter(p["sub_industry"] for p in listed if p["sub_industry"])
        for at in range(60):
            role = self.random.choice(sorted(OFFICERS))
            pattern, said = OFFICERS[role]
            title = self.random.choice(said)
            holders = [p for p in listed if holds(p, pattern)]
            if at % 2:
                state = self.random.choice(sorted(s for s, n in by_state.items() if n > 40))
                exact = [p for p in holders if p["region"] == state]
                text = f"{title} of companies headquartered in {state}"
            else:
                trade = self.random.choice(sorted(t for t, n in by_trade.items() if n > 25))
                exact = [p for p in holders if p["sub_industry"] == trade]
                text = f"{title} at {trade.lower().replace(' & ', ' and ')} companies"
            if exact:
                yield self._query("list", text, exact)

    def executives(self) -> Iterator[Query]:
        offices = {"governors": "Governor", "attorneys general": "Attorney General"}
        for name, states in REGIONS.items():
            for plural, office in offices.items():
                for party in ("Republican", "Democratic"):
                    held = [
                        p
                        for p in self.people
                        if p["title"] == office
                        and p["dataset"] == "openstates"
                        and p["status"] == "current"
                        and re.fullmatch(states, p["region"] or "")
                    ]
                    exact = [p for p in held if party[:8] in str(p["facts"].get("party"))]
                    near = [p for p in held if p not in exact]
                    yield self._query("list", f"{party} {plural} in {name}", exact, near)

    def judges(self) -> Iterator[Query]:
        bench = [p for p in self.people if p["dataset"] == "fjc-judges"]
        presidents = {
            "Bill Clinton": "William J. Clinton",
            "Joe Biden": "Joseph R. Biden",
            "Donald Trump": "Donald J. Trump",
            "George W. Bush": "George W. Bush",
        }
        for state in self._shuffled({p["region"] for p in bench if p["region"]}):
            said = self.random.choice(sorted(presidents))
            sitting = [
                p for p in bench if p["region"] == state and "District Court" in p["company"]
            ]
            exact = [
                p
                for p in sitting
                if p["facts"]["appointing_president"].startswith(presidents[said])
            ]
            near = [p for p in sitting if p not in exact]
            text = f"federal district judges in {state} appointed by {said}"
            if len(exact) >= 2:
                yield self._query("list", text, exact, near)

    def parliament(self) -> Iterator[Query]:
        members = [p for p in self.people if p["dataset"] == "uk-parliament"]
        for region in self._shuffled({p["region"] for p in members if p["region"]}):
            party = self.random.choice(["Conservative", "Liberal Democrat", "Labour"])
            there = [p for p in members if p["region"] == region]
            exact = [p for p in there if str(p["facts"]["party"]).startswith(party)]
            yield self._query("list", f"{party} MPs for {region}", exact)

    def ministers(self) -> Iterator[Query]:
        cabinet = [p for p in self.people if p["dataset"] == "cia-leaders"]
        for region in self._shuffled(WORLD):
            for portfolio in self._shuffled(PORTFOLIOS)[:2]:
                there = [p for p in cabinet if p["facts"].get("represents") in WORLD[region]]
                exact = [
                    p
                    for p in there
                    if re.search(r"^(?:Acting )?Minister\b|; Minister|and Minister", p["title"])
                    and re.search(PORTFOLIOS[portfolio], p["title"])
                ]
                yield self._query("list", f"{portfolio} ministers in {region}", exact)

    def maintainers(self) -> Iterator[Query]:
        pairs = Counter(
            (project["name"], p["company"])
            for p in self.people
            if p["dataset"] == "cncf" and p["company"]
            for project in p["facts"]["projects"]
        )
        for project, company in self._shuffled(pair for pair, n in pairs.items() if n >= 3):
            exact = [
                p
                for p in self.people
                if p["dataset"] == "cncf"
                and p["company"] == company
                and any(each["name"] == project for each in p["facts"]["projects"])
            ]
            yield self._query("list", f"{project} maintainers at {company}", exact)

    def agencies(self) -> Iterator[Query]:
        plum = [p for p in self.people if p["dataset"] == "opm-plum" and p["status"] == "current"]
        pairs = Counter((p["company"], p["city"]) for p in plum if p["city"] != "Washington")
        for agency, city in self._shuffled(pair for pair, n in pairs.items() if n >= 3 and pair[1]):
            there = [p for p in plum if p["company"] == agency and p["city"] == city]
            exact = [p for p in there if p["facts"].get("pay_plan") == "Senior Executive Service"]
            near = [p for p in there if p not in exact]
            said = agency.removeprefix("U.S. ")
            yield self._query(
                "list", f"Senior Executive Service at the {said} in {city}", exact, near
            )

    def paraphrases(self) -> Iterator[Query]:
        for state in self._shuffled(self.states):
            topic = self.random.choice(sorted(TOPICS))
            exact = [p for p in self._current(state) if on_committee(p, TOPICS[topic][0])]
            if len(exact) >= 4:
                yield self._query("semantic", f"{TOPICS[topic][1]} in {state}", exact)

    def industries(self) -> Iterator[Query]:
        heads = {
            "bosses": "CEO",
            "finance heads": "CFO",
            "top lawyers": "GC",
            "people chiefs": "CHRO",
        }
        listed = [
            p for p in self.people if p["dataset"] == "sec-form4" and p["status"] == "current"
        ]
        for trade in self._shuffled(INDUSTRIES):
            said = self.random.choice(sorted(heads))
            there = [p for p in listed if p["sub_industry"] == trade]
            exact = [p for p in there if holds(p, OFFICERS[heads[said]][0])]
            near = [p for p in there if p not in exact]
            yield self._query("semantic", f"{said} of {INDUSTRIES[trade]}", exact, near)

    def sciences(self) -> Iterator[Query]:
        for text, pattern in SCIENCE.items():
            exact = [
                p
                for p in self.people
                for award in [" ".join(a["title"] for a in p["facts"].get("awards", ()))]
                if re.search(pattern, award, re.IGNORECASE)
            ]
            yield self._query("semantic", text, exact)

    def names(self) -> Iterator[Query]:
        known = Counter(p["name"] for p in self.people)
        pool = [
            p for p in self.people if known[p["name"]] == 1 and len(p["name"].split()) in (2, 3)
        ]
        for at in range(400):
            person = self.random.choice(pool)
            first, *_, last = person["name"].split()
            if len(last) < 4 or not last.isalpha() or not first.isalpha() or len(first) < 3:
                continue
            wrong = misspelt(self.random, last)
            said = f"{first} {wrong}" if at % 3 else f"{misspelt(self.random, first)} {last}"
            if at % 2:
                hint = person["company"] if at % 4 == 1 else person["title"].split(",")[0]
                said = f"{said} {(hint or '').lower() if at % 8 > 4 else hint or ''}".strip()
            yield self._query("named", said, [person])

    def roles_at(self) -> Iterator[Query]:
        listed = [
            p for p in self.people if p["dataset"] == "sec-form4" and p["status"] == "current"
        ]
        companies = sorted({p["company"] for p in listed})
        forms = {
            "CFO": ["chief financial officer of {c}", "{c} CFO", "who runs finance at {c}"],
            "CEO": ["CEO of {c}", "who is the chief executive of {c}", "{c}'s boss"],
            "GC": ["general counsel of {c}", "{c} top lawyer"],
            "CHRO": ["head of HR at {c}", "{c} chief people officer"],
            "COO": ["{c}'s operations chief", "COO of {c}"],
        }
        for company in self._shuffled(companies):
            role = self.random.choice(sorted(forms))
            exact = [p for p in listed if p["company"] == company and holds(p, OFFICERS[role][0])]
            short = re.sub(r",? (?:Inc\.?|Corporation|Company|Companies)$| \(The\)", "", company)
            text = self.random.choice(forms[role]).format(c=short)
            if 0 < len(exact) <= 2:
                yield self._query("role_at_org", text, exact)

    def envoys(self) -> Iterator[Query]:
        chiefs = [p for p in self.people if p["dataset"] == "opm-plum" and p["status"] == "current"]
        sent = [p for p in chiefs if re.match(r"Ambassador to", p["title"] or "") and p["city"]]
        for person in self._shuffled(p["id"] for p in sent):
            envoy = next(p for p in sent if p["id"] == person)
            same = [p for p in sent if p["country"] == envoy["country"]]
            yield self._query("role_at_org", f"US ambassador to {envoy['country']}", same)

    def negations(self) -> Iterator[Query]:
        for state in self._shuffled(self.states):
            topic = self.random.choice(
                ["finance", "judiciary", "rules", "education", "transportation"]
            )
            there = [p for p in self._current(state) if p["facts"].get("chamber") == "upper"]
            exact = [
                p for p in there if p["facts"].get("committees") and not on_committee(p, topic)
            ]
            text = f"{state} state senators who do not sit on the {topic} committee"
            if exact and len(exact) < len(there):
                yield self._query("filter", text, exact)

    def departures(self) -> Iterator[Query]:
        for state in self._shuffled(self.states):
            year = self.random.choice([2022, 2023, 2024])
            exact = [
                p
                for p in self.legislators
                if p["region"] == state
                and p["status"] == "former"
                and any((job["end"] or "") >= f"{year}-01-01" for job in p["history"][:1])
            ]
            yield self._query("filter", f"former {state} legislators who left since {year}", exact)

    def beginnings(self) -> Iterator[Query]:
        for state in self._shuffled(self.states):
            year = self.random.choice([2010, 2012, 2014])
            exact = [
                p
                for p in self._current(state)
                if p["facts"].get("chamber") == "lower"
                and any(
                    (job["start"] or "9") < f"{year}-01-01" and job["company"] == p["company"]
                    for job in p["history"]
                )
            ]
            text = f"{state} representatives in office since before {year}"
            yield self._query("filter", text, exact)

    def contacts(self) -> Iterator[Query]:
        mayors = [p for p in self.people if re.match("Mayor", p["title"] or "")]
        for state in self._shuffled({p["region"] for p in mayors if p["region"]}):
            want = self.random.choice(["phone", "work_email"])
            said = {"phone": "a published phone number", "work_email": "a public e-mail address"}[
                want
            ]
            there = [p for p in mayors if p["region"] == state and p["status"] == "current"]
            exact = [p for p in there if p["contacts"][want]]
            yield self._query("filter", f"mayors in {state} with {said}", exact)

    def _current(self, state: str) -> list[Record]:
        return [p for p in self.legislators if p["region"] == state and p["status"] == "current"]


def on_committee(person: Record, topic: str, role: str | None = None) -> bool:
    return any(
        re.search(topic, committee["name"], re.IGNORECASE)
        and (role is None or re.search(role, committee["role"], re.IGNORECASE))
        for committee in person["facts"].get("committees", ())
    )


def holds(person: Record, pattern: str) -> bool:
    title = person["title"] or ""
    return bool(re.search(pattern, title, re.IGNORECASE)) and not DEPUTY.search(title)


def misspelt(dice: random.Random, word: str) -> str:
    """`word` with one mistake of typing in it."""
    at = dice.randrange(1, len(word) - 1)
    kind = dice.randrange(4)
    if kind == 0:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind == 1:
        return word[:at] + word[at + 1 :]
    if kind == 2:
        return word[:at] + word[at] + word[at:]
    vowels = {"a": "e", "e": "a", "i": "y", "o": "u", "u": "o", "y": "i", "c": "k", "k": "c"}
    spots = [n for n, c in enumerate(word) if c in vowels and n]
    if not spots:
        return word[:at] + word[at] + word[at:]
    spot = dice.choice(spots)
    return word[:spot] + vowels[word[spot]] + word[spot + 1 :]
