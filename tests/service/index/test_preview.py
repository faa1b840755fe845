"""What an import would make of a file, with nothing written: the command, and its events."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from shortlist.cli.index import index

TABLE = """Contact,Works at,Role,Shoe size
Ada Byron,Analytical Ltd,Chief Engineer,38
,,,
Grace Hopper,Navy Labs,Rear Admiral,39,too many
"""


def preview(*given: str) -> tuple[int, dict]:
    done = CliRunner().invoke(index, ["preview", *given, "--json"])
    return done.exit_code, json.loads(done.stdout)


def test_columns_first_people_and_who_is_left_out_are_told_and_nothing_is_written(
    tmp_path: Path,
) -> None:
    path = tmp_path / "people.csv"
    path.write_text(TABLE)
    code, told = preview(str(path), "--map", "Works at=company")
    assert code == 0
    assert [(c["name"], c["field"]) for c in told["columns"]] == [
        ("Contact", "name"),
        ("Works at", "company"),
        ("Role", "title"),
        ("Shoe size", None),
    ]
    (ada,) = told["people"]
    assert (ada["line"], ada["name"], ada["company"]) == (2, "Ada Byron", "Analytical Ltd")
    assert ada["facts"] == {"Shoe size": "38"}
    assert [line["line"] for line in told["skipped"]] == [4]
    assert {"name", "company", "work_email"} <= set(told["fields"])
    assert [file.name for file in tmp_path.iterdir()] == ["people.csv"]


def test_headings_of_which_none_says_who_it_is_are_told_to_be_mapped(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("Wer,Wo\nAda Byron,London\n")
    code, told = preview(str(path))
    assert code == 1
    assert "no row of headings" in told["error"]
    assert [column["name"] for column in told["columns"]] == ["Wer", "Wo"]
    code, told = preview(str(path), "--map", "Wer=name")
    assert code == 0
    assert told["people"][0]["name"] == "Ada Byron"


def test_how_an_import_goes_is_told_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text(TABLE)
    given = ["import", str(path), "--events", "--data-dir", str(tmp_path / "data")]
    done = CliRunner().invoke(index, given)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert {"event": "progress", "what": "people", "part": 1.0} in events
    assert [event["line"] for event in events if event["event"] == "skipped"] == [4]
    assert events[-1]["event"] == "end"
    assert (events[-1]["added"], events[-1]["skipped"]) == (1, 1)


def test_what_is_no_table_is_told_by_what_it_is(tmp_path: Path) -> None:
    """A stray zero in a cell makes a table none the less."""
    told = {
        "people.xlsx": (b"PK\x03\x04", "a spreadsheet; save it as CSV"),
        "people.csv": (b"PK\x03\x04\x00\x00,x\n", "no text, but perhaps a spreadsheet"),
        "stray.csv": (b"Name,Company\nAda Byron,\x00Tern\n", None),
    }
    for name, (content, error) in told.items():
        (tmp_path / name).write_bytes(content)
        _, read = preview(str(tmp_path / name))
        assert (error in read["error"]) if error else read["people"][0]["company"] == "Tern"


def test_a_line_that_may_be_in_another_encoding_says_so(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_bytes(b"Name,Company\nAda Byron,Caf\xe9\n,\n")
    assert [line["other_encoding"] for line in preview(str(path))[1]["skipped"]] == [True]
    _, told = preview(str(path), "--encoding", "windows-1252")
    assert told["people"][0]["company"] == "Café" and not told["skipped"]
