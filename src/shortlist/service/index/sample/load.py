"""Putting the sample directory into a data folder that has no people yet."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import orjson
from sqlalchemy import Connection, Engine, select

from shortlist.service.db.engine import reading, writing
from shortlist.service.db.schema import people
from shortlist.service.index.port import Record
from shortlist.service.index.projection import Made, begin_from, pack
from shortlist.service.index.retrieval import Vectors
from shortlist.service.index.sample.sparse import unpack_folder
from shortlist.service.index.store import (
    SAMPLE,
    identity,
    last_number,
    put_dataset,
    put_people,
    put_vectors,
)
from shortlist.service.index.texts import meaning_text, text_hash

DATA = Path(__file__).parent / "data"
PEOPLE = DATA / "people.jsonl.gz"
VECTORS = DATA / "vectors.i8"
"""One row of int8 a person; their scale does not matter, as vectors are of length 1."""
SHARD = DATA / "shard.bin"
MADE = DATA / "made.json"
"""What vectors and shard were made with: `projection.Made` without the database, and
the `fingerprint` of the people."""


def sample_records() -> list[Record]:
    """The people of the sample, as shipped."""
    return [orjson.loads(line) for line in gzip.decompress(PEOPLE.read_bytes()).splitlines()]


def sample_vectors() -> Vectors:
    """Their vectors of meaning, L2-normalised, in the same order."""
    rows = np.fromfile(VECTORS, dtype=np.int8).astype(np.float32)
    table = rows.reshape(-1, orjson.loads(MADE.read_bytes())["dimension"])
    unit: Vectors = table / np.linalg.norm(table, axis=1, keepdims=True)
    return unit


def ensure_sample(engine: Engine, folder: Path, model: str) -> bool:
    """Load the sample when the database has no people; True when it was loaded.

    Where `folder` holds no shard yet and the shipped one is of these people, that one is taken,
    so that nothing has to be built. With another `model` than the shipped vectors', people are
    found by words and filters until something embeds them.
    """
    loaded = _load(engine)
    if not folder.exists():
        _take_shard(engine, folder, model)
    return loaded


def fingerprint(connection: Connection) -> str:
    """Identifies everyone in the database, with what is said of them."""
    everyone = select(people.c.hash).where(people.c.removed_at.is_(None)).order_by(people.c.id)
    return text_hash(" ".join(connection.execute(everyone).scalars()))


def _load(engine: Engine) -> bool:
    with reading(engine) as connection:
        if _anyone(connection):
            return False
    records = sample_records()
    model = orjson.loads(MADE.read_bytes())["model"]
    rows = [
        (record["id"], text_hash(meaning_text(record)), pack(vector))
        for record, vector in zip(records, sample_vectors(), strict=True)
    ]
    with writing(engine) as connection:
        if _anyone(connection):  # another process was faster
            return False
        put_dataset(connection, SAMPLE, synthetic=True)
        put_people(connection, records)
        put_vectors(connection, model, rows)
    return True


def _take_shard(engine: Engine, folder: Path, model: str) -> None:
    shipped = orjson.loads(MADE.read_bytes())
    wanted = Made(identity(engine), model, shipped["dimension"])
    if shipped != {**wanted.without_database(), "people": shipped["people"]}:
        return
    with reading(engine) as connection:
        followed = last_number(connection)
        # More changes than loading the sample makes: these are other people.
        if followed != 2 * _shipped_rows(shipped) or fingerprint(connection) != shipped["people"]:
            return
    begin_from(lambda points: unpack_folder(SHARD, points), folder, wanted, followed)


def _shipped_rows(shipped: dict[str, int]) -> int:
    return VECTORS.stat().st_size // shipped["dimension"]


def _anyone(connection: Connection) -> bool:
    there = select(people.c.id).where(people.c.removed_at.is_(None)).limit(1)
    return connection.execute(there).first() is not None
