"""A small file that says a great deal is refused, or read in pieces, and never made whole."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet
from tests.service.server import ENVIRONMENT

from shortlist.service.index.imports.files import Row, Skipped, UnreadableFile, reading_file

SEEDS = Path(__file__).parent / "seeds"
MOST_MB = 700
"""What reading any of these may take, the libraries among it."""
READ = """
import pathlib, re, resource, sys
from shortlist.service.index.imports.files import UnreadableFile, reading_file
rows = 0
try:
    with reading_file(pathlib.Path(sys.argv[1])) as reading:
        rows = sum(1 for _ in reading.rows)
    told = "read"
except UnreadableFile as error:
    told = str(error)
try:
    # What this program took: the other figure begins with what its parent had.
    status = pathlib.Path("/proc/self/status").read_text()
    most = int(re.search(r"VmHWM:\\s+(\\d+)", status)[1])
except FileNotFoundError:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
most = max(most, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
print(most // 1024, rows, told)
"""


def read(path: Path, most_mb: int = MOST_MB) -> tuple[int, str]:
    """How many rows a process of its own found in `path`, and what it said, in bounded memory."""
    ended = subprocess.run(
        [sys.executable, "-c", READ, str(path)],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=100,
    )
    assert ended.returncode == 0, ended.stderr[-2000:]
    megabytes, rows, told = ended.stdout.strip().split(" ", 2)
    assert int(megabytes) < most_mb
    return int(rows), told


def write(path: Path, **columns: Any) -> Path:
    parquet.write_table(pa.table(columns), path, compression="zstd", store_schema=False)
    return path


def said(text: str, times: int) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array([0] * times, pa.int32()), pa.array([text]))


def test_a_text_that_is_said_many_times_is_held_once(tmp_path: Path) -> None:
    times = MOST_MB // 2 + 100  # each is a megabyte
    bomb = write(tmp_path / "people.parquet", name=said("x" * 1_000_000, times))
    assert bomb.stat().st_size < 1_000
    assert read(bomb, MOST_MB // 2) == (times, "read")


def test_nor_in_the_lists_of_a_row(tmp_path: Path) -> None:
    texts = said("x" * 1_000_000, 3000)
    whole = pa.ListArray.from_arrays(pa.array([0, 3000], pa.int32()), texts)
    bomb = write(tmp_path / "people.parquet", name=["Ada"], emails=whole)
    with reading_file(bomb) as reading:
        assert list(reading.rows) == [Skipped(1, "longer than 4 MB")]


def test_more_rows_than_bytes_are_not_counted_out(tmp_path: Path) -> None:
    path = write(tmp_path / "people.parquet", name=said("Ada", 2_000_000))
    assert path.stat().st_size < 10_000
    rows, told = read(path)
    assert rows == 0
    assert "2,000,000 values of a column" in told


def test_columns_that_nest_for_ever(tmp_path: Path) -> None:
    nested: Any = "Ada"
    for _ in range(60):
        nested = {"a": nested}
    path = tmp_path / "people.parquet"
    parquet.write_table(pa.Table.from_pylist([{"name": nested}]), path)
    with pytest.raises(UnreadableFile, match="nested too deep"), reading_file(path) as reading:
        list(reading.rows)


def test_a_column_that_unpacks_to_many_times_its_length(tmp_path: Path) -> None:
    path = tmp_path / "people.parquet"
    table = pa.table({"name": ["\0" * 100_000_000]})
    parquet.write_table(table, path, compression="zstd", use_dictionary=False)
    assert path.stat().st_size < 100_000
    with pytest.raises(UnreadableFile, match="many times"), reading_file(path) as reading:
        list(reading.rows)


def test_what_a_person_says_arrives_whole(tmp_path: Path) -> None:
    people: list[dict[str, Any]] = [
        {
            "id": f"p{n}",
            "name": f"Ada {n}",
            "emails": [f"a{n}@x.example"] * (n % 3),
            "history": [{"title": "Engineer", "company": None}, None][: n % 3],
            "skills": None if n % 2 else ["x", None],
            "n": n,
        }
        for n in range(2500)
    ]
    path = tmp_path / "people.parquet"
    parquet.write_table(pa.Table.from_pylist(people), path)
    from shortlist.service.index.imports.parquet import read_parquet

    assert list(read_parquet(path)) == people


def zipped(path: Path, *parts: bytes, times: int) -> Path:
    with gzip.open(path, "wb", compresslevel=1) as file:
        for part in parts:
            for _ in range(times):
                file.write(part)
    return path


@pytest.mark.parametrize("part", [b"x" * 1_000_000, b"x," * 500_000], ids=["cell", "cells"])
def test_a_table_of_one_line(tmp_path: Path, part: bytes) -> None:
    def table(millions: int) -> Path:
        path = tmp_path / f"{millions}.csv.gz"
        with gzip.open(path, "wb", compresslevel=1) as file:
            file.write(b"name,title\nAda,Engineer\n")
            for _ in range(millions):
                file.write(part)
            file.write(b"\nGrace,Admiral\n")
        return path

    assert read(table(MOST_MB + 100)) == (3, "read")
    with reading_file(table(9)) as reading:
        ada, long, grace = reading.rows
    assert isinstance(ada, Row) and isinstance(grace, Row)
    assert isinstance(long, Skipped) and "longer than 4 MB" in long.reason


def test_a_row_of_many_lines(tmp_path: Path) -> None:
    path = tmp_path / "people.csv.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b"name,title\n")
        for _ in range(6):
            file.write(b'"a\n",' * 100_000)
        file.write(b"b\nGrace,Admiral\n")
    _, told = read(path)
    assert told == "read"


def test_headings_that_never_end(tmp_path: Path) -> None:
    rows, told = read(zipped(tmp_path / "people.csv.gz", b"name," * 1_000, times=100_000))
    assert rows == 0
    assert "no row of headings" in told


def test_a_line_of_json_that_never_ends(tmp_path: Path) -> None:
    path = zipped(
        tmp_path / "people.jsonl.gz", b'{"name": "' + b"x" * 1_000_000, times=MOST_MB + 100
    )
    assert read(path) == (1, "read")


JSON_LINES = b"".join(json.dumps({"name": f"Ada {n}"}).encode() + b"\n" for n in range(500))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("people.jsonl.gz", gzip.compress(JSON_LINES, mtime=0)[:60] + b"\xff" * 40),
        ("people.csv.gz", gzip.compress(b"name\nAda\n" * 900, mtime=0)[:20] + b"\xff" * 40),
        ("people.csv", "name,title\n".encode("utf-16") + b"\x00\xd8\x00\x00" + b"\n\0"),
        ("people.csv", ("name,title\n" + "Ada,x\n" * 5000).encode("utf-16") + b"\x00"),
    ],
    ids=["zipped lines", "zipped table", "half a pair", "half a letter"],
)
def test_what_is_damaged_is_told_in_a_line(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(UnreadableFile) as refused, reading_file(path) as reading:
        list(reading.rows)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_text_of_parquet_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "people.parquet"
    table = pa.table({"name": pa.array([b"Ada \xcb\xcb"]).cast(pa.string(), safe=False)})
    parquet.write_table(table, path, compression="none")
    with pytest.raises(UnreadableFile), reading_file(path) as reading:
        list(reading.rows)


@pytest.mark.parametrize("seed", sorted(SEEDS.iterdir()), ids=lambda seed: seed.name)
def test_what_fell_once_is_told_in_a_line(seed: Path) -> None:
    """Files that a fuzzer made, at each of which a reader fell."""
    rows, told = read(seed)
    assert told == "read" or (rows == 0 and str(seed) in told)


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_json_that_nests_for_ever(tmp_path: Path, opening: str) -> None:
    path = tmp_path / "people.jsonl"
    deep = opening * 100_000
    levels = json.dumps({"name": "Ada"})[:-1] + ', "x": ' + opening * 900 + "1" + "}" * 900 + "}"
    path.write_text("\n".join([f'{{"name": {deep}', deep[1:], levels, '{"name": "Grace"}']))
    with reading_file(path) as reading:
        *_, grace = reading.rows
    assert isinstance(grace, Row)


def test_a_document_is_read_whole_only_while_it_is_short(tmp_path: Path) -> None:
    long = tmp_path / "people.json"
    long.write_text('[{"name": "Ada"}' + ', {"name": "Ada"}' * 700_000 + "]")
    rows, told = read(long)
    assert rows == 0 and "more than 8 MB" in told


def test_nor_takes_many_empty_things_much_room(tmp_path: Path) -> None:
    path = tmp_path / "people.jsonld"
    path.write_text('{"@type":"Person","name":"Ada","@graph":[' + '{"":{}},' * 900_000 + "0]}")
    assert read(path)[1] == "read"


def test_a_zipped_document_is_not_unpacked_to_its_end(tmp_path: Path) -> None:
    bomb = tmp_path / "people.json.gz"
    with gzip.open(bomb, "wb") as file:
        for _ in range(200):
            file.write(b"[" + b" " * 1_000_000 + b"\n")
    rows, told = read(bomb)
    assert rows == 0 and "more than 8 MB" in told


@pytest.mark.parametrize("line", ["NOTE:" + "x" * 900_000, "NOTE;ENCODING=QUOTED-PRINTABLE:=" * 9])
def test_cards_that_never_end_are_told(tmp_path: Path, line: str) -> None:
    path = tmp_path / "people.vcf"
    text = "BEGIN:VCARD\nFN:Ada\n" + f"{line}\n {line}\n" * 60
    path.write_text(f"{text}END:VCARD\nBEGIN:VCARD\nFN:Bo\nEND:VCARD\n")
    rows, told = read(path)
    assert (rows > 0, told) == (True, "read")


def test_a_card_folded_into_many_lines_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "people.vcf"
    path.write_text(
        "BEGIN:VCARD\nFN:Ada\nNOTE:x\n" + " y\n" * 2_000_000 + "END:VCARD\n", encoding="utf-8"
    )
    assert read(path) == (1, "read")
    with reading_file(path) as reading:
        assert list(reading.rows) == [Skipped(1, "larger than 256 KB")]


def test_an_archive_that_explodes_is_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "export.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Connections.csv", "First Name,Last Name\n" + "a,b\n" * 20_000_000)
    rows, told = read(bomb)
    assert rows == 0 and "unpacks to many times" in told


def test_one_persons_table_is_no_longer_than_one_persons(tmp_path: Path) -> None:
    folder = tmp_path / "export"
    folder.mkdir()
    (folder / "Profile.csv").write_text("First Name,Last Name\nAda,Lee\n")
    (folder / "Skills.csv").write_text("Name\n" + "x\n" * 3_000_000)
    rows, told = read(folder)
    assert rows == 0 and "more than any one person" in told


def small(number: int) -> bytes:
    """A number of Thrift's in five bytes, however small it is."""
    left, said = number * 2, bytearray()
    for _ in range(4):
        said.append(left & 0x7F | 0x80)
        left >>= 7
    return bytes([*said, left])


@pytest.mark.skipif(sys.platform != "linux", reason="the system bounds a process on Linux alone")
@pytest.mark.parametrize("page_says", [None, 2**31 - 1])
def test_a_page_that_lies_about_its_size_is_not_made(tmp_path: Path, page_says: int | None) -> None:
    """The file says that it unpacks to a hundred bytes; its page holds 300 MB, and says so, or
    that it is of 2 GB."""
    path = tmp_path / "people.parquet"
    table = pa.table({"name": ["\0" * 300_000_000]})
    options: dict[str, Any] = {"use_dictionary": False, "write_statistics": False}
    parquet.write_table(table, path, compression="zstd", store_schema=False, **options)
    data = path.read_bytes()
    chunk = parquet.read_metadata(path).row_group(0).column(0)
    head, whole = chunk.data_page_offset, chunk.total_uncompressed_size
    page, footer = small(300_000_010), len(data) - 400
    assert data.count(page, head, head + 40) == 1 and data.count(small(whole), footer) >= 1
    lying = data[:footer] + data[footer:].replace(small(whole), small(100))
    if page_says is not None:
        lying = lying[:head] + lying[head:].replace(page, small(page_says), 1)
    path.write_bytes(lying)
    rows, told = read(path)
    assert rows == 0
    assert str(path) in told


def test_a_reader_that_ends_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "people.parquet", name=["Ada"])
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(UnreadableFile, match="to its end"), reading_file(path) as reading:
        list(reading.rows)
