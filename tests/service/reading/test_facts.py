"""What a record says is kept with the words that it stands on."""

from __future__ import annotations

import pytest

from shortlist.service.reading.facts import said_of_work


def said(facet: str, **record: object) -> dict[object, tuple[str, str]]:
    return {
        value: (quote, source) for key, value, quote, source in said_of_work(record) if key == facet
    }


def test_a_title_is_a_post_and_a_trade() -> None:
    assert said("post", title="Head of Reward")["head:reward"] == ("Head of Reward", "title")
    assert said("trade", title="Senior Staff Nurse")["staff nurse"] == (
        "Senior Staff Nurse",
        "title",
    )
    assert not said("post", title="Head of Reward", status="former")
    assert "head:reward" in said("past_post", title="Head of Reward", status="former")


@pytest.mark.parametrize(
    ("summary", "facet", "trade"),
    [
        ("Ana Ruiz is a nurse at Lakeside Hospital in Toronto.", "trade", "nurse"),
        ("Works in Porto. She is a software developer.", "trade", "software developer"),
        ("He was a teacher for ten years.", "past_trade", "teacher"),
    ],
)
def test_prose_says_what_somebody_is(summary: str, facet: str, trade: str) -> None:
    quote, source = said(facet, title="Manager", summary=summary)[trade]
    assert quote in summary and trade in quote and source == "summary"


def test_what_somebody_was_in_before_is_said_by_the_employer_of_then() -> None:
    history = [
        {"title": "Manager", "company": "Alder Stores", "start": "2024"},
        {"title": "Manager", "company": "Alder Stores", "start": "2022", "end": "2024"},
        {"title": "Analyst", "company": "Riyadh Bank", "start": "2018", "end": "2022"},
        {"title": "Clerk", "company": "Bank of Ireland", "start": "2015", "end": "2018"},
        {"title": "Intern", "company": "Goldman Sachs", "start": "2014", "end": "2015"},
        {"title": "Temp", "company": "River Bank Rowers", "start": "2013", "end": "2014"},
    ]
    record = {"title": "Manager", "company": "Alder Stores", "history": history}
    for job in history[2:5]:
        assert said("past_sector", history=[job])["banking"] == (job["company"], "history")
    assert "retail" not in said("past_sector", **record)
    assert said("past_sector", history=history[-1:]) == {}
    left = said("past_sector", **record | {"status": "former"})
    assert left["retail"] == ("Alder Stores", "history")


def test_studies_languages_and_sizes_are_facts() -> None:
    record = {
        "languages": ["German", "Spanish; Castilian"],
        "education": [{"school": "University of Leeds", "degree": "BSc", "end": "2009-07"}],
        "company_size": "5,000 to 19,999",
    }
    assert set(said("language", **record)) == {"de", "es"}
    assert set(said("degree", **record)) == {"bs", "bachelor"}
    assert set(said("graduated", **record)) == {2009}
    assert set(said("size", **record)) == {5000}


@pytest.mark.parametrize(
    "record",
    [
        {"title": 7, "history": "x", "education": [3], "languages": {"a": 1}},
        {"summary": ["is a nurse"], "facts": [1], "company_size": {}},
        {"history": [{"title": None}, None], "certifications": [{"name": 4}]},
    ],
)
def test_odd_values_are_skipped(record: dict[str, object]) -> None:
    list(said_of_work(record))


CAREER: list[dict[str, object]] = [
    {"title": "Director", "company": "Acme", "start": "2021-01"},
    {"title": "Manager", "company": "Acme", "start": "2018-01", "end": "2021-01"},
    {"title": "Analyst", "company": "Bolt GmbH", "start": "2015-06", "end": "2017-12"},
    {"title": "Intern", "company": "Bolt", "start": "2014", "end": "2015-06"},
    {"title": "Clerk", "company": "Coda", "last_seen": "2013-02"},
]


def test_who_left_whom_and_when() -> None:
    """Not who was promoted there, nor who was only last seen there; of two posts the later end."""
    assert set(said("left", company="Acme", history=CAREER)) == {"bolt 2017"}
    gone = [{**each, "end": each.get("end", "2023-05")} for each in CAREER[:2]]
    assert set(said("left", company="Dyne", history=gone)) == {"acme 2023"}


def test_a_career_began_with_its_first_post() -> None:
    assert said("career_since", company="Acme", history=CAREER) == {2014: ("2014", "history")}
    assert not said("career_since", company="Acme", history=CAREER[-1:])


@pytest.mark.parametrize(
    ("size", "staff", "students"),
    [
        ("51-200 employees", (51, 200), (None, None)),
        ("10,001+", (10_001, None), (None, None)),
        ("1K-5K", (1_000, 5_000), (None, None)),
        ("Less than 250", (None, 249), (None, None)),
        ("20,000 or more", (20_000, None), (None, None)),
        ("120", (120, 120), (None, None)),
        ("under 1,000 students", (None, None), (None, 999)),
        ("17 registered salespersons", (None, None), (None, None)),
    ],
)
def test_a_size_is_bounds_of_what_is_counted(
    size: str, staff: tuple[int | None, int | None], students: tuple[int | None, int | None]
) -> None:
    for facet, (least, most) in (("size", staff), ("students", students)):
        assert set(said(facet, company_size=size)) == ({least} - {None})
        assert set(said(f"{facet}_most", company_size=size)) == ({most} - {None})


def test_an_industry_is_not_what_its_label_leaves_out() -> None:
    shop = {"sub_industry": "Other retail sale (other than by commercial art galleries) n.e.c."}
    assert "retail" in said("sector", **shop)
    assert "galleri" not in said("business", **shop)


def test_of_a_section_that_names_several_industries_the_class_says_which() -> None:
    section = {"industry": "Financial and insurance activities"}
    payments = section | {"sub_industry": "Banks"}
    assert "insur" in said("business", **section)
    assert "insur" not in said("business", **payments)
    assert {"banking", "finance"} <= set(said("sector", **payments))


def test_a_second_post_that_goes_on_is_held() -> None:
    trustee = {"title": "Trustee", "company": "Alder Trust", "start": "2021", "end": None}
    record = {"title": "Nurse", "history": [trustee]}
    assert "board:any" in said("post", **record)
    assert "board:any" not in said("post", **(record | {"status": "former"}))
    over = {"title": "Nurse", "history": [trustee | {"end": "2023"}]}
    assert "board:any" in said("past_post", **over)
    assert "board:any" not in said("post", **over)


@pytest.mark.parametrize(
    ("label", "is_", "near"),
    [
        ("Renting and leasing of construction machinery", "rental", "construction"),
        ("Wholesale of wine, beer and spirits", "wholesale", "brewing"),
        ("Repair of electrical equipment", None, "electronics"),
        ("Manufacture of beer", "brewing", None),
        ("Retail sale of clothing in specialised stores", "fashion", None),
    ],
)
def test_who_sells_hires_out_or_mends_goods_does_not_make_them(
    label: str, is_: str | None, near: str | None
) -> None:
    held = set(said("sector", sub_industry=label))
    assert is_ is None or is_ in held
    assert near is None or (near not in held and near in said("near_sector", sub_industry=label))


def test_the_goods_that_somebody_sells_are_no_words_of_their_business() -> None:
    fuel = set(
        said("business", sub_industry="Retail sale of automotive fuel in specialised stores")
    )
    assert "specialis" in fuel and "automot" not in fuel
    assert "automot" in said("business", sub_industry="Testing of automotive parts")


@pytest.mark.parametrize(
    ("summary", "sector"),
    [
        ("Sector: telecommunications.", "telecom"),
        ("Industry: food production", "food_manufacturing"),
    ],
)
def test_a_sentence_says_what_the_employer_does(summary: str, sector: str) -> None:
    record = {"company": "Kelda Ltd", "industry": "Other", "summary": f"Sails. {summary}"}
    assert (summary, "summary") in [
        (quote, source) for key, value, quote, source in said_of_work(record)
        if (key, value) == ("sector", sector)
    ]  # fmt: skip


def test_what_an_earlier_employer_does_is_of_before() -> None:
    assert "banking" in said("past_sector", company="Kelda", summary="Left HSBC in 2019.")


@pytest.mark.parametrize(
    ("record", "sector"),
    [
        ({"company": "KBC"}, "banking"),
        ({"company": "HSBC Holdings plc", "industry": "Financial services"}, "banking"),
        ({"company": "HSBC", "industry": "Financial and insurance activities"}, "banking"),
        ({"company": "Etihad Airways"}, "airlines"),
        ({"company": "Pfizer Ireland"}, "pharma"),
    ],
)
def test_a_well_known_employer_says_its_business(record: dict[str, str], sector: str) -> None:
    assert said("sector", **record)[sector] == (record["company"], "company")


@pytest.mark.parametrize(
    ("record", "sector"),
    [
        ({"company": "Orange", "industry": "Agriculture"}, "telecom"),
        ({"company": "HSBC", "sub_industry": "Insurance"}, "banking"),
        ({"company": "Pfizer Rowers"}, "pharma"),
    ],
)
def test_a_known_name_says_nothing_against_the_record(record: dict[str, str], sector: str) -> None:
    assert sector not in said("sector", **record)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("English (C1)", "en"),
        ("German (native)", "de"),
        ("Fluent Dutch", "nl"),
        ("English - fluent", "en"),
        ("Brazilian Portuguese", "pt"),
    ],
)
def test_a_language_is_listed_with_how_it_is_spoken(entry: str, code: str) -> None:
    assert said("language", languages=[entry]) == {code: (entry, "languages")}


@pytest.mark.parametrize(
    ("summary", "year"),
    [
        ("17 years in the trade.", 2008),
        ("More than 15 years of experience.", 2010),
        ("Has been at it for 17 years.", 2008),
        ("Thirty-odd years in the business.", 1995),
        ("The firm has 40 years of experience.", None),
        ("Looking for 5 years of experience.", None),
        ("Married for 17 years.", None),
    ],
)
def test_a_sentence_tells_how_long_somebody_has_worked(summary: str, year: int | None) -> None:
    record = {"summary": summary, "as_of": "2025-03-01"}
    assert said("career_since", **record) == ({year: (summary, "summary")} if year else {})
    earlier = [{"title": "Clerk", "company": "Acme", "start": "1990"}]
    assert set(said("career_since", **record, history=earlier)) == {1990}


@pytest.mark.parametrize(
    ("told", "year"),
    [
        ("In this line since 2013.", 2013),
        ("I have done this since 2007.", 2007),
        ("En el oficio desde 2001.", 2001),
        ("Na profissão desde 2005.", 2005),
        ("Lives there since 2013.", None),
    ],
)
def test_a_sentence_tells_since_when_somebody_is_what_they_are(told: str, year: int | None) -> None:
    since = said("worked_since", title="Farrier", summary=told)
    assert (f"trade:farrier {year}" in since) is (year is not None)
    later = [{"title": "Farrier", "company": "Acme", "start": "2018"}]
    assert f"trade:farrier {year or 2018}" in said(
        "worked_since", title="Farrier", summary=told, history=later
    )


@pytest.mark.parametrize(
    ("company", "stated"),
    [
        ("À mon compte", "self_employed"),
        ("Por cuenta propia", "self_employed"),
        ("Libero professionista", "self_employed"),
        ("Indépendant", "self_employed"),
        ("Own business", "own_business"),
        ("Independent Broadcasting", None),
    ],
)
def test_who_works_for_themselves_says_so_for_an_employer(company: str, stated: str | None) -> None:
    assert set(said("stated", title="Upholsterer", company=company)) == ({stated} - {None})


@pytest.mark.parametrize(
    "summary",
    [
        "Took four years off to care for my parents.",
        "From 2005 to 2009 I stayed at home with the children.",
        "A break of three years, for health reasons.",
        "De 2019 à 2022, pause pour élever mes enfants.",
    ],
)
def test_a_break_is_told(summary: str) -> None:
    assert "career_break" in said("stated", summary=summary)


@pytest.mark.parametrize(
    ("summary", "place"),
    [
        ("From 1999 to 2011 I was with Acme in Cádiz, Spain, as Welder.", "es"),
        ("Earlier years in Köln, Germany.", "de"),
        ("Antes trabajé en Köln.", "de"),
        ("Vorher habe ich in Bremen gearbeitet.", "de"),
    ],
)
def test_prose_says_where_somebody_worked_before(summary: str, place: str) -> None:
    record = {"location": "Santiago, Chile", "summary": summary}
    assert place in said("worked_in", **record)
    assert "worked_abroad" in said("stated", **record)


def test_of_an_employer_that_somebody_left_its_industry_is_kept_with_the_year() -> None:
    jobs = [{"title": "Clerk", "company": "Riyadh Bank", "start": "1990", "end": "2001"}]
    assert {"riyadh bank 2001", "sector:banking 2001"} <= set(said("left", history=jobs))


def test_what_a_retired_person_did_was_so_once() -> None:
    history = [
        {"title": "Nurse", "company": "Riyadh Bank", "start": "1990", "end": "2001"},
        {"title": "Head Brewer", "company": "Carlsberg", "start": "2001"},
    ]
    record = {"title": "Retired", "status": "former", "history": history}
    assert {"nurse", "head brewer", "brewer"} <= set(said("past_trade", **record))
    assert "head:any" in said("past_post", **record)
    assert {"banking", "brewing"} <= set(said("past_sector", **record))
    assert said("past_occ", **record)
    assert not said("trade", **record)
