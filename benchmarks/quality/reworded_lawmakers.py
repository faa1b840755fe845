"""Reworded queries about legislatures and state offices. One method a class, as in `FORMS`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from benchmarks.quality.compose import on_committee
from benchmarks.quality.edition import Case, Edition
from benchmarks.quality.reworded_forms import OFFICES, POSTAL, SAID, STATES_OF, TRADES


class Lawmakers(Edition):
    """State legislators, state executives and mayors."""

    # --- state legislatures --------------------------------------------------------------------

    def _on_committees(self, chamber: str | None) -> Iterator[Case]:
        for slots, there in self._states():
            topic = self._pick(SAID)
            on = [p for p in there if on_committee(p, SAID[topic][0])]
            exact = [p for p in on if chamber in (None, p["facts"].get("chamber"))]
            slots |= {"topic": topic, "said": self._pick(SAID[topic][1:])}
            if len(exact) >= 2:
                yield slots, exact, [p for p in on if p not in exact]

    def senate_committee(self) -> Iterator[Case]:
        yield from self._on_committees("upper")

    def house_committee(self) -> Iterator[Case]:
        for slots, exact, near in self._on_committees("lower"):
            if all("House" in p["company"] for p in exact):
                yield slots, exact, near

    def subject(self) -> Iterator[Case]:
        yield from self._on_committees(None)

    def party_chamber(self) -> Iterator[Case]:
        for slots, there in self._states():
            party = self._pick(("Republican", "Democratic"))
            chamber = self._pick(("upper", "lower"))
            held = [p for p in there if p["facts"].get("chamber") == chamber]
            exact = [p for p in held if party[:8] in str(p["facts"].get("party"))]
            said = {"upper": "senators", "lower": "state representatives"}[chamber]
            house = {"upper": "Senate", "lower": "House"}[chamber]
            plural = {"Republican": "Republicans", "Democratic": "Democrats"}[party]
            if chamber == "upper" or all("House" in p["company"] for p in exact):
                slots |= {"party": party, "plural": plural, "members": said, "house": house}
                yield slots, exact, [p for p in held if p not in exact]

    def party_committee(self) -> Iterator[Case]:
        for slots, on, _ in self._on_committees(None):
            party = self._pick(("Republican", "Democratic"))
            plural = {"Republican": "Republicans", "Democratic": "Democrats"}[party]
            exact = [p for p in on if party[:8] in str(p["facts"].get("party"))]
            yield (
                slots | {"party": party, "plural": plural},
                exact,
                [p for p in on if p not in exact],
            )

    def chairs(self) -> Iterator[Case]:
        for slots, on, _ in self._on_committees(None):
            chair = r"^(?:co-?)?chair(?:man)?$"
            exact = [p for p in on if on_committee(p, SAID[slots["topic"]][0], chair)]
            yield slots, exact, [p for p in on if p not in exact]

    def trade(self) -> Iterator[Case]:
        told = [p for p in self.lawmakers if p["facts"].get("occupation")]
        for state in self._forever({p["region"] for p in told if p["region"] in POSTAL}):
            trade = self._pick(TRADES)
            pattern, singular, plural = TRADES[trade]
            exact = [
                p
                for p in told
                if p["region"] == state
                and re.search(pattern, str(p["facts"]["occupation"]), re.IGNORECASE)
            ]
            yield {"state": state, "trade": plural, "one": singular}, exact, []

    def county(self) -> Iterator[Case]:
        pairs = Counter(
            (p["region"], county)
            for p in self.lawmakers
            for county in p["facts"].get("counties", ())
        )
        for state, county in self._forever({pair for pair, n in pairs.items() if n >= 2}):
            exact = [
                p
                for p in self.lawmakers
                if p["region"] == state and county in p["facts"].get("counties", ())
            ]
            yield {"state": state, "county": county.removesuffix(" County")}, exact, []

    def seat(self) -> Iterator[Case]:
        for slots, there in self._states():
            chamber = self._pick(("upper", "lower"))
            house = {"upper": "Senate", "lower": "House"}[chamber]
            held = [p for p in there if p["facts"].get("chamber") == chamber]
            numbers = Counter(p["facts"].get("district") for p in held)
            number = self._pick([n for n in numbers if n and n.isdigit()] or ["0"])
            exact = [p for p in held if p["facts"].get("district") == number]
            if chamber == "upper" or all("House" in p["company"] for p in exact):
                yield slots | {"number": number, "house": house}, exact, []

    def leader(self) -> Iterator[Case]:
        for slots, there in self._states():
            party = self._pick(("Majority", "Minority"))
            chamber = self._pick(("upper", "lower"))
            house = {"upper": "Senate", "lower": "House"}[chamber]
            exact = [
                p
                for p in there
                if p["facts"].get("chamber") == chamber
                and re.fullmatch(rf"{party} (?:Floor )?Leader", p["facts"].get("leadership") or "")
                and (chamber == "upper" or "House" in p["company"])
            ]
            yield slots | {"party": party.lower(), "house": house}, exact, []

    def without_committee(self) -> Iterator[Case]:
        for slots, on, _ in self._on_committees("upper"):
            there = [
                p
                for p in self.lawmakers
                if p["region"] == slots["state"] and p["facts"].get("chamber") == "upper"
            ]
            exact = [p for p in there if p["facts"].get("committees") and p not in on]
            yield slots, exact, []

    def without_party(self) -> Iterator[Case]:
        for slots, there in self._states():
            party = self._pick(("Republican", "Democratic"))
            plural = {"Republican": "Republicans", "Democratic": "Democrats"}[party]
            senate = [p for p in there if p["facts"].get("chamber") == "upper"]
            exact = [
                p
                for p in senate
                if p["facts"].get("party") and party[:8] not in p["facts"]["party"]
            ]
            yield slots | {"party": party, "plural": plural}, exact, []

    def reachable(self) -> Iterator[Case]:
        ways = {
            "a phone number": lambda p: p["contacts"]["phone"],
            "a Twitter account": lambda p: any(x["type"] == "twitter" for x in p["links"]),
            "a Facebook page": lambda p: any(x["type"] == "facebook" for x in p["links"]),
            "an email": lambda p: p["contacts"]["work_email"],
        }
        for slots, there in self._states():
            way = self._pick(ways)
            senate = [p for p in there if p["facts"].get("chamber") == "upper"]
            exact = [p for p in senate if ways[way](p)]
            if len(exact) < len(senate):
                yield slots | {"way": way}, exact, [p for p in senate if p not in exact]

    def unreachable(self) -> Iterator[Case]:
        for slots, there in self._states():
            way, field = self._pick((("email", "work_email"), ("phone number", "phone")))
            exact = [p for p in there if not p["contacts"][field]]
            yield slots | {"way": way}, exact, []

    def left(self) -> Iterator[Case]:
        former = [p for p in self.by_source["openstates"] if p["status"] == "former"]
        for slots, _ in self._states():
            year = self._pick(("2021", "2022", "2023", "2024"))
            exact = [
                p
                for p in former
                if p["region"] == slots["state"]
                and p["seniority"] == "legislator"
                and any((job["end"] or "").startswith(year) for job in p["history"][:1])
            ]
            yield slots | {"year": year}, exact, []

    def began(self) -> Iterator[Case]:
        for slots, there in self._states():
            year = self._pick(("2021", "2022", "2023", "2024"))
            exact = []
            for p in there:
                own = [j["start"] for j in p["history"] if j["company"] == p["company"]]
                own += [p["facts"].get("term_start")]
                known = [start for start in own if start]
                if p["facts"].get("chamber") == "upper" and known and min(known) >= year:
                    exact.append(p)
            yield slots | {"year": year, "before": str(int(year) - 1)}, exact, []

    def moved_up(self) -> Iterator[Case]:
        for slots, there in self._states():
            exact = [
                p
                for p in there
                if p["facts"].get("chamber") == "upper"
                and any(
                    re.search(r"House|Assembly|Delegates", job["company"] or "")
                    for job in p["history"]
                )
            ]
            yield slots, exact, []

    # --- executives and mayors -----------------------------------------------------------------

    def state_office(self) -> Iterator[Case]:
        for state in self._forever(self.states):
            office = self._pick(OFFICES)
            exact = [p for p in self.state if p["region"] == state and p["title"] == office]
            yield {"state": state, "lower": state.lower(), "office": office.lower()}, exact, []

    def offices_of_region(self) -> Iterator[Case]:
        for region in self._forever(STATES_OF):
            office = self._pick(OFFICES)
            exact = [
                p for p in self.state if p["region"] in STATES_OF[region] and p["title"] == office
            ]
            yield {"region": region, "offices": OFFICES[office]}, exact, []

    def mayor(self) -> Iterator[Case]:
        mayors = [p for p in self.state if p["title"] == "Mayor" and p["city"] and p["region"]]
        for city, state in self._forever({(p["city"], p["region"]) for p in mayors}):
            exact = [p for p in mayors if (p["city"], p["region"]) == (city, state)]
            yield {"city": city, "state": state, "code": POSTAL.get(state, state)}, exact, []
