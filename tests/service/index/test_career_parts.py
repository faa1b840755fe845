"""What a file says of studies, skills, languages, certifications and posts is in the record, and
becomes facts with the words that they stand on."""

from __future__ import annotations

from typing import Any

import pytest

from shortlist.service.index.facets import facets, trace
from shortlist.service.index.imports.career_parts import listed, moment_of, study_of
from shortlist.service.index.imports.records import from_cells, from_object
from shortlist.service.index.imports.rows import BadRow
from shortlist.service.lexicon.text import stem


def test_a_tables_columns_are_parts_of_a_record() -> None:
    values = {
        "name": "Ana Ruiz",
        "company": "Alder Bank",
        "company_size": "51-200 employees",
        "company_industry": "Banking",
        "school": "University of Leeds; ESADE",
        "degree": "BSc; MBA",
        "field_of_study": "Economics",
        "education_end": "2009; Jun 2014",
        "skills": "Python (Django, Flask), SQL",
        "languages": "German (native)\nEnglish",
        "certifications": "CFA | PMP",
        "past_companies": "Quay, Inc., Tern & Sons",
    }
    record = from_cells(values, {}, "people.csv")
    assert record["education"] == [
        {"school": "University of Leeds", "degree": "BSc", "field": "Economics", "end": "2009"},
        {"school": "ESADE", "degree": "MBA", "end": "2014-06"},
    ]
    assert record["skills"] == ["Python (Django, Flask)", "SQL"]
    assert record["languages"] == ["German (native)", "English"]
    assert record["certifications"] == ["CFA", "PMP"]
    assert record["history"] == [{"company": "Quay, Inc."}, {"company": "Tern & Sons"}]
    assert (record["company_size"], record["company_industry"]) == ("51-200 employees", "Banking")
    assert "facts" not in record


def test_objects_call_the_parts_by_many_names() -> None:
    record = from_object(
        {
            "name": "Ana Ruiz",
            "Skills": ["SQL", {"name": "Python", "level": "expert"}],
            "educations": [
                {"institution": "LSE", "studyType": "BSc", "area": "Economics", "startDate": 2000}
            ],
            "languages": [{"language": "German", "fluency": "native"}, "English"],
            "certificates": [{"name": "CFA", "issuer": "CFA Institute", "date": "Mar 2019"}],
            "positions": [
                {"position": "Analyst", "company": {"name": "Quay"}, "endDate": "Present"}
            ],
            "numberOfEmployees": 51,
        },
        "people.jsonl",
    )
    assert record["skills"] == ["SQL", "Python"]
    assert record["education"] == [
        {"school": "LSE", "degree": "BSc", "field": "Economics", "start": "2000"}
    ]
    assert record["languages"] == [{"name": "German", "level": "native"}, "English"]
    assert record["certifications"] == [
        {"name": "CFA", "issuer": "CFA Institute", "start": "2019-03"}
    ]
    assert record["history"] == [{"title": "Analyst", "company": "Quay"}]
    assert record["company_size"] == "51"


def test_a_record_of_our_own_is_taken_as_it_is() -> None:
    given: dict[str, Any] = {
        "id": "p1",
        "name": "Ana Ruiz",
        "education": [{"school": "LSE", "degree": "BSc", "end": "2003", "grade": "2:1"}],
        "skills": ["SQL"],
        "languages": ["German"],
        "certifications": [{"name": "CFA", "issuer": "CFA Institute"}],
        "company_size": "51-200",
        "company_industry": "Banking",
        "history": [{"title": "Analyst", "company": "Quay", "last_seen": "2020-01-01"}],
    }
    assert from_object(dict(given), "people.jsonl") == given


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("education", 7, "education must be a list"),
        ("skills", [["SQL"]], "skills must hold texts or objects only"),
        ("history", ["Quay"], "history must hold objects only"),
    ],
)
def test_what_is_no_part_is_told(key: str, value: Any, said: str) -> None:
    with pytest.raises(BadRow, match=said):
        from_object({"name": "Ana Ruiz", key: value}, "people.jsonl")


def test_under_a_name_of_its_own_anything_goes() -> None:
    record = from_object({"name": "Ana Ruiz", "work": [["x"]], "career": "long"}, "people.jsonl")
    assert record["facts"] == {"work": [["x"]], "career": "long"}


@pytest.mark.parametrize(
    ("text", "study"),
    [
        (
            "BSc Economics, University of Leeds, 2004",
            {"degree": "BSc Economics", "school": "University of Leeds", "end": "2004"},
        ),
        ("MBA, INSEAD", {"degree": "MBA", "school": "INSEAD"}),
        (
            "University of Oxford (1999-2003)",
            {"school": "University of Oxford", "start": "1999", "end": "2003"},
        ),
        ("PhD in Physics at MIT", {"degree": "PhD", "field": "Physics", "school": "MIT"}),
        ("Harvard", {"school": "Harvard"}),
        ("BSc", {"degree": "BSc"}),
    ],
)
def test_a_study_in_one_text(text: str, study: dict[str, str]) -> None:
    assert study_of(text) == study


@pytest.mark.parametrize(
    ("text", "moment"),
    [("Jan 2020", "2020-01"), ("2019", "2019"), ("Present", None), ("2019-04-30", "2019-04-30")],
)
def test_dates_are_kept_as_far_as_they_are_known(text: str, moment: str | None) -> None:
    assert moment_of(text) == moment


def test_lists_are_cut_by_their_own_separator() -> None:
    assert listed("a, b; c") == ["a, b", "c"]
    assert listed("Amazon.com, Inc., Quay") == ["Amazon.com, Inc.", "Quay"]
    assert listed(" , ;") == []


def test_the_parts_are_facts_with_their_words() -> None:
    record = {
        "name": "Ana Ruiz",
        "company": "Alder Bank",
        "company_size": "1K-5K",
        "company_industry": "Banking; Insurance",
        "education": [
            {"school": "University of Leeds", "degree": "BSc", "field": "Economics", "end": "2009"}
        ],
        "skills": ["Python"],
        "languages": [{"name": "German", "level": "native"}],
        "certifications": [{"name": "CFA", "issuer": "CFA Institute"}],
        "history": [{"company": "Quay", "summary": "Ran payroll. Hired six."}],
    }
    found = {(fact.key, fact.value): (fact.quote, fact.source) for fact in trace(record)}
    expected = {
        ("school", "university of leeds"): ("University of Leeds", "education"),
        ("degree", "bs"): ("BSc", "education"),
        ("studied", "econom"): ("Economics", "education"),
        ("graduated", 2009): ("2009", "education"),
        ("skill", "python"): ("Python", "skills"),
        ("language", "de"): ("German", "languages"),
        ("certification", "cfa"): ("CFA", "certifications"),
        ("industry", "insurance"): ("Insurance", "company_industry"),
        ("size", 1000): ("1K-5K", "company_size"),
        ("past_company", "quay"): ("Quay", "history"),
        ("word", stem("payroll")): ("Ran payroll.", "history"),
    }
    assert {key: found.get(key) for key in expected} == expected
    assert facets(record)["industry"] == ["banking", "insurance"]


def test_older_records_have_them_among_their_facts() -> None:
    record = {"facts": {"languages": ["German"], "skills": ["SQL"], "education": [{"year": 2009}]}}
    found = {(fact.key, fact.value): fact.source for fact in trace(record)}
    assert found["language", "de"] == "facts.languages"
    assert found["skill", "sql"] == "facts.skills"
    assert found["graduated", 2009] == "facts.education"


@pytest.mark.parametrize(
    ("size", "least"),
    [
        ("51-200 employees", 51),
        ("10,001+", 10_001),
        ("1.000", 1000),
        ("1.5k", 1500),
        ("5 000+", 5000),
        ("self-employed", None),
    ],
)
def test_sizes_as_sources_write_them(size: str, least: int | None) -> None:
    assert facets({"company_size": size}).get("size") == least
