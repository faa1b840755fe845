"""Makes the data of the sample anew: `python -m tools.sample.build`.

Run it after a change of the composer, of `FACETS_VERSION` or of `TEXTS_VERSION`.
"""

from __future__ import annotations

import gzip
import sqlite3
import sys
import tempfile
import zlib
from contextlib import closing
from pathlib import Path

import numpy as np
import orjson

from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.index.embedding import MiniLm
from shortlist.service.index.port import Record
from shortlist.service.index.projection import Made, Projection, pack
from shortlist.service.index.retrieval import Vectors
from shortlist.service.index.sample import load
from shortlist.service.index.shard import POINTS, TABLE_FOLDER
from shortlist.service.index.store import (
    SAMPLE,
    last_number,
    put_dataset,
    put_people,
    put_vectors,
)
from shortlist.service.index.texts import TEXTS_VERSION, meaning_text, text_hash
from tools.sample.compose import compose

BLOCK = 4096
ZEROES = bytes(BLOCK)


def pack_folder(folder: Path, target: Path) -> None:
    """Write everything under `folder` to `target`, as `sample.sparse` reads it."""
    files = []
    body = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        stretches = []
        for offset in range(0, len(content), BLOCK):
            block = content[offset : offset + BLOCK]
            if block != ZEROES[: len(block)]:
                stretches.append([offset, len(block)])
                body.append(block)
        name = path.relative_to(folder).as_posix()
        files.append({"name": name, "size": len(content), "stretches": stretches})
    target.write_bytes(zlib.compress(orjson.dumps(files) + b"\n" + b"".join(body), 9))


def build() -> None:
    """Write people, vectors and shard under `data`; vectors only of whom other words are said."""
    load.DATA.mkdir(exist_ok=True)
    records = compose()
    texts = [meaning_text(record) for record in records]
    known = {}
    if load.ROWS.exists() and orjson.loads(load.MADE.read_bytes())["texts"] == TEXTS_VERSION:
        old = map(meaning_text, load.sample_records())
        known = dict(zip(old, load.sample_vectors(), strict=True))
    missing = [text for text in texts if text not in known]
    sys.stderr.write(f"embedding {len(missing)} of {len(texts)}\n")
    known.update(zip(missing, map(_rounded, MiniLm().embed(missing)), strict=True))
    write(records, np.array([known[text] for text in texts]))


def write(records: list[Record], table: Vectors) -> None:
    """Write the data for these people and their vectors, a row each."""
    made = Made(0, MiniLm.model, MiniLm.dimension).without_database()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        engine = open_engine(database_url(folder))
        migrate(engine)
        rows = [
            (record["id"], text_hash(meaning_text(record)), pack(vector))
            for record, vector in zip(records, table, strict=True)
        ]
        with writing(engine) as connection:
            put_dataset(connection, SAMPLE, synthetic=True)
            put_people(connection, records)
            put_vectors(connection, MiniLm.model, rows)
            made |= {"people": load.fingerprint(connection), "followed": last_number(connection)}
        projection = Projection(engine, folder / "shard", MiniLm.model, MiniLm.dimension)
        projection.catch_up()
        projection.close()
        engine.dispose()
        pack_folder(folder / "shard" / POINTS, load.SHARD)
        pack_folder(folder / "shard" / TABLE_FOLDER, load.TABLE)
        made["table_of"] = load.shard_digest()
        load.ROWS.write_bytes(_packed_rows(folder / "shortlist.db"))
    load.MADE.write_bytes(orjson.dumps(made) + b"\n")


def _packed_rows(database: Path) -> bytes:
    """The rows of the sample's tables, without indexes, in the order of their keys."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"ATTACH '{database}' AS made")
        for table in load.TABLES:
            order = ", ".join(column.name for column in table.primary_key)
            connection.execute(
                f"CREATE TABLE {table.name} AS SELECT * FROM made.{table.name} ORDER BY {order}"
            )
        connection.execute("DETACH made")
        # No time and no name in the file: the same people give the same bytes.
        return gzip.compress(connection.serialize(), 9, mtime=0)


def _rounded(vector: Vectors) -> Vectors:
    """`vector` in 255 steps, of length 1 again: it packs into half the bytes."""
    steps: Vectors = np.rint(vector * (127 / np.abs(vector).max()))
    unit: Vectors = (steps / np.linalg.norm(steps)).astype(np.float32)
    return unit


if __name__ == "__main__":
    build()
