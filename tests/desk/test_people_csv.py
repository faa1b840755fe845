"""Who each row of a CSV is about, whatever its columns are called."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from shortlist.desk.people_csv import read_people
from shortlist.desk.places import DeskError


def anchors(tmp_path: Path, content: str | bytes) -> list[dict[str, str] | None]:
    path = tmp_path / "people.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return [row.anchor for row in read_people(path).rows]


@pytest.mark.parametrize(
    ("header", "row", "anchor"),
    [
        ("Person ID", "p1", {"person_id": "p1"}),
        ("person_id", " p1 ", {"person_id": "p1"}),
        ("LinkedIn URL", "https://n.org/in/a", {"profile_url": "https://n.org/in/a"}),
        ("URL", "www.n.org/in/a", {"profile_url": "https://www.n.org/in/a"}),
        ("E-mail Address", "a@b.org", {"email": "a@b.org"}),
        ("Full Name,Domain", "Ada Byron,b.org", {"name": "Ada Byron", "company_domain": "b.org"}),
        (
            "First Name,Last Name,Website",
            "Ada,Byron,https://www.B.org/about",
            {"name": "Ada Byron", "company_domain": "b.org"},
        ),
        ("email,url", "a@b.org,https://n.org/a", {"profile_url": "https://n.org/a"}),
        ("email,url", "a@b.org,n/a", {"email": "a@b.org"}),
        ("email,name", "nobody,Ada", None),
        ("email", "-", None),
    ],
)
def test_the_strongest_anchor_of_a_row(
    tmp_path: Path, header: str, row: str, anchor: dict[str, str] | None
) -> None:
    assert anchors(tmp_path, f"{header}\n{row}\n") == [anchor]


def test_separators_marks_and_remarks_above_the_header(tmp_path: Path) -> None:
    assert anchors(tmp_path, "Name;Email\nÅsa;a@b.org\n") == [{"email": "a@b.org"}]
    assert anchors(tmp_path, "Name\tEmail\r\nÅsa\ta@b.org\r\n") == [{"email": "a@b.org"}]
    assert anchors(tmp_path, b"\xef\xbb\xbfEmail\r\na@b.org\r\n") == [{"email": "a@b.org"}]
    assert anchors(tmp_path, "Email\na@b.org\n".encode("utf-16")) == [{"email": "a@b.org"}]
    assert anchors(tmp_path, b"Email,Name\na@b.org,\xc5sa\n") == [{"email": "a@b.org"}]
    noted = 'Notes:\n"When, and why"\n\nEmail,Name\na@b.org,Ada\n'
    assert anchors(tmp_path, noted) == [{"email": "a@b.org"}]


def test_lines_are_those_of_the_file_and_rows_are_as_wide_as_the_widest(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text('email,note\na@b.org,"two\nlines"\n\nc@d.org,x,more\n')
    people = read_people(path)
    assert people.header == ["email", "note", ""]
    assert [(row.line, row.cells) for row in people.rows] == [
        (2, ["a@b.org", "two\nlines", ""]),
        (5, ["c@d.org", "x", "more"]),
    ]


def test_a_file_about_nobody_says_which_columns_would_do(tmp_path: Path) -> None:
    for content in ("", "a,b\n1,2\n", "name\nAda\n"):
        with pytest.raises(DeskError, match="person_id, profile_url, email, or name"):
            anchors(tmp_path, content)


def test_a_spreadsheet_is_told_as_one(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_bytes(b"PK\x03\x04\x14\x00\x06\x00email")
    with pytest.raises(DeskError, match="save that as CSV"):
        read_people(path)


def test_real_exports_are_understood(corpus: Path) -> None:
    for name, least in (("connections.csv", 190), ("connections_with_notes.csv", 40)):
        people = read_people(corpus / name)
        assert sum(row.anchor is not None for row in people.rows) >= least
    generic = read_people(corpus / "people.csv")
    assert len(generic.rows) >= 2_000


@pytest.mark.parametrize(
    "content",
    [
        'Email;Notes, and more\na@b.org;"x, y, z, and, so, on"\n',
        "Email|Name\na@b.org|Ada, Countess of Lovelace, and others, too\n",
        "sep=;\r\nEmail;Name\r\na@b.org;Ada\r\n",
        '"Name","E-mail 1 - Value"\n"Ada\nLovelace","Ada <a@b.org>; ada@c.org"\n',
        "Email,Name,Email\n,Ada,a@b.org\n",
        "Work Email,Personal Email\nn/a,mailto:a@b.org\n",
        b'\xef\xbb\xbf"E-Mail"\t"Notes"\r\na@b.org\t"1,2,3,4,5"\r\n',
        "Email,Name\ra@b.org,Ada\r",
        b"Email,Name\na@b.org,\x00\xff\xfe\n",
    ],
    ids=["commas in text", "bars", "sep", "google", "twice", "work", "tabs", "old mac", "bytes"],
)
def test_files_as_other_programs_write_them(tmp_path: Path, content: str | bytes) -> None:
    assert anchors(tmp_path, content) == [{"email": "a@b.org"}]


def test_a_quotation_mark_left_open_is_said_with_its_line(tmp_path: Path) -> None:
    lines = [f"p{number}@b.org,x" for number in range(20_000)]
    lines[3] = 'p3@b.org,"x'
    csv.field_size_limit(1 << 30)  # as a reader of larger files in this process may have
    with pytest.raises(DeskError, match=r"line 5: .*quotation mark"):
        anchors(tmp_path, "\n".join(["email,note", *lines]))
