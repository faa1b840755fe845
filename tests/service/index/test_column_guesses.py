"""What columns are likely to be whose headings say no field: proposed, and read as nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from shortlist.service.index.imports.column_guesses import guess_fields
from shortlist.service.index.imports.preview import preview


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("Current role", "title"),
        ("Employer name", "company"),
        ("Work mail", "work_email"),
        ("Candidate", "name"),
        ("Firma", "company"),
        ("Telefon dienstlich", "phone"),
        ("Société", "company"),
        ("Puesto", "title"),
        ("Compnay", "company"),
        ("E-Mail Adresse", "email"),
    ],
)
def test_a_heading_in_other_words_is_proposed_as_what_it_is(heading: str, field: str) -> None:
    assert guess_fields({heading: ""}, {}) == {heading: field}


@pytest.mark.parametrize("heading", ["Internal score", "Added date", "Tier", "x", "", "42", "“”"])
def test_what_says_nothing_of_a_person_is_proposed_as_nothing(heading: str) -> None:
    assert guess_fields({heading: ""}, {heading: ["7", "gold", ""]}) == {}


def test_values_tell_where_no_heading_does_and_no_field_is_proposed_twice() -> None:
    values = {
        "Reach them": ["a@x.example", "b@x.example", "none"],
        "Or here": ["c@x.example"],
        "Where else": ["https://x.example/a"],
        "Ring": ["+49 30 1234567", ""],
    }
    columns = dict.fromkeys(values, "") | {"Their page": "", "Company": "company", "Firma": ""}
    assert guess_fields(columns, values) == {
        "Reach them": "email",
        "Where else": "location",
        "Ring": "phone",
    }


def test_an_address_of_a_mailbox_is_proposed_as_no_place() -> None:
    values = ["a@x.example", "b@x.example"]
    assert guess_fields(
        {"Firmenadresse elektronisch": ""}, {"Firmenadresse elektronisch": values}
    ) == {"Firmenadresse elektronisch": "email"}
    assert guess_fields({"Adresse": ""}, {"Adresse": values}) == {"Adresse": "email"}
    assert guess_fields({"Adresse": ""}, {"Adresse": ["Rue 1"]}) == {"Adresse": "location"}


def test_a_preview_proposes_and_reads_nothing_by_it(tmp_path: Path) -> None:
    file = tmp_path / "odd.csv"
    file.write_text("Full name,Company,Current role\nDana Reyes,Tern,Data engineer\n")
    told = preview(file)
    assert told.columns == {"Full name": "name", "Company": "company", "Current role": ""}
    assert told.likely == {"Current role": "title"}
    [(_, person)] = told.people
    assert "title" not in person
    assert preview(file, told.likely).people[0][1]["title"] == "Data engineer"


def test_what_an_object_says_is_proposed_by_the_names_that_map_it(tmp_path: Path) -> None:
    """To propose an object that is called nothing would change nothing."""
    file = tmp_path / "odd.jsonl"
    file.write_text(
        '{"who": "Dana Reyes", "email": ["d@x.example"], "employer": {"label": "Tern"},'
        ' "x by": {"agency": "Alder", "desk": {"town": "Hull"}}, "notes_x": ["a", "b"]}\n'
    )
    told = preview(file, {"who": "name"})
    assert told.columns == {
        "who": "name",
        "email": "email",
        "employer.label": "",
        "x by.agency": "",
        "x by.desk.town": "",
        "notes_x": "",
    }
    assert told.likely == {
        "employer.label": "company",
        "x by.desk.town": "city",
        "notes_x": "summary",
    }
    [(_, person)] = preview(file, {"who": "name", **told.likely}).people
    assert (person["company"], person["city"], person["summary"]) == ("Tern", "Hull", "a\nb")
    assert person["contacts"]["work_email"]["value"] == "d@x.example"
    assert person["facts"] == {"x by.agency": "Alder"}
