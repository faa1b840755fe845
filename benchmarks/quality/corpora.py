"""The graded corpora, and the index of each."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from sqlalchemy import select

from shortlist.service.db.engine import database_url, open_engine, reading, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.db.schema import vectors
from shortlist.service.index.embed_missing import embed_missing
from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.embedding import MiniLm
from shortlist.service.index.open import open_index
from shortlist.service.index.port import Record
from shortlist.service.index.retrieval import Vectors
from shortlist.service.index.store import put_dataset, put_people

Query = dict[str, Any]
"""`{qid, query, type, relevant: {id: grade}}`, of a Set `criteria`, too; `kind` is one of `KINDS`,
`SET` or `NOBODY`."""
KINDS: Final = ("list", "semantic", "role", "name", "filter")
SET: Final = "set"
"""A Set with criteria in plain words, whose answer meets the question and all of them."""
NOBODY: Final = "nobody"
"""The kind of questions whose answer is nobody; they are measured apart."""
EXACT: Final = 3
"""The grade of who meets everything."""
_KIND_OF_TYPE: Final = {"named": "name", "role_at_org": "role"}
_PARTS: Final = ("people.jsonl.gz", "queries.jsonl")
STRANGERS: Final = Path(__file__).with_name("strangers")
"""Corpora of made-up people that lie in the project; their README says how they came to be."""
_AT_ONCE: Final = 2000


@dataclass(frozen=True, slots=True)
class Corpus:
    """People and questions about them: `people.jsonl.gz` and `queries.jsonl` in `folder`."""

    name: str
    folder: Path

    def people(self) -> list[Record]:
        return read_records(self.folder / "people.jsonl.gz")

    def queries(self) -> list[Query]:
        """Each with its `kind`, which older files call by its type alone."""
        read = read_records(self.folder / "queries.jsonl")
        return [query | {"kind": _kind(query["type"])} for query in read]


def corpora_in(folder: Path, only: str | None = None) -> list[Corpus]:
    """The corpora in `folder`, called `people`, and in the folders inside it, called as they are;
    or `only` one. SystemExit where there is none."""
    inside = sorted(each for each in folder.iterdir() if each.is_dir()) if folder.is_dir() else ()
    found = [
        Corpus(name, at)
        for name, at in (("people", folder), *((each.name, each) for each in inside))
        if only in (None, name) and all((at / part).is_file() for part in _PARTS)
    ]
    if not found:
        raise SystemExit(f"{folder}: no {' with '.join(_PARTS)} of {only or 'any corpus'} is there")
    return found


def criteria_of(query: Query) -> list[str] | None:
    """What a Set of `query` is given beside it; of other kinds the file says how it was graded."""
    return query["criteria"] if query["kind"] == SET else None


def read_records(path: Path) -> list[Record]:
    """JSON Lines, `.gz` or plain."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        return [json.loads(line) for line in lines if line.strip()]


def open_records(folder: Path, people: list[Record]) -> EmbeddedIndex:
    """The index of `people` in `folder`, made where it is not there, with everybody's vector."""
    folder.mkdir(parents=True, exist_ok=True)
    fresh = not (folder / "shortlist.db").exists()
    engine = open_engine(database_url(folder))
    migrate(engine)
    if fresh:
        with writing(engine) as connection:
            for name in sorted({str(person.get("dataset") or "people") for person in people}):
                put_dataset(connection, name)
        for batch in _batches(people):
            with writing(engine) as connection:
                put_people(connection, batch)
    if embed_missing(engine, MiniLm(), progress=_tell):
        print(file=sys.stderr)
    return open_index(engine, folder, sample=False, follow=False, shard_name="quality")


def kept_vectors(folder: Path, people: list[Record]) -> Vectors:
    """The vectors that the service keeps in `folder`, one row for each of `people`."""
    with reading(open_engine(database_url(folder))) as connection:
        found = connection.execute(select(vectors.c.person_id, vectors.c.vector))
        kept = {row.person_id: row.vector for row in found}
    rows = [np.frombuffer(kept[str(person["id"])], dtype=np.float16) for person in people]
    return np.stack(rows).astype(np.float32)


def _kind(type_: str) -> str:
    kind = _KIND_OF_TYPE.get(type_, type_)
    if kind not in (*KINDS, SET, NOBODY):
        raise SystemExit(f"a question of the type {type_!r} cannot be measured")
    return kind


def _batches(people: list[Record]) -> Iterator[list[Record]]:
    return (people[at : at + _AT_ONCE] for at in range(0, len(people), _AT_ONCE))


def _tell(made: int, total: int) -> None:
    print(f"\r{made} of {total} embedded", end="", file=sys.stderr)
