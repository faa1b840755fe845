"""Each format that people have people in becomes the same kind of record, and what is not used is
told."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from shortlist.service.index.facets import facets
from shortlist.service.index.imports.columns import BadMap, read_maps
from shortlist.service.index.imports.files import reading_file
from shortlist.service.index.imports.rows import Row, Skipped, UnreadableFile

NOBODY: Mapping[str, str] = {}


class Read:
    """What was read of a file."""

    def __init__(self, path: Path, mapping: Mapping[str, str] = NOBODY) -> None:
        with reading_file(path, mapping or None) as reading:
            rows = list(reading.rows)
        self.kind = reading.kind
        self.kept, self.left = list(reading.rest.kept), list(reading.rest.left)
        self.mapped = reading.rest.mapped
        self.records = [row.record for row in rows if isinstance(row, Row)]
        self.skipped = [row for row in rows if isinstance(row, Skipped)]

    @property
    def record(self) -> dict[str, Any]:
        [record] = self.records
        return record


def written(path: Path, content: Any) -> Path:
    text = content if isinstance(content, str) else json.dumps(content, indent=1)
    path.write_text(text, encoding="utf-8")
    return path


RESUME = {
    "$schema": "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json",
    "basics": {
        "name": "Ana Ruiz",
        "label": "Head of Payroll",
        "image": "https://ana.example/me.png",
        "email": "ana@alder.example",
        "url": "https://ana.example",
        "summary": "Runs payroll.",
        "location": {"address": "1 Quay", "city": "Porto", "countryCode": "PT"},
        "profiles": [{"network": "LinkedIn", "url": "https://www.linkedin.com/in/ana-ruiz"}],
    },
    "work": [
        {
            "name": "Alder Bank",
            "position": "Head of Payroll",
            "startDate": "2019-04",
            "highlights": ["Cut errors by half."],
        },
        {"name": "Tern", "position": "Clerk", "startDate": "2012", "endDate": "2019-03-31"},
    ],
    "education": [
        {"institution": "University of Leeds", "area": "Economics", "studyType": "BSc"},
    ],
    "certificates": [{"name": "CIPP", "date": "2015-06-01", "issuer": "CIPP UK"}],
    "skills": [{"name": "Finance", "level": "Master", "keywords": ["SAP", "Excel"]}],
    "languages": [{"language": "German", "fluency": "Fluent"}],
    "interests": [{"name": "Sailing"}],
    "references": [{"name": "Bo Ek", "reference": "Good."}],
}


def test_a_json_resume(tmp_path: Path) -> None:
    read = Read(written(tmp_path / "resume.json", RESUME))
    record = read.record
    assert read.kind == "json resume"
    assert (record["title"], record["company"]) == ("Head of Payroll", "Alder Bank")
    assert (record["city"], record["country"]) == ("Porto", "Portugal")
    assert record["profile_url"] == "https://www.linkedin.com/in/ana-ruiz"
    assert record["contacts"]["work_email"]["value"] == "ana@alder.example"
    assert record["history"] == [
        {
            "title": "Head of Payroll",
            "company": "Alder Bank",
            "start": "2019-04",
            "summary": "Cut errors by half.",
        },
        {"title": "Clerk", "company": "Tern", "start": "2012", "end": "2019-03-31"},
    ]
    assert record["education"] == [
        {"school": "University of Leeds", "field": "Economics", "degree": "BSc"}
    ]
    assert record["skills"] == ["Finance", "SAP", "Excel"]
    assert record["languages"] == [{"name": "German", "level": "Fluent"}]
    assert record["certifications"] == [
        {"name": "CIPP", "start": "2015-06-01", "issuer": "CIPP UK"}
    ]
    assert "1 Quay" not in json.dumps(record) and "Bo Ek" not in json.dumps(record)
    assert read.kept == ["interests"]
    assert read.left == ["references", "basics.image"]
    found = facets(record)
    assert found["past_company"] == ["tern"] and found["language"] == ["de"]


def test_resumes_line_by_line_and_in_a_list(tmp_path: Path) -> None:
    other = {"basics": {"name": "Bo Ek"}}
    lines = "".join(json.dumps(each) + "\n" for each in (RESUME, other))
    assert len(Read(written(tmp_path / "all.jsonl", lines)).records) == 2
    assert len(Read(written(tmp_path / "all.json", [RESUME, other])).records) == 2
    assert len(Read(written(tmp_path / "lines.json", lines)).records) == 2


GRAPH = {
    "@context": "https://schema.org",
    "@graph": [
        {"@type": "Organization", "@id": "#alder", "name": "Alder Bank",
         "numberOfEmployees": {"@type": "QuantitativeValue", "minValue": 51, "maxValue": 200}},
        {
            "@type": "Person",
            "@id": "https://alder.example/ana#me",
            "name": "Ana Ruiz",
            "jobTitle": "Head of Payroll",
            "worksFor": {"@id": "#alder"},
            "alumniOf": [
                {"@type": "CollegeOrUniversity", "name": "University of Leeds"},
                {"@type": "Organization", "name": "Tern"},
                {"@type": "OrganizationRole", "alumniOf": {"@type": "School", "name": "ESADE"},
                 "roleName": "MBA", "endDate": "2014"},
            ],
            "knowsLanguage": ["de", {"@type": "Language", "name": "Spanish"}],
            "knowsAbout": ["Payroll", {"@type": "Thing", "name": "Pensions"}],
            "hasCredential": [
                {"@type": "EducationalOccupationalCredential", "name": "CIPP",
                 "recognizedBy": {"@type": "Organization", "name": "CIPP UK"}},
                {"@type": "EducationalOccupationalCredential", "name": "BSc Economics",
                 "credentialCategory": "degree"},
            ],
            "address": {"@type": "PostalAddress", "streetAddress": "1 Quay",
                        "addressLocality": "Porto", "addressCountry": "PT"},
            "sameAs": ["https://www.linkedin.com/in/ana-ruiz", "https://github.com/ana"],
            "birthDate": "1980-01-01",
            "spouse": {"@type": "Person", "name": "Not Asked"},
        },
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", ["people.jsonld", "people.json"])
def test_a_person_of_schema_org(tmp_path: Path, name: str) -> None:
    read = Read(written(tmp_path / name, GRAPH))
    record = read.record
    assert read.kind == "json-ld"
    assert record["id"] == "https://alder.example/ana#me"
    assert (record["title"], record["company"]) == ("Head of Payroll", "Alder Bank")
    assert record["company_size"] == "51-200"
    assert (record["city"], record["country"]) == ("Porto", "Portugal")
    assert record["education"] == [
        {"school": "University of Leeds"},
        {"school": "ESADE", "degree": "MBA", "end": "2014"},
        {"degree": "BSc Economics"},
    ]
    assert record["history"] == [{"company": "Tern"}]
    assert record["skills"] == ["Payroll", "Pensions"]
    assert record["languages"] == ["German", "Spanish"]
    assert facets(record)["language"] == ["de", "es"]
    assert record["certifications"] == [{"name": "CIPP", "issuer": "CIPP UK"}]
    assert read.left == ["birthDate", "spouse"]
    assert not {"1 Quay", "1980-01-01", "Not Asked"} & set(json.dumps(record).split('"'))


def test_names_of_schema_org_with_a_prefix_and_roles_with_dates(tmp_path: Path) -> None:
    role = {
        "@type": "OrganizationRole",
        "schema:worksFor": {"@type": "schema:Organization", "schema:name": "Tern"},
        "schema:roleName": "Clerk",
        "schema:startDate": "2012",
        "schema:endDate": "2019",
    }
    person = {
        "@context": {"schema": "https://schema.org/"},
        "@type": "schema:Person",
        "schema:name": {"@value": "Ana Ruiz"},
        "schema:worksFor": [{"@type": "schema:Organization", "schema:name": "Alder"}, role],
    }
    record = Read(written(tmp_path / "ana.jsonld", person)).record
    assert (record["name"], record["company"]) == ("Ana Ruiz", "Alder")
    post = {"title": "Clerk", "company": "Tern", "start": "2012", "end": "2019"}
    assert record["history"] == [post]


CARDS = """\ufeffBEGIN:VCARD\r
VERSION:4.0\r
UID:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\r
FN:Ana Ruiz\r
N:Ruiz;Ana;;;MBA\r
ORG:Alder Bank;Payroll\\, Europe\r
TITLE:Head of\r
  Payroll\r
item1.EMAIL;TYPE=home;PREF=2:ana@home.example\r
EMAIL;TYPE="work";PREF=1:ana@alder.example\r
TEL;VALUE=uri;TYPE="voice,work":tel:+351-21-000\r
ADR;TYPE=home:;;1 Quay;Faro;;;Portugal\r
ADR;TYPE=work:;;2 Quay;Porto;;4000;Portugal\r
LANG;PREF=2:de-CH\r
LANG;PREF=1:pt\r
EXPERTISE;LEVEL=expert:payroll\\, pensions,SAP\r
SOCIALPROFILE;SERVICE-TYPE=LinkedIn:https://www.linkedin.com/in/ana-ruiz\r
BDAY:19800101\r
NOTE:Met in Porto.\\nSpeaks German.\r
REV:20240131T000000Z\r
END:VCARD\r
BEGIN:VCARD\r
VERSION:2.1\r
N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C3=98stberg;Bj=\r
=C3=B6rn\r
TITLE:Engineer\r
END:VCARD\r
BEGIN:VCARD\r
VERSION:4.0\r
KIND:group\r
FN:All of us\r
END:VCARD\r
BEGIN:VCARD\r
FN:Cut off\r
"""


def test_cards_of_every_version(tmp_path: Path) -> None:
    path = tmp_path / "contacts.vcf"
    path.write_bytes(CARDS.encode())
    read = Read(path)
    assert read.kind == "vcard"
    ana, bjorn = read.records
    assert ana["id"] == "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
    assert ana["name"] == "Ana Ruiz, MBA"
    assert (ana["title"], ana["company"]) == ("Head of Payroll", "Alder Bank")
    assert ana["department"] == "Payroll, Europe"
    assert (ana["city"], ana["country"]) == ("Porto", "Portugal")
    assert {kind: each["value"] for kind, each in ana["contacts"].items()} == {
        "work_email": "ana@alder.example",
        "personal_email": "ana@home.example",
        "phone": "+351-21-000",
    }
    assert ana["languages"] == ["Portuguese", "German"]
    assert ana["skills"] == ["payroll, pensions", "SAP"]
    assert ana["profile_url"] == "https://www.linkedin.com/in/ana-ruiz"
    assert (ana["summary"], ana["as_of"]) == ("Met in Porto.\nSpeaks German.", "2024-01-31")
    assert "Quay" not in json.dumps(ana) and "1980" not in json.dumps(ana)
    assert (bjorn["name"], bjorn["title"]) == ("Björn Østberg", "Engineer")
    assert [(each.line, each.reason) for each in read.skipped] == [
        (28, "a card of a group"),
        (33, "it never ends"),
    ]
    assert read.left == ["BDAY"]


EXPORT = {
    "Profile.csv": "First Name,Last Name,Maiden Name,Address,Birth Date,Headline,Summary,Industry,"
    "Zip Code,Geo Location\nAna,Ruiz,,1 Quay,1 Jan,Payroll leader,I run payroll.,Banking,,Porto\n",
    "Positions.csv": "Company Name,Title,Description,Location,Started On,Finished On\n"
    'Alder Bank,Head of Payroll,"Runs payroll\nfor 9 countries.",Porto,Apr 2019,\n'
    "Tern,Clerk,,Leeds,2012,Mar 2019\n",
    "Education.csv": "School Name,Start Date,End Date,Notes,Degree Name,Activities\n"
    "University of Leeds,2008,2011,,BSc Economics,\n",
    "Skills.csv": "Name\nPayroll\nSAP\n",
    "Languages.csv": "Name,Proficiency\nGerman,Native or bilingual proficiency\n",
    "Certifications.csv": "Name,Url,Authority,Started On,Finished On,License Number\n"
    "CIPP,https://x.example,CIPP UK,Jun 2015,,77\n",
    "Email Addresses.csv": "Email Address,Confirmed,Primary\nana@home.example,Yes,Yes\n",
    "Connections.csv": "Notes:\n\nFirst Name,Last Name,URL,Email Address,Company,Position,"
    "Connected On\nBo,Ek,https://www.linkedin.com/in/bo-ek,,Quay,Nurse,05 Jan 2021\n",
    "messages.csv": "FROM,TO,CONTENT\na,b,secret\n",
}


@pytest.mark.parametrize("zipped", [False, True])
def test_the_whole_export_of_a_network(tmp_path: Path, *, zipped: bool) -> None:
    path = tmp_path / ("Basic_Data.zip" if zipped else "export")
    if zipped:
        with zipfile.ZipFile(path, "w") as archive:
            for name, text in EXPORT.items():
                archive.writestr(f"Basic/{name}", text)
    else:
        path.mkdir()
        for name, text in EXPORT.items():
            (path / name).write_text(text)
    read = Read(path)
    assert read.kind == "network export"
    ana, bo = read.records
    assert (ana["name"], ana["title"], ana["company"]) == (
        "Ana Ruiz",
        "Head of Payroll",
        "Alder Bank",
    )
    assert (ana["industry"], ana["location"]) == ("Banking", "Porto")
    assert ana["history"][0]["summary"] == "Runs payroll\nfor 9 countries."
    assert ana["history"][1] == {
        "title": "Clerk",
        "company": "Tern",
        "start": "2012",
        "end": "2019-03",
        "location": "Leeds",
    }
    assert ana["education"] == [
        {"school": "University of Leeds", "degree": "BSc Economics", "start": "2008", "end": "2011"}
    ]
    assert ana["skills"] == ["Payroll", "SAP"]
    assert ana["languages"] == [{"name": "German", "level": "Native or bilingual proficiency"}]
    assert ana["certifications"] == [{"name": "CIPP", "issuer": "CIPP UK", "start": "2015-06"}]
    assert "1 Quay" not in json.dumps(ana) and "secret" not in json.dumps(read.records)
    assert (bo["name"], bo["title"]) == ("Bo Ek", "Nurse")
    assert [Path(name).name for name in read.left] == ["messages.csv"]


def test_a_folder_of_something_else_is_told(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    written(tmp_path / "photos" / "a.csv", "x\n")
    with pytest.raises(UnreadableFile, match=r"it has a\.csv, and no Connections\.csv"):
        Read(tmp_path / "photos")


def test_numbered_columns_are_posts_and_studies(tmp_path: Path) -> None:
    path = written(
        tmp_path / "scraped.csv",
        "Full Name,Company,Job Title,Job Date Range,Company 2,Job Title 2,Job Date Range 2,School,"
        "School Degree,School 2,Skill 1,Skill 2,Previous Company,Shoe Size\n"
        "Ana Ruiz,Alder,Head of Payroll,Apr 2019 - Present,Tern,Clerk,2012 - Mar 2019,"
        "University of Leeds,BSc,ESADE,SAP,Excel,Quay,38\n",
    )
    read = Read(path)
    record = read.record
    assert record["history"] == [
        {"start": "2019-04", "title": "Head of Payroll", "company": "Alder"},
        {"title": "Clerk", "company": "Tern", "start": "2012", "end": "2019-03"},
        {"company": "Quay"},
    ]
    assert [each["school"] for each in record["education"]] == ["University of Leeds", "ESADE"]
    assert record["skills"] == ["SAP", "Excel"]
    assert read.kept == ["Shoe Size"] and record["facts"] == {"Shoe Size": "38"}


def test_a_first_post_without_another_is_the_present_one(tmp_path: Path) -> None:
    path = written(
        tmp_path / "jobs.csv",
        "Name,Company 1,Position 1 Title,Company 2,Position 2 Title\n"
        "Ana Ruiz,Alder,Head,Tern,Clerk\n",
    )
    record = Read(path).record
    assert (record["title"], record["company"]) == ("Head", "Alder")
    assert record["history"] == [{"title": "Clerk", "company": "Tern"}]


def test_what_a_file_calls_otherwise_is_mapped(tmp_path: Path) -> None:
    mapping = read_maps(["Stellung=title", "Lehre=School", "Kann=skills", "Spricht=skills"])
    path = written(
        tmp_path / "de.csv", "Name,Stellung,Lehre,Kann,Spricht\nAna Ruiz,Leiterin,ETH,SAP,Takt\n"
    )
    record = Read(path, mapping or NOBODY).record
    assert (record["title"], record["education"]) == ("Leiterin", [{"school": "ETH"}])
    assert record["skills"] == ["SAP", "Takt"]
    given = {"who": "Ana Ruiz", "job": {"boss": "Alder"}, "stations": [{"company": "Tern"}]}
    mapping = read_maps(["who=name", "job.boss=company", "stations=history"])
    for path in (
        written(tmp_path / "a.jsonl", json.dumps(given)),
        tmp_path / "a.parquet",
    ):
        if path.suffix == ".parquet":
            parquet.write_table(pa.Table.from_pylist([given]), path)
        record = Read(path, mapping or NOBODY).record
        assert (record["name"], record["company"]) == ("Ana Ruiz", "Alder")
        assert record["history"] == [{"company": "Tern"}]


def test_what_a_mapping_leaves_out_is_nowhere(tmp_path: Path) -> None:
    mapping = read_maps(["Notes=leave_out", "job.pay=leave out", "Rang=leave_out"]) or NOBODY
    table = written(tmp_path / "a.csv", "Name,Notes,Rang\nAna Ruiz,late again,3\n")
    given = {"name": "Ana Ruiz", "Notes": "late again", "job": {"pay": 9, "boss": "Alder"}}
    listed = written(tmp_path / "a.jsonl", json.dumps(given))
    for path in (table, listed):
        read = Read(path, mapping)
        assert "late again" not in json.dumps(read.record) and "pay" not in json.dumps(read.record)
        assert set(read.left) <= {"Notes", "Rang", "job.pay"} and "Notes" in read.left
        assert "Notes" not in read.kept
    assert Read(listed, mapping).record["facts"] == {"job.boss": "Alder"}


@pytest.mark.parametrize("pair", ["=name", "Stellung=job tittle", "no-such-file.toml"])
def test_a_mapping_that_says_nothing_is_told(pair: str) -> None:
    with pytest.raises(BadMap):
        read_maps([pair])


def test_parquet_with_lists_of_its_own(tmp_path: Path) -> None:
    given = {
        "name": "Ana Ruiz",
        "education": [{"school": "ETH", "degree": "MSc", "end": 2011}],
        "skills": ["SAP"],
        "company_size": 51,
        "shoe": 38,
    }
    parquet.write_table(pa.Table.from_pylist([given]), tmp_path / "a.parquet")
    read = Read(tmp_path / "a.parquet")
    assert read.record["education"] == [{"school": "ETH", "degree": "MSc", "end": "2011"}]
    assert read.record["company_size"] == "51"
    assert read.kept == ["shoe"]


def test_a_mapping_need_not_fit_every_file_but_one(tmp_path: Path) -> None:
    mapping = read_maps(["Boss=company", "Gone=title"]) or NOBODY
    one = Read(written(tmp_path / "a.csv", "Name,Boss\nAna Ruiz,Alder\n"), mapping)
    other = Read(written(tmp_path / "b.csv", "Name,Company\nBo Ek,Quay\n"), mapping)
    assert (one.record["company"], other.record["company"]) == ("Alder", "Quay")
    assert (one.mapped, other.mapped) == ({"Boss"}, set())
