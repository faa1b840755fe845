"""Rows of people to a file: whole or not at all, raw where raw is safe, guarded where it is not."""

from __future__ import annotations

import csv
import json
import stat
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pyarrow.parquet
import pytest

from shortlist.contract.enrich import EnrichResponse
from shortlist.contract.person import Person
from shortlist.contract.search import SearchResponse
from shortlist.contract.sets import PeopleSet, SetItem
from shortlist.desk import exports
from shortlist.desk.exports import FORMATS, export_people
from shortlist.desk.person_rows import (
    as_columns,
    columns_of,
    contact_parts,
    item_row,
    search_rows,
)
from shortlist.desk.places import DeskError

NASTY = {
    "=1+1": "'=1+1",
    "@cmd": "'@cmd",
    "-2+3+cmd|' /C calc'!A0": "'-2+3+cmd|' /C calc'!A0",
    "\t=1+1": "'\t=1+1",
    "\r=1+1": "'\r=1+1",
    "+44 20 7946 0958": "+44 20 7946 0958",
    "-4.5": "-4.5",
    'a "quoted", cell\nof two lines': 'a "quoted", cell\nof two lines',
    "[@click=app.quit]x[/]": "[@click=app.quit]x[/]",
    "مریم‌زاده 🧑‍🔬": "مریم‌زاده 🧑‍🔬",
}


def people(count: int = 3) -> list[dict[str, object]]:
    return [
        {"person_id": f"p{n}", "name": f"Person {n}", "confidence": n / 10} for n in range(count)
    ]


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read(path: Path) -> list[dict[str, object]]:
    """The rows of a file of any of the formats."""
    if path.suffix == ".csv":
        return [dict(row) for row in read_csv(path)]
    if path.suffix == ".json":
        return json.loads(path.read_text(encoding="utf-8"))
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
    if path.suffix == ".parquet":
        return pyarrow.parquet.read_table(path).to_pylist()
    header, *rows = openpyxl.load_workbook(path).active.iter_rows(values_only=True)
    return [dict(zip(header, row, strict=True)) for row in rows]


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_holds_every_row(tmp_path: Path, format: str) -> None:
    path = tmp_path / f"people.{format}"
    assert export_people(path, people(), expected=3) == 3
    rows = read(path)
    assert [row["name"] for row in rows] == ["Person 0", "Person 1", "Person 2"]
    assert [float(row["confidence"]) for row in rows] == [0, 0.1, 0.2]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("format", FORMATS)
def test_what_a_spreadsheet_would_run_is_guarded(tmp_path: Path, format: str) -> None:
    path = tmp_path / f"people.{format}"
    export_people(path, [{"person_id": str(n), "name": text} for n, text in enumerate(NASTY)])
    names = [row["name"] for row in read(path)]
    if format in ("csv", "xlsx"):
        # XLSX, as XML, reads a carriage return back as a line feed.
        assert [str(name).replace("\n", "\r") for name in names] == [
            guarded.replace("\n", "\r") for guarded in NASTY.values()
        ]
    else:
        assert names == list(NASTY)


def test_no_cell_of_xlsx_is_a_formula(tmp_path: Path) -> None:
    export_people(tmp_path / "p.xlsx", [{"person_id": "1", "name": text} for text in NASTY])
    sheet = openpyxl.load_workbook(tmp_path / "p.xlsx").active
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} == {"s"}


def test_a_name_with_a_control_character_does_not_break_xlsx(tmp_path: Path) -> None:
    export_people(tmp_path / "p.xlsx", [{"person_id": "1", "name": "a\x01b"}])
    assert read(tmp_path / "p.xlsx")[0]["name"] == "ab"


@pytest.mark.parametrize("format", FORMATS)
def test_no_one_is_a_file_too(tmp_path: Path, format: str) -> None:
    path = tmp_path / f"people.{format}"
    assert export_people(path, []) == 0
    assert read(path) == []


@pytest.mark.parametrize("format", FORMATS)
def test_a_count_that_differs_leaves_no_file(tmp_path: Path, format: str) -> None:
    with pytest.raises(DeskError, match="3 of 4 people arrived"):
        export_people(tmp_path / f"people.{format}", people(), expected=4)
    assert list(tmp_path.iterdir()) == []


def test_rows_that_stop_half_way_leave_no_file(tmp_path: Path) -> None:
    def stopping():
        yield from people()
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        export_people(tmp_path / "p.csv", stopping(), columns=["person_id"])
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_replaced_unless_asked(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("theirs")
    with pytest.raises(DeskError, match="already there"):
        export_people(path, people())
    assert path.read_text() == "theirs"
    export_people(path, people(), replace=True)
    assert len(read(path)) == 3


def test_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "p.csv").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DeskError, match="symbolic link"):
        export_people(tmp_path / "p.csv", people(), replace=True)
    assert not (tmp_path / "elsewhere").exists()


def test_an_ending_that_says_nothing_is_told(tmp_path: Path) -> None:
    with pytest.raises(DeskError, match="give the format"):
        export_people(tmp_path / "people.txt", people())


@pytest.mark.parametrize(("format", "library"), [("xlsx", "openpyxl"), ("parquet", "pyarrow")])
def test_a_missing_library_is_asked_for_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str, library: str
) -> None:
    monkeypatch.setitem(exports._LIBRARIES, format, f"no_{library}")
    assert f"no_{library}" not in sys.modules
    with pytest.raises(DeskError, match=f"pip install no_{library}"):
        export_people(tmp_path / f"p.{format}", people())
    assert list(tmp_path.iterdir()) == []


def test_a_search_says_where_it_came_from() -> None:
    response = SearchResponse.model_validate(
        {
            "data": {
                "results": [{"score": 1, "person": {"person_id": "p1", "name": "Ada"}}],
                "request": {"synthetic": True},
            },
            "meta": {"request_id": "req_1"},
        }
    )
    (row,) = search_rows(response, query="ada", deployment="https://people.example.org")
    assert (row["person_id"], row["query"], row["request_id"]) == ("p1", "ada", "req_1")
    assert (row["deployment"], row["synthetic"]) == ("https://people.example.org", True)
    assert row["retrieved_at"].endswith("Z")


def test_an_item_says_which_set_and_search_admitted_it() -> None:
    set_ = PeopleSet.model_validate({"id": "set_1", "searches": [{"id": "s1", "query": "who"}]})
    item = SetItem.model_validate(
        {
            "id": "item_1",
            "search_id": "s1",
            "person": {"person_id": "p1", "name": "Ada"},
            "verification": [{"criterion": "Is a judge", "status": "satisfied"}],
            "created_at": 1_700_000_000,
        }
    )
    row = item_row(item, set_, deployment="https://people.example.org")
    assert (row["set_id"], row["query"]) == ("set_1", "who")
    assert as_columns(row)["criteria"] == "Is a judge: satisfied"
    assert row["admitted_at"] == "2023-11-14T22:13:20.000Z"


def test_resolved_contacts_are_columns_between_the_person_and_the_provenance() -> None:
    answer = EnrichResponse.model_validate(
        {"data": {"work_email": {"value": "a@b.org", "status": "found", "confidence": "verified"}}}
    )
    row = {"person_id": "p1", "name": "Ada", "query": "ada"} | contact_parts(answer.data)
    assert columns_of([row]) == [
        "person_id",
        "name",
        "work_email",
        "work_email_status",
        "work_email_confidence",
        "work_email_source",
        "work_email_last_seen",
        "query",
    ]


class Row(dict[str, object]):
    """One that can be counted while it is held."""


def test_many_rows_are_streamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "_PARQUET_BATCH", 500)
    held: weakref.WeakValueDictionary[int, Row] = weakref.WeakValueDictionary()
    most = 0

    def given() -> Iterator[Row]:
        nonlocal most
        for n in range(3_000):
            held[n] = row = Row(person_id=f"p{n}", name=f"Person {n}", confidence=n / 10)
            most = max(most, len(held))
            yield row

    columns = ["person_id", "name", "confidence"]
    for format in FORMATS:
        assert export_people(tmp_path / f"p.{format}", given(), columns=columns, expected=3_000)
    assert most <= 1_001, "one batch of columns, and the next as it comes"
    assert len(read(tmp_path / "p.parquet")) == 3_000


def test_a_career_is_text_in_a_table_and_lists_in_json(tmp_path: Path) -> None:
    career = {
        "history": [{"title": "Clerk", "company": "Tern", "start": "2012", "end": "2019"}],
        "education": [{"degree": "BSc", "school": "Leeds"}, {"degree": "MBA", "school": "ESADE"}],
        "skills": ["SAP", "R"],
        "company_size": "51-200",
    }
    item = SetItem(id="i1", person=Person(person_id="p1", name="Ana", **career))
    row = item_row(item, PeopleSet(id="s1"), deployment="http://local")
    assert {name: row[name] for name in career} == career
    columns = as_columns(row)
    assert columns["history"] == "Clerk, Tern, 2012 – 2019"
    assert columns["education"] == "BSc, Leeds; MBA, ESADE"
    assert (columns["skills"], columns["company_size"]) == ("SAP; R", "51-200")
    assert "languages" not in columns_of([row])
