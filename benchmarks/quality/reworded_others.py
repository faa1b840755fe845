"""Reworded queries about everybody else. One method a class, as in `FORMS`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from benchmarks.quality.compose import OFFICERS, holds, misspelt
from benchmarks.quality.edition import Case, Edition
from benchmarks.quality.reworded_forms import (
    BELONGS,
    COUNTRIES,
    PORTFOLIOS,
    PRESIDENTS,
    SAID_OF_TRADES,
    SCIENCES,
    STATES_OF,
    TITLES,
)


class Others(Edition):
    """The federal government, other countries, companies, courts, science; and names."""

    # --- Congress and the federal government ---------------------------------------------------

    def congress(self) -> Iterator[Case]:
        members = self._now("us-congress")
        for state in self._forever(self.states):
            there = [p for p in members if p["region"] == state]
            exact = [p for p in there if p["facts"].get("chamber") == "lower"]
            slots = {"state": state, "lower": state.lower()}
            yield slots, exact, [p for p in there if p not in exact]

    def congress_region(self) -> Iterator[Case]:
        members = [p for p in self._now("us-congress") if p["facts"].get("chamber") == "upper"]
        for region in self._forever(STATES_OF):
            party = self._pick(("Republican", "Democratic"))
            plural = {"Republican": "Republicans", "Democratic": "Democrats"}[party]
            exact = [
                p
                for p in members
                if p["region"] in STATES_OF[region] and party[:8] in p["facts"]["party"]
            ]
            yield {"region": region, "party": party, "plural": plural}, exact, []

    def department(self) -> Iterator[Case]:
        plum = self._now("opm-plum")
        for agency in self._forever(
            {p["company"] for p in plum if "Department of" in p["company"]}
        ):
            title = self._pick(TITLES)
            exact = [p for p in plum if p["company"] == agency and p["title"] == title]
            short = agency.removeprefix("U.S. ")
            slots = {
                "agency": short,
                "topic": short.removeprefix("Department of ").removeprefix("the "),
            }
            yield slots | {"title": title.lower(), "titles": TITLES[title]}, exact, []

    def appointees(self) -> Iterator[Case]:
        plum = self._now("opm-plum")
        pairs = Counter((p["company"], p["city"]) for p in plum if p["city"])
        for agency, city in self._forever({k for k, n in pairs.items() if n >= 4}):
            kind, said = self._pick(
                (
                    ("Career Appointment", "career appointees"),
                    ("Schedule C Excepted Appointment", "Schedule C staff"),
                )
            )
            exact = [
                p
                for p in plum
                if (p["company"], p["city"]) == (agency, city)
                and str(p["facts"].get("appointment_type")).lower() == kind.lower()
            ]
            yield {"agency": agency.removeprefix("U.S. "), "city": city, "kind": said}, exact, []

    # --- other countries -----------------------------------------------------------------------

    def minister(self) -> Iterator[Case]:
        cabinet = self._now("cia-leaders")
        for country in self._forever({p["facts"]["represents"] for p in cabinet}):
            field = self._pick(PORTFOLIOS)
            exact = [
                p
                for p in cabinet
                if p["facts"]["represents"] == country
                and re.search(r"^(?:Acting )?Minister\b|; Minister|and Minister", p["title"])
                and re.search(PORTFOLIOS[field], p["title"])
            ]
            yield {"country": country, "field": field}, exact, []

    def ministers(self) -> Iterator[Case]:
        cabinet = self._now("cia-leaders")
        for region in self._forever(COUNTRIES):
            field = self._pick(PORTFOLIOS)
            exact = [
                p
                for p in cabinet
                if p["facts"]["represents"] in COUNTRIES[region]
                and re.search(r"^(?:Acting )?Minister\b|; Minister|and Minister", p["title"])
                and re.search(PORTFOLIOS[field], p["title"])
            ]
            yield {"region": region, "field": field}, exact, []

    def envoys(self) -> Iterator[Case]:
        cabinet = self._now("cia-leaders")
        for region in self._forever(COUNTRIES):
            title, said = self._pick(
                (
                    ("Ambassador to the United States", "the United States"),
                    ("Permanent Representative to the UN, New York", "the United Nations"),
                )
            )
            exact = [
                p
                for p in cabinet
                if p["title"] == title and p["facts"]["represents"] in COUNTRIES[region]
            ]
            yield {"region": region, "to": said}, exact, []

    def heads(self) -> Iterator[Case]:
        cabinet = self._now("cia-leaders")
        for region in self._forever(COUNTRIES):
            title = self._pick(("Prime Minister", "President"))
            exact = [
                p
                for p in cabinet
                if re.match(rf"(?:Acting )?{title}(?:$|,? and\b| of the Republic)", p["title"])
                and p["facts"]["represents"] in COUNTRIES[region]
            ]
            yield {"region": region, "heads": f"{title}s".lower()}, exact, []

    def constituency(self) -> Iterator[Case]:
        for person in self._forever(range(len(self.by_source["uk-parliament"]))):
            mp = self.by_source["uk-parliament"][person]
            yield {"seat": mp["facts"]["district"]}, [mp], []

    def parliament(self) -> Iterator[Case]:
        members = self.by_source["uk-parliament"]
        places = {p["region"] for p in members if p["region"]} | {"Scotland", "Wales"}
        for place in self._forever(places):
            party = self._pick(("Labour", "Conservative", "Liberal Democrat", "Reform UK"))
            exact = [
                p
                for p in members
                if place in (p["region"], p["facts"]["nation"])
                and str(p["facts"]["party"]).startswith(party)
            ]
            yield {"place": place, "party": party}, exact, []

    # --- companies -----------------------------------------------------------------------------

    def officer_place(self) -> Iterator[Case]:
        places = Counter(p[k] for p in self.officers for k in ("region", "city") if p[k])
        for place in self._forever({k for k, n in places.items() if n > 25}):
            role = self._pick(BELONGS)
            if place in ("New York", "Washington"):
                continue
            exact = [
                p
                for p in self.officers
                if place in (p["region"], p["city"]) and holds(p, OFFICERS[role][0])
            ]
            yield {"place": place, "role": self._pick(BELONGS[role]), "abbr": role}, exact, []

    def officer_trade(self) -> Iterator[Case]:
        for trade in self._forever(SAID_OF_TRADES):
            role = self._pick(BELONGS)
            exact = [
                p
                for p in self.officers
                if p["sub_industry"] in SAID_OF_TRADES[trade] and holds(p, OFFICERS[role][0])
            ]
            yield {"trade": trade, "role": self._pick(BELONGS[role])}, exact, []

    def officer_at(self) -> Iterator[Case]:
        for company in self._forever({p["company"] for p in self.officers}):
            role = self._pick(BELONGS)
            exact = [
                p for p in self.officers if p["company"] == company and holds(p, OFFICERS[role][0])
            ]
            short = re.sub(r",? (?:Inc\.?|Corporation|Company|Companies)$| \(The\)", "", company)
            if len(exact) == 1:
                said = self._pick(BELONGS[role])
                one = said.removesuffix("s").replace("counsels", "counsel").replace("heads", "head")
                slots = {
                    "company": short,
                    "lower": short.lower(),
                    "role": one.replace("chiefs", "chief"),
                }
                yield slots, exact, []

    # --- courts, science, open source ----------------------------------------------------------

    def bench(self) -> Iterator[Case]:
        bench = self.by_source["fjc-judges"]
        for court in self._forever({p["company"] for p in bench if "Court" in p["company"]}):
            president = self._pick(PRESIDENTS)
            exact = [
                p
                for p in bench
                if p["company"] == court
                and str(p["facts"]["appointing_president"]).startswith(PRESIDENTS[president])
            ]
            yield {"court": court.removeprefix("U.S. "), "president": president}, exact, []

    def schooled(self) -> Iterator[Case]:
        bench = self.by_source["fjc-judges"]
        schools = Counter(s["school"] for p in bench for s in p["facts"]["education"])
        for school in self._forever({k for k, n in schools.items() if 3 <= n <= 60}):
            exact = [
                p for p in bench if any(s["school"] == school for s in p["facts"]["education"])
            ]
            yield {"school": school}, exact, []

    def laureates(self) -> Iterator[Case]:
        winners = self.by_source["nobel"]
        for field in self._forever({p["sub_industry"] for p in winners}):
            country = self._pick({p["country"] for p in winners if p["country"]})
            exact = [p for p in winners if p["sub_industry"] == field and p["country"] == country]
            said = {"Economic Sciences": "economics", "Physiology or Medicine": "medicine"}
            yield {"field": said.get(field, field.lower()), "country": country}, exact, []

    def campus(self) -> Iterator[Case]:
        grantees = [p for p in self.by_source["nsf-awards"] if p["facts"].get("awards")]
        places = Counter(p["company"] for p in grantees)
        for campus in self._forever({k for k, n in places.items() if n >= 4}):
            yield {"campus": campus}, [p for p in grantees if p["company"] == campus], []

    def science(self) -> Iterator[Case]:
        grantees = [p for p in self.by_source["nsf-awards"] if p["facts"].get("awards")]
        for field in self._forever(SCIENCES):
            pattern = re.compile(SCIENCES[field], re.IGNORECASE)
            exact = [
                p for p in grantees if any(pattern.search(a["title"]) for a in p["facts"]["awards"])
            ]
            yield {"field": field}, exact, []

    def maintainers(self) -> Iterator[Case]:
        keepers = self.by_source["cncf"]
        pairs = Counter(
            (project["name"], p["company"])
            for p in keepers
            if p["company"]
            for project in p["facts"]["projects"]
        )
        for project, company in self._forever({k for k, n in pairs.items() if n >= 2}):
            exact = [
                p
                for p in keepers
                if p["company"] == company
                and any(each["name"] == project for each in p["facts"]["projects"])
            ]
            yield {"project": project, "company": company}, exact, []

    # --- names ---------------------------------------------------------------------------------

    def _named(self, change: Callable[[str, str], str | None]) -> Iterator[Case]:
        known = Counter(p["name"] for p in self.people)
        pool = [p for p in self.people if known[p["name"]] == 1]
        while True:
            person = self.random.choice(pool)
            parts = person["name"].split()
            first, last = parts[0], parts[-1]
            if len(parts) < 2 or len(last) < 5 or not last.isalpha():
                continue
            if len(first) < 4 or not first.isalpha():
                continue
            said = change(first, last)
            if said:
                hint = re.split(r"[,;(]", str(person["title"]))[0].removeprefix("Former ")
                where = person["region"] or person["country"] or person["company"] or ""
                slots = {"name": said, "hint": hint, "where": where}
                yield slots | {"org": person["company"] or ""}, [person], []

    def one_letter(self) -> Iterator[Case]:
        yield from self._named(lambda first, last: f"{first} {misspelt(self.random, last)}")

    def two_letters(self) -> Iterator[Case]:
        yield from self._named(
            lambda first, last: f"{misspelt(self.random, first)} {misspelt(self.random, last)}"
        )

    def initial(self) -> Iterator[Case]:
        def change(first: str, last: str) -> str | None:
            same = [
                p
                for p in self.people
                if p["name"].endswith(f" {last}") and p["name"][0] == first[0]
            ]
            return f"{first[0]}. {last}" if len(same) == 1 else None

        yield from self._named(change)

    def swapped(self) -> Iterator[Case]:
        yield from self._named(lambda first, last: f"{last}, {first}")

    def joined(self) -> Iterator[Case]:
        yield from self._named(lambda first, last: f"{first}{last}".lower())
