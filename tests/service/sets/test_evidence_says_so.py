"""What the built-in judge admits somebody for is said by the words that it quotes (4.2).

The rules here know nothing of how the judge decides: each quote is a piece of the field it names,
and holds the plain words of what it stands for.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from shortlist.service.index.facets import Fact, trace
from shortlist.service.index.port import Record
from shortlist.service.index.sample.load import sample_records
from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.text import fold
from shortlist.service.reading.packs.public_office import roles
from shortlist.service.search.conditions import SATISFIED, UNCLEAR, UNSATISFIED, Clause, Condition

PLAIN: Final = {
    "governor": r"governor",
    "judge": r"judge|justice|magistrate",
    "mayor": r"mayor",
    "minister": r"minister|secretary",
    "state_senator": r"senator",
    "top:general": r"chief exec|ceo|managing|\bmd\b|general manager",
    "c_level:finance": r"financ|\bcfo\b|\bfin\b",
    "c_level:information": r"info|\bcio\b",
    "c_level:legal": r"counsel|legal|law|\bgc\b|\bclo\b|cnsl|couns",
    "c_level:accounting": r"acc|\bcao\b",
}
"""Offices and posts, and what any title that says them has in it."""


def field_of(record: Record, source: str) -> str:
    """The field `source` of a record as text: `facts.committees`, `history`, `title`."""
    value: Any = record
    for name in source.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def spelt(text: object) -> str:
    return " ".join(re.findall(r"\w+", fold(str(text))))


def odd_facts(record: Record) -> Iterator[Fact]:
    """Facts of `record` whose quote is not in its field, or does not say them."""
    said_in: dict[str, str] = {}
    for fact in trace(record):
        # Skills and schools are in two fields of one name, and a post stands beside its committee.
        sources = {fact.source, fact.source.removeprefix("facts.")}
        for source in sources - said_in.keys():
            said_in[source] = spelt(field_of(record, source))
        texts = [said_in[source] for source in sources]
        committee = fact.source == "facts.committees"
        parts = [spelt(part) for part in (fact.quote.split(": ") if committee else [fact.quote])]
        quote = spelt(" ".join(spellings(fact.quote)))
        said = True
        if fact.key in ("role", "post") and fact.value in PLAIN:
            said = re.search(PLAIN[str(fact.value)], quote) is not None
        elif fact.key == "place" and str(fact.value).count("/"):
            # A region is said by its own name, or by that of a town that a table has in it.
            names = [spelt(each.rpartition("/")[2]) for each in places_in(record, str(fact.value))]
            said = any(name.replace(" ", "") in quote.replace(" ", "") for name in names)
        elif fact.key in ("committee", "industry", "department", "skill", "project"):
            said = all(word in quote.replace(" ", "") for word in spelt(fact.value).split())
        elif fact.key in ("since", "until", "term_end"):
            said = str(fact.value)[:4] in quote
        if not said or not any(all(part in text for part in parts) for text in texts):
            yield fact


def places_in(record: Record, path: str) -> list[str]:
    """The places that a record tells in this one, and the place itself."""
    told = [str(fact.value) for fact in trace(record) if fact.key == "place"]
    return [path, *(each for each in told if each.startswith(f"{path}/"))]


def odd_of(records: Iterable[Record]) -> list[Fact]:
    return [fact for record in records for fact in odd_facts(record)]


def test_each_fact_is_said_by_its_quote() -> None:
    # A fifth: they are composed of the same words over and over.
    assert odd_of(sample_records()[::5]) == []


def test_each_fact_of_real_records_is_said_by_its_quote(corpus: Path) -> None:
    with gzip.open(corpus / "people.jsonl.gz", "rt") as lines:
        assert odd_of(json.loads(line) for at, line in enumerate(lines) if at % 21 == 0) == []


def test_a_location_that_says_less_is_not_the_quote_of_a_country() -> None:
    record: Record = {"id": "1", "location": "Remote", "city": "Lyon", "country": "France"}
    said = {(fact.value, fact.source, fact.quote) for fact in trace(record) if fact.key == "place"}
    assert ("fr", "country", "France") in said
    assert {(source, quote) for _, source, quote in said} == {
        ("country", "France"),
        ("city", "Lyon"),
    }


@pytest.mark.parametrize(
    ("title", "role"),
    [
        ("Attorney (General Counsel)", "attorney_general"),
        ("Prime Minister's Chief of Staff", "prime_minister"),
        ("Minister of State in the President's Office", "head_of_state"),
        ("Under Secretary of State (Political Affairs)", "secretary_of_state"),
        ("State Senator (President Pro Tempore)", "senate_president"),
        ("State Senator (Majority Floor Leader Emeritus)", "majority_leader"),
        ("President, Control Yuan", "head_of_state"),
        ("Treasurer of the United States", "state_treasurer"),
        ("Chief Justice", "chief_judge"),
        ("Senior Advisor to the Assistant Secretary", "assistant_secretary"),
    ],
)
def test_who_works_for_a_role_does_not_hold_it(title: str, role: str) -> None:
    assert role not in roles.roles_of(title)


@pytest.mark.parametrize(
    ("title", "role"),
    [
        ("Deputy Prime Minister and Minister of Finance", "finance_minister"),
        ("Prime Minister; Minister of Finance; Attorney General", "attorney_general"),
        ("President; Minister of Defense", "head_of_state"),
    ],
)
def test_who_holds_a_role_beside_another_holds_it(title: str, role: str) -> None:
    assert role in roles.roles_of(title)


def test_words_that_are_apart_are_unclear() -> None:
    condition = Condition("topic", "", "", (Clause("subject", words=("quantum", "comput")),))
    for title, verdict in (
        ("Quantum Computing with Light", SATISFIED),
        ("Tensors in Quantum Many-Body Computation", UNCLEAR),
    ):
        facts: dict[str, list[Fact]] = {}
        for fact in trace({"id": "1", "facts": {"awards": [{"title": title}]}}):
            facts.setdefault(fact.key, []).append(fact)
        assert condition.check(facts, strictly=True)[0] == verdict
        assert condition.check(facts)[0] == SATISFIED


def test_who_is_in_none_of_a_list_is_shown_the_list() -> None:
    names = ("Finance", "Health")
    facts = {"committee": [Fact("committee", n.lower(), n, "facts.committees") for n in names]}
    clause = Clause("committee", phrases=("educ",))
    verdict, quoted = Condition("committee", "", "", (clause,), negated=True).check(facts)
    assert (verdict, [fact.quote for fact in quoted]) == (SATISFIED, ["Finance", "Health"])


def test_members_of_a_council_that_is_a_legislature_legislate() -> None:
    city = "City of Springfield"
    for company, chamber, also in (
        (None, "legislature", {"legislator", "state_legislator"}),
        (city, "legislature", {"legislator", "state_legislator"}),
        (city, None, set()),
    ):
        record: Record = {
            "id": "1",
            "title": "Councilmember",
            "company": company,
            "facts": {"chamber": chamber},
        }
        held = {fact.value: fact.quote for fact in trace(record) if fact.key == "role"}
        assert held.pop("council_member") == "Councilmember"
        assert held == dict.fromkeys(also, chamber)


def test_members_of_a_council_of_nobody_knows_what_hold_no_office_for_sure() -> None:
    facts = trace({"id": "1", "title": "Councilmember", "facts": {"chamber": None}})
    assert {fact.value for fact in facts if fact.key == "perhaps_role"} == {"council_member"}
    assert [fact for fact in facts if fact.key == "role"] == []


def test_letters_of_several_posts_say_none_and_rule_none_out() -> None:
    for title, industry, post, verdict in (
        ("EVP and CIO", "Real Estate", "c_level:information", UNCLEAR),
        ("EVP and CIO", "Industrials", "c_level:information", SATISFIED),
        ("CIO & EVP, Technology", "Financials", "c_level:information", SATISFIED),
        ("EVP and CFO", "Real Estate", "c_level:information", UNSATISFIED),
        ("CFO and CIO", "Real Estate", "c_level:finance", SATISFIED),
        ("EVP & CSO", "Health Care", "c_level:security", UNCLEAR),
        ("VP, Controller & CAO", "Energy", "c_level:administration", UNSATISFIED),
    ):
        facts: dict[str, list[Fact]] = {}
        for fact in trace({"id": "1", "title": title, "industry": industry}):
            facts.setdefault(fact.key, []).append(fact)
        asked = Condition("role", "", "", (Clause("post", values=(post,)),))
        assert asked.check(facts)[0] == verdict, (title, industry, post)
