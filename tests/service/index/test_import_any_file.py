"""Whatever is in a file: each row is a person or is told, and nothing else happens."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shortlist.service.index.facets import facets
from shortlist.service.index.imports.files import reading_file
from shortlist.service.index.imports.records import MAX_RECORD_BYTES
from shortlist.service.index.imports.rows import Row, UnreadableFile
from shortlist.service.lexicon.text import listed

RELAXED = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

KEYS = st.sampled_from(
    sorted(
        listed("""
    name basics work education skills languages certificates location profiles label @graph @type
    @id @context Person Organization worksFor alumniOf hasCredential address knowsLanguage sameAs
    jobTitle hasOccupation numberOfEmployees company_size history facts links contacts email phone
    institution startDate endDate url value @value minValue company title schema:name
    """)
    )
) | st.text(max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | KEYS | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)
LINES = st.sampled_from(
    r"""
BEGIN:VCARD
END:VCARD
FN:Ana
N:Ruiz;Ana
ORG:;;
LANG:de
 folded
EMAIL;TYPE=work:a@b.example
NOTE;ENCODING=QUOTED-PRINTABLE:=C3=
ADR:;;\;;a;b
KIND:group
X;A="b,c";D:e
URL:https://[x
UID:
EXPERTISE:\
=\
KIND:
PREF;PREF=9:x
""".splitlines()
) | st.text(max_size=30)


def read(path: Path) -> list[dict[str, Any]]:
    """The people of a file, each of them sound; none where it is refused."""
    try:
        with reading_file(path) as reading:
            found = [row.record for row in reading.rows if isinstance(row, Row)]
    except UnreadableFile as error:
        assert "\n" not in str(error)
        return []
    for record in found:
        assert record["name"]
        assert len(orjson.dumps(record)) <= MAX_RECORD_BYTES
        facets(record)
    return found


@RELAXED
@given(document=VALUES, ending=st.sampled_from(["json", "jsonld", "jsonl"]))
def test_any_json_is_people_or_told(tmp_path: Path, document: Any, ending: str) -> None:
    path = tmp_path / f"any.{ending}"
    path.write_text(json.dumps(document), encoding="utf-8", errors="surrogatepass")
    read(path)


@RELAXED
@given(basics=VALUES, more=VALUES)
def test_any_resume_and_any_person_of_a_graph(tmp_path: Path, basics: Any, more: Any) -> None:
    more = more if isinstance(more, dict) else {"work": more, "worksFor": more}
    basics = basics if isinstance(basics, dict) else {"location": basics}
    for number, given_ in enumerate(
        (
            {**more, "basics": {**basics, "name": "Ana"}},
            {"@graph": [{**more, "@type": "Person", "name": "Ana"}, basics]},
            {**basics, **more, "name": "Ana", "education": more, "history": [more]},
        )
    ):
        path = tmp_path / f"any{number}.json"
        path.write_text(json.dumps(given_), encoding="utf-8", errors="surrogatepass")
        read(path)


@RELAXED
@given(lines=st.lists(LINES, max_size=30), end=st.sampled_from(["\r\n", "\n", "\n\n"]))
def test_any_cards_are_people_or_told(tmp_path: Path, lines: list[str], end: str) -> None:
    path = tmp_path / "any.vcf"
    text = end.join(["BEGIN:VCARD", *lines, "FN:Ana", "END:VCARD", ""])
    path.write_bytes(text.encode(errors="surrogatepass"))
    read(path)


@RELAXED
@given(head=st.lists(KEYS | st.just("Company 2"), max_size=6), cells=st.lists(st.text(max_size=20)))
def test_any_table_is_people_or_told(tmp_path: Path, head: list[str], cells: list[str]) -> None:
    path = tmp_path / "any.csv"
    row = ",".join(json.dumps(each, ensure_ascii=False) for each in cells)
    text = ",".join(["name", "company", *head]) + f"\nAna,Alder,{row}\n"
    path.write_bytes(text.encode(errors="surrogatepass"))
    read(path)


@RELAXED
@given(content=st.binary(max_size=200))
def test_any_bytes_in_an_export(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "any.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Profile.csv", b"First Name,Last Name\nAna,Ruiz\n")
        for name in ("Skills.csv", "Education.csv", "Positions.csv"):
            archive.writestr(name, content)
    read(path)
    path.write_bytes(path.read_bytes()[: len(content)] + content)
    read(path)


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"name":'])
def test_nesting_has_an_end(tmp_path: Path, opening: str) -> None:
    path = tmp_path / "deep.json"
    path.write_text(opening * 200_000)
    assert read(path) == []


def test_a_name_of_nothing_to_be_seen_is_told(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_bytes(b"name,company\nAna,Alder\n\x1b,Birch\n")
    assert [record["name"] for record in read(path)] == ["Ana"]


def test_a_digit_that_only_newer_tables_know_stays_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    path.write_text(json.dumps([{"name": "Ana", "company": "\U0001e4f0 Alder"}]), encoding="utf-8")
    assert [record["company"] for record in read(path)] == ["\U0001e4f0 Alder"]
