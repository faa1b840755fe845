"""Importing files: what is read, what is told, and what a second time changes."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import Engine, select
from tests.cli.conftest import Ended, Shell
from tests.service.index.people import RECORDS

from shortlist.cli.index import index
from shortlist.service.db.engine import database_url, open_engine, reading
from shortlist.service.db.migrate import migrate
from shortlist.service.db.schema import imported_rows, people
from shortlist.service.index.imports.column_guesses import guess_fields
from shortlist.service.index.imports.columns import BadMap, read_map
from shortlist.service.index.imports.records import date_of, person_name
from shortlist.service.index.imports.run import FileReport, Import
from shortlist.service.index.suppress import NotSuppressible, suppress


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = open_engine(database_url(tmp_path))
    migrate(made)
    yield made
    made.dispose()


def records(engine: Engine) -> dict[str, dict[str, Any]]:
    with reading(engine) as connection:
        rows = connection.execute(
            select(people.c.id, people.c.record).where(people.c.removed_at.is_(None))
        )
        return {row.id: row.record for row in rows}


def imported(engine: Engine, path: Path, **options: Any) -> FileReport:
    [report] = Import(engine, **options).run([path]).files
    return report


def counts(report: FileReport) -> tuple[int, int, int]:
    changes = report.changes
    return changes.added, changes.updated, changes.unchanged


def write_csv(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


def test_a_table_as_people_write_them(engine: Engine, tmp_path: Path) -> None:
    path = write_csv(
        tmp_path / "Contacts 2026.csv",
        "\ufeffRecord ID,Full Name,Job Title,Company,Website,"
        "E-mail,Phone,City,Notes,Last Verified,Tier\r\n"
        'C-1,"  Østergård,  Björn ",Head of Growth,"Alder, Bank",https://www.alder.example/x,'
        'BJORN@Alder.Example,N/A,Oslo,"Two\r\nlines, ""quoted""",8/5/2026,gold\r\n'
        "C-2,Null Na,-,,,no address,-,,,05.08.2026,\r\n"
        "C-3,Ann Lee,Engineer\r\n",
    )
    report = imported(engine, path)
    assert (report.kind, counts(report), report.bad) == ("csv", (3, 0, 0), 0)
    found = records(engine)
    first = found["C-1"]
    assert first["name"] == "Björn Østergård"
    assert first["company"] == "Alder, Bank" and first["company_domain"] == "alder.example"
    assert first["contacts"] == {
        "work_email": {
            "value": "bjorn@alder.example",
            "source": "Contacts 2026.csv",
            "last_seen": "2026-08-05",
        }
    }
    assert first["summary"] == 'Two\nlines, "quoted"'
    assert first["facts"] == {"Tier": "gold"}
    assert first["dataset"] == "contacts-2026"
    second = found["C-2"]
    assert second["name"] == "Null Na" and "title" not in second and "contacts" not in second
    assert second["facts"] == {"unreadable email": "no address"}
    assert found["C-3"]["title"] == "Engineer"


def test_the_second_time_only_what_changed_is_updated(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "people.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in RECORDS))
    assert counts(imported(engine, path)) == (50, 0, 0)
    assert counts(imported(engine, path)) == (0, 0, 50)
    changed = [{**RECORDS[0], "title": "Majority Leader"}, *RECORDS[1:]]
    zipped = tmp_path / "people.jsonl.gz"
    zipped.write_bytes(gzip.compress("".join(json.dumps(r) + "\n" for r in changed).encode()))
    assert counts(imported(engine, zipped)) == (0, 1, 49)
    assert records(engine)["inv-000"]["title"] == "Majority Leader"


def test_bad_lines_are_told_and_the_rest_goes_in(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    lines = [
        b'{"id": "a", "name": "Ann Lee"}',
        b"{not json",
        b"",
        b"[1]",
        b'{"id": "b", "name": "Bo \\u0000\\u001b[31mRed"}',
        b'{"id": "c", "name": "Cy", "links": "none"}',
        b'{"id": "d"}',
        b'{"id": "a", "name": "Another Ann"}',
        b'{"id": "a", "name": "Ann Lee"}',
        b'{"id": "e", "name": "\xff"}',
        b'{"id": "' + b"x" * 300 + b'", "name": "Long"}',
    ]
    path.write_bytes(b"\n".join(lines))
    report = imported(engine, path)
    assert [s.line for s in report.skipped] == [2, 4, 6, 7, 8, 10, 11]
    reasons = {s.line: s.reason for s in report.skipped}
    assert "no JSON" in reasons[2]
    assert reasons[6] == "links must be a list"
    assert reasons[7] == "no name"
    assert "given before" in reasons[8]
    assert (report.repeated, counts(report)) == (1, (2, 0, 0))
    assert records(engine)["b"]["name"] == "Bo [31mRed"
    assert counts(imported(engine, path)) == (0, 0, 2)


def test_broken_tables_are_told_by_line(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "broken.csv"
    path.write_bytes(
        b"Name,Company\nAnn Lee,Alder\nJos\xe9 Ruiz,Tern\nBo Ek,Quay,too,many\n,Fell\nCy Oh,Quay\n"
    )
    report = imported(engine, path)
    assert {s.line: s.reason.split(";")[0].split(":")[0] for s in report.skipped} == {
        3: "it is not in the encoding that was expected",
        4: "4 cells under 2 headings",
        5: "nothing says who this is",
    }
    assert counts(report) == (2, 0, 0)
    assert {r["name"] for r in records(engine).values()} == {"Ann Lee", "Cy Oh"}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("people.docx", b"", "no format known"),
        ("people.csv", b"a,b\n1,2\n", "no row of headings"),
        (
            "people.csv",
            b"Name;Ort\nJo;Bonn\n",
            "say what one more column is, such as --map 'Ort=loc",
        ),
        ("people.csv", b"", "nothing is in it"),
        ("people.json", b"[{]", "no JSON"),
        ("people.jsonl.gz", b"\x1f\x8b\x08nothing", "damaged"),
        ("people.parquet", b"nothing", "no Parquet file"),
    ],
)
def test_what_cannot_be_read_at_all(
    engine: Engine, tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    (tmp_path / "good.csv").write_text("Name,Company\nAnn Lee,Alder\n")
    report = Import(engine).run([tmp_path / name, tmp_path / "good.csv"])
    assert said in str(report.files[0].error)
    assert not report.whole and report.changes.added == 1


def test_a_table_in_an_encoding_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "excel.csv"
    path.write_bytes("Name;Company\nJosé Núñez;Café “Größe”\n".encode("windows-1252"))
    data = ["--data-dir", str(tmp_path / "data"), "--json"]
    refused = CliRunner().invoke(index, ["import", str(path), *data])
    assert refused.exit_code == 1
    assert "line 2: it is not in the encoding that was expected" in refused.stderr
    assert "--encoding windows-1252" in refused.stderr
    unknown = CliRunner().invoke(index, ["import", str(path), *data, "--encoding", "rot13"])
    assert unknown.exit_code == 2
    done = CliRunner().invoke(index, ["import", str(path), *data, "--encoding", "windows-1252"])
    assert (done.exit_code, json.loads(done.stdout)["added"]) == (0, 1)
    engine = open_engine(database_url(tmp_path / "data"))
    [record] = records(engine).values()
    engine.dispose()
    assert (record["name"], record["company"]) == ("José Núñez", "Café “Größe”")


def test_other_separators_encodings_and_a_map(engine: Engine, tmp_path: Path) -> None:
    semicolons = write_csv(tmp_path / "a.csv", "Name;Firma\nJürgen Groß;Tür, Tor\n", "utf-16")
    mapping = tmp_path / "map.toml"
    mapping.write_text('name = "Name"\ncompany = "Firma"\n')
    imported(engine, semicolons, mapping=read_map(mapping), dataset="german")
    [record] = records(engine).values()
    assert (record["name"], record["company"]) == ("Jürgen Groß", "Tür, Tor")
    assert record["dataset"] == "german"
    for text, said in (("nme = 'x'", "no field"), ("name = 3", "heading"), ("", "no columns")):
        mapping.write_text(text)
        with pytest.raises(BadMap, match=said):
            read_map(mapping)


def test_parquet_as_json_lines(engine: Engine, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    import pyarrow

    parquet.write_table(pyarrow.Table.from_pylist(RECORDS), tmp_path / "people.parquet")
    assert counts(imported(engine, tmp_path / "people.parquet")) == (50, 0, 0)
    lines = tmp_path / "people.jsonl"
    lines.write_text("".join(json.dumps(r) + "\n" for r in RECORDS))
    assert counts(imported(engine, lines))[0] == 0
    assert records(engine)["inv-000"]["contacts"]["work_email"]["value"].startswith("aino")


def test_without_an_id_the_strongest_anchor_gives_one(engine: Engine, tmp_path: Path) -> None:
    header = "First Name,Last Name,URL,Email Address,Company,Position,Connected On\n"
    rows = [
        "Ann,Lee,https://www.linkedin.com/in/annlee,,Alder,Engineer,01 Jan 2026",
        "Ann,Lee,,,Alder,Engineer,01 Jan 2026",
        "Ann,Lee,,,Alder,Director,02 Jan 2026",
        "Ann,Lee,https://alder.example/team,,Alder,Engineer,03 Jan 2026",
        "Bo,Ek,https://alder.example/team,,Alder,Engineer,03 Jan 2026",
        ",,,,,,04 Jan 2026",
    ]
    first = write_csv(tmp_path / "Connections.csv", header + "\n".join(rows))
    report = imported(engine, first)
    assert (report.kind, counts(report)) == ("connections export", (5, 0, 0))
    assert (report.empty, report.bad) == (1, 0)
    before = records(engine)
    assert len(before) == 5
    # A later export: notes above it, another position, the same people.
    rows[0] = rows[0].replace("Engineer", "Chief Engineer")
    notes = 'Notes:\n"A shared address, or none."\n\n'
    later = write_csv(tmp_path / "later.csv", notes + header + "\n".join(rows))
    assert counts(imported(engine, later)) == (0, 1, 4)
    assert records(engine).keys() == before.keys()


def test_names_are_turned_and_never_mangled() -> None:
    for given, name in (
        ({"name": "Sandall, Torin"}, "Torin Sandall"),
        ({"name": "Martin Luther King, Jr."}, "Martin Luther King, Jr."),
        ({"name": "King, Martin Luther, Jr."}, "Martin Luther King, Jr."),
        ({"name": "Ada Lovelace, PhD, FRS"}, "Ada Lovelace, PhD, FRS"),
        ({"name": "Valdes, Ramiro", "last_name": "Menéndez"}, "Valdes, Ramiro"),
        ({"name": "DREW SNYDER", "first_name": "Drew"}, "DREW SNYDER"),
        ({"first_name": "Jo", "middle_name": "B.", "last_name": "Ek"}, "Jo B. Ek"),
        ({"company": "Alder"}, None),
    ):
        assert person_name(given) == name


def test_dates_as_they_come() -> None:
    for text in ("2026-08-05", "August 05, 2026", "05.08.2026", "8/5/2026", "05 Aug 2026"):
        assert date_of(text) == "2026-08-05"
    assert date_of("21/8/2026") == "2026-08-21"
    assert date_of("2026-08-05T10:00:00Z") == "2026-08-05"
    assert date_of("next week") is None


def test_who_asked_to_be_left_out_stays_out(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "people.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in RECORDS))
    imported(engine, path)
    email = RECORDS[0]["contacts"]["work_email"]["value"]
    assert suppress(engine, "email", email.upper()).people == 1
    assert suppress(engine, "email", email).listed is False
    assert suppress(engine, "profile_url", RECORDS[1]["profile_url"]).people == 1
    assert suppress(engine, "person_id", "inv-002").people == 1
    report = imported(engine, path)
    assert report.changes.suppressed == 3 and report.changes.added == 0
    moved = {**RECORDS[0], "id": "elsewhere"}
    (tmp_path / "moved.jsonl").write_text(json.dumps(moved))
    assert imported(engine, tmp_path / "moved.jsonl").changes.suppressed == 1
    assert len(records(engine)) == 47
    with pytest.raises(NotSuppressible, match="no email"):
        suppress(engine, "email", "nobody")


def test_a_shared_page_suppresses_nobody(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "people.jsonl"
    shared = [{**r, "profile_url": "https://gov.example/cabinet"} for r in RECORDS[:10]]
    path.write_text("".join(json.dumps(r) + "\n" for r in shared))
    imported(engine, path)
    with pytest.raises(NotSuppressible, match="10 people share"):
        suppress(engine, "profile_url", "https://gov.example/cabinet")
    assert len(records(engine)) == 10


def test_the_command_end_to_end(tmp_path: Path) -> None:
    good = write_csv(tmp_path / "good.csv", "Name,Company,Title\nAnn Lee,Alder,Engineer\n")
    bad = write_csv(tmp_path / "bad.csv", "Name,Company\nBo Ek,Quay,extra\nCy Oh,Fell\n")

    def run(*arguments: object) -> Ended:
        return Shell()("index", *map(str, arguments))

    where = ("--data-dir", tmp_path / "data")
    first = run("import", good, bad, *where, "--json")
    assert first.code == 1, first.err
    document = json.loads(first.out)
    assert (document["added"], document["skipped"], document["vectors"]) == (2, 1, 2)
    assert document["files"][1]["lines"][0]["line"] == 2
    assert "bad.csv, line 2: " in first.err
    again = run("import", good, *where)
    assert again.code == 0
    assert "0 added, 0 updated, 1 unchanged" in again.out
    left_out = run("suppress", "--person-id", document_id(tmp_path / "data"), *where, "--json")
    assert json.loads(left_out.out) == {"removed": 1, "listed": True}
    stats = json.loads(run("stats", *where, "--json").out)
    assert stats["people"] == stats["searchable_by_meaning"] == 1
    assert run("remove", *where).code == 2
    assert json.loads(run("remove", "--dataset", "bad", *where, "--json").out)["removed"] == 1
    assert run("remove", "--dataset", "nobody", *where).code == 1


def document_id(data_dir: Path) -> str:
    engine = open_engine(database_url(data_dir))
    [found] = [i for i, r in records(engine).items() if r["name"] == "Ann Lee"]
    engine.dispose()
    return found


def test_the_corpus_as_its_key_says(engine: Engine, corpus: Path) -> None:
    with gzip.open(corpus / "people.jsonl.gz", "rt") as lines:
        truth = {record["id"]: record for record in map(json.loads, lines)}
    report = imported(engine, corpus / "people.csv")
    assert report.bad == 0 and report.repeated == 40
    found = records(engine)
    with (corpus / "people_key.csv").open(newline="") as file:
        key = list(csv.DictReader(file))
    wrong = []
    for row in key:
        alteration, record = row["alteration"], found[row["record_id"]]
        expected = truth[row["person_id"]]
        altered = {
            "name": "name" in alteration or "first" in alteration,
            "title": "title" in alteration,
            "company": "company" in alteration,
            "as_of": "short row" in alteration,
        }
        for field, may_differ in altered.items():
            if not may_differ and record.get(field) != expected[field]:
                wrong.append((row["row"], field, record.get(field), expected[field]))
        same = record["name"].casefold() == expected["name"].casefold()
        first_last = f"{expected['first_name']} {expected['last_name']}".casefold()
        if not same and record["name"].casefold() != first_last:
            wrong.append((row["row"], "name", record["name"], expected["name"]))
        email = (record.get("contacts", {}).get("work_email") or {}).get("value", "")
        published = (expected["contacts"]["work_email"] or {}).get("value")
        if "contact fields missing" not in alteration and email != (published or "").lower():
            wrong.append((row["row"], "email", email, published))
    assert wrong == []


def test_the_connections_as_their_key_says(engine: Engine, corpus: Path) -> None:
    report = imported(engine, corpus / "connections.csv")
    assert (report.empty, report.bad, report.changes.added) == (3, 0, 495)
    again = imported(engine, corpus / "connections_with_notes.csv")
    assert (again.changes.added, again.changes.updated, again.changes.unchanged) == (0, 0, 119)
    with (corpus / "connections.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["Last Name"]]
    named = sorted((f"{r['First Name']} {r['Last Name']}", r["Position"]) for r in rows)
    stored = sorted((r["name"], r.get("title", "")) for r in records(engine).values())
    assert stored == named


STAFF = "Full Name,Employer Name,Where,Staff No\nAda Quill,Acme,Leeds,17\nBo Stern,Acme,York,18\n"


def test_a_file_read_another_way_brings_its_people_once(engine: Engine, tmp_path: Path) -> None:
    path = write_csv(tmp_path / "staff.csv", STAFF)
    assert counts(imported(engine, path, mapping={"Employer Name": "company"})) == (2, 0, 0)
    ids = set(records(engine))
    both = {"Employer Name": "company", "Where": "location"}
    assert counts(imported(engine, path, mapping=both)) == (0, 2, 0)
    assert counts(imported(engine, path, mapping=both)) == (0, 0, 2)
    read = records(engine)
    assert set(read) == ids
    assert {each["location"] for each in read.values()} == {"Leeds", "York"}
    # Under another name, too.
    copy = write_csv(tmp_path / "copy.csv", STAFF)
    assert counts(imported(engine, copy, mapping={"Where": "company"})) == (0, 2, 0)
    assert set(records(engine)) == ids


def test_an_id_that_is_named_later_takes_the_place_of_the_derived_one(
    engine: Engine, tmp_path: Path
) -> None:
    path = write_csv(tmp_path / "staff.csv", STAFF)
    imported(engine, path, mapping={"Employer Name": "company"})
    named = {"Employer Name": "company", "Staff No": "id"}
    assert counts(imported(engine, path, mapping=named)) == (0, 2, 0)
    assert set(records(engine)) == {"17", "18"}
    assert counts(imported(engine, path, mapping={"Employer Name": "company"})) == (0, 2, 0)
    assert set(records(engine)) == {"17", "18"}


def test_objects_read_another_way_are_the_same_people(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "staff.jsonl"
    path.write_text('{"name": "Ada Quill", "job": {"at": "Acme"}}\n{"name": "Bo Stern", "x": 1}\n')
    assert counts(imported(engine, path)) == (2, 0, 0)
    # Of Bo nothing is read otherwise but what was said of him beside his name.
    assert counts(imported(engine, path, mapping={"job.at": "company"})) == (0, 1, 1)
    assert len(records(engine)) == 2


def test_who_is_left_out_stays_out_of_a_file_read_another_way(
    engine: Engine, tmp_path: Path
) -> None:
    path = write_csv(tmp_path / "staff.csv", STAFF)
    imported(engine, path, mapping={"Where": "location"})
    [ada] = [i for i, each in records(engine).items() if each["name"] == "Ada Quill"]
    suppress(engine, "person_id", ada)
    with reading(engine) as connection:
        assert ada not in connection.scalars(select(imported_rows.c.person_id)).all()
    report = imported(engine, path, mapping={"Employer Name": "company"})
    assert (report.changes.suppressed, counts(report)) == (1, (0, 1, 0))
    assert [each["name"] for each in records(engine).values()] == ["Bo Stern"]


def test_an_object_under_a_field_is_called_by_its_name(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "staff.jsonl"
    path.write_text(
        '{"name": "Ada Quill", "Org": {"name": "Acme", "size": 12}, "employer": {"code": 7}}\n'
        '{"name": "Bo Stern", "city": "Hull", "country": "United Kingdom"}\n'
    )
    report = imported(engine, path, mapping={"Org": "company"})
    by_name = {each["name"]: each for each in records(engine).values()}
    assert by_name["Ada Quill"]["company"] == "Acme"
    assert by_name["Ada Quill"]["facts"] == {"Org.size": 12, "employer.code": 7}
    assert by_name["Bo Stern"]["location"] == "Hull, United Kingdom"
    assert guess_fields({"company": "", "company.size": ""}, {}) == {"company.size": "company_size"}
    assert list(report.rest.kept) == ["Org.size", "employer.code"]


def test_what_turns_the_direction_of_a_name_is_not_kept(engine: Engine, tmp_path: Path) -> None:
    path = write_csv(
        tmp_path / "turned.csv", "name,company\nAda \u202elliuQ\u202c,\u2066Acme\u2069\n"
    )
    imported(engine, path)
    [read] = records(engine).values()
    assert (read["name"], read["company"]) == ("Ada lliuQ", "Acme")
