"""Makes the data of the sample anew: `python -m shortlist.service.index.sample.build`.

Run it after a change of the composer, of `FACETS_VERSION` or of `TEXTS_VERSION`.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from pathlib import Path

import numpy as np
import orjson

from shortlist.service.db.engine import database_url, open_engine, reading
from shortlist.service.db.migrate import migrate
from shortlist.service.index.embedding import MiniLm
from shortlist.service.index.projection import Made, Projection
from shortlist.service.index.sample import load
from shortlist.service.index.sample.compose import compose
from shortlist.service.index.sample.sparse import pack_folder
from shortlist.service.index.texts import meaning_text


def build() -> None:
    """Write people, vectors and shard under `data`; vectors only where texts changed."""
    load.DATA.mkdir(exist_ok=True)
    records = compose()
    texts = [meaning_text(record) for record in records]
    old = load.sample_records() if load.PEOPLE.exists() and load.VECTORS.exists() else []
    known = {}
    if old:
        known = dict(zip(map(meaning_text, old), load.sample_vectors(), strict=True))
    missing = [text for text in texts if text not in known]
    sys.stderr.write(f"embedding {len(missing)} of {len(texts)}\n")
    known.update(zip(missing, MiniLm().embed(missing), strict=True))
    vectors = np.array([known[text] for text in texts])
    lines = b"".join(orjson.dumps(record) + b"\n" for record in records)
    # No time and no name in the file: the same people give the same bytes.
    load.PEOPLE.write_bytes(gzip.compress(lines, 9, mtime=0))
    scale = 127 / np.abs(vectors).max(axis=1, keepdims=True)
    np.rint(vectors * scale).astype(np.int8).tofile(load.VECTORS)
    made = Made(0, MiniLm.model, MiniLm.dimension).without_database()
    load.MADE.write_bytes(orjson.dumps({**made, "people": "", "format": -1}))
    people = _shard()
    load.MADE.write_bytes(orjson.dumps({**made, "people": people}) + b"\n")


def _shard() -> str:
    """Build and pack the shard; the fingerprint of its people."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        engine = open_engine(database_url(folder))
        migrate(engine)
        load.ensure_sample(engine, folder / "shard", MiniLm.model)
        projection = Projection(engine, folder / "shard", MiniLm.model, MiniLm.dimension)
        projection.catch_up()
        projection.close()
        with reading(engine) as connection:
            people = load.fingerprint(connection)
        engine.dispose()
        pack_folder(folder / "shard" / "points", load.SHARD)
        return people


if __name__ == "__main__":
    build()
