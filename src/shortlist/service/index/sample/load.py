"""Putting the sample directory into a data folder that has no people yet."""

from __future__ import annotations

import gzip
import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from sqlalchemy import Connection, Engine, func, insert, select

from shortlist.service.db.engine import alone, reading, writing
from shortlist.service.db.schema import counters, people, people_anchors, vectors
from shortlist.service.index.derive import unpack
from shortlist.service.index.port import Record
from shortlist.service.index.projection import Made, begin_from, pack
from shortlist.service.index.retrieval import Vectors
from shortlist.service.index.sample.sparse import unpack_folder
from shortlist.service.index.shard import TABLE_FOLDER
from shortlist.service.index.store import (
    COUNTER,
    SAMPLE,
    identity,
    last_number,
    put_dataset,
    put_people,
    put_vectors,
)
from shortlist.service.index.texts import meaning_text, text_hash

DATA = Path(__file__).parent / "data"
ROWS = DATA / "rows.sqlite.gz"
"""The rows of `TABLES` as `put_people` and `put_vectors` write them into an empty database."""
TABLES = (people, people_anchors, vectors)
SHARD = DATA / "shard.bin"
TABLE = DATA / "facets.bin"
"""The table of facets beside that shard."""
MADE = DATA / "made.json"
"""What vectors and shard were made with: `projection.Made` without the database, the
`fingerprint` of the people, the digest of the shard that the table is `table_of`, and the last
number that loading them `followed`."""


def sample_records() -> list[Record]:
    """The people of the sample, as shipped."""
    return [orjson.loads(record) for (record,) in _shipped("record FROM people ORDER BY seq")]


def sample_vectors() -> Vectors:
    """Their vectors of meaning, L2-normalised, in the same order."""
    packed = _shipped("vector FROM vectors ORDER BY seq")
    return np.array([unpack(vector) for (vector,) in packed], dtype=np.float32)


def _shipped(wanted: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(gzip.decompress(ROWS.read_bytes()))
        return connection.execute(f"SELECT {wanted}").fetchall()


def ensure_sample(engine: Engine, folder: Path | None, model: str) -> bool:
    """Load the sample when the database has no people; True when it was loaded.

    Where the shard's `folder` is new and the shipped shard is of these people, that one is taken,
    so that nothing has to be built. With another `model` than the shipped vectors', people are
    found by words and filters until something embeds them.
    """
    loaded = _load(engine)
    if folder is not None and not folder.exists():
        _take_shard(engine, folder, model)
    return loaded


def fingerprint(connection: Connection) -> str:
    """Identifies everyone in the database, with what is said of them."""
    everyone = select(people.c.hash).where(people.c.removed_at.is_(None)).order_by(people.c.id)
    return text_hash(" ".join(connection.scalars(everyone)))


def _load(engine: Engine) -> bool:
    with reading(engine) as connection:
        if _anyone(connection):
            return False
        untouched = last_number(connection) == 0
    if untouched and engine.dialect.name == "sqlite":
        return _copy(engine)
    records = sample_records()
    model = orjson.loads(MADE.read_bytes())["model"]
    rows = [
        (record["id"], text_hash(meaning_text(record)), pack(vector))
        for record, vector in zip(records, sample_vectors(), strict=True)
    ]
    with writing(engine) as connection:
        alone(connection, COUNTER)
        if _anyone(connection):  # another process was faster
            return False
        put_dataset(connection, SAMPLE, synthetic=True)
        put_people(connection, records)
        put_vectors(connection, model, rows)
    return True


def _copy(engine: Engine) -> bool:
    """Copy the shipped rows, within SQLite: a tenth of the time that making them takes."""
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.execute("ATTACH ':memory:' AS shipped")
        try:
            driver.deserialize(gzip.decompress(ROWS.read_bytes()), name="shipped")
            connection = connection.execution_options(write=True)
            with connection.begin():
                if last_number(connection):  # another process was faster
                    return False
                put_dataset(connection, SAMPLE, synthetic=True)
                for table in TABLES:
                    columns = ", ".join(table.c.keys())
                    connection.exec_driver_sql(
                        f"INSERT INTO {table.name} ({columns}) "
                        f"SELECT {columns} FROM shipped.{table.name}"
                    )
                last = select(func.max(vectors.c.seq)).scalar_subquery()
                connection.execute(insert(counters).values(name=COUNTER, value=last))
        finally:
            driver.execute("DETACH shipped")
    return True


def _take_shard(engine: Engine, folder: Path, model: str) -> None:
    shipped = orjson.loads(MADE.read_bytes())
    wanted = Made(identity(engine), model, shipped["dimension"])
    if any(shipped[key] != value for key, value in wanted.without_database().items()):
        return
    with reading(engine) as connection:
        followed = last_number(connection)
        # More changes than loading the sample makes: these are other people.
        if followed != shipped["followed"] or fingerprint(connection) != shipped["people"]:
            return

    def unpack(points: Path) -> None:
        unpack_folder(SHARD, points)
        if shipped.get("table_of") == shard_digest():
            unpack_folder(TABLE, points.with_name(TABLE_FOLDER))

    begin_from(unpack, folder, wanted, followed)


def shard_digest() -> str:
    """Identifies the shard that ships: a table of another one would tell other people's facets."""
    return hashlib.blake2b(SHARD.read_bytes(), digest_size=16).hexdigest()


def _anyone(connection: Connection) -> bool:
    there = select(people.c.id).where(people.c.removed_at.is_(None)).limit(1)
    return connection.execute(there).first() is not None
