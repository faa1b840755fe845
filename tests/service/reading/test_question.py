"""Questions are read by linkers that know nothing of each other, and one chooser."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.service.reading.stubs import SmallGazetteer

from shortlist.service.reading import question as reading
from shortlist.service.reading.lattice import choose
from shortlist.service.reading.packs.public_office import span_rules
from shortlist.service.reading.parts import Part
from shortlist.service.reading.question import read
from shortlist.service.reading.spans import Span

HERE = SmallGazetteer()
WORK = ("role", "field")
"""Kinds of what somebody is or works in."""


def test_a_role_of_another_is_no_alternative_to_it() -> None:
    english = read("accountants of plumbers", HERE).parts
    assert [len(part.spans) for part in english] == [1, 1]
    for either in ("accountants or plumbers", "ik zoek een verpleegkundige of arts"):
        assert [len(part.spans) for part in read(either, HERE).parts] == [2]


def test_a_word_that_two_english_ones_mean_is_one_role() -> None:
    [role, _] = read("Personalleiter bei Firmen in Leeds", HERE).parts
    assert role.label == "head of human resources"


def test_who_worked_somewhere_before_left_it() -> None:
    [part] = read("who worked at Red Hat before", HERE).parts
    assert part.past and not part.ever
    [part] = read("who worked at Red Hat", HERE).parts
    assert part.ever and not part.past


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CFOs who have worked at a bank", [("role", ""), ("industry", "ever")]),
        ("nurses with experience in retail", [("role", ""), ("field", "ever")]),
        ("nurses who used to work in retail", [("role", ""), ("field", "past")]),
        ("accountants who trained at Deloitte", [("role", ""), ("organisation", "ever")]),
        ("people who left banking for insurance", [("industry", "past"), ("industry", "")]),
        ("engineers who were founders before", [("role", ""), ("role", "past")]),
        ("people who have been a CFO", [("role", "ever")]),
        ("engineers who used to be with Nokia", [("role", ""), ("organisation", "past")]),
        ("welders with Nokia on their CV", [("role", ""), ("organisation", "ever")]),
        (
            "welders at Nokia, previously in retail",
            [("role", ""), ("organisation", ""), ("field", "past")],
        ),
    ],
)
def test_a_career_has_a_before_and_a_now(text: str, expected: list[tuple[str, str]]) -> None:
    found = read(text, HERE)
    when = [(p.kind, "past" if p.past else "ever" if p.ever else "") for p in found.parts]
    assert when == expected and not found.loose


def test_a_treasurer_is_no_manager_of_anything() -> None:
    [part] = read("treasurers", HERE).parts
    assert not any(value.startswith("post=") for value in part.values)


def told(text: str) -> set[tuple[str, str, bool, bool]]:
    """Each part: its kind, the first of its values, whether it is denied and whether it is past."""
    return {
        (part.kind, part.values[0].partition("=")[2] or part.values[0], part.negated, part.past)
        for part in read(text, HERE).parts
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "HR directors in Leeds",
            {("role", "human resources director"), ("place", "gb/england/leeds")},
        ),
        ("payroll managers in Scotland", {("role", "payroll manager"), ("place", "gb/scotland")}),
        ("SREs in India", {("role", "site reliability engineer"), ("place", "in")}),
        ("people who speak German", {("language", "de")}),
        ("Spanish-speaking nurses", {("language", "es"), ("role", "nurse")}),
        ("nurses, spanish + english", {("language", "es"), ("language", "en"), ("role", "nurse")}),
        ("nurses speaking italien", {("language", "it"), ("role", "nurse")}),
        ("nurses who speak German, live in France", {("language", "de"), ("place", "fr")}),
        ("nurses in Bangor, Maine", {("role", "nurse"), ("place", "us/maine/bangor")}),
        ("Krankenschwestern in Maine", {("role", "nurse"), ("place", "us/maine")}),
        (
            "directores financieros en el Reino Unido",
            {("role", "finance director"), ("place", "gb")},
        ),
        ("heads of people in the DACH region", {("role", "head of people"), ("place", "de")}),
        ("Polish Kubernetes people", {("place", "pl"), ("skill", "kubernetes")}),
        ("Stanford alumni in finance", {("school", "stanford university")}),
        ("Minnesota nurses", {("place", "us/minnesota"), ("role", "nurse")}),
        ("nurses from Orange", {("place", "us/california/orange")}),
        ("nurses who worked at Orange", {("organisation", "orange")}),
        ("EA to a CEO", {("role", "executive assistant")}),
        ("tax preparers with EA certification", {("certification", "ea")}),
        ("lawyers with a law degree", {("role", "lawyer"), ("subject", "law")}),
    ],
)  # fmt: skip
def test_what_a_question_says_is_linked(text: str, expected: set[tuple[str, str]]) -> None:
    assert {(kind, value) for kind, value, _, _ in told(text)} >= expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KPMG alumni", {("organisation", "kpmg", False, True)}),
        ("former EY accountants", {("organisation", "ey", False, True)}),
        ("UN staff", {("organisation", "united nations", False, False)}),
        ("US Army veterans in logistics", {("organisation", "us army", False, True)}),
        ("SAP consultants", {("skill", "title_word+sap", False, False)}),
        ("accountants who know SAP", {("skill", "title_word+sap", False, False)}),
        ("ex-Oracle engineers", {("organisation", "oracle", False, True)}),
    ],
)  # fmt: skip
def test_a_company_that_tables_name_is_asked_for_where_nobody_has_been_there(
    text: str, expected: set[tuple[str, str, bool, bool]]
) -> None:
    found = {
        (part.kind, part.values[0], part.negated, part.past) for part in read(text, HERE).parts
    }
    assert found >= expected


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("nurses with five or more people under them", ("team", 5, None)),
        ("nurses at a clinic (max 50 staff)", ("size", None, 50)),
    ],
)
def test_how_many_are_led_or_employed_is_said_in_other_words(
    text: str, bound: tuple[str, int | None, int | None]
) -> None:
    [number] = read(text, HERE).numbers
    assert (number.of, number.at_least, number.at_most) == bound


def test_of_a_language_that_no_table_lists_the_name_alone_is_looked_for() -> None:
    [[said]] = read("hey, nurses who speak Zorbish please", HERE).loose
    assert [word.raw for word in said] == ["Zorbish"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("somebody who is a nurse and also a lawyer", 2),
        ("works as a nurse and as a lawyer", 2),
        ("nurses and lawyers", 1),
        ("nurses as well as lawyers", 1),
    ],
)
def test_who_is_one_and_also_another_is_both(text: str, parts: int) -> None:
    assert [part.kind for part in read(text, HERE).parts] == ["role"] * parts


def test_what_is_denied_ends_with_its_sentence() -> None:
    [place] = [p for p in read("Never in trouble. In Scotland", HERE).parts if p.kind == "place"]
    assert not place.negated


def test_alumni_of_what_nobody_knows_were_there_as_students_or_employees() -> None:
    (part,) = read("Zorbex alumni", HERE).parts
    assert part.values == ("zorbex", "past_company=zorbex")
    assert part.spans[0].says == "Studied or worked at Zorbex"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("fair-pay specialists", "reward"),
        ("payroll specialists", "payroll specialist"),
    ],
)
def test_who_specialises_in_a_thing_works_on_it(text: str, label: str) -> None:
    assert [part.label for part in read(text, HERE).parts if part.kind in WORK] == [label]


@pytest.mark.parametrize(
    "text",
    [
        "nurses who do NOT work in a hospital",
        "Doesn't work in a hospital",
        "anyone with an MBA in Porto",
    ],
)
def test_nothing_more_is_demanded_in_words(text: str) -> None:
    asked = read(text, HERE)
    assert not asked.loose
    assert {part.kind for part in asked.parts} <= {"role", "industry", "place", "degree"}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("nurses in Bangor, Maine", ("us/maine/bangor",)),
        ("nurses in Bangor, United Kingdom", ("gb/wales/bangor",)),
        ("nurses in Leeds, Texas", ("us/texas/leeds",)),  # where nobody lives
        (
            "nurses in Leeds, Scotland or Porto",
            ("gb/england/leeds", "gb/scotland", "pt/porto/porto", "pt/porto"),
        ),
    ],
)
def test_a_place_is_in_the_one_that_follows(text: str, values: tuple[str, ...]) -> None:
    (place,) = (part for part in read(text, HERE).parts if part.kind == "place")
    assert place.values == values


def test_what_is_denied_or_past_is_told_from_what_is_asked() -> None:
    assert ("place", "gb/london", True, False) in told("chief people officers not based in London")
    assert ("place", "us/maine", True, False) in told("nurses outside Maine")
    past = told("ex-Deloitte engineers now at Red Hat or SUSE")
    assert ("organisation", "deloitte", False, True) in past
    assert ("organisation", "red hat", False, False) in past


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("whoever handles the money at SUSE", "post=head:finance"),
        ("who runs marketing at SUSE", "post=head:marketing"),
        ("who runs SUSE", "post=top:general"),
        ("who is in charge of payroll", "post=head:payroll"),
    ],
)
def test_who_runs_a_thing_is_its_head(text: str, value: str) -> None:
    role = next(part for part in read(text, HERE).parts if part.kind in WORK)
    assert value in role.values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("who looks after procurement at SUSE", "concept=procurement"),
        ("people who deal with recruitment", "concept=talent"),
        ("who handles payroll at SUSE", "post=manager:payroll"),
    ],
)
def test_who_sees_to_a_thing_works_on_it(text: str, value: str) -> None:
    role = next(part for part in read(text, HERE).parts if part.kind in WORK)
    assert value in role.values


def test_whom_somebody_assists_is_not_asked_for() -> None:
    roles = [p for p in read("executive assistants to CEOs", HERE).parts if p.kind == "role"]
    assert [part.label for part in roles] == ["executive assistant"]
    before, now = read("people promoted from HR manager to HR director", HERE).parts
    assert (before.past, now.past) == (True, False)


def test_alternatives_are_one_part() -> None:
    parts = read("PTs or OTs at Red Hat or SUSE", HERE).parts
    organisation = next(part for part in parts if part.kind == "organisation")
    assert organisation.values == ("red hat", "suse")
    role = next(part for part in parts if part.kind == "role")
    assert {"trade=physiotherapist", "trade=occupational therapist"} <= set(role.values)


def test_a_small_word_names_no_organisation_and_a_town_no_football_club() -> None:
    assert not [
        p for p in read("employers with over 5,000 staff", HERE).parts if p.kind == "organisation"
    ]
    assert [p.kind for p in read("HR directors in Leeds", HERE).parts] == ["role", "place"]


@pytest.mark.parametrize(
    ("text", "of", "least", "most"),
    [
        ("employers with over 5,000 staff", "size", 5000, None),
        ("finished med school in 2005 or later", "graduated", 2005, None),
        ("on the register since 2012 or earlier", "since", None, 2012),
        ("people who left after 2019", "until", 2020, None),
    ],
)
def test_bounds_are_numbers(text: str, of: str, least: int | None, most: int | None) -> None:
    numbers = read(text, HERE).numbers
    assert [(n.of, n.at_least, n.at_most) for n in numbers] == [(of, least, most)]


def test_words_that_nobody_knows_are_kept_as_they_stand() -> None:
    loose = read("kubestronauts or gizmos in Leeds", HERE).loose
    assert [[" ".join(w.raw for w in run) for run in runs] for runs in loose] == [
        ["kubestronauts", "gizmos"]
    ]


WORDS = """
HR director nurse SRE in at from not ex- or and , London Leeds Maine Red Hat SUSE German speaking
Kubernetes over 5,000 staff since 2012 heads of people banks 東京 Москва who runs the money
"""
QUESTIONS = st.lists(st.sampled_from(WORDS.split()), max_size=12).map(" ".join)


@given(QUESTIONS, st.randoms())
@settings(deadline=None, max_examples=60)
def test_the_order_of_linkers_changes_nothing(text: str, chance: random.Random) -> None:
    expected = read(text, HERE)
    shuffled = list(reading.LINKERS)
    chance.shuffle(shuffled)
    kept, reading.LINKERS = reading.LINKERS, tuple(shuffled)
    try:
        assert read(text, HERE) == expected
    finally:
        reading.LINKERS = kept


@given(st.text(max_size=200))
@settings(deadline=None, max_examples=60)
def test_any_text_is_read(text: str) -> None:
    question = read(text, HERE)
    for part in question.parts:
        for span in part.spans:
            assert 0 <= span.start < span.end <= len(question.words)


def test_the_chooser_takes_the_cover_of_most_weight() -> None:
    def span(start: int, end: int, strength: float, kind: str = "role") -> Span:
        return Span(start, end, kind, (f"{start}-{end}",), "", strength)

    whole, left, right = span(0, 2, 1.0), span(0, 1, 1.0), span(1, 2, 1.0)
    assert choose([left, right, whole], 2) == [whole]
    assert choose([left, right, span(0, 2, 0.5)], 2) == [left, right]
    assert choose([], 3) == []


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        (
            "HR directors and payroll managers",
            ["human resources director", "payroll manager"],
        ),
        ("HR and payroll managers", ["human resources and payroll manager"]),
        ("directors of finance and operations", ["director of finance and operations"]),
        ("head of sales or VP sales", ["head of sales", "vice president sales"]),
    ],
)
def test_two_titles_are_two(text: str, roles: list[str]) -> None:
    parts = read(text, HERE).parts
    assert [span.label for part in parts for span in part.spans] == roles


def test_non_denies_the_word_after_it() -> None:
    question = read("non-technical founders", HERE)
    assert not question.parts[0].negated
    assert [runs[0][0].text for runs in question.loose] == ["technical"]
    assert question.denied == {question.loose[0]}
    assert read("non-lawyers", HERE).parts[0].negated


def test_or_joins_words_that_nobody_understood_to_what_is_before_them() -> None:
    question = read("people in banking or theremins", HERE)
    ((part, runs),) = question.either
    assert isinstance(part, Part) and part.kind == "industry"
    assert not isinstance(runs, Part)
    assert [[word.text for word in run] for run in runs] == [["theremins"]]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("directors in Leeds", "director:any"),
        ("managers in Leeds", "manager:any"),
        ("executive directors in Leeds", "director:general"),
        ("HR directors in Leeds", "director:hr"),
    ],
)
def test_a_level_alone_is_of_any_part_of_a_business(text: str, value: str) -> None:
    assert f"post={value}" in read(text, HERE).parts[0].values


def test_an_office_is_held_for_a_time_and_a_prize_is_not() -> None:
    def held(*roles: str) -> bool:
        return span_rules.is_held([Span(0, 1, "role", tuple(f"role={r}" for r in roles), "", 1.0)])

    assert held("state_senator")
    assert not held("laureate")
    assert span_rules.is_held([Span(0, 1, "committee", ("x",), "", 1.0)])


def test_titles_that_differ_by_an_ending_are_one() -> None:
    [part] = read("weld inspectors", HERE).parts
    assert {"trade=weld inspector", "trade=welding inspector"} <= {*part.values}


def roles(text: str) -> list[tuple[str, bool, bool]]:
    """The label of each role, whether it is denied and whether it is past."""
    return [(p.label, p.negated, p.past) for p in read(text, HERE).parts if p.kind in WORK]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("recruiters who hire data engineers", ["recruiter"]),
        ("assistants to chief executives", ["assistant"]),
        ("commercial real estate brokers", ["real estate broker"]),
        ("assistant professors of economics", ["assistant professor"]),
        ("board chairs of charities", ["board chair"]),
        ("COOs of logistics companies", ["chief operating officer"]),
        ("Head of IT or IT manager", ["head of it or it manager"]),
        ("system admins", ["system administrator"]),
        ("lift / elevator mechanics", ["elevator mechanic"]),
        ("UX/UI designers", ["ux ui designer"]),
        ("programmers, hands-on", ["programmer"]),
        ("lawyers who handle claims", ["lawyer"]),
        ("people who were nurses", ["nurse"]),
        ("those who worked as a nurse", ["nurse"]),
        # Who is told by what they do to others is none of these.
        ("who keeps people asleep while the surgeon operates", []),
        ("someone who drives nurses home", []),
        ("fixes bicycles for nurses", []),
    ],
)
def test_a_title_ends_where_it_ends(text: str, labels: list[str]) -> None:
    assert [label for label, _, _ in roles(text)] == labels


def test_who_used_to_be_something_was_it() -> None:
    sales, developers = roles("sales engineers who used to be developers")
    assert sales == ("sales engineer", False, False)
    assert developers == ("developer", False, True)


def test_who_moved_from_a_business_was_in_it() -> None:
    before, now = read("people who moved from banking to product management", HERE).parts
    assert (before.kind, before.past) == ("industry", True)
    assert (now.kind, now.label, now.past) == ("field", "product", False)


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("engineers with Kubernetes and German", {"de"}),
        ("nurses, French and English", {"fr", "en"}),
        ("someone who can translate from Japanese to English", {"ja", "en"}),
        ("German engineers", set()),
        ("German, Swiss or Austrian nurses", set()),
    ],
)
def test_an_adjective_of_a_people_alone_is_their_language(text: str, spoken: set[str]) -> None:
    parts = [part for part in read(text, HERE).parts if part.kind == "language"]
    assert {value for part in parts for value in part.values} == spoken


def test_a_school_that_nobody_here_went_to_is_one() -> None:
    (school,) = read("graduates of INSEAD", HERE).parts
    assert (school.kind, school.values) == ("school", ("insead",))
    (subject,) = read("graduates of economics", HERE).parts
    assert subject.kind == "subject"


def test_two_places_with_a_dash_are_either() -> None:
    (place,) = read("nurses in London-Leeds", HERE).parts[1:]
    assert len(place.spans) == 2


@pytest.mark.parametrize("text", ["not the Wurlitzer", "not Wurlitzer", "no Wurlitzer"])
def test_words_that_are_denied_are_not_demanded(text: str) -> None:
    question = read(f"nurses, {text}", HERE)
    assert question.denied == {question.loose[0]}


def test_or_not_denies_nothing_that_follows_it() -> None:
    parts = read("British-born or not, nurses", HERE).parts
    assert [(part.kind, part.negated) for part in parts if part.kind == "role"] == [("role", False)]
    assert read("teachers, not nurses", HERE).parts[-1].negated


def test_letters_in_capitals_are_no_small_word() -> None:
    question = read("nurses, not IT wizardry", HERE)
    assert [[w.raw for w in run] for runs in question.loose for run in runs] == [["IT", "wizardry"]]


def test_both_parts_of_a_business_are_read() -> None:
    assert roles("people in both design and engineering") == [
        ("design", False, False),
        ("engineering", False, False),
    ]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("nurses in Denmark or northern Germany", ["dk", "de"]),
        ("nurses in Los Angeles", ["us//los angele"]),
        ("nurses, Midlands", ["gb/west midlands"]),
    ],
)
def test_places_as_they_are_called(text: str, places: list[str]) -> None:
    values = [v for p in read(text, HERE).parts if p.kind == "place" for v in p.values]
    assert values == places


def test_a_group_of_companies_has_all_its_words() -> None:
    (group, _) = read("Big Four auditors", SmallGazetteer()).parts
    assert group.label == "Big Four"


def test_who_became_something_was_something_else() -> None:
    for text in ("nurses who became managers", "nurse turned manager"):
        before, now = roles(text)
        assert before == ("nurse", False, True)
        assert now == ("manager", False, False)


def test_two_titles_with_a_slash_are_either() -> None:
    (part,) = read("COO / Head of Operations", HERE).parts
    assert [span.label for span in part.spans] == ["chief operating officer", "head of operations"]


def test_a_part_of_a_business_alone_is_who_works_on_it() -> None:
    (part,) = read("HR", HERE).parts
    assert {"concept=hr", "concept=talent", "occ=soc:11-3121"} <= set(part.values)


def test_experience_at_a_company_is_of_any_time() -> None:
    assert read("nurses with Deloitte experience", HERE).parts[1].ever


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("nurses in Frankfurt", "de//frankfurt am main"),
        ("Krankenschwestern in Köln", "de//koln"),
        ("nurses in Bombay", "in//mumbai"),
        ("nurses in NYC", "us//new york city"),
        ("nurses in Mailand", "it//milan"),
    ],
)
def test_a_city_has_more_names_than_one(text: str, path: str) -> None:
    assert [p.values[0] for p in read(text, HERE).parts if p.kind == "place"] == [path]


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("nurses in Bangalore", ("in/karnataka/bangalore", "in//bengaluru")),
        ("nurses in Bengaluru", ("in//bengaluru", "in/karnataka/bangalore")),
    ],
)
def test_who_is_in_a_city_by_another_of_its_names_is_meant(
    text: str, paths: tuple[str, ...]
) -> None:
    here = SmallGazetteer(
        place_paths={"bangalore": ("in/karnataka/bangalore",), "bengaluru": ("in//bengaluru",)}
    )
    (place,) = [part for part in read(text, here).parts if part.kind == "place"]
    assert place.values == paths


def test_a_name_of_a_city_that_people_have_is_a_place_only_where_somebody_is_in_it() -> None:
    assert not [p for p in read("Bella Rossi", HERE).parts if p.kind == "place"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("PR managers", "pr manager"),
        ("anaesthesiologists", "anaesthesiologist"),
        ("ingenieros de datos en Madrid", "data engineer"),
        ("gerentes de vendas", "sales manager"),
        ("who heads up procurement", "head of procurement"),
    ],
)
def test_a_title_by_its_other_spellings(text: str, label: str) -> None:
    assert roles(text) == [(label, False, False)]


def test_who_is_asked_for_by_another_name_of_their_trade_is_asked_for_by_its_own() -> None:
    [asked] = read("hoof care specialists", SmallGazetteer()).parts
    assert asked.label == "hoof care specialist"
    assert "trade=farrier" in asked.values


def test_a_city_and_those_near_it() -> None:
    here = SmallGazetteer(place_paths={"leeds": ("gb/england/leeds",),
                                       "bradford": ("gb/england/bradford",),
                                       "york": ("gb/england/york",)})  # fmt: skip
    for text, values in [
        ("nurses near Leeds", ("gb/england/leeds", "gb/england/bradford", "gb/england/york")),
        ("nurses within 20 km of Leeds", ("gb/england/leeds", "gb/england/bradford")),
        (
            "nurses in the Leeds area",
            ("gb/england/leeds", "gb/england/bradford", "gb/england/york"),
        ),
        ("nurses in Leeds", ("gb/england/leeds",)),
    ]:
        (place,) = [part for part in read(text, here).parts if part.kind == "place"]
        assert place.values == values, text
        assert not read(text, here).loose


def test_schools_by_what_they_and_their_groups_are_called() -> None:
    def schools(text: str) -> set[str]:
        return {v for p in read(text, HERE).parts if p.kind == "school" for v in p.values}

    assert "massachusetts institute of technology" in schools("MIT alumni")
    assert {"yale university", "princeton university"} <= schools("Ivy League graduates")
    both = schools("bankers who went to Oxford or Cambridge")
    assert {"university of oxford", "university of cambridge"} <= both
    assert not schools("people who went to Google")
    assert not schools("MBA graduates in Leeds")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("phd in physics", {("degree", "phd"), ("subject", "physics")}),
        ("masters in nursing", {("degree", "master"), ("subject", "nursing")}),
        ("with a masters degree", {("degree", "master")}),
        ("a bachelor's in law", {("degree", "bachelor"), ("subject", "law")}),
        ("nurses with a BSN from Emory", {("degree", "bsn"), ("school", "emory")}),
        ("MBAs in consulting", {("degree", "mba"), ("industry", "consulting")}),
        ("PhDs from Leeds", {("degree", "phd"), ("place", "gb/england/leeds")}),
    ],
)  # fmt: skip
def test_degrees_their_levels_and_what_they_were_in(
    text: str, expected: set[tuple[str, str]]
) -> None:
    assert {(kind, value) for kind, value, _, _ in told(text)} >= expected


@pytest.mark.parametrize(
    "text",
    [
        "people hired in March",
        "associates at law firms",
        "harbour masters in Kent",
        "apprenticeship managers",
        "nurses with a licence",
    ],
)
def test_a_word_that_is_a_degree_among_others_is_none_alone(text: str) -> None:
    assert "degree" not in {kind for kind, *_ in told(text)}


INITIALS = SmallGazetteer(
    companies={
        "qa": ("qa",),
        "pmp": ("pepper money pmb",),
        "phd": ("phoenix healthcare distribution",),
        "mba": ("mba",),
        "fine": ("fine lady bakeries",),
        "google": ("google",),
        "hsbc": ("hsbc bank",),
        "pwc": ("pwc",),
    }
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PMP certified nurses", {("certification", "PMP"), ("role", "nurse")}),
        ("nurses with the PMP Diploma", {("certification", "PMP"), ("role", "nurse")}),
        ("QA testers", {("role", "quality assurance tester")}),
        ("chefs with fine dining experience", {("role", "chef")}),
        ("nurses with a PhD in physics",
         {("role", "nurse"), ("degree", "PhD"), ("subject", "physics")}),
        ("MBA graduates in consulting", {("degree", "MBA"), ("industry", "consulting")}),
        ("nurses at google", {("role", "nurse"), ("organisation", "Google")}),
        ("nurses at QA", {("role", "nurse"), ("organisation", "QA")}),
        ("HSBC nurses", {("role", "nurse"), ("organisation", "HSBC")}),
        ("PwC alumni", {("organisation", "PwC")}),
        ("alumni of PwC", {("organisation", "PwC")}),
        ("graduated from PwC", {("school", "PwC")}),
        ("INSEAD alumni", {("school", "INSEAD")}),
        ("RNs in Scotland", {("role", "registered nurse"), ("place", "Scotland, United Kingdom")}),
        ("master electricians", {("role", "electrician")}),
        ("customer support agents", {("role", "customer support agent")}),
        ("bilingual nurses, English and French",
         {("role", "nurse"), ("language", "English"), ("language", "French")}),
        ("people who manage teams", {("statement", "Manages people")}),
        ("nurses responsible for teams of ten", {("role", "nurse")}),
        ("people who manage budgets", {("statement", "Has managed a budget")}),
    ],
)  # fmt: skip
def test_letters_and_words_that_a_table_knows_are_no_name_without_a_cue(
    text: str, expected: set[tuple[str, str]]
) -> None:
    assert {(p.kind, p.label) for p in read(text, INITIALS).parts} == expected


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("nurses with an interest in theremins", ["theremins"]),
        ("nurses interested in theremins", ["theremins"]),
        ("nurses passionate about theremins", ["theremins"]),
        ("nurses who changed jobs since 2022", []),
        ("master electricians", []),
        ("bilingual nurses", ["bilingual"]),
        ("bilingual nurses, English and French", []),
    ],
)
def test_the_words_of_a_cue_are_not_demanded(text: str, left: list[str]) -> None:
    loose = read(text, INITIALS).loose
    assert [word.text for runs in loose for run in runs for word in run] == left


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("managers of more than 50 people", []),
        ("people who manage over 20 people", []),
        ("companies of more than 50 people", [(50, None)]),
        ("managers at companies with over 50 people", [(50, None)]),
    ],
)
def test_how_many_somebody_leads_is_no_size_of_an_employer(
    text: str, sizes: list[tuple[int | None, int | None]]
) -> None:
    found = [n for n in read(text, INITIALS).numbers if n.of == "size"]
    assert [(n.at_least, n.at_most) for n in found] == sizes


@pytest.mark.parametrize(
    ("text", "asked", "not_asked"),
    [
        ("deans", "post=dean:general", "post=president:general"),
        ("heads of nursing", "post=dean:nursing", "post=president:nursing"),
        ("cybersecurity directors", "post=director:cybersecurity", "post=director:security"),
        ("heads of security", "post=head:cybersecurity", "post=manager:security"),
        ("CSOs", "post=c_level:strategy", "post=c_level:general"),
        ("chancellors", "post=chancellor:general", "post=president:general"),
        ("superintendents", "post=superintendent:general", "post=top:general"),
        ("provosts", "post=provost:general", "post=director:general"),
        ("nursing supervisors", "post=supervisor:nursing", "post=head:nursing"),
        ("presidents", "post=chancellor:general", "post=top:general"),
        ("chief counsels", "post=head:legal", "post=manager:legal"),
        ("directors of public affairs", "post=director:public_affairs", "post=director:policy"),
    ],
)
def test_whom_a_title_asks_for(text: str, asked: str, not_asked: str) -> None:
    [part] = read(text, HERE).parts
    assert asked in part.values and not_asked not in part.values


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("heads of investor relations", ["head of investor relations"]),
        ("real estate agents in Texas", ["real estate agent", "Texas, United States"]),
        ("heads of tax at industrial companies", ["head of tax", "industrial companies"]),
        ("nurses of island nations", ["nurse"]),
        ("engineers employed by Red Hat", ["engineer", "Red Hat"]),
        ("chief engineers at federal agencies", ["chief engineer", "federal agencies"]),
        ("barristers practising in London", ["barrister", "London, United Kingdom"]),
    ],
)
def test_a_criterion_is_called_as_it_was_said(text: str, labels: list[str]) -> None:
    found = read(text, HERE)
    assert [part.label for part in found.parts] == labels
    assert not any(part.ever for part in found.parts)
    assert "real" not in {word.text for runs in found.loose for run in runs for word in run}


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("people in farming, forestry or fishing", ["farming", "forestry", "fishing"]),
        ("health professionals", ["health care"]),
        ("police, fire and ambulance crews", ["emergency services"] * 3),
        ("people in finance, law, HR or sales", ["finance", "law", "human resources", "sales"]),
        ("Works in a manual trade", ["manual trades"]),
    ],
)
def test_a_list_of_fields_is_one_thing_that_is_asked(text: str, labels: list[str]) -> None:
    [part] = read(text, HERE).parts
    assert part.kind == "field" and [span.label for span in part.spans] == labels


@pytest.mark.parametrize("text", ["accountants in farming", "clerks at logistics companies"])
def test_an_employer_is_no_field_that_somebody_works_in(text: str) -> None:
    assert "field" not in [part.kind for part in read(text, HERE).parts]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("nurses (midwives, carers, paramedics) in Leeds", ["role", "place"]),
        ("public servants: police, fire, courts", ["role"]),
        ("nurses (not midwives, not carers)", ["role", "role", "role"]),
        ("nurses (Leeds, London)", ["role", "place"]),
    ],
)
def test_who_is_listed_in_brackets_is_an_example(text: str, kinds: list[str]) -> None:
    found = read(text, HERE)
    assert [part.kind for part in found.parts] == kinds and not found.loose


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nurses in London OR Leeds", ["role", "place"]),
        ("sales & marketing people", ["field"]),
        ("we need a nurse in London", ["role", "place"]),
        ("seeking nurses nearby London", ["role", "place"]),
        ("Krankenschwestern in Leeds oder Umgebung", ["role", "place"]),
        ("university of leeds graduates in finance", ["school", "field"]),
        ("people who trained at the University of Otago", ["school"]),
        ("people who went to the University of Glasgow", ["school"]),
        ("nurses or scientists", ["role"]),
        ("public servants in London", ["role", "place"]),
    ],
)
def test_how_people_type_adds_nothing_to_what_they_ask(text: str, expected: list[str]) -> None:
    found = read(text, HERE)
    assert [part.kind for part in found.parts] == expected and not found.loose
