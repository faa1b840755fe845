"""The fourth edition: what the writer of the graded queries given might ask next.

The same kinds in about the same proportions and the same manner, of other subjects, places, roles
and organisations. Its halves differ by class, not by wording: of each kind every other class is
for whoever mends, and nothing that is filled into one half's wordings need appear in the other's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import ClassVar, Final

from benchmarks.quality.compose import Query, holds, misspelt, on_committee
from benchmarks.quality.edition import PARTIES, TRIES, Edition, Slots, short_name
from benchmarks.quality.sequel_forms import (
    AGENCY_ROLES,
    BOSSES,
    CLOUD,
    FIRMS,
    FORMS,
    LEADERS,
    LOBBY,
    OFFICES,
    PORTFOLIOS,
    POWERS,
    REGIONS,
    ROLES,
    SCIENCES,
    TOPICS,
    TRADES,
    WORLD,
)

from shortlist.service.index.port import Record

Turn = tuple[int, Slots, list[Record], list[Record]]
"""Which of the class's wordings, what fills it, who meets it, and who comes near."""
PRESIDENTS: Final = {
    "Bill Clinton": "William J. Clinton",
    "Joe Biden": "Joseph R. Biden",
    "Donald Trump": "Donald J. Trump",
    "Barack Obama": "Barack Obama",
    "George W. Bush": "George W. Bush",
}
PARTIES_UK: Final = {
    "Conservative": ("Conservative",),
    "Liberal Democrat": ("Liberal Democrat",),
    "Labour": ("Labour", "Labour (Co-op)"),
    "Reform UK": ("Reform UK",),
    "SNP": ("Scottish National Party",),
    "Sinn Féin": ("Sinn Féin",),
    "Green": ("Green Party",),
}
FIELDS: Final = {
    "physics": "Physics",
    "medicine": "Physiology or Medicine",
    "economics": "Economic Sciences",
    "peace": "Peace",
    "literature": "Literature",
    "chemistry": "Chemistry",
}
PLANS: Final = {
    # as asked: the field, its value
    "Schedule C appointees": ("appointment_type", "Schedule C excepted appointment"),
    "Senate-confirmed appointees": (
        "appointment_type",
        "Presidential appointment with Senate confirmation",
    ),
    "career Senior Executive Service": ("pay_plan", "Senior Executive Service"),
    "non-career appointees": ("appointment_type", "non-career appointment"),
}
JOBS: Final = {
    "farmers": r"farm",
    "lawyers": r"attorney|lawyer",
    "nurses": r"nurse",
    "teachers": r"teacher|educator",
    "real estate agents": r"real estate|realtor",
    "insurance agents": r"insurance",
    "engineers": r"engineer",
    "business owners": r"business ?owner|owner",
}
DIVISIONS: Final = {
    "Mathematical": "mathematics",
    "Chemistry": "chemistry",
    "Physics": "physics",
    "Materials": "materials research",
    "Earth": "earth sciences",
    "Ocean": "ocean sciences",
}
CHAIR: Final = r"^(?:co-?)?chair(?:man|woman|person)?$"


class Sequel(Edition):
    """44 classes of queries; half of them in each half."""

    name, forms, exact_most = "sequel", FORMS, 150
    per_class, per_semantic_class = 4, 6
    prefix = "sq"
    wanted: ClassVar[Mapping[str, int]] = {"semantic": 6, "named": 10}

    def queries(self) -> list[Query]:
        seen: Counter[str] = Counter()
        mine = []
        for name, (kind, _) in self.forms.items():
            if seen[kind] % 2 == int(self.held_out):
                mine.append(name)
            seen[kind] += 1
        made = [query for name in mine for query in self._of_class(name)]
        return [{"qid": f"{self.prefix}-{at:03}", **query} for at, query in enumerate(made, 1)]

    def _of_class(self, name: str) -> list[Query]:
        kind, wordings = self.forms[name]
        wanted = self.wanted.get(kind, self.per_class)
        turns: Callable[[], Iterator[Turn]] = getattr(self, name)
        made: dict[str, Query] = {}
        per_wording: Counter[int] = Counter()
        for at, (which, slots, exact, near) in enumerate(turns()):
            text = re.sub(r"\ba(?= [aeio])", "an", wordings[which].format(**slots))
            fits = per_wording[which] < -(-wanted // len(wordings))
            if fits and text not in made and 0 < len(exact) <= self.exact_most:
                relevant = {p["id"]: 1 for p in near} | {p["id"]: 3 for p in exact}
                made[text] = {"query": text, "type": kind, "class": name, "relevant": relevant}
                per_wording[which] += 1
            if len(made) == wanted or at > TRIES:
                break
        return list(made.values())

    def _party(self, rows: list[Record], party: str) -> list[Record]:
        return [p for p in rows if party[:8] in str(p["facts"].get("party"))]

    # --- legislatures --------------------------------------------------------------------------

    def _rooms(self, chamber: str) -> Iterator[tuple[str, list[Record], list[Record]]]:
        for slots, there in self._states():
            inside = [p for p in there if p["facts"].get("chamber") == chamber]
            called = chamber == "upper" or any("House" in p["company"] for p in inside)
            if inside and called and slots["state"] not in ("Nebraska", "Washington", "Virginia"):
                yield slots["state"], there, inside

    def upper(self) -> Iterator[Turn]:
        for at, (state, there, inside) in zip(count(), self._rooms("upper"), strict=False):
            topic = self._pick(TOPICS)
            on = [p for p in inside if on_committee(p, TOPICS[topic])]
            near = [p for p in there if p not in inside and on_committee(p, TOPICS[topic])]
            yield at % 3, {"state": state, "topic": topic}, on, near

    def lower(self) -> Iterator[Turn]:
        for at, (state, there, inside) in zip(count(), self._rooms("lower"), strict=False):
            topic, other = self._pick(TOPICS), self._pick(TOPICS)
            said = f"{TOPICS[topic]}|{TOPICS[other]}" if at % 3 == 1 else TOPICS[topic]
            on = [p for p in inside if on_committee(p, said)]
            near = [p for p in there if p not in inside and on_committee(p, said)]
            yield at % 3, {"state": state, "topic": topic, "other": other}, on, near

    def chairs(self) -> Iterator[Turn]:
        for at, (slots, there) in zip(count(), self._states(), strict=False):
            topic, party = self._pick(TOPICS), self._pick(PARTIES)
            if slots["state"] in ("Virginia", "Washington"):
                continue
            if at % 3 == 2:
                exact = [p for p in self._party(there, party) if on_committee(p, ".", CHAIR)]
                near = [p for p in there if p not in exact and on_committee(p, ".", CHAIR)]
            else:
                exact = [p for p in there if on_committee(p, TOPICS[topic], CHAIR)]
                near = [p for p in there if p not in exact and on_committee(p, TOPICS[topic])]
            yield at % 3, slots | {"topic": topic, "party": party}, exact, near

    def trades(self) -> Iterator[Turn]:
        for at, (slots, there) in zip(count(), self._states(), strict=False):
            job, topic = self._pick(JOBS), self._pick(TOPICS)
            exact = [
                p
                for p in there
                if re.search(JOBS[job], str(p["facts"].get("occupation") or ""), re.IGNORECASE)
            ]
            if at % 3 == 1:
                linked = [
                    p for p in there if any(x["type"] == "professional_network" for x in p["links"])
                ]
                exact = [p for p in linked if on_committee(p, TOPICS[topic])]
            if slots["state"] not in ("Virginia", "Washington"):
                yield at % 3, slots | {"job": job, "topic": topic}, exact, []

    def lobby(self) -> Iterator[Turn]:
        told = zip(self._forever(LOBBY), self._states(), strict=False)
        for said, (slots, there) in told:
            exact = [p for p in there if on_committee(p, LOBBY[said])]
            if len(exact) >= 3 and slots["state"] not in ("Virginia", "Washington", "New York"):
                yield 0, slots | {"said": said.format(**slots)}, exact, []

    def leader_at(self) -> Iterator[Turn]:
        for at, (slots, there) in zip(count(), self._states(), strict=False):
            one = self._pick(LEADERS)
            chamber, pattern = LEADERS[one]
            inside = [p for p in there if p["facts"].get("chamber") == chamber]
            exact = [p for p in inside if re.search(pattern, p["facts"].get("leadership") or "")]
            if len(exact) == 1 and (chamber == "upper" or "House" in exact[0]["company"]):
                yield at % 3, slots | {"one": one}, exact, []

    def reachable(self) -> Iterator[Turn]:
        for at in count():
            for state, _, inside in self._rooms("upper" if at % 2 else "lower"):
                both = [p for p in inside if p["contacts"]["work_email"] and p["contacts"]["phone"]]
                one = [
                    p for p in inside if p["contacts"]["phone"] and not p["contacts"]["work_email"]
                ]
                yield at % 2, {"state": state}, one if at % 2 else both, []
                break

    def not_on(self) -> Iterator[Turn]:
        for at in count():
            for state, _, inside in self._rooms("upper" if at % 2 else "lower"):
                topic = self._pick(TOPICS)
                told = [p for p in inside if p["facts"].get("committees")]
                exact = [p for p in told if not on_committee(p, TOPICS[topic])]
                near = [p for p in inside if p not in told]
                if len(exact) < len(told):
                    yield at % 2, {"state": state, "topic": topic}, exact, near
                break

    def left(self) -> Iterator[Turn]:
        gone = [p for p in self.by_source["openstates"] if p["status"] == "former"]
        for at in count():
            state = self._pick(set(self.states) - {"Nebraska", "Washington", "Virginia"})
            year, chamber = self._pick(range(2020, 2025)), ("upper", "lower")[at % 2]
            there = [
                p for p in gone if p["region"] == state and p["facts"].get("chamber") == chamber
            ]
            ends = [(p, str(p["facts"].get("term_end") or "")) for p in there]
            after = [p for p, end in ends if end >= f"{year}"]
            before = [p for p, end in ends if "" < end < f"{year}"]
            house = any("Representative" in p["title"] for p in there)
            if house or chamber == "upper":
                slots = {"state": state, "year": str(year)}
                yield at % 2, slots, before if at % 2 else after, []

    def since(self) -> Iterator[Turn]:
        for at in count():
            for state, _, inside in self._rooms("upper" if at % 2 else "lower"):
                year = self._pick((2012, 2015, 2020, 2022))
                began = {
                    p["id"]: min(
                        (
                            job["start"]
                            for job in p["history"]
                            if job["start"] and job["company"] == p["company"]
                        ),
                        default="",
                    )
                    for p in inside
                }
                before = [p for p in inside if "" < began[p["id"]] < f"{year}"]
                after = [p for p in inside if began[p["id"]] >= f"{year}"]
                yield at % 2, {"state": state, "year": str(year)}, after if at % 2 else before, []
                break

    def moved(self) -> Iterator[Turn]:
        senate = [p for p in self._now("us-congress") if p["facts"].get("chamber") == "upper"]
        for at, (state, _, inside) in zip(count(), self._rooms("upper"), strict=False):
            party = self._pick(PARTIES)
            was = "House of Representatives"
            if at % 2:
                rows, house = self._party(senate, party), "United States House of Representatives"
                exact = [p for p in rows if any(j["company"] == house for j in p["history"])]
            else:
                exact = [
                    p for p in inside if any(was in (j["company"] or "") for j in p["history"])
                ]
            yield at % 2, {"state": state, "plural": PARTIES[party]}, exact, []

    # --- executives and Congress ---------------------------------------------------------------

    def offices(self) -> Iterator[Turn]:
        held = {
            "governors": "Governor",
            "attorneys general": "Attorney General",
            "lieutenant governors": "Lieutenant Governor",
            "secretaries of state": "Secretary of State",
        }
        for at, region in zip(count(), self._forever(REGIONS), strict=False):
            office, party = self._pick(held), self._pick(PARTIES)
            there = [
                p
                for p in self.state
                if p["title"] == held[office] and re.fullmatch(REGIONS[region], p["region"] or "")
            ]
            exact = self._party(there, party)
            slots = {"region": region, "office": office, "party": party}
            yield at % 3, slots, exact, [p for p in there if p not in exact]

    def congress(self) -> Iterator[Turn]:
        rows = self._now("us-congress")
        senate = ("Finance", "Foreign Relations", "Judiciary", "Appropriations", "Budget")
        house = ("Ways and Means", "Agriculture", "Armed Services", "Judiciary", "Small Business")
        for at, region in zip(count(), self._forever(REGIONS), strict=False):
            party, state = self._pick(PARTIES), self._pick(self.states)
            committee = self._pick(house if at % 3 else senate)
            chamber = "lower" if at % 3 else "upper"
            called = rf"^{'House' if at % 3 else 'Senate'} Committee on (?:the )?{committee}$"
            fit = [p for p in rows if p["facts"].get("chamber") == chamber]
            where = state if at % 3 else REGIONS[region]
            fit = [p for p in fit if re.fullmatch(where, p["region"] or "")]
            on = fit if at % 3 == 2 else [p for p in fit if on_committee(p, called)]
            exact = self._party(on, party)
            slots = {"committee": committee, "region": region, "state": state, "party": party}
            slots["plural"] = PARTIES[party]
            if state not in ("Washington", "New York"):
                yield at % 3, slots, exact, [p for p in on if p not in exact]

    # --- companies -----------------------------------------------------------------------------

    def trade_place(self) -> Iterator[Turn]:
        for at in count():
            trade, role = self._pick(TRADES), self._pick(ROLES)
            there = [p for p in self.officers if p["sub_industry"] == TRADES[trade] and p["region"]]
            place = self._pick({p["region"] for p in there})
            if place in ("New York", "Washington"):
                continue
            of_role = [p for p in there if holds(p, ROLES[role])]
            exact = [p for p in of_role if p["region"] == place]
            slots = {"roles": role, "trade": trade, "place": place}
            yield at % 3, slots, exact, [p for p in of_role if p not in exact]

    def place(self) -> Iterator[Turn]:
        sectors = {"health care": "Health Care", "financial": "Financials", "energy": "Energy"}
        for at in count():
            role, sector = self._pick(ROLES), self._pick(sectors)
            place = self._pick({p["region"] for p in self.officers if p["region"]})
            there = [p for p in self.officers if p["region"] == place]
            exact = [p for p in there if holds(p, ROLES[role])]
            if at % 3 == 2:
                exact = [p for p in exact if p["industry"] == sectors[sector]]
            if len(exact) >= 2 and place not in ("New York", "Washington"):
                yield at % 3, {"roles": role, "place": place, "sector": sector}, exact, []

    def bosses(self) -> Iterator[Turn]:
        forms = ("{boss} of {firms}", "{boss} at {firms}")
        for at, firms in zip(count(), self._forever(FIRMS), strict=False):
            boss = self._pick(BOSSES)
            there = [p for p in self.officers if p["sub_industry"] in FIRMS[firms]]
            exact = [p for p in there if holds(p, BOSSES[boss])]
            said = "the people running {firms}" if "running" in boss else forms[at % 2]
            text = said.format(boss=boss, firms=firms)
            yield 0, {"said": text}, exact, [p for p in there if p not in exact]

    def officer_at(self) -> Iterator[Turn]:
        said = {
            "chief financial officer": ("finance chief", ROLES["CFOs"]),
            "chief executive": ("boss", ROLES["chief executives"]),
            "general counsel": ("top lawyer", rf"{ROLES['general counsels']}|Chief Legal|\bCLO\b"),
            "chief operating officer": ("operations chief", ROLES["COOs"]),
            "chief marketing officer": ("marketing chief", ROLES["chief marketing officers"]),
            "chief technology officer": (
                "technology chief",
                ROLES["chief technology officers"],
            ),
            "chief accounting officer": (
                "chief accountant",
                ROLES["chief accounting officers"],
            ),
        }
        companies = self._forever({p["company"] for p in self.officers})
        for at, company in zip(count(), companies, strict=False):
            one = self._pick(said)
            other, pattern = said[one]
            there = [p for p in self.officers if p["company"] == company]
            exact = [p for p in there if holds(p, pattern)]
            if len(exact) == 1:
                slots = {"one": one, "other": other, "company": short_name(company)}
                yield at % 3, slots, exact, []

    # --- courts --------------------------------------------------------------------------------

    def _bench(self) -> list[Record]:
        return self.by_source["fjc-judges"]

    def district_bench(self) -> Iterator[Turn]:
        bench = [p for p in self._bench() if "District Court" in p["company"] and p["region"]]
        for at in count():
            state = self._pick({p["region"] for p in bench} - {"New York", "Washington"})
            who = self._pick(PRESIDENTS)
            there = [p for p in bench if p["region"] == state]
            exact = [
                p for p in there if p["facts"]["appointing_president"].startswith(PRESIDENTS[who])
            ]
            schools = Counter(s["school"] for p in exact for s in p["facts"]["education"])
            if not schools:
                continue
            school = self._pick(schools)
            if at % 3 == 1:
                exact = [p for p in exact if p["title"] == "Senior Judge"]
            if at % 3 == 2:
                exact = [
                    p for p in exact if any(s["school"] == school for s in p["facts"]["education"])
                ]
            slots = {"state": state, "president": who, "school": school}
            yield at % 3, slots, exact, [p for p in there if p not in exact]

    def circuit_bench(self) -> Iterator[Turn]:
        bench = [
            p for p in self._bench() if re.search(r"Appeals for the \w+ Circuit", p["company"])
        ]
        for at in count():
            court = self._pick({p["company"].split(" for the ")[1] for p in bench})
            who, party = self._pick(PRESIDENTS), self._pick(PARTIES)
            there = [p for p in bench if p["company"].endswith(f" for the {court}")]
            exact = [
                p for p in there if p["facts"]["appointing_president"].startswith(PRESIDENTS[who])
            ]
            if at % 3 == 2:
                exact = [
                    p
                    for p in there
                    if p["facts"]["party_of_appointing_president"] == party
                    and p["title"] != "Senior Judge"
                ]
            slots = {"court": court, "president": who, "party": party}
            yield at % 3, slots, exact, [p for p in there if p not in exact]

    def commissioned(self) -> Iterator[Turn]:
        bench = [p for p in self._bench() if "District Court" in p["company"] and p["region"]]
        for at in count():
            state = self._pick({p["region"] for p in bench} - {"New York", "Washington"})
            year = self._pick((2014, 2017, 2020) if at % 2 else (1990, 1998, 2005))
            there = [p for p in bench if p["region"] == state]
            if at % 2:
                every = [p for p in self._bench() if p["region"] == state]
                exact = [
                    p
                    for p in every
                    if p["facts"]["commission_date"] >= f"{year}" and p["title"] != "Senior Judge"
                ]
            else:
                exact = [p for p in there if p["facts"]["commission_date"] < f"{year}"]
            yield at % 2, {"state": state, "year": str(year)}, exact, []

    # --- the rest of the world -----------------------------------------------------------------

    def seats(self) -> Iterator[Turn]:
        members = self.by_source["uk-parliament"]
        for at in count():
            place = self._pick({p["region"] for p in members})
            party = self._pick(PARTIES_UK)
            there = [p for p in members if p["region"] == place]
            exact = [p for p in there if p["facts"]["party"] in PARTIES_UK[party]]
            if at % 3 == 1:
                exact = [p for p in exact if " gain from " in p["facts"]["election_2024"]]
            said = f"the {place}" if re.match(r"(?:North|South|East|West) ", place) else place
            slots = {"place": place if at % 3 == 2 else said, "party": party}
            yield at % 3, slots, exact, [p for p in there if p not in exact]

    def _abroad(self, world: str) -> list[Record]:
        names = WORLD[world].split("|")
        return [p for p in self._now("cia-leaders") if p["facts"]["represents"] in names]

    def cabinets(self) -> Iterator[Turn]:
        for at, world in zip(count(), self._forever(WORLD), strict=False):
            field = self._pick(PORTFOLIOS)
            pattern = rf"\bMinister\b.*(?:{PORTFOLIOS[field]})"
            exact = [
                p
                for p in self._abroad(world)
                if re.search(pattern, p["title"])
                and not re.match(
                    r"(?:Deputy|Vice|Assistant) Min|Min\w* of State|State Min", p["title"]
                )
            ]
            yield at % 3, {"field": field, "world": world}, exact, []

    def powers(self) -> Iterator[Turn]:
        for said, world in zip(self._forever(POWERS), self._forever(WORLD), strict=False):
            exact = [p for p in self._abroad(world) if re.search(POWERS[said], p["title"])]
            yield 0, {"said": said.format(world=world)}, exact, []

    def states_world(self) -> Iterator[Turn]:
        patterns = (
            POWERS["who represents {world} in Washington"],
            POWERS["who holds the purse strings in the governments of {world}"],
            POWERS["who commands the armed forces of {world} in cabinet"],
            POWERS["who sits at the United Nations for {world}"],
        )
        rows = self._now("cia-leaders")
        countries = {p["country"] for p in rows if p["country"] and "," not in p["country"]}
        for at, country in zip(count(), self._forever(countries), strict=False):
            there = [p for p in rows if p["facts"]["represents"] == country]
            exact = [p for p in there if re.search(patterns[at % 4], p["title"])]
            if len(exact) == 1:
                yield at % 4, {"country": country}, exact, []

    def country_at(self) -> Iterator[Turn]:
        rows = self._now("cia-leaders")
        countries = {p["country"] for p in rows if p["country"] and "," not in p["country"]}
        for at, country in zip(count(), self._forever(countries), strict=False):
            one = self._pick(OFFICES)
            there = [p for p in rows if p["facts"]["represents"] == country]
            exact = [p for p in there if re.search(OFFICES[one], p["title"])]
            if len(exact) == 1:
                yield at % 3, {"one": one, "country": country}, exact, []

    def envoys(self) -> Iterator[Turn]:
        sent = [
            p for p in self._now("opm-plum") if re.match("Ambassador to", p["title"]) and p["city"]
        ]
        rows = [p for p in self._now("cia-leaders") if "Ambassador to the United" in p["title"]]
        for at in count():
            one, other = (
                self._pick({p["city"] for p in sent}),
                self._pick(
                    {p["facts"]["represents"] for p in rows if "," not in p["facts"]["represents"]}
                ),
            )
            to = [p for p in sent if p["city"] == one]
            fro = [p for p in rows if p["facts"]["represents"] == other]
            yield at % 2, {"city": one, "country": other}, fro if at % 2 else to, []

    # --- science, software, agencies -----------------------------------------------------------

    def prizes(self) -> Iterator[Turn]:
        rows = self.by_source["nobel"]
        for at in count():
            field = self._pick(FIELDS)
            of = [p for p in rows if p["sub_industry"] == FIELDS[field]]
            school = self._pick({p["company"] for p in of if p["company"]} or {""})
            country = self._pick({p["country"] for p in of if p["country"]} or {""})
            born = self._pick({p["facts"].get("born_country") for p in of} - {None})
            exact = (
                [p for p in of if p["company"] == school],
                [p for p in of if p["country"] == country],
                [p for p in of if p["facts"].get("born_country") == born],
            )[at % 3]
            slots = {"field": field, "school": school, "country": country, "born": born}
            if field not in ("peace", "literature") or at % 3 == 2:
                yield at % 3, slots, exact, []

    def _awards(self) -> list[Record]:
        return [p for p in self.by_source["nsf-awards"] if p["facts"].get("awards")]

    def grants(self) -> Iterator[Turn]:
        rows = self._awards()
        for at in count():
            state = self._pick({p["region"] for p in rows if p["region"]})
            places = Counter(p["company"] for p in rows)
            campus = self._pick({name for name, n in places.items() if n >= 6})
            division = self._pick(DIVISIONS)
            if at % 3 == 0:
                exact = [
                    p
                    for p in rows
                    if p["region"] == state
                    and any("CAREER" in (a["prefix"] or "") for a in p["facts"]["awards"])
                ]
            else:
                exact = [p for p in rows if p["company"] == campus]
            if at % 3 == 2:
                exact = [
                    p for p in exact if any(division in a["division"] for a in p["facts"]["awards"])
                ]
            slots = {"state": state, "campus": campus, "division": DIVISIONS[division]}
            if state not in ("New York", "Washington"):
                yield at % 3, slots, exact, []

    def science(self) -> Iterator[Turn]:
        for at, field in zip(count(), self._forever(SCIENCES), strict=False):
            pattern = re.compile(SCIENCES[field], re.IGNORECASE)
            exact = [
                p
                for p in self._awards()
                if any(pattern.search(a["title"]) for a in p["facts"]["awards"])
            ]
            yield at % 3, {"field": field}, exact, []

    def officers_nsf(self) -> Iterator[Turn]:
        fields = {
            "statistics": r"\bstatistics",
            "plasma physics": r"plasma physics",
            "biological oceanography": r"biological oceanography",
            "robotics": r"robotics",
            "number theory": r"number theory",
            "cyberspace security": r"cyberspace",
            "animal behavior": r"animal behavior",
            "environmental engineering": r"environmental engineering",
            "ecosystem science": r"ecosystem sci",
            "marine geology": r"marine geology",
            "manufacturing": r"manufacturing",
            "plant genomes": r"plant genome",
        }
        rows = [p for p in self.by_source["nsf-awards"] if p["facts"].get("programs")]
        for at, field in zip(count(), self._forever(fields), strict=False):
            pattern = re.compile(fields[field], re.IGNORECASE)
            exact = [p for p in rows if any(pattern.search(x) for x in p["facts"]["programs"])]
            yield at % 2, {"field": field}, exact, []

    def _keepers(self, projects: tuple[str, ...]) -> list[Record]:
        return [
            p
            for p in self.by_source["cncf"]
            if any(each["name"] in projects for each in p["facts"]["projects"])
        ]

    def keepers(self) -> Iterator[Turn]:
        rows = [p for p in self.by_source["cncf"] if p["company"]]
        pairs = Counter((x["name"], p["company"]) for p in rows for x in p["facts"]["projects"])
        for at in count():
            project, company = self._pick({pair for pair, n in pairs.items() if n >= 3})
            stage = self._pick(("graduated", "incubating", "sandbox"))
            exact = [p for p in self._keepers((project,)) if p["company"] == company]
            near = [p for p in self._keepers((project,)) if p not in exact]
            if at % 3 == 1:
                there = [p for p in rows if p["company"] == company]
                exact = [
                    p for p in there if any(x["stage"] == stage for x in p["facts"]["projects"])
                ]
                near = [p for p in there if p not in exact]
            slots = {"project": project, "company": company, "stage": stage}
            yield at % 3, slots, exact, near

    def cloud(self) -> Iterator[Turn]:
        for at, said in zip(count(), self._forever(CLOUD), strict=False):
            on = self._keepers(CLOUD[said])
            company, many = Counter(p["company"] for p in on if p["company"]).most_common(1)[0]
            exact = [p for p in on if p["company"] == company] if at % 2 else on
            if many >= 3:
                near = [p for p in on if p not in exact]
                yield at % 2, {"said": said, "company": company}, exact, near

    def officials(self) -> Iterator[Turn]:
        rows = self._now("opm-plum")
        sizes = Counter(p["company"] for p in rows)
        for at in count():
            agency = self._pick({name for name, n in sizes.items() if n >= 100})
            plan = self._pick(PLANS)
            key, value = PLANS[plan]
            there = [p for p in rows if p["company"] == agency]
            city = self._pick({p["city"] for p in there} - {"Washington", "New York", None})
            unit = self._pick({p["department"] or "" for p in there})
            if at % 3 == 1:
                there = [p for p in there if p["city"] == city]
            if at % 3 == 2:
                there = [p for p in there if p["department"] == unit]
            exact = [
                p
                for p in there
                if p["facts"].get(key) == value
                and ("career S" not in plan or "career" in str(p["facts"].get("appointment_type")))
            ]
            if "non-" not in plan:
                exact = [p for p in exact if str(p["facts"].get("appointment_type"))[:4] != "non-"]
            slots = {"plan": plan, "agency": agency.removeprefix("U.S. "), "city": city}
            if len(exact) >= 2 and "," not in unit:
                yield at % 3, slots | {"unit": unit}, exact, []

    def agency_at(self) -> Iterator[Turn]:
        rows = self._now("opm-plum")
        for at in count():
            agency, one = self._pick({p["company"] for p in rows}), self._pick(AGENCY_ROLES)
            there = [p for p in rows if p["company"] == agency]
            exact = [p for p in there if re.search(AGENCY_ROLES[one], p["title"])]
            if len(exact) == 1:
                slots = {"one": one, "agency": agency.removeprefix("U.S. ")}
                yield at % 3, slots, exact, []

    # --- names ---------------------------------------------------------------------------------

    def _named(self) -> Iterator[tuple[Record, str, str]]:
        known = Counter(p["name"] for p in self.people)
        sources = sorted(self.by_source)
        while True:
            person = self.random.choice(self.by_source[self.random.choice(sources)])
            parts = person["name"].split()
            first, last = parts[0], parts[-1]
            plain = first.isalpha() and last.isalpha() and person["name"].isascii()
            if known[person["name"]] == 1 and plain and len(first) > 3 and len(last) > 4:
                hint = re.split(r"[,;(]", str(person["title"]))[0].removeprefix("Former ").lower()
                name = f"{first} {misspelt(self.random, last)}"
                if name not in known:
                    yield person, name, hint.strip()

    def slip_hint(self) -> Iterator[Turn]:
        for at, (person, name, hint) in zip(count(), self._named(), strict=False):
            yield at % 2, {"name": name, "hint": hint}, [person], []

    def slip_company(self) -> Iterator[Turn]:
        for at, (person, name, hint) in zip(count(), self._named(), strict=False):
            company = short_name(person["company"] or "").split(",")[0].lower()
            if 4 < len(company) < 30:
                word = max(company.split(), key=len)
                wrong = misspelt(self.random, word) if at % 3 == 0 and len(word) > 4 else word
                company = company.replace(word, wrong)
                yield at % 2, {"name": name, "company": company, "hint": hint}, [person], []

    def plain_slip(self) -> Iterator[Turn]:
        for person, name, _ in self._named():
            yield 0, {"name": name.lower()}, [person], []

    def where_slip(self) -> Iterator[Turn]:
        for at, (person, name, hint) in zip(count(), self._named(), strict=False):
            where = person["region"] or person["country"]
            if where:
                yield at % 2, {"name": name, "hint": hint, "where": where}, [person], []
