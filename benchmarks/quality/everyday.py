"""The third edition: as recruiters, lobbyists, journalists and researchers ask."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from benchmarks.quality.compose import holds, misspelt, on_committee
from benchmarks.quality.edition import PARTIES, Case, Edition, short_name
from benchmarks.quality.everyday_forms import (
    CLOUD,
    DUTIES,
    FORMS,
    ISSUES,
    LIVINGS,
    PORTFOLIOS,
    PRESIDENTS,
    REGIONS,
    ROLES,
    SCIENCES,
    SECTORS,
    THINGS,
    TOPICS,
    TRADES,
)
from benchmarks.quality.fresh_forms import WORLD

from shortlist.service.index.port import Record

MINISTER: Final = r"^(?:Acting )?Minister\b|; Minister|and Minister"
TODAY: Final = "2026-11-22"


class Everyday(Edition):
    """36 classes of queries."""

    name, forms, exact_most = "everyday", FORMS, 120
    per_class, per_semantic_class = 4, 6

    # --- recruiters ----------------------------------------------------------------------------

    def role_city(self) -> Iterator[Case]:
        places = Counter(p["city"] for p in self.officers if p["city"])
        everybody = [p for p in self.people if p["status"] == "current" and p["city"]]
        for city in self._forever({city for city, n in places.items() if n >= 15}):
            role = self._pick(ROLES)
            exact = [p for p in everybody if p["city"] == city and holds(p, ROLES[role][0])]
            if city != "New York City" and len(exact) >= 2:
                yield {"city": city, "roles": ROLES[role][1]}, exact, []

    def sector_state(self) -> Iterator[Case]:
        pairs = Counter((p["industry"], p["region"]) for p in self.officers if p["region"])
        fit = {k for k, n in pairs.items() if n >= 8 and k[0] in SECTORS}
        for sector, state in self._forever(fit):
            role = self._pick(ROLES)
            there = [p for p in self.officers if (p["industry"], p["region"]) == (sector, state)]
            exact = [p for p in there if holds(p, ROLES[role][0])]
            slots = {"roles": ROLES[role][1], "sector": SECTORS[sector], "state": state}
            if state not in ("New York", "Washington"):
                yield slots, exact, [p for p in there if p not in exact]

    def _trades(self) -> Iterator[tuple[str, str, list[Record], list[Record]]]:
        for trade in self._forever(TRADES):
            role = self._pick(ROLES)
            there = [p for p in self.officers if p["sub_industry"] in TRADES[trade]]
            yield trade, role, there, [p for p in there if holds(p, ROLES[role][0])]

    def two_roles(self) -> Iterator[Case]:
        for trade, role, there, some in self._trades():
            other = self._pick(set(ROLES) - {role})
            more = [p for p in there if holds(p, ROLES[other][0])]
            exact = [p for p in there if p in some or p in more]
            slots = {"trade": trade, "roles": ROLES[role][1], "others": ROLES[other][1]}
            if some and more:
                yield slots, exact, [p for p in there if p not in exact]

    def outside(self) -> Iterator[Case]:
        for trade, role, there, some in self._trades():
            places = Counter(p["region"] for p in some if p["region"])
            known = [p for p in some if p["region"] or p["country"] not in (None, "United States")]
            fit = {state for state in places if state not in ("New York", "Washington")}
            if len(places) >= 2 and fit:
                state = self._pick(fit)
                exact = [p for p in known if p["region"] != state]
                slots = {"trade": trade, "roles": ROLES[role][1], "state": state}
                yield slots, exact, [p for p in there if p not in exact]

    def role_region(self) -> Iterator[Case]:
        for trade, role, there, some in self._trades():
            region = self._pick(REGIONS)
            exact = [p for p in some if re.fullmatch(REGIONS[region], p["region"] or "")]
            slots = {"trade": trade, "roles": ROLES[role][1], "region": region}
            yield slots, exact, [p for p in there if p not in exact]

    def vice_presidents(self) -> Iterator[Case]:
        for company in self._forever({p["company"] for p in self.officers}):
            there = [p for p in self.officers if p["company"] == company]
            exact = [p for p in there if re.search(r"\b[ES]?VP\b|Vice Pres", p["title"])]
            if len(exact) >= 2:
                yield {"company": short_name(company)}, exact, []

    def employer(self) -> Iterator[Case]:
        keepers = self.by_source["cncf"]
        employers = Counter(p["company"] for p in keepers if p["company"])
        for company in self._forever({k for k, n in employers.items() if 3 <= n <= 110}):
            yield {"company": company}, [p for p in keepers if p["company"] == company], []

    def not_employer(self) -> Iterator[Case]:
        keepers = [p for p in self.by_source["cncf"] if p["company"]]
        pairs = Counter((x["name"], p["company"]) for p in keepers for x in p["facts"]["projects"])
        for project, company in self._forever({k for k, n in pairs.items() if n >= 2}):
            on = [p for p in keepers if any(x["name"] == project for x in p["facts"]["projects"])]
            exact = [p for p in on if company.lower() not in p["company"].lower()]
            yield {"project": project, "company": company}, exact, []

    # --- lobbyists -----------------------------------------------------------------------------

    def _topical(self) -> Iterator[tuple[dict[str, str], list[Record]]]:
        for slots, there in self._states():
            topic = self._pick(TOPICS)
            upper = [p for p in there if p["facts"].get("chamber") == "upper"]
            on = [p for p in upper if on_committee(p, TOPICS[topic])]
            if len(on) >= 2:
                yield slots | {"topic": topic}, on

    def shorthand(self) -> Iterator[Case]:
        for slots, on in self._topical():
            yield slots, on, []

    def _of_party(self, rows: list[Record], party: str) -> list[Record]:
        return [p for p in rows if party[:8] in str(p["facts"].get("party"))]

    def counted(self) -> Iterator[Case]:
        for slots, there in self._states():
            party = self._pick(PARTIES)
            upper = [p for p in there if p["facts"].get("chamber") == "upper"]
            slots |= {"party": party, "plural": PARTIES[party]}
            yield slots, self._of_party(upper, party), []

    def either_state(self) -> Iterator[Case]:
        for slots, on in self._topical():
            other, party = self._pick(set(self.states) - {slots["state"]}), self._pick(PARTIES)
            also = [
                p
                for p in self.lawmakers
                if p["region"] == other
                and p["facts"].get("chamber") == "upper"
                and on_committee(p, TOPICS[slots["topic"]])
            ]
            slots |= {"a": slots["state"], "b": other, "party": party, "plural": PARTIES[party]}
            if also and "Virginia" not in slots["a"] + other:
                yield slots, self._of_party([*on, *also], party), []

    def delegation(self) -> Iterator[Case]:
        for state in self._forever(self.states):
            exact = [p for p in self._now("us-congress") if p["region"] == state]
            yield {"state": state}, exact, []

    def ranking(self) -> Iterator[Case]:
        for slots, there in self._states():
            topic, other = self._pick(TOPICS), self._pick(set(self.states) - {slots["state"]})
            both = [*there, *(p for p in self.lawmakers if p["region"] == other)]
            chair = r"^(?:co-?)?chair(?:man|woman|person)?$"
            exact = [p for p in both if on_committee(p, TOPICS[topic], chair)]
            near = [p for p in both if on_committee(p, TOPICS[topic]) and p not in exact]
            if "Virginia" not in slots["state"] + other and len({p["region"] for p in exact}) == 2:
                yield slots | {"topic": topic, "other": other}, exact, near

    def county_party(self) -> Iterator[Case]:
        pairs = Counter(
            (p["region"], county)
            for p in self.lawmakers
            for county in p["facts"].get("counties", ())
        )
        for state, county in self._forever({pair for pair, n in pairs.items() if n >= 3}):
            party = self._pick(PARTIES)
            there = [
                p
                for p in self.lawmakers
                if p["region"] == state and county in p["facts"].get("counties", ())
            ]
            exact = self._of_party(there, party)
            slots = {"state": state, "county": county.removesuffix(" County")}
            slots |= {"party": party, "plural": PARTIES[party]}
            yield slots, exact, [p for p in there if p not in exact]

    # --- journalists ---------------------------------------------------------------------------

    def _countries(self, rows: list[Record]) -> set[str]:
        return {p["facts"]["represents"] for p in rows if "," not in p["facts"]["represents"]}

    def cabinet_pair(self) -> Iterator[Case]:
        cabinet = [p for p in self._now("cia-leaders") if re.search(MINISTER, p["title"])]
        countries = {
            p["facts"]["represents"] for p in cabinet if "," not in p["facts"]["represents"]
        }
        for a in self._forever(countries):
            b, field = self._pick(countries - {a}), self._pick(PORTFOLIOS)
            exact = [
                p
                for p in cabinet
                if p["facts"]["represents"] in (a, b) and re.search(PORTFOLIOS[field], p["title"])
            ]
            if len({p["facts"]["represents"] for p in exact}) == 2:
                yield {"a": a, "b": b, "field": field}, exact, []

    def envoy_pair(self) -> Iterator[Case]:
        envoys = [p for p in self._now("cia-leaders") if "Ambassador to the United" in p["title"]]
        countries = {
            p["facts"]["represents"] for p in envoys if "," not in p["facts"]["represents"]
        }
        for a in self._forever(countries):
            b = self._pick(countries - {a})
            exact = [p for p in envoys if p["facts"]["represents"] in (a, b)]
            yield {"a": a, "b": b}, exact, []

    def unit(self) -> Iterator[Case]:
        rows = [p for p in self._now("opm-plum") if p["department"]]
        pairs = Counter((p["company"], p["department"]) for p in rows)
        for agency, unit in self._forever({k for k, n in pairs.items() if 4 <= n <= 60}):
            exact = [p for p in rows if (p["company"], p["department"]) == (agency, unit)]
            if "," not in unit:
                yield {"agency": agency.removeprefix("U.S. "), "unit": unit}, exact, []

    def mayors(self) -> Iterator[Case]:
        for state in self._forever(set(self.states) - {"New York", "Washington"}):
            exact = [
                p for p in self.state if re.match("Mayor", p["title"]) and p["region"] == state
            ]
            yield {"state": state}, exact, []

    def council_mps(self) -> Iterator[Case]:
        members = self.by_source["uk-parliament"]
        places = Counter(each for p in members for each in p["facts"]["local_authorities"])
        for authority in self._forever({k for k, n in places.items() if n >= 3}):
            exact = [p for p in members if authority in p["facts"]["local_authorities"]]
            if "," not in authority:
                yield {"authority": authority}, exact, []

    # --- researchers ---------------------------------------------------------------------------

    def schooled_by(self) -> Iterator[Case]:
        bench = self.by_source["fjc-judges"]
        schools = Counter(s["school"] for p in bench for s in p["facts"]["education"])
        for school in self._forever({k for k, n in schools.items() if n >= 10}):
            president = self._pick(PRESIDENTS)
            alumni = [
                p for p in bench if any(s["school"] == school for s in p["facts"]["education"])
            ]
            exact = [
                p
                for p in alumni
                if p["facts"]["appointing_president"].startswith(PRESIDENTS[president])
            ]
            slots = {"school": school, "president": president}
            yield slots, exact, [p for p in alumni if p not in exact]

    def _benches(self) -> Iterator[tuple[str, list[Record]]]:
        bench = [p for p in self.by_source["fjc-judges"] if "District Court" in p["company"]]
        for state in self._forever({p["region"] for p in bench if p["region"]}):
            if state not in ("New York", "Washington"):
                yield state, [p for p in bench if p["region"] == state]

    def senior_status(self) -> Iterator[Case]:
        for state, bench in self._benches():
            exact = [p for p in bench if p["title"] == "Senior Judge"]
            yield {"state": state}, exact, [p for p in bench if p not in exact]

    def party_bench(self) -> Iterator[Case]:
        for state, bench in self._benches():
            party = self._pick(PARTIES)
            exact = [p for p in bench if p["facts"]["party_of_appointing_president"] == party]
            slots = {"state": state, "party": party, "plural": PARTIES[party]}
            yield slots, exact, [p for p in bench if p not in exact]

    def _laureates(self) -> Iterator[tuple[str, str, list[Record]]]:
        fields = {"Physics": "physics", "Chemistry": "chemistry", "Peace": "peace"}
        fields |= {"Literature": "literature", "Economic Sciences": "economics"}
        for category in self._forever(fields):
            rows = [p for p in self.by_source["nobel"] if p["sub_industry"] == category]
            yield category, fields[category], rows

    def prize_year(self) -> Iterator[Case]:
        for category, field, rows in self._laureates():
            year = self.random.randrange(1995, 2024)
            exact = [
                p
                for p in rows
                if any((a["category"], a["year"]) == (category, year) for a in p["facts"]["award"])
            ]
            yield {"field": field, "year": str(year)}, exact, []

    def prizes_since(self) -> Iterator[Case]:
        for category, field, rows in self._laureates():
            year = self.random.randrange(2005, 2020)
            exact = [
                p
                for p in rows
                if any(a["category"] == category and a["year"] >= year for a in p["facts"]["award"])
            ]
            slots = {"field": field, "year": str(year), "before": str(year - 1)}
            yield slots, exact, []

    # --- in other words than the records' ------------------------------------------------------

    def issue(self) -> Iterator[Case]:
        for slots, there in self._states():
            said = self._pick(ISSUES)
            exact = [p for p in there if on_committee(p, ISSUES[said])]
            if len(exact) >= 3:
                yield slots | {"said": said}, exact, []

    def living(self) -> Iterator[Case]:
        told = [p for p in self.lawmakers if p["facts"].get("occupation")]
        for state in self._forever({p["region"] for p in told}):
            does = self._pick(LIVINGS)
            pattern = re.compile(LIVINGS[does], re.IGNORECASE)
            exact = [
                p
                for p in told
                if p["region"] == state and pattern.search(str(p["facts"]["occupation"]))
            ]
            yield {"state": state, "does": does}, exact, []

    def in_charge(self) -> Iterator[Case]:
        cabinet = [p for p in self._now("cia-leaders") if re.search(MINISTER, p["title"])]
        for region in self._forever(WORLD):
            thing = self._pick(THINGS)
            exact = [
                p
                for p in cabinet
                if p["facts"]["represents"] in WORLD[region].split("|")
                and re.search(THINGS[thing], p["title"])
            ]
            if len(exact) >= 2:
                yield {"region": region, "thing": thing}, exact, []

    def science_state(self) -> Iterator[Case]:
        rows = [p for p in self.by_source["nsf-awards"] if p["facts"].get("awards")]
        for field in self._forever(SCIENCES):
            pattern = re.compile(SCIENCES[field], re.IGNORECASE)
            on = [p for p in rows if any(pattern.search(a["title"]) for a in p["facts"]["awards"])]
            states = {p["region"] for p in on if p["region"]} - {"New York", "Washington"}
            if states:
                state = self._pick(states)
                exact = [p for p in on if p["region"] == state]
                yield {"field": field, "state": state}, exact, [p for p in on if p not in exact]

    def cloud(self) -> Iterator[Case]:
        for said in self._forever(CLOUD):
            exact = [
                p
                for p in self.by_source["cncf"]
                if any(each["name"] in CLOUD[said] for each in p["facts"]["projects"])
            ]
            yield {"said": said}, exact, []

    # --- roles, filters, names -----------------------------------------------------------------

    def duty(self) -> Iterator[Case]:
        for company in self._forever({p["company"] for p in self.officers}):
            does = self._pick(DUTIES)
            exact = [p for p in self.officers if p["company"] == company and holds(p, DUTIES[does])]
            if len(exact) == 1:
                yield {"does": does.format(company=short_name(company))}, exact, []

    def _since(self, person: Record) -> str:
        own = [j["start"] for j in person["history"] if j["company"] == person["company"]]
        return min([s for s in (*own, person["facts"].get("term_start")) if s], default="")

    def tenure(self) -> Iterator[Case]:
        for slots, there in self._states():
            years = self._pick((5, 8, 10, 12))
            before = f"{int(TODAY[:4]) - years}{TODAY[4:]}"
            upper = [p for p in there if p["facts"].get("chamber") == "upper"]
            exact = [p for p in upper if "" < self._since(p) <= before]
            yield slots | {"years": str(years)}, exact, []

    def expiring(self) -> Iterator[Case]:
        senate = [p for p in self._now("us-congress") if p["facts"].get("chamber") == "upper"]
        for region in self._forever(REGIONS):
            year = self._pick(("2027", "2029", "2031"))
            there = [p for p in senate if re.fullmatch(REGIONS[region], p["region"] or "")]
            exact = [p for p in there if str(p["facts"].get("term_end")).startswith(year)]
            yield {"region": region, "year": year}, exact, [p for p in there if p not in exact]

    def former_party(self) -> Iterator[Case]:
        former = [p for p in self.by_source["openstates"] if p["status"] == "former"]
        for slots, _ in self._states():
            party = self._pick(PARTIES)
            there = [
                p
                for p in former
                if p["region"] == slots["state"] and p["facts"].get("chamber") == "upper"
            ]
            slots |= {"party": party, "plural": PARTIES[party]}
            yield slots, self._of_party(there, party), []

    def mailable(self) -> Iterator[Case]:
        for slots, there in self._states():
            party = self._pick(PARTIES)
            upper = [p for p in there if p["facts"].get("chamber") == "upper"]
            exact = [p for p in self._of_party(upper, party) if p["contacts"]["work_email"]]
            yield slots | {"party": party, "plural": PARTIES[party]}, exact, []

    def _named(self) -> Iterator[tuple[Record, str]]:
        known = Counter(p["name"] for p in self.people)
        while True:
            person = self.random.choice(self.people)
            parts = person["name"].split()
            first, last = parts[0], parts[-1]
            plain = first.isalpha() and last.isalpha() and person["name"].isascii()
            if known[person["name"]] == 1 and plain and len(first) > 3 and len(last) > 4:
                yield person, f"{first} {misspelt(self.random, last)}"

    def padded(self) -> Iterator[Case]:
        for person, name in self._named():
            yield {"name": name}, [person], []

    def described(self) -> Iterator[Case]:
        for person, name in self._named():
            hint = re.split(r"[,;(]", str(person["title"]))[0].removeprefix("Former ").lower()
            where = person["region"] or person["country"]
            if where:
                yield {"name": name, "hint": hint, "where": where}, [person], []
