"""Readers of files: of people to import and to look up, of configuration, and cursors."""

from __future__ import annotations

import gzip
import io
import tempfile
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pyarrow as pa
from pyarrow import parquet
from tests.chaos.fuzz.changes import ODD_NUMBERS, ODD_TEXTS, as_json, spoil_bytes, spoil_json

from shortlist.desk.config import SettingsError, read_settings
from shortlist.desk.people_csv import read_people
from shortlist.desk.places import DeskError
from shortlist.service.config import ConfigError, parse_config
from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.db.migrate import migrate
from shortlist.service.errors import ApiError
from shortlist.service.index.imports.columns import BadMap, read_map
from shortlist.service.index.imports.run import Import
from shortlist.service.sets.cursors import decode_cursor, encode_cursor

PEOPLE = [
    {
        "id": f"p{n}",
        "name": f"Zoë Ünal {n}",
        "title": "Head of Data",
        "company": "Ærø Wind",
        "company_domain": "aeroe.example",
        "location": "København, Denmark",
        "profile_url": f"https://www.linkedin.com/in/zoe-{n}/",
        "emails": [f"zoe{n}@aeroe.example", {"value": "z@home.example", "kind": "personal"}],
        "work_email": f"zoe.{n}@aeroe.example",
        "phone": "+45 12 34 56 78",
        "history": [{"title": "Engineer", "company": "Nord", "start": "2011", "end": None}],
        "skills": ["wind", "R"],
        "summary": "Knows turbines.",
        "as_of": "2024-05-01",
    }
    for n in range(4)
]
_HEADER = "Name,Title,Company,Domain,Location,LinkedIn URL,E-mail,Phone,Notes"
_ROW = (
    '"Ünal, Zoë",Head,Ærø,aeroe.example,"København ""C""",https://x.com/zoe,z@a.example,+45,"a\nb"'
)
TABLE = f"{_HEADER}\r\n" + f"{_ROW}\r\n" * 4
CONNECTIONS = (
    'Notes:\n"When exporting, some may be missing."\n\n'
    "First Name,Last Name,URL,Email Address,Company,Position,Connected On\n"
    + "Zoë,Ünal,https://www.linkedin.com/in/zoe,z@a.example,Ærø,Head,01 May 2024\n"
    * 3
)


class Imported:
    """A file of people, read and put into a database."""

    def __init__(self, name: str, suffix: str, whole: Sequence[bytes]) -> None:
        self.name = name
        self._whole = whole
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        self._path = folder / f"people{suffix}"
        self._engine = open_engine(database_url(folder, None))
        migrate(self._engine)

    def make(self, random: Random) -> bytes:
        return spoil_bytes(random, random.choice(self._whole), self._whole)

    def read(self, data: bytes) -> None:
        self._path.write_bytes(data)
        report = Import(self._engine).run([self._path])
        for told in (report.files[0].error, *(s.reason for s in report.files[0].skipped)):
            assert told is None or "\n" not in told, told


class JsonLines(Imported):
    """Lines of which each is a person with parts out of place, too."""

    def make(self, random: Random) -> bytes:
        if random.random() < 0.3:
            return super().make(random)
        people = (spoil_json(random, random.choice(PEOPLE), PEOPLE) for _ in range(3))
        return b"\n".join(as_json(random, person) for person in people)


RESUME = {
    "basics": {
        "name": "Zoë Ünal",
        "label": "Head of Data",
        "email": "zoe@aeroe.example",
        "phone": "+45 12",
        "url": "https://zoe.example",
        "location": {"city": "København", "countryCode": "DK"},
        "profiles": [{"network": "GitHub", "username": "zoe", "url": "https://github.com/zoe"}],
    },
    "work": [{"name": "Ærø", "position": "Head", "startDate": "2011-01", "highlights": ["x"]}],
    "education": [{"institution": "DTU", "area": "Wind", "studyType": "MSc", "endDate": "2010"}],
    "skills": [{"name": "R", "keywords": ["x"]}],
    "languages": [{"language": "da", "fluency": "native"}],
}
LINKED = {
    "@context": "https://schema.org",
    "@graph": [
        {
            "@type": "Person",
            "@id": "https://zoe.example/#me",
            "name": "Zoë Ünal",
            "jobTitle": ["Head", {"@type": "DefinedTerm", "name": "x"}],
            "worksFor": {"@type": "Organization", "name": "Ærø", "url": "https://aeroe.example"},
            "address": {"addressLocality": "København", "addressCountry": {"name": "Denmark"}},
            "sameAs": ["https://github.com/zoe"],
            "alumniOf": [{"@type": "CollegeOrUniversity", "name": "DTU"}],
            "email": "mailto:zoe@aeroe.example",
        }
    ],
}
CARDS = "\r\n".join(
    (
        *("BEGIN:VCARD", "VERSION:3.0", "N;CHARSET=UTF-8:Ünal;Zoë;;Dr.;", "FN:Zoë Ünal"),
        *("ORG:Ærø;Data", "TITLE:Head", "EMAIL;TYPE=WORK,INTERNET:z@a.example", "NOTE:a\\nb", " c"),
        *("TEL;TYPE=cell:+45 1", "item1.URL:https://zoe.example", "PHOTO;ENCODING=b:AAAA", " BBBB"),
        *("ADR:;;x;K;;1;DK", "END:VCARD", ""),
    )
)


class Documents(Imported):
    """One JSON document of a person with parts out of place."""

    def make(self, random: Random) -> bytes:
        whole = random.choice((RESUME, LINKED, [RESUME, LINKED], PEOPLE))
        made = as_json(random, spoil_json(random, whole, [RESUME, LINKED]))
        return made if random.random() < 0.8 else spoil_bytes(random, made)


class Zipped(Imported):
    """What is inside is spoilt, or what is around it."""

    def make(self, random: Random) -> bytes:
        whole = random.choice(self._whole)
        if random.random() < 0.5:
            return gzip.compress(spoil_bytes(random, whole), 1)
        return spoil_bytes(random, gzip.compress(whole, 1), self._whole)


def parquets() -> list[bytes]:
    """People as Parquet, in each compression and layout that is read."""
    table = pa.Table.from_pylist(
        [
            {**p, "emails": [str(e) for e in p["emails"]], "n": n, "at": 1.5}
            for n, p in enumerate(PEOPLE)
        ]
    )
    made = []
    for compression in ("none", "snappy", "gzip", "zstd", "lz4", "brotli"):
        for dictionary in (True, False):
            for version in ("1.0", "2.0"):
                into = io.BytesIO()
                parquet.write_table(
                    table,
                    into,
                    compression=compression,
                    use_dictionary=dictionary,
                    data_page_version=version,
                    store_schema=False,
                )
                made.append(into.getvalue())
    return made


def zipped_export() -> bytes:
    """A network's whole export."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("Connections.csv", CONNECTIONS)
        made.writestr("Profile.csv", "First Name,Last Name,Headline\nZoë,Ünal,Head\n")
        made.writestr("Positions.csv", "Company Name,Title,Started On\nÆrø,Head,Jan 2011\n")
    return into.getvalue()


class LookedUp:
    """A CSV of people to look up."""

    name = "people csv"

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._path = Path(self._folder.name) / "people.csv"
        texts = (TABLE, CONNECTIONS, "sep=;\n" + TABLE.replace(",", ";"))
        self._whole = [t.encode(e) for t in texts for e in ("utf-8", "utf-16", "cp1252")]

    def make(self, random: Random) -> bytes:
        return spoil_bytes(random, random.choice(self._whole), self._whole)

    def read(self, data: bytes) -> None:
        self._path.write_bytes(data)
        with suppress(DeskError):
            read_people(self._path)


class Columns:
    """Which column is which."""

    name = "column map"

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._path = Path(self._folder.name) / "map.toml"

    def make(self, random: Random) -> bytes:
        return spoil_bytes(random, b'[columns]\nname = "Full Name"\nemail = "Mail"\nid = "No."\n')

    def read(self, data: bytes) -> None:
        self._path.write_bytes(data)
        with suppress(BadMap):
            read_map(self._path)


_SETTINGS = """theme = "paper"
mask_contacts = true
search_type = "deep"
search_results = 150
[keys]
"do.new" = "n,f6"
"""
_SERVICE = """[workspace]
plan = "pro"
balance = 10000
[search]
timeout_seconds = 10
[[enrichment.providers]]
name = "acme"
type = "http"
url = "http://127.0.0.1:9000/lookup"
fields = ["work_email", "phone"]
[web]
type = "searxng"
url = "http://127.0.0.1:8888"
[judge]
type = "openai"
base_url = "http://127.0.0.1:11434/v1"
model = "m"
[prices]
work_email = 1
[http]
hosts = ["people.example.com"]
"""


class Configured:
    """A file of settings: `config.toml`, or `service.toml`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def make(self, random: Random) -> bytes:
        lines = (_SETTINGS if self.name == "config.toml" else _SERVICE).splitlines()
        for _ in range(random.choice((0, 1, 2))):
            at = random.randrange(len(lines))
            odd = random.choice((*map(repr, ODD_TEXTS), *map(str, ODD_NUMBERS), "[]", "{}", "nan"))
            key = lines[at].partition("=")[0]
            lines[at] = random.choice(
                (f"{key}= {odd}", f"{odd} = 1", "", f"[{key}]", f"{key}.x = 1")
            )
        whole = "\n".join(lines).encode("utf-8", "surrogatepass")
        return whole if random.random() < 0.5 else spoil_bytes(random, whole)

    def read(self, data: bytes) -> None:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return
        try:
            if self.name == "config.toml":
                read_settings(text, Path("config.toml"))
            else:
                parse_config(text, "service.toml")
        except (SettingsError, ConfigError) as error:
            assert "\n" not in str(error), error


class Cursors:
    """Where a list goes on, as it may come back."""

    name = "cursors"

    def make(self, random: Random) -> bytes:
        whole = encode_cursor("items", 25, "item_x").encode()
        return spoil_bytes(random, random.choice((whole, encode_cursor("sets", "x", "y").encode())))

    def read(self, data: bytes) -> None:
        for types in ((int,), (str, str), (int, str)):
            with suppress(ApiError):
                decode_cursor("items", data.decode("utf-8", "surrogateescape"), *types)


def readers() -> dict[str, object]:
    """By name, what makes each."""
    table = [TABLE.encode(), TABLE.encode("utf-16"), CONNECTIONS.encode()]
    lines = [b"".join(as_json(Random(n), p) + b"\n" for p in PEOPLE) for n in range(2)]
    return {
        "csv": lambda: Imported("csv", ".csv", table),
        "json lines": lambda: JsonLines("json lines", ".jsonl", lines),
        "parquet": lambda: Imported("parquet", ".parquet", parquets()),
        "json documents": lambda: Documents("json documents", ".json", lines),
        "vcards": lambda: Imported("vcards", ".vcf", [CARDS.encode() * 2]),
        "zipped export": lambda: Imported("zipped export", ".zip", [zipped_export()]),
        "csv.gz": lambda: Zipped("csv.gz", ".csv.gz", table),
        "jsonl.gz": lambda: Zipped("jsonl.gz", ".jsonl.gz", lines),
        "people csv": LookedUp,
        "column map": Columns,
        "config.toml": lambda: Configured("config.toml"),
        "service.toml": lambda: Configured("service.toml"),
        "cursors": Cursors,
    }
