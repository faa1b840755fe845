"""The second edition of graded queries in other people's words, and wrong names. Spent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from benchmarks.quality.compose import Query, holds, on_committee
from benchmarks.quality.edition import PARTIES, Case, Edition
from benchmarks.quality.fresh_forms import (
    CLOUD,
    COURTS,
    FORMS,
    JOBS,
    LOWER,
    OFFICES,
    PLAIN,
    PORTFOLIOS,
    PRESIDENTS,
    PROGRAMMES,
    REGIONS,
    ROLES,
    SCIENCES,
    TOPICS,
    TRADES,
    WORLD,
)
from benchmarks.quality.fresh_names import ERRORS, misnamed

from shortlist.service.index.port import Record

NAMES_PER_ERROR: Final = 3


class Fresh(Edition):
    """Queries of some 40 classes, and names with errors of a dozen kinds."""

    name, forms, exact_most = "fresh", FORMS, 120
    per_class, per_semantic_class = 3, 5

    def misnamed(self) -> list[Query]:
        made: list[Query] = []
        for error in ERRORS:
            cases = misnamed(self, error)
            for text, person in (next(cases) for _ in range(NAMES_PER_ERROR)):
                relevant = {person["id"]: 3}
                made.append({"query": text, "type": "named", "class": error, "relevant": relevant})
        return made

    # --- legislatures --------------------------------------------------------------------------

    def _chambers(self, upper: bool) -> Iterator[tuple[dict[str, str], list[Record]]]:
        for slots, there in self._states():
            held = [p for p in there if p["facts"].get("chamber") == ("upper", "lower")[not upper]]
            if upper:
                yield slots | {"members": "state senators", "those": "senators"}, held
                continue
            for word, said in LOWER.items():
                if held and all(word in p["company"] for p in held):
                    yield slots | {"members": said[0], "those": said[1]}, held

    def _topical(self, upper: bool) -> Iterator[tuple[dict[str, str], list[Record], list[Record]]]:
        for slots, held in self._chambers(upper):
            topic = self._pick(TOPICS)
            on = [p for p in held if on_committee(p, TOPICS[topic])]
            if len(on) >= 2:
                yield slots | {"topic": topic}, on, held

    def lower_topic(self) -> Iterator[Case]:
        for slots, on, _ in self._topical(upper=False):
            yield slots, on, []

    def either_topic(self) -> Iterator[Case]:
        for slots, on, held in self._topical(upper=True):
            other = self._pick(set(TOPICS) - {slots["topic"]})
            also = [p for p in held if on_committee(p, TOPICS[other]) or p in on]
            if len(also) > len(on):
                yield slots | {"other": other}, also, []

    def _of_party(self, rows: list[Record], party: str) -> list[Record]:
        return [p for p in rows if party[:8] in str(p["facts"].get("party"))]

    def party_topic(self) -> Iterator[Case]:
        for slots, on, _ in self._topical(upper=True):
            party = self._pick(PARTIES)
            exact = self._of_party(on, party)
            slots |= {"party": party, "plural": PARTIES[party]}
            yield slots, exact, [p for p in on if p not in exact]

    def vice_chairs(self) -> Iterator[Case]:
        for slots, there in self._states():
            topic = self._pick(TOPICS)
            on = [p for p in there if on_committee(p, TOPICS[topic])]
            exact = [p for p in on if on_committee(p, TOPICS[topic], r"vice[- ]chair")]
            yield slots | {"topic": topic}, exact, [p for p in on if p not in exact]

    def linked(self) -> Iterator[Case]:
        for slots, there in self._states():
            party = self._pick(PARTIES)
            has = [p for p in there if any(x["type"] == "professional_network" for x in p["links"])]
            senate = [p for p in has if p["facts"].get("chamber") == "upper"]
            # One half's wordings ask for senators, the other's for a party.
            exact = self._of_party(has, party) if self.held_out else senate
            yield slots | {"party": party}, exact, []

    def jobs(self) -> Iterator[Case]:
        told = [p for p in self.lawmakers if p["facts"].get("occupation")]
        for state in self._forever({p["region"] for p in told}):
            trade = self._pick(JOBS)
            pattern = re.compile(JOBS[trade], re.IGNORECASE)
            rows = [p for p in told if p["region"] == state]
            exact = [p for p in rows if pattern.search(str(p["facts"]["occupation"]))]
            yield {"state": state, "trade": trade}, exact, []

    def plain(self) -> Iterator[Case]:
        for slots, there in self._states():
            said = self._pick(PLAIN)
            exact = [p for p in there if on_committee(p, PLAIN[said])]
            if len(exact) >= 3:
                yield slots | {"said": said}, exact, []

    def chamber_lead(self) -> Iterator[Case]:
        offices = {
            "majority leader": r"Majority (?:Floor )?Leader",
            "minority leader": r"Minority (?:Floor )?Leader",
            "majority whip": r"Majority Whip",
            "minority whip": r"Minority Whip",
            "speaker": r"Speaker(?: of the House)?",
            "president pro tempore": r"President Pro Tempore",
        }
        for slots, held in self._chambers(upper=self.random.random() < 0.5):
            office = self._pick(offices)
            house = "Senate" if "senators" in slots["members"] else slots["those"].split()[0]
            exact = [
                p for p in held if re.fullmatch(offices[office], p["facts"].get("leadership") or "")
            ]
            if house in ("Senate", "state", "Assembly"):
                slots |= {"office": office, "house": "House" if house == "state" else house}
                yield slots, exact, []

    def contacts(self) -> Iterator[Case]:
        for slots, held in self._chambers(upper=self.random.random() < 0.5):
            mail = {p["id"] for p in held if p["contacts"]["work_email"]}
            phone = {p["id"] for p in held if p["contacts"]["phone"]}
            # One half's wordings ask for both, the other's for mail alone.
            ids = mail & phone if self.held_out else mail - phone
            yield slots, [p for p in held if p["id"] in ids], []

    def no_topic(self) -> Iterator[Case]:
        for slots, on, held in self._topical(upper=self.random.random() < 0.5):
            yield slots, [p for p in held if p["facts"].get("committees") and p not in on], []

    def gone(self) -> Iterator[Case]:
        former = [p for p in self.by_source["openstates"] if p["status"] == "former"]
        for slots, _ in self._states():
            year = self._pick(("2020", "2022", "2023", "2025"))
            exact = [
                p
                for p in former
                if p["region"] == slots["state"]
                and p["seniority"] == "legislator"
                and any((job["end"] or "") >= year for job in p["history"][:1])
            ]
            yield slots | {"year": year, "before": str(int(year) - 1)}, exact, []

    def _since(self, person: Record) -> str:
        own = [j["start"] for j in person["history"] if j["company"] == person["company"]]
        return min([s for s in (*own, person["facts"].get("term_start")) if s], default="")

    def veterans_of(self) -> Iterator[Case]:
        for slots, held in self._chambers(upper=True):
            year = self._pick(("2011", "2013", "2016", "2018"))
            exact = [p for p in held if "" < self._since(p) < year]
            yield slots | {"year": year}, exact, []

    def newcomers(self) -> Iterator[Case]:
        for slots, held in self._chambers(upper=self.random.random() < 0.5):
            year = self._pick(("2020", "2022", "2023", "2024"))
            exact = [p for p in held if self._since(p) >= year]
            yield slots | {"year": year, "before": str(int(year) - 1)}, exact, []

    def neither(self) -> Iterator[Case]:
        for slots, there in self._states():
            exact = [
                p
                for p in there
                if p["facts"].get("party")
                and not re.search(r"Republican|Democrat", p["facts"]["party"])
            ]
            yield slots, exact, []

    def offices(self) -> Iterator[Case]:
        for region in self._forever(REGIONS):
            office, party = self._pick(OFFICES), self._pick(PARTIES)
            held = [
                p
                for p in self.state
                if p["title"] == office and re.fullmatch(REGIONS[region], p["region"] or "")
            ]
            exact = self._of_party(held, party)
            slots = {"region": region, "offices": OFFICES[office], "party": party}
            yield slots | {"plural": PARTIES[party]}, exact, [p for p in held if p not in exact]

    # --- companies -----------------------------------------------------------------------------

    def _trades(self, said: bool) -> Iterator[tuple[str, list[Record], list[Record], str]]:
        for trade in self._forever(TRADES):
            role = self._pick(ROLES)
            subs = TRADES[trade][1]
            there = [p for p in self.officers if p["sub_industry"] in subs]
            exact = [p for p in there if holds(p, ROLES[role][0])]
            yield TRADES[trade][0] if said else trade, exact, there, role

    def officer_trade(self) -> Iterator[Case]:
        for trade, exact, there, role in self._trades(said=False):
            slots = {"role": ROLES[role][1], "trade": trade}
            yield slots, exact, [p for p in there if p not in exact]

    def officer_trade_place(self) -> Iterator[Case]:
        for trade, holders, there, role in self._trades(said=False):
            state = self._pick({p["region"] for p in holders if p["region"]} or {""})
            exact = [p for p in holders if p["region"] == state]
            slots = {"role": ROLES[role][1], "trade": trade, "state": state}
            if state not in ("", "New York", "Washington"):
                yield slots, exact, [p for p in there if p not in exact]

    def bosses(self) -> Iterator[Case]:
        for trade, exact, there, role in self._trades(said=True):
            slots = {"role": ROLES[role][2], "trade": trade}
            yield slots, exact, [p for p in there if p not in exact]

    def officer_at(self) -> Iterator[Case]:
        said = {"CAO": "chief accounting officer", "CTO": "chief technology officer", "CFO": "CFO"}
        said |= {"GC": "general counsel", "CHRO": "HR chief", "CIO": "CIO", "COO": "COO"}
        for company in self._forever({p["company"] for p in self.officers}):
            role = self._pick(said)
            rows = [p for p in self.officers if p["company"] == company]
            exact = [p for p in rows if holds(p, ROLES[role][0])]
            short = re.sub(r",? (?:Inc\.?|Corporation|Company|Companies)$| \(The\)", "", company)
            if len(exact) == 1:
                yield {"company": short, "role": said[role]}, exact, []

    # --- courts, the federal government, the world ----------------------------------------------

    def circuit(self) -> Iterator[Case]:
        for court, ordinal in self._forever(COURTS):
            president = self._pick(PRESIDENTS)
            bench = [
                p
                for p in self.by_source["fjc-judges"]
                if re.search(rf"Appeals for the {ordinal} Circuit", p["company"])
            ]
            exact = self._named_by(bench, president)
            near = [p for p in bench if p not in exact]
            yield {"court": court, "president": president}, exact, near

    def _named_by(self, bench: list[Record], president: str) -> list[Record]:
        full = PRESIDENTS[president]
        return [p for p in bench if p["facts"]["appointing_president"].startswith(full)]

    def _benches(self) -> Iterator[tuple[str, list[Record]]]:
        bench = self.by_source["fjc-judges"]
        for state in self._forever({p["region"] for p in bench if p["region"]}):
            rows = [p for p in bench if p["region"] == state]
            yield state, [p for p in rows if "District Court" in p["company"]]

    def district(self) -> Iterator[Case]:
        for state, bench in self._benches():
            president = self._pick(PRESIDENTS)
            exact = self._named_by(bench, president)
            near = [p for p in bench if p not in exact]
            yield {"state": state, "president": president}, exact, near

    def named_by(self) -> Iterator[Case]:
        for slots, exact, near in self.district():
            everywhere = self._named_by(
                [p for p in self.by_source["fjc-judges"] if p["region"] == slots["state"]],
                slots["president"],
            )
            if len(everywhere) == len(exact):
                yield slots, exact, near

    def chief_judges(self) -> Iterator[Case]:
        for state, bench in self._benches():
            yield {"state": state}, [p for p in bench if p["title"] == "Chief Judge"], []

    def mps(self) -> Iterator[Case]:
        members = self.by_source["uk-parliament"]
        parties = ("Labour", "Conservative", "Liberal Democrat", "Reform UK", "Green")
        national = {"Northern Ireland": ("Sinn Féin", "Democratic Unionist Party")}
        for place in self._forever({p["region"] for p in members}):
            party = self._pick(national.get(place, parties))
            exact = [
                p for p in members if p["region"] == place and p["facts"]["party"].startswith(party)
            ]
            yield {"place": place, "party": party}, exact, []

    def _cabinets(self) -> Iterator[tuple[str, list[Record]]]:
        for region in self._forever(WORLD):
            countries = WORLD[region].split("|")
            rows = self._now("cia-leaders")
            yield region, [p for p in rows if p["facts"]["represents"] in countries]

    def ministers(self) -> Iterator[Case]:
        minister = r"^(?:Acting )?Minister\b|; Minister|and Minister"
        for region, there in self._cabinets():
            field = self._pick(PORTFOLIOS)
            exact = [
                p
                for p in there
                if re.search(minister, p["title"]) and re.search(PORTFOLIOS[field][1], p["title"])
            ]
            said = {"field": field, "who": PORTFOLIOS[field][0]}
            if len(exact) >= 2:
                yield {"region": region} | said, exact, []

    def powers(self) -> Iterator[Case]:
        yield from self.ministers()

    def rates(self) -> Iterator[Case]:
        for region, there in self._cabinets():
            head = (
                r"^(?:Acting )?(?:Governor|President|Chair\w*|Director)\b.*(?:Central|Bank|Monet)"
            )
            exact = [
                p
                for p in there
                if re.search(head, p["title"])
                and re.search(r"Central Bank|Reserve Bank|National Bank|Bank of|Monet", p["title"])
            ]
            yield {"region": region}, exact, []

    def un_envoys(self) -> Iterator[Case]:
        for region, there in self._cabinets():
            exact = [p for p in there if "Permanent Representative to the UN" in p["title"]]
            yield {"region": region}, exact, []

    def national(self) -> Iterator[Case]:
        offices = {
            "prime minister": r"Prime Minister\b",
            "foreign minister": r"Minister of Foreign",
        }
        offices |= {"vice president": r"(?:First )?Vice President$", "king": r"King$"}
        offices |= {"central bank governor": r"Governor, (?:Central|Reserve|National) Bank"}
        cabinet = self._now("cia-leaders")
        for country in self._forever({p["facts"]["represents"] for p in cabinet}):
            office = self._pick(offices)
            exact = [
                p
                for p in cabinet
                if p["facts"]["represents"] == country and re.match(offices[office], p["title"])
            ]
            if len(exact) == 1:
                yield {"country": country, "office": office}, exact, []

    def attorneys(self) -> Iterator[Case]:
        rows = self._now("opm-plum")
        for a in self._forever(self.states):
            b, office = self._pick(set(self.states) - {a}), self._pick(("attorney", "marshal"))
            title = rf"United States {office}\b.*\b(?:{a}|{b})\b"
            exact = [p for p in rows if re.match(title, p["title"], re.IGNORECASE)]
            if len(exact) >= 2 and "Virginia" not in a + b:
                yield {"office": office, "a": a, "b": b}, exact, []

    def pay_plan(self) -> Iterator[Case]:
        rows = [p for p in self._now("opm-plum") if p["city"] and p["city"] != "Washington"]
        for agency in self._forever({p["company"] for p in rows}):
            there = [p for p in rows if p["company"] == agency]
            cities = sorted(k for k, n in Counter(p["city"] for p in there).items() if n >= 2)
            if len(cities) < 2:
                continue
            a, b = self.random.sample(cities, 2)
            near = [p for p in there if p["city"] in (a, b)]
            exact = [
                p
                for p in near
                if p["facts"].get("pay_plan") == "Senior Executive Service"
                and str(p["facts"].get("appointment_type")).lower() == "career appointment"
            ]
            slots = {"agency": agency.removeprefix("U.S. "), "a": a, "b": b}
            yield slots, exact, [p for p in near if p not in exact]

    def agency_role(self) -> Iterator[Case]:
        titles = ("Chief Information Officer", "General Counsel", "Chief Financial Officer")
        titles += ("Inspector General", "Chief of Staff", "Press Secretary", "White House Liaison")
        rows = self._now("opm-plum")
        for agency in self._forever({p["company"] for p in rows}):
            title = self._pick(titles)
            exact = [p for p in rows if p["company"] == agency and p["title"] == title]
            if len(exact) == 1:
                slots = {"agency": agency.removeprefix("U.S. "), "title": title.lower()}
                yield slots, exact, []

    def envoy_city(self) -> Iterator[Case]:
        rows = self._now("opm-plum")
        sent = [p for p in rows if re.match(r"Ambassador(?: to|,|$)", p["title"]) and p["city"]]
        for city in self._forever({p["city"] for p in sent} - {"Washington", "New York"}):
            yield {"city": city}, [p for p in sent if p["city"] == city], []

    def congress_committee(self) -> Iterator[Case]:
        topics = ("Agriculture", "Judiciary", "Armed Services", "Appropriations", "Budget")
        topics += ("Natural Resources", "Small Business", "Foreign Affairs", "Financial Services")
        members = self._now("us-congress")
        for state in self._forever(self.states):
            topic = self._pick(topics)
            rows = [p for p in members if p["region"] == state]
            there = [p for p in rows if p["facts"].get("chamber") == "lower"]
            exact = [p for p in there if on_committee(p, rf"House Committee on (?:the )?{topic}")]
            slots = {"state": state, "topic": topic}
            yield slots, exact, [p for p in there if p not in exact]

    def senate_committee_region(self) -> Iterator[Case]:
        topics = ("Judiciary", "Appropriations", "Finance", "Armed Services", "Foreign Relations")
        members = [p for p in self._now("us-congress") if p["facts"].get("chamber") == "upper"]
        for region in self._forever(REGIONS):
            topic, party = self._pick(topics), self._pick(PARTIES)
            on = [p for p in members if on_committee(p, rf"Senate Committee on (?:the )?{topic}")]
            exact = [
                p
                for p in self._of_party(on, party)
                if re.fullmatch(REGIONS[region], p["region"] or "")
            ]
            slots = {"region": region, "topic": topic, "party": party, "plural": PARTIES[party]}
            yield slots, exact, [p for p in on if p not in exact]

    # --- science and software ------------------------------------------------------------------

    def laureates(self) -> Iterator[Case]:
        winners = self.by_source["nobel"]
        places = {p[k] for p in winners for k in ("country", "region") if p[k]} - {"New York"}
        for place in self._forever(places - {"United States", "Washington"}):
            field = self._pick(("Physics", "Chemistry", "Economic Sciences"))
            rows = [p for p in winners if place in (p["country"], p["region"])]
            exact = [p for p in rows if p["sub_industry"] == field]
            said = {"Economic Sciences": "economics"}.get(field, field.lower())
            yield {"field": said, "place": place}, exact, [p for p in rows if p not in exact]

    def science(self) -> Iterator[Case]:
        rows = [p for p in self.by_source["nsf-awards"] if p["facts"].get("awards")]
        for field in self._forever(SCIENCES):
            pattern = re.compile(SCIENCES[field], re.IGNORECASE)
            exact = [
                p for p in rows if any(pattern.search(a["title"]) for a in p["facts"]["awards"])
            ]
            if len(exact) >= 2:
                yield {"field": field}, exact, []

    def programme(self) -> Iterator[Case]:
        rows = [p for p in self.by_source["nsf-awards"] if p["facts"].get("programs")]
        for field in self._forever(PROGRAMMES):
            pattern = re.compile(PROGRAMMES[field], re.IGNORECASE)
            exact = [
                p for p in rows if any(pattern.search(each) for each in p["facts"]["programs"])
            ]
            yield {"field": field}, exact, []

    def cloud(self) -> Iterator[Case]:
        for said in self._forever(CLOUD):
            exact = [
                p
                for p in self.by_source["cncf"]
                if any(each["name"] in CLOUD[said] for each in p["facts"]["projects"])
            ]
            yield {"said": said}, exact, []

    def maintainers(self) -> Iterator[Case]:
        keepers = [p for p in self.by_source["cncf"] if p["company"]]
        pairs = Counter((x["name"], p["company"]) for p in keepers for x in p["facts"]["projects"])
        for project, company in self._forever({k for k, n in pairs.items() if n >= 2}):
            exact = [
                p
                for p in keepers
                if p["company"] == company
                and any(each["name"] == project for each in p["facts"]["projects"])
            ]
            yield {"project": project, "company": company}, exact, []
