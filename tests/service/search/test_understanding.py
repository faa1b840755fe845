"""What is understood of a query, on a small directory's own vocabulary."""

from __future__ import annotations

import pytest

from shortlist.service.index.port import Filters
from shortlist.service.search.finder import IndexFinder


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "Republican state senators from Minnesota on an education committee",
            {
                ("party", "Republican"),
                ("role", "state senator"),
                ("place", "Minnesota, United States"),
                ("committee", "education committee"),
            },
        ),
        (
            "health ministers of the Nordic countries",
            {("role", "minister"), ("place", "Nordic countries"), ("topic", "health")},
        ),
        (
            "top money people at chip makers",
            {("role", "senior in finance"), ("industry", "chip makers")},
        ),
        (
            "who runs engineering at Tern Software",
            {("role", "head of engineering"), ("organisation", "Tern Software")},
        ),
        (
            "former Minnesota senators",
            {
                ("status", "former"),
                ("place", "Minnesota, United States"),
                ("role", "state senator"),
            },
        ),
        (
            "CEOs in Palo Alto",
            {
                ("role", "chief executive officer"),
                ("place", "Palo Alto, California, United States"),
            },
        ),
        (
            "CEO of Palo Verde Water",
            {("role", "chief executive officer"), ("organisation", "Palo Verde Water")},
        ),
        (
            "12 CFOs in California",
            {
                ("count", "12"),
                ("role", "chief financial officer"),
                ("place", "California, United States"),
            },
        ),
        (
            "a dozen Republicans who used to sit in the Minnesota senate",
            {
                ("count", "12"),
                ("party", "Republican"),
                ("status", "former"),
                ("place", "Minnesota, United States"),
                ("chamber", "upper chamber"),
                ("role", "state legislator"),
            },
        ),
        (
            "state senators in office for at least ten years",
            {("role", "state senator"), ("time", "there for 10+ years")},
        ),
        (
            "US senators whose term ends in 2027",
            {("role", "U.S. senator"), ("time", "term ends in 2027")},
        ),
        (
            "district 12 state senator in Minnesota",
            {
                ("district", "district 12"),
                ("role", "state senator"),
                ("place", "Minnesota, United States"),
            },
        ),
        (
            "senior district judges on the bench",
            {("role", "senior judge")},
        ),
        (
            "judges who are not senior judges",
            {("role", "judge"), ("role", "senior judge")},
        ),
        (
            "Republican committee chairs in the Minnesota legislature",
            {
                ("committee", "chairs any committee"),
                ("party", "Republican"),
                ("place", "Minnesota, United States"),
                ("role", "state legislator"),
            },
        ),
        (
            "who chairs an education committee in the Minnesota legislature",
            {
                ("committee", "chairs education committee"),
                ("place", "Minnesota, United States"),
                ("role", "state legislator"),
            },
        ),
        (
            "committee chairmen for education in Minnesota or Ohio",
            {
                ("committee", "chairs education committee"),
                ("place", "Minnesota, United States or Ohio, United States"),
                ("role", "state legislator"),
            },
        ),
        (
            "who oversees doctors in Minnesota",
            {
                ("topic", "doctors"),
                ("place", "Minnesota, United States"),
                ("role", "state legislator"),
            },
        ),
        (
            "CEOs as well as CFOs in California",
            {
                ("role", "chief executive officer or chief financial officer"),
                ("place", "California, United States"),
            },
        ),
        (
            "senators in Minnesota and in Ohio",
            {
                ("role", "state senator"),
                ("place", "Minnesota, United States or Ohio, United States"),
            },
        ),
        (
            "state senators who began in 2019 or later",
            {("role", "state senator"), ("time", "started in 2019 or later")},
        ),
        (
            "nurses who began in 2019 or later",
            {("role", "nurse"), ("time", "nurse since 2019 or later")},
        ),
        ("a neurosurgeon in Oslo", {("role", "neurosurgeon"), ("place", "Oslo")}),
        (
            "whoever handles the money at Heron Air",
            {("role", "head of finance"), ("organisation", "Heron Air")},
        ),
    ],
)
def test_terms_of_a_query(finder: IndexFinder, query: str, expected: set[tuple[str, str]]) -> None:
    plan = finder.plan(query, Filters())
    assert {(term.kind, term.value) for term in plan.terms} == expected


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("senators who are not on the education committee", "committee"),
        ("CFOs not in California", "place"),
        ("senators without an e-mail address", "contact"),
        ("legislators except Republicans", "party"),
        ("legislators of any party but Republicans", "party"),
        ("senators apart from Republicans", "party"),
    ],
)
def test_negation_belongs_to_what_follows_it(finder: IndexFinder, query: str, kind: str) -> None:
    plan = finder.plan(query, Filters())
    assert [term.kind for term in plan.terms if term.negated] == [kind]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            "senators with an e-mail but no phone",
            [("an e-mail address", False), ("a phone number", True)],
        ),
        ("senators without an e-mail or a phone", [("an e-mail address or a phone number", True)]),
        (
            "senators with a phone and without an e-mail",
            [("an e-mail address", True), ("a phone number", False)],
        ),
    ],
)
def test_each_contact_has_its_own_sense(
    finder: IndexFinder, query: str, said: list[tuple[str, bool]]
) -> None:
    terms = finder.plan(query, Filters()).terms
    assert sorted((t.value, t.negated) for t in terms if t.kind == "contact") == sorted(said)


def test_a_denial_ends_where_a_place_begins(finder: IndexFinder) -> None:
    terms = finder.plan("neither Democrats nor Republicans in Minnesota", Filters()).terms
    assert {(term.kind, term.negated) for term in terms} == {("party", True), ("place", False)}
    (place, *_) = (t for t in finder.plan("CFOs not in Ohio", Filters()).terms if t.kind == "place")
    assert place.negated


def test_island_countries_of_the_pacific_are_islands(finder: IndexFinder) -> None:
    def countries(query: str) -> set[str]:
        [place] = [c for c in finder.understand(query, Filters()).conditions if c.kind == "place"]
        return {str(value) for clause in place.clauses for value in clause.values}

    pacific = countries("ministers in the Pacific")
    islands = countries("ministers of Pacific island countries")
    assert pacific - islands == {"au", "nz"} and islands < pacific


def test_a_county_is_named_without_its_genitive(finder: IndexFinder) -> None:
    [county] = finder.understand("Cook County's delegation", Filters()).conditions[:1]
    assert county.description == "Represents Cook County"


@pytest.mark.parametrize(
    ("query", "criterion"),
    [
        ("nurses", "Is a nurse"),
        ("architects", "Is an architect"),
        ("HR directors", "Is a human resources director"),
        ("user experience researchers", "Is a user experience researcher"),
    ],
)
def test_a_role_is_told_as_one_says_it(finder: IndexFinder, query: str, criterion: str) -> None:
    [role] = [c for c in finder.understand(query, Filters()).conditions if c.kind == "role"]
    assert role.description == criterion


def test_words_apart_name_nobody(finder: IndexFinder) -> None:
    assert finder.plan("Percival Nakamura", Filters()).kind == "name"
    assert finder.plan("Nakamura, Percival", Filters()).kind == "name"
    assert finder.plan("percival who is about the nakamura", Filters()).kind != "name"


def test_committees_joined_by_or_are_one_condition(finder: IndexFinder) -> None:
    plan = finder.plan("senators on the education committee or the health committee", Filters())
    (term,) = [term for term in plan.terms if term.kind == "committee"]
    assert term.value == "education committee or health committee"


def test_both_of_two_are_a_condition_each(finder: IndexFinder) -> None:
    plan = finder.plan("senators on both the education and the health committee", Filters())
    said = [term.value for term in plan.terms if term.kind == "committee"]
    assert said == ["education committee", "health committee"]
    plan = finder.plan("CFOs who are also executive vice presidents", Filters())
    said = [term.value for term in plan.terms if term.kind == "role"]
    assert sorted(said) == ["chief financial officer", "executive vice president"]


def test_when_judges_took_senior_status_is_no_start(finder: IndexFinder) -> None:
    conditions = finder.understand("judges who took senior status after 2019", Filters()).conditions
    (date,) = [each for each in conditions if each.kind == "time"]
    assert [clause.key for clause in date.clauses] == ["senior_since"]
    assert date.clauses[0].at_least == 2020_01_01


def test_new_of_a_state_is_no_date(finder: IndexFinder) -> None:
    plan = finder.plan("New York senators who took their seat before 2016", Filters())
    assert ("place", "New York, United States") in {(t.kind, t.value) for t in plan.terms}


def test_words_that_nobody_understands_are_left_for_meaning(finder: IndexFinder) -> None:
    plan = finder.plan("ambidextrous zeppelin enthusiasts", Filters())
    assert plan.terms == []
    assert plan.remainder == "ambidextrous zeppelin enthusiasts"


def test_a_purpose_that_nobody_understands_is_unread(finder: IndexFinder) -> None:
    query = "engineers who maintain tools for deciding who may do what"
    understood = finder.understand(query, Filters())
    assert "deciding" in understood.remainder
    assert "deciding" in understood.unread  # a criterion, so nobody is let in


def test_a_misspelt_name_is_a_name(finder: IndexFinder) -> None:
    plan = finder.plan("Rosalynd Achtenberg", Filters())
    assert plan.kind == "name"
    assert [(term.kind, term.value) for term in plan.terms] == [("name", "Rosalind Achterberg")]


@pytest.mark.parametrize(
    "query", ["", " ", "?", "'", "🙂", "a", "(((", "not", "or", "1", "x" * 4000, "\u202e"]
)
def test_no_query_breaks_the_reading(finder: IndexFinder, query: str) -> None:
    finder.plan(query, Filters())
