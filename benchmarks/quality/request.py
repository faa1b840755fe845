"""The fifth edition: what somebody with an errand types, of two facets more than before.

The kinds of the graded queries given, with places, parties, projects and employers in pairs, what
is left out, offices that ended, and names with titles, turned round or wrong twice. As in the
fourth, every other class of a kind is for whoever mends; the rest is measured alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from typing import ClassVar, Final

from benchmarks.quality.compose import holds, misspelt, on_committee
from benchmarks.quality.edition import PARTIES, short_name
from benchmarks.quality.fresh_names import MARKS, NICKNAMES
from benchmarks.quality.request_forms import (
    AGENCY_ROLES,
    BOSSES,
    CLOUD,
    COMPANY_ROLES,
    DUTIES,
    FIRMS,
    FORMS,
    LOBBY,
    OFFICES,
    POWERS,
    ROLES,
    SCIENCES,
    SHORT,
    STAFF,
    SUBCOMMITTEES,
    TOPICS,
    TRADES,
)
from benchmarks.quality.sequel import CHAIR, FIELDS, PARTIES_UK, PRESIDENTS, Sequel, Turn
from benchmarks.quality.sequel_forms import PORTFOLIOS, REGIONS, WORLD

from shortlist.service.index.port import Record

AMBIGUOUS: Final = ("Virginia", "Washington", "New York", "Nebraska", "Georgia")
"""States whose names are part of another's, or another place's."""
DIRECTORATES: Final = {
    "engineering": "ENG",
    "geosciences": "GEO",
    "mathematical and physical sciences": "MPS",
    "biology": "BIO",
}
LOOSE: Final = {
    # who a source's people are, as one says in passing
    "openstates": "politician",
    "opm-plum": "federal official",
    "sec-form4": "executive",
    "cia-leaders": "government",
    "cncf": "open source developer",
    "fjc-judges": "federal judge",
    "nsf-awards": "scientist",
    "uk-parliament": "British politician",
    "us-congress": "congress",
    "nobel": "Nobel prize",
}
HONORS: Final = {
    "openstates": "Rep.",
    "fjc-judges": "Judge",
    "nsf-awards": "Prof.",
    "us-congress": "Congressman",
    "nobel": "Dr",
    "sec-form4": "Mr",
    "cia-leaders": "Minister",
    "uk-parliament": "the Rt Hon",
}


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


class Request(Sequel):
    """54 classes of queries; half of them in each half."""

    name, forms, exact_most = "request", FORMS, 150
    prefix = "rq"
    wanted: ClassVar[Mapping[str, int]] = {"semantic": 10, "named": 8}

    def _pairs(self, count_: int = 2) -> Iterator[tuple[dict[str, str], list[list[Record]]]]:
        fit = [state for state in self.states if state not in AMBIGUOUS]
        while True:
            chosen = self.random.sample(fit, count_)
            slots = dict(zip("abc", chosen, strict=False))
            yield slots, [[p for p in self.lawmakers if p["region"] == one] for one in chosen]

    def _house(self) -> Iterator[tuple[str, list[Record], list[Record]]]:
        yield from (turn for turn in self._rooms("lower") if turn[0] not in AMBIGUOUS)

    # --- legislatures --------------------------------------------------------------------------

    def pair_party(self) -> Iterator[Turn]:
        for at, (slots, both) in zip(count(), self._pairs(), strict=False):
            party, topic = self._pick(PARTIES), self._pick(TOPICS)
            inside = [p for there in both for p in there if p["facts"].get("chamber") == "upper"]
            on = [p for p in inside if on_committee(p, TOPICS[topic])]
            exact = self._party(on, party)
            slots |= {"party": party, "plural": PARTIES[party], "topic": topic}
            yield at % 3, slots, exact, [p for p in on if p not in exact]

    def without_party(self) -> Iterator[Turn]:
        for at, (state, _, inside) in zip(count(), self._house(), strict=False):
            party, topic = self._pick(PARTIES), self._pick(TOPICS)
            on = [p for p in inside if on_committee(p, TOPICS[topic])]
            of = self._party(on, party)
            exact = [p for p in on if p not in of]
            yield at % 2, {"state": state, "plural": PARTIES[party], "topic": topic}, exact, of

    def both(self) -> Iterator[Turn]:
        for at, (slots, there) in zip(count(), self._states(), strict=False):
            topic, other = self._pick(TOPICS), self._pick(t for t in TOPICS if t[0] in "aei")
            one = [p for p in there if on_committee(p, TOPICS[topic])]
            exact = [p for p in one if on_committee(p, TOPICS[other])]
            if topic != other and slots["state"] not in AMBIGUOUS:
                near = [p for p in one if p not in exact]
                yield at % 2, slots | {"topic": topic, "other": other}, exact, near

    def whips(self) -> Iterator[Turn]:
        for at, (slots, there) in zip(count(), self._states(), strict=False):
            party = self._pick(PARTIES)
            of = [p for p in there if re.search(r"\bWhip\b", p["facts"].get("leadership") or "")]
            exact = self._party(of, party) if at % 2 else of
            if slots["state"] not in AMBIGUOUS:
                near = [p for p in of if p not in exact]
                yield at % 2, slots | {"party": party}, exact, near

    def party_chairs(self) -> Iterator[Turn]:
        for at, (slots, both) in zip(count(), self._pairs(), strict=False):
            party, topic = self._pick(PARTIES), self._pick(TOPICS)
            region = self._pick(REGIONS)
            there = [p for rows in both for p in rows]
            if at % 2:
                there = [p for p in self.lawmakers if re.fullmatch(REGIONS[region], p["region"])]
            said = TOPICS[topic] if at % 2 else "."
            of = [p for p in there if on_committee(p, said, CHAIR)]
            exact = self._party(of, party)
            slots |= {"party": party, "plural": PARTIES[party], "topic": topic, "region": region}
            yield at % 2, slots, exact, [p for p in of if p not in exact]

    def lobby(self) -> Iterator[Turn]:
        told = zip(self._forever(LOBBY), self._states(), strict=False)
        for said, (slots, there) in told:
            exact = [p for p in there if on_committee(p, LOBBY[said])]
            if len(exact) >= 3 and slots["state"] not in AMBIGUOUS:
                yield 0, slots | {"said": said.format(**slots)}, exact, []

    def seat_state(self) -> Iterator[Turn]:
        for at, (state, _, inside) in zip(count(), self._rooms("upper"), strict=False):
            seats = Counter(str(p["facts"].get("district")) for p in inside)
            n = self._pick(seats)
            exact = [p for p in inside if str(p["facts"].get("district")) == n]
            if len(exact) == 1 and n.isdigit() and state not in AMBIGUOUS:
                yield at % 2, {"state": state, "n": n}, exact, []

    def left_between(self) -> Iterator[Turn]:
        gone = [p for p in self.by_source["openstates"] if p["status"] == "former"]
        for at in count():
            state, a = self._pick(set(self.states) - set(AMBIGUOUS)), self._pick(range(2018, 2024))
            b = a if at % 2 else a + 2
            exact = [
                p
                for p in gone
                if p["region"] == state
                and "State Representative" in p["title"]
                and f"{a}" <= str(p["facts"].get("term_end") or "") < f"{b + 1}"
            ]
            yield at % 2, {"state": state, "a": str(a), "b": str(b)}, exact, []

    def unreachable(self) -> Iterator[Turn]:
        mayors = [p for p in self.state if p["title"].startswith("Mayor of")]
        for at in count():
            for state, _, inside in self._rooms("upper"):
                without = [p for p in inside if not p["contacts"]["phone"]]
                there = [p for p in mayors if p["region"] == state]
                ring = [p for p in there if p["contacts"]["phone"]]
                if state not in AMBIGUOUS:
                    yield at % 2, {"state": state}, ring if at % 2 else without, []
                    break

    def not_party(self) -> Iterator[Turn]:
        for at in count():
            for state, _, inside in self._rooms("lower" if at % 2 else "upper"):
                party = self._pick(PARTIES)
                told = [p for p in inside if p["facts"].get("party")]
                exact = [p for p in told if p not in self._party(told, party)]
                if state not in AMBIGUOUS:
                    slots = {"state": state, "party": party, "plural": PARTIES[party]}
                    yield at % 2, slots, exact, []
                    break

    def no_chairs(self) -> Iterator[Turn]:
        for at, (slots, there) in zip(count(), self._states(), strict=False):
            topic = self._pick(TOPICS)
            on = [p for p in there if on_committee(p, TOPICS[topic])]
            exact = [p for p in on if not on_committee(p, TOPICS[topic], CHAIR)]
            if slots["state"] not in AMBIGUOUS and len(exact) < len(on):
                near = [p for p in on if p not in exact]
                yield at % 2, slots | {"topic": topic}, exact, near

    def back(self) -> Iterator[Turn]:
        house = [p for p in self._now("us-congress") if p["facts"].get("chamber") == "lower"]
        names = ("Agriculture", "Armed Services", "Ways and Means", "Appropriations")
        for at, (state, _, inside) in zip(count(), self._house(), strict=False):
            party, region = self._pick(PARTIES), self._pick(REGIONS)
            committee = self._pick(names)
            exact = [
                p for p in inside if any("Senate" in (j["company"] or "") for j in p["history"])
            ]
            if at % 2:
                there = [p for p in house if re.fullmatch(REGIONS[region], p["region"] or "")]
                exact = [
                    p
                    for p in self._party(there, party)
                    if not on_committee(p, rf"House Committee on (?:the )?{committee}\b")
                ]
            slots = {"state": state, "plural": PARTIES[party], "region": region}
            yield at % 2, slots | {"committee": committee}, exact, []

    # --- executives and Congress ---------------------------------------------------------------

    def once_office(self) -> Iterator[Turn]:
        held = {
            "governors": "Governor",
            "attorneys general": "Attorney General",
            "secretaries of state": "Secretary of State",
        }
        gone = [p for p in self.by_source["openstates"] if p["status"] == "former"]
        for at, region in zip(count(), self._forever(REGIONS), strict=False):
            office, party = self._pick(held), self._pick(PARTIES)
            every = [p for p in gone if p["title"] == f"Former {held[office]}"]
            there = [p for p in every if re.fullmatch(REGIONS[region], p["region"] or "")]
            exact = (there, self._party(there, party), self._party(every, party))[at % 3]
            slots = {"region": region, "party": party, "plural": PARTIES[party]}
            yield at % 3, slots | {"office": office}, exact, []

    def congress_pair(self) -> Iterator[Turn]:
        rows = self._now("us-congress")
        for at, (slots, _) in zip(count(), self._pairs(3), strict=False):
            party, chamber = self._pick(PARTIES), ("lower", "upper")[at % 2]
            places = list(slots.values())[: 2 + at % 2]
            fit = [p for p in rows if p["facts"].get("chamber") == chamber]
            there = [p for p in fit if p["region"] in places]
            exact = there if at % 2 else self._party(there, party)
            yield at % 2, slots | {"party": party}, exact, [p for p in there if p not in exact]

    def subcommittees(self) -> Iterator[Turn]:
        rows = self._now("us-congress")
        for at, sub in zip(count(), self._forever(SUBCOMMITTEES), strict=False):
            on = [p for p in rows if on_committee(p, rf": .*(?:{SUBCOMMITTEES[sub]})")]
            house = [p for p in on if p["facts"].get("chamber") == "lower"]
            near = [p for p in on if p not in house]
            yield at % 2, {"sub": sub}, house if at % 2 else on, near if at % 2 else []

    def congress_since(self) -> Iterator[Turn]:
        rows = [p for p in self._now("us-congress") if p["facts"].get("chamber") == "lower"]
        for at in count():
            state, year = (
                self._pick(set(self.states) - set(AMBIGUOUS)),
                self._pick((2011, 2015, 2021)),
            )
            there = [
                (p, str(p["facts"].get("first_term_start") or ""))
                for p in rows
                if p["region"] == state and p["title"].startswith("U.S. Representative")
            ]
            before = [p for p, began in there if "" < began < f"{year}"]
            after = [p for p, began in there if began >= f"{year}"]
            yield at % 2, {"state": state, "year": str(year)}, after if at % 2 else before, []

    def mayor_at(self) -> Iterator[Turn]:
        mayors = [p for p in self.state if re.match(r"Mayor of [A-Z][a-z]+$", p["title"])]
        named = Counter(p["title"] for p in self.state)
        for at in count():
            one = self.random.choice(mayors)
            slots = {"city": one["title"].removeprefix("Mayor of "), "state": one["region"]}
            if named[one["title"]] == 1:
                yield at % 2, slots, [one], []

    def state_at(self) -> Iterator[Turn]:
        held = ("Attorney General", "Lieutenant Governor", "Secretary of State", "Governor")
        for at in count():
            state, title = self._pick(set(self.states) - set(AMBIGUOUS)), self._pick(held)
            exact = [p for p in self.state if p["title"] == title and p["region"] == state]
            if len(exact) == 1:
                yield at % 2, {"state": state, "office": title.lower()}, exact, []

    # --- companies -----------------------------------------------------------------------------

    def two_states(self) -> Iterator[Turn]:
        for at in count():
            trade, role = self._pick(TRADES), self._pick(ROLES)
            there = [p for p in self.officers if p["sub_industry"] == TRADES[trade] and p["region"]]
            places = sorted({p["region"] for p in there} - {"New York", "Washington"})
            if len(places) < 2:
                continue
            a, b = self.random.sample(places, 2)
            of = [p for p in there if holds(p, ROLES[role])]
            exact = [p for p in of if p["region"] in (a, b)]
            slots = {"roles": role, "trade": trade, "a": a, "b": b}
            yield at % 3, slots, exact, [p for p in of if p not in exact]

    def but_company(self) -> Iterator[Turn]:
        for at in count():
            trade, role = self._pick(TRADES), self._pick(ROLES)
            of = [
                p
                for p in self.officers
                if p["sub_industry"] == TRADES[trade] and holds(p, ROLES[role])
            ]
            companies = {p["company"] for p in of}
            if len(companies) >= 3:
                company = self._pick(companies)
                exact = [p for p in of if p["company"] != company]
                slots = {"roles": role, "trade": trade, "company": short_name(company)}
                yield at % 2, slots, exact, []

    def double_hat(self) -> Iterator[Turn]:
        sectors = {
            "utility": "Utilities",
            "health care": "Health Care",
            "energy": "Energy",
            "real estate": "Real Estate",
        }
        for at, sector in zip(count(), self._forever(sectors), strict=False):
            there = [p for p in self.officers if p["industry"] == sectors[sector]]
            head = r"\bCEO\b|Chief Exec\w*\.? Of"
            money = r"\bCFO\b|Chief Fin\w*\.?,? Of"
            one = [p for p in there if holds(p, money if at % 2 else head)]
            with_it = r"\bEVP\b|Exec\w*\.? (?:Vice|V)" if at % 2 else r"(?<!Vice )\bChair"
            exact = [p for p in one if re.search(with_it, p["title"])]
            yield at % 2, {"sector": sector}, exact, [p for p in one if p not in exact]

    def bosses(self) -> Iterator[Turn]:
        for firm in self._forever(FIRMS):
            role = self._pick(BOSSES)
            there = [p for p in self.officers if p["sub_industry"] in FIRMS[firm]]
            exact = [p for p in there if holds(p, BOSSES[role])]
            link = " at " if self.random.random() < 0.5 else " of "
            yield 0, {"said": role + link + firm}, exact, [p for p in there if p not in exact]

    def officer_at(self) -> Iterator[Turn]:
        for at in count():
            company, one = self.random.choice(self.officers)["company"], self._pick(COMPANY_ROLES)
            there = [p for p in self.officers if p["company"] == company]
            exact = [p for p in there if holds(p, COMPANY_ROLES[one])]
            if len(exact) == 1:
                yield at % 3, {"one": one, "company": short_name(company)}, exact, []

    # --- courts --------------------------------------------------------------------------------

    def _trial_bench(self) -> list[Record]:
        return [p for p in self._bench() if "District Court" in p["company"] and p["region"]]

    def two_presidents(self) -> Iterator[Turn]:
        bench = self._trial_bench()
        for at in count():
            state = self._pick({p["region"] for p in bench} - set(AMBIGUOUS))
            who, another = self.random.sample(sorted(PRESIDENTS), 2)
            there = [p for p in bench if p["region"] == state]
            by = (PRESIDENTS[who], PRESIDENTS[another])
            exact = [p for p in there if p["facts"]["appointing_president"].startswith(by)]
            slots = {"state": state, "president": who, "another": another}
            yield at % 2, slots, exact, [p for p in there if p not in exact]

    def alumni_bench(self) -> Iterator[Turn]:
        bench = [
            p for p in self._bench() if re.search(r"Appeals for the \w+ Circuit", p["company"])
        ]
        for at in count():
            court = self._pick({p["company"].split(" for the ")[1] for p in bench})
            there = [p for p in bench if p["company"].endswith(f" for the {court}")]
            schools = Counter(s["school"] for p in there for s in p["facts"]["education"])
            school = self._pick({s for s in schools if re.search(r"Law School$", s)} or {""})
            exact = [
                p for p in there if any(s["school"] == school for s in p["facts"]["education"])
            ]
            yield at % 2, {"court": court, "school": school}, exact, []

    def active_bench(self) -> Iterator[Turn]:
        bench = self._trial_bench()
        for at, region in zip(count(), self._forever(REGIONS), strict=False):
            who = self._pick(PRESIDENTS)
            there = [p for p in bench if re.fullmatch(REGIONS[region], p["region"])]
            of = [
                p for p in there if p["facts"]["appointing_president"].startswith(PRESIDENTS[who])
            ]
            exact = [p for p in of if p["title"] != "Senior Judge"]
            slots = {"region": region, "president": who}
            yield at % 2, slots, exact, [p for p in of if p not in exact]

    def chief_judge(self) -> Iterator[Turn]:
        chiefs = [
            p
            for p in self._trial_bench()
            if p["title"] == "Chief Judge" and re.search("District of", p["company"])
        ]
        for at, one in zip(count(), self._forever({p["id"] for p in chiefs}), strict=False):
            person = next(p for p in chiefs if p["id"] == one)
            court = person["company"].split(" for the ")[1]
            near = [p for p in self._bench() if p["company"] == person["company"]]
            exact = [p for p in near if p["title"] == "Chief Judge"]
            if len(exact) == 1:
                yield at % 2, {"court": court}, exact, [p for p in near if p not in exact]

    def took_senior(self) -> Iterator[Turn]:
        bench = self._trial_bench()
        for at in count():
            state = self._pick({p["region"] for p in bench} - set(AMBIGUOUS))
            year, a = self._pick((2012, 2016, 2019)), self._pick((1992, 2003, 2012))
            there = [p for p in bench if p["region"] == state]
            took = [
                p
                for p in self._bench()
                if p["region"] == state
                and (p["facts"].get("senior_status_since") or "") >= f"{year + 1}"
            ]
            dated = [p for p in there if f"{a}" <= p["facts"]["commission_date"] < f"{a + 7}"]
            slots = {"state": state, "year": str(year), "a": str(a), "b": str(a + 6)}
            yield at % 2, slots, dated if at % 2 else took, []

    # --- the rest of the world -----------------------------------------------------------------

    def uk_not(self) -> Iterator[Turn]:
        members = self.by_source["uk-parliament"]
        for at in count():
            place, party = self._pick({p["region"] for p in members}), self._pick(PARTIES_UK)
            there = [p for p in members if p["region"] == place]
            exact = [p for p in there if p["facts"]["party"] not in PARTIES_UK[party]]
            if len(exact) < len(there) - 1:
                yield at % 2, {"place": place, "party": party}, exact, []

    def uk_either(self) -> Iterator[Turn]:
        members = self.by_source["uk-parliament"]
        for at in count():
            place = self._pick({p["region"] for p in members})
            party, other = self.random.sample(sorted(PARTIES_UK), 2)
            there = [p for p in members if p["region"] == place]
            of = [p for p in there if p["facts"]["party"] in PARTIES_UK[party]]
            others = [p for p in there if p["facts"]["party"] in PARTIES_UK[other]]
            slots = {"place": place, "party": party, "other": other}
            if of and others:
                near = [p for p in there if p not in of + others]
                yield at % 2, slots, of + others, near

    def seat_uk(self) -> Iterator[Turn]:
        members = self.by_source["uk-parliament"]
        for at in count():
            one = self.random.choice(members)
            yield at % 2, {"seat": one["facts"]["district"]}, [one], []

    def two_portfolios(self) -> Iterator[Turn]:
        for at, world in zip(count(), self._forever(WORLD), strict=False):
            field, other = self.random.sample(sorted(PORTFOLIOS), 2)
            pattern = rf"\bMinister\b.*(?:{PORTFOLIOS[field]}|{PORTFOLIOS[other]})"
            small = r"(?:Deputy|Vice|Assistant) Min|Min\w* of State|State Min"
            exact = [
                p
                for p in self._abroad(world)
                if re.search(pattern, p["title"]) and not re.match(small, p["title"])
            ]
            yield at % 2, {"field": field, "other": other, "world": world}, exact, []

    def tops(self) -> Iterator[Turn]:
        for at, world in zip(count(), self._forever(WORLD), strict=False):
            first = r"^(?:President|Prime Minister)\b(?!, | of the (?:Sen|Nat|Court|Supreme))"
            pattern = r"\bDeputy Prime Minister\b" if at % 2 else first
            exact = [p for p in self._abroad(world) if re.search(pattern, p["title"])]
            yield at % 2, {"world": world}, exact, []

    def powers(self) -> Iterator[Turn]:
        for said, world in zip(self._forever(POWERS), self._forever(WORLD), strict=False):
            exact = [
                p
                for p in self._abroad(world)
                if re.search(POWERS[said], p["title"])
                and not re.match(r"(?:Vice|Assistant) Min|Deputy Min|State Min", p["title"])
            ]
            yield 0, {"said": said.format(world=world)}, exact, []

    def country_at(self) -> Iterator[Turn]:
        rows = self._now("cia-leaders")
        countries = {p["country"] for p in rows if p["country"] and "," not in p["country"]}
        for at, country in zip(count(), self._forever(countries), strict=False):
            one = self._pick(OFFICES)
            there = [p for p in rows if p["facts"]["represents"] == country]
            exact = [p for p in there if re.search(OFFICES[one], p["title"])]
            if len(exact) == 1:
                yield at % 2, {"one": one, "country": country}, exact, []

    # --- science, software, agencies -----------------------------------------------------------

    def prize_school(self) -> Iterator[Turn]:
        rows = self.by_source["nobel"]
        lands = {
            "German": "Germany",
            "French": "France",
            "Japanese": "Japan",
            "Swiss": "Switzerland",
        }
        for at in count():
            field, other = self.random.sample(sorted(set(FIELDS) - {"peace", "literature"}), 2)
            of = [p for p in rows if p["sub_industry"] in (FIELDS[field], FIELDS[other])]
            schools = Counter(p["company"] for p in of if p["company"])
            school = self._pick({name for name, n in schools.items() if n >= 3})
            land = self._pick(lands)
            exact = [p for p in of if p["company"] == school]
            if at % 2:
                exact = [p for p in of if p["country"] == lands[land]]
            slots = {"field": field, "other": other, "school": school, "country": land}
            yield at % 2, slots, exact, []

    def decade(self) -> Iterator[Turn]:
        rows = self.by_source["nobel"]
        for at in count():
            field, decade = self._pick(FIELDS), self._pick((1990, 2000, 2010))
            first, last = (decade + 3, decade + 8) if at % 2 else (decade, decade + 9)
            exact = [
                p
                for p in rows
                if any(
                    award["category"] == FIELDS[field] and first <= award["year"] <= last
                    for award in p["facts"]["award"]
                )
            ]
            slots = {"field": field, "decade": str(decade), "a": str(first), "b": str(last)}
            yield at % 2, slots, exact, []

    def two_campuses(self) -> Iterator[Turn]:
        rows = self._awards()
        sizes = Counter(p["company"] for p in rows)
        for at in count():
            fit = sorted(name for name, n in sizes.items() if n >= 5 and len(name) < 40)
            campus, other = self.random.sample(fit, 2)
            exact = [p for p in rows if p["company"] in (campus, other)]
            yield at % 2, {"campus": campus, "other": other}, exact, []

    def directorate(self) -> Iterator[Turn]:
        rows = self._awards()
        for at in count():
            state = self._pick({p["region"] for p in rows if p["region"]} - set(AMBIGUOUS))
            field = self._pick(DIRECTORATES)
            there = [p for p in rows if p["region"] == state]
            exact = [
                p
                for p in there
                if any(a["directorate"] == DIRECTORATES[field] for a in p["facts"]["awards"])
            ]
            yield at % 2, {"state": state, "field": field}, exact, []

    def science(self) -> Iterator[Turn]:
        for at, field in zip(count(), self._forever(SCIENCES), strict=False):
            pattern = re.compile(SCIENCES[field], re.IGNORECASE)
            exact = [
                p
                for p in self._awards()
                if any(pattern.search(a["title"]) for a in p["facts"]["awards"])
            ]
            yield at % 3, {"field": field}, exact, []

    def cloud(self) -> Iterator[Turn]:
        for at, said in zip(count(), self._forever(CLOUD), strict=False):
            yield at % 3, {"said": said}, self._keepers(CLOUD[said]), []

    def two_projects(self) -> Iterator[Turn]:
        rows = self.by_source["cncf"]
        sizes = Counter(x["name"] for p in rows for x in p["facts"]["projects"])
        for at in count():
            names = sorted(name for name, n in sizes.items() if n >= 6 and " " not in name)
            project, other = self.random.sample(names, 2)
            exact = self._keepers((project, other))
            yield at % 2, {"project": project, "other": other}, exact, []

    def two_employers(self) -> Iterator[Turn]:
        rows = [p for p in self.by_source["cncf"] if p["company"]]
        for at in count():
            project = self._pick({x["name"] for p in rows for x in p["facts"]["projects"]})
            on = self._keepers((project,))
            firms = [
                name for name, n in Counter(p["company"] for p in on).items() if name and n > 1
            ]
            if len(firms) >= 2:
                company, another = self.random.sample(sorted(firms), 2)
                exact = [p for p in on if p["company"] in (company, another)]
                slots = {"project": project, "company": company, "another": another}
                yield at % 2, slots, exact, [p for p in on if p not in exact]

    def agency_staff(self) -> Iterator[Turn]:
        rows = self._now("opm-plum")
        for at in count():
            agency, staff = self._pick({p["company"] for p in rows}), self._pick(STAFF)
            there = [p for p in rows if p["company"] == agency]
            exact = [p for p in there if re.search(STAFF[staff], p["title"])]
            slots = {"staff": staff, "agency": agency.removeprefix("U.S. ")}
            if len(exact) >= 2:
                yield at % 3, slots, exact, []

    def agency_past(self) -> Iterator[Turn]:
        rows = [p for p in self.by_source["opm-plum"] if p["status"] == "former"]
        for at in count():
            agency = self._pick({p["company"] for p in rows})
            there = [p for p in rows if p["company"] == agency]
            title = r"\bSpecial Assistant\b" if at % 2 else r"\bSenior Advisor\b"
            exact = [p for p in there if re.search(title, p["title"])]
            if exact:
                yield at % 2, {"agency": agency.removeprefix("U.S. ")}, exact, []

    def agency_place(self) -> Iterator[Turn]:
        rows = self._now("opm-plum")
        for at in count():
            agency = self._pick({p["company"] for p in rows})
            there = [p for p in rows if p["company"] == agency and p["region"]]
            places = Counter(p["region"] for p in there)
            fit = {place for place, n in places.items() if n >= 3} - set(AMBIGUOUS)
            if fit:
                place = self._pick(fit - {"District of Columbia"} or fit)
                exact = [p for p in there if p["region"] == place]
                yield at % 2, {"agency": agency.removeprefix("U.S. "), "place": place}, exact, []

    def _unique_at(self, agency: str, pattern: str, rows: list[Record]) -> list[Record]:
        there = [p for p in rows if p["company"] == agency]
        exact = [p for p in there if re.search(pattern, p["title"])]
        return exact if len(exact) == 1 else []

    def duties(self) -> Iterator[Turn]:
        rows = self._now("opm-plum")
        agencies = {p["company"] for p in rows}
        for said in self._forever(DUTIES):
            agency = self._pick(agencies)
            exact = self._unique_at(agency, DUTIES[said], rows)
            yield 0, {"said": said.format(agency=agency.removeprefix("U.S. "))}, exact, []

    def short_agency(self) -> Iterator[Turn]:
        rows = self._now("opm-plum")
        for at in count():
            short, one = self._pick(SHORT), self._pick(AGENCY_ROLES)
            exact = self._unique_at(SHORT[short], AGENCY_ROLES[one], rows)
            yield at % 2, {"short": short, "one": one}, exact, []

    # --- names ---------------------------------------------------------------------------------

    def _person(self, sources: list[str]) -> Iterator[tuple[Record, str, str, dict[str, str]]]:
        known = Counter(_plain(p["name"]) for p in self.people)
        while True:
            person = self.random.choice(self.by_source[self.random.choice(sources)])
            name = person["name"].split()
            where = person["region"] or person["country"]
            first, last = name[0], name[-1]
            fit = first.isalpha() and last.isalpha() and len(first) > 3 and len(last) > 4
            if fit and known[_plain(person["name"])] == 1 and where:
                slots = {"where": where, "first": first, "initial": first[0]}
                yield person, first, last, slots

    def honorific(self) -> Iterator[Turn]:
        told = self._person(sorted(HONORS))
        for at, (person, first, last, slots) in zip(count(), told, strict=False):
            wrong = misspelt(self.random, last)
            slots |= {"honor": HONORS[person["dataset"]], "name": f"{first} {wrong}"}
            alone = [p for p in self.people if p["name"][0] == first[0] and last in p["name"]]
            if len({p["name"] for p in alone}) == 1 or not at % 2:
                yield at % 2, slots | {"last": wrong}, [person], []

    def turned(self) -> Iterator[Turn]:
        told = self._person(sorted(self.by_source))
        for at, (person, _, last, slots) in zip(count(), told, strict=False):
            company = short_name(person["company"] or "").split(",")[0].lower()
            if 4 < len(company) < 40:
                wrong = misspelt(self.random, last)
                yield at % 2, slots | {"last": wrong, "company": company}, [person], []

    def marked(self) -> Iterator[Turn]:
        for at, (person, first, last, slots) in zip(
            count(), self._person(sorted(self.by_source)), strict=False
        ):
            spots = [n for n, letter in enumerate(last) if letter in MARKS and n]
            if at % 2 and not last.isascii():
                yield at % 2, slots | {"name": f"{_plain(first)} {_plain(last)}"}, [person], []
            elif spots:
                n = self.random.choice(spots)
                wrong = f"{last[:n]}{MARKS[last[n]]}{last[n + 1 :]}"
                yield at % 2, slots | {"name": f"{first} {wrong}"}, [person], []

    def loose_role(self) -> Iterator[Turn]:
        told = self._person(sorted(LOOSE))
        for at, (person, first, last, slots) in zip(count(), told, strict=False):
            name = f"{first} {misspelt(self.random, last)}"
            yield at % 2, slots | {"name": name, "loose": LOOSE[person["dataset"]]}, [person], []

    def nickname(self) -> Iterator[Turn]:
        told = self._person(sorted(self.by_source))
        known = {p["name"] for p in self.people}
        for at, (person, first, last, slots) in zip(count(), told, strict=False):
            nick = NICKNAMES.get(first)
            like = [
                p
                for p in self.people
                if p["name"].endswith(f" {last}") and p["name"][0] == first[0]
            ]
            if nick and f"{nick} {last}" not in known and len({p["name"] for p in like}) == 1:
                yield at % 2, slots | {"nick": nick, "last": last}, [person], []

    def twice(self) -> Iterator[Turn]:
        told = self._person(sorted(self.by_source))
        for at, (person, first, last, slots) in zip(count(), told, strict=False):
            company = short_name(person["company"] or "").split(",")[0].lower()
            if 4 < len(company) < 40:
                both = f"{misspelt(self.random, first)} {misspelt(self.random, last)}"
                yield at % 2, slots | {"both": both, "company": company}, [person], []
