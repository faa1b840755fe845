"""`python -m benchmarks.scale [--people N] [--data-dir DIR]`: see README.md beside this file."""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from benchmarks.figures import tell
from benchmarks.search_latency import CONFIG, measure
from tools.sample.compose import compose

from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.index.admin import count_in
from shortlist.service.index.embedding import MiniLm
from shortlist.service.index.open import open_index
from shortlist.service.index.port import Record
from shortlist.service.index.projection import pack
from shortlist.service.index.retrieval import Vectors
from shortlist.service.index.store import put_dataset, put_people, put_vectors
from shortlist.service.index.texts import meaning_text, text_hash

DATASET = "composed"
BLOCK = 20_000
"""People composed at a time, with a seed of their own: other organisations, other people."""
BATCH = 2_000
_WORD = re.compile(r"\w+")


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.scale")
    parser.add_argument("--people", type=int, default=1_000_000)
    parser.add_argument(
        "--data-dir", type=Path, help="keeps the people; with them there, is reused"
    )
    parser.add_argument("--requests", type=int, default=100, help="of each kind of search")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--serve", action="store_true", help="only serve what --data-dir holds")
    parser.add_argument("--json", action="store_true", help="one JSON object, no table")
    parser.add_argument("--stage", choices=("import", "index"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.stage:
        stage = {"import": import_people, "index": build_index}[options.stage]
        print(json.dumps(stage(options.data_dir, options.people)))
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.data_dir or Path(scratch) / "scale"
        told: dict[str, Any] = {"load_average": os.getloadavg()[0]}
        if not options.serve:
            if there(folder) < options.people:
                told["import"] = in_a_process("import", folder, options.people)
            told["index"] = in_a_process("index", folder, options.people)
        told["disk_mb"] = on_disk(folder)
        (folder / "service.toml").write_text(CONFIG)
        told["service"] = measure(
            folder,
            options.requests,
            "--workers",
            str(options.workers),
        )
        tell(told, as_json=options.json)


def in_a_process(stage: str, folder: Path, people: int) -> dict[str, Any]:
    """Run a stage where its memory is its own."""
    command = [
        sys.executable,
        "-m",
        "benchmarks.scale",
        "--stage",
        stage,
        "--data-dir",
        str(folder),
    ]
    began = time.perf_counter()
    run = subprocess.run(
        [*command, "--people", str(people)], check=True, stdout=subprocess.PIPE, text=True
    )
    told: dict[str, Any] = json.loads(run.stdout)
    return {"seconds": round(time.perf_counter() - began, 1), **told}


def import_people(folder: Path, people: int) -> dict[str, Any]:
    """Compose everyone into a database, vectors and all; one that was begun goes on."""
    gc.disable()  # what is composed has no cycles
    folder.mkdir(parents=True, exist_ok=True)
    engine = open_engine(database_url(folder))
    migrate(engine)
    spent = {"composing": 0.0, "vectors": 0.0, "rows": 0.0}
    with writing(engine) as connection:
        put_dataset(connection, DATASET)
    began_with = done = count_in(engine, DATASET) // BLOCK * BLOCK
    blocks, directions = composed(people, done), Directions()
    while True:
        began = time.process_time()
        batch = next(blocks, None)
        spent["composing"] += time.process_time() - began
        if batch is None:
            break
        began = time.process_time()
        texts = [meaning_text(record) for record in batch]
        rows = [
            (record["id"], text_hash(text), pack(vector))
            for record, text, vector in zip(batch, texts, directions.of(texts), strict=True)
        ]
        spent["vectors"] += time.process_time() - began
        began = time.process_time()
        with writing(engine) as connection:
            put_people(connection, batch)
            put_vectors(connection, MiniLm.model, rows)
        spent["rows"] += time.process_time() - began
        done += len(batch)
        progress("imported", done, people)
    engine.dispose()
    return {
        "people": done - began_with,
        "cpu_seconds": {k: round(v, 1) for k, v in spent.items()},
        "peak_mb": peak_mb(),
    }


def build_index(folder: Path, people: int) -> dict[str, Any]:
    """Open the index: built where it is not there, else only opened."""
    engine = open_engine(database_url(folder))
    shutil.rmtree(folder / "index", ignore_errors=True)
    began, cpu = time.perf_counter(), time.process_time()
    index = open_index(
        engine,
        folder,
        sample=False,
        follow=False,
        progress=lambda done, _: progress("indexed", done, people),
    )
    told = {
        "build_seconds": round(time.perf_counter() - began, 1),
        "build_cpu_seconds": round(time.process_time() - cpu, 1),
        "peak_mb": peak_mb(),
    }
    index.close()
    began = time.perf_counter()
    index = open_index(engine, folder, sample=False, follow=False)
    told["open_seconds"] = round(time.perf_counter() - began, 2)
    told["people"] = index.count()
    index.close()
    engine.dispose()
    return told


def there(folder: Path) -> int:
    """How many people are in the folder's database."""
    if not (folder / "shortlist.db").exists():
        return 0
    engine = open_engine(database_url(folder))
    try:
        return count_in(engine, DATASET)
    finally:
        engine.dispose()


def composed(people: int, begin: int) -> Iterator[list[Record]]:
    """So many people of the sample's composer, each with an id of their own, but for the first."""
    for block in range(begin, people, BLOCK):
        made = compose(min(BLOCK, people - block), seed=block)
        for number, record in enumerate(made, block):
            record["id"] = f"composed-{number:07}"
            record["dataset"] = DATASET
        yield from (made[at : at + BATCH] for at in range(0, len(made), BATCH))


class Directions:
    """Vectors that cost what real ones cost to store and to compare, and mean nothing: each word
    has a random direction of its own, and a text is the sum of its words."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}
        self._all = np.zeros((1024, MiniLm.dimension), dtype=np.float32)

    def of(self, texts: Sequence[str]) -> Vectors:
        """One a text, of length 1."""
        totals = np.zeros((len(texts), MiniLm.dimension), dtype=np.float32)
        for at, text in enumerate(texts):
            rows = [self._row(word) for word in _WORD.findall(text.lower())]
            if rows:
                totals[at] = self._all[rows].sum(axis=0)
        unit: Vectors = totals / np.maximum(np.linalg.norm(totals, axis=1, keepdims=True), 1e-9)
        return unit

    def _row(self, word: str) -> int:
        row = self._rows.get(word)
        if row is None:
            row = self._rows[word] = len(self._rows)
            if row == len(self._all):
                self._all = np.concatenate([self._all, np.zeros_like(self._all)])
            seed = np.random.default_rng(crc32(word.encode()))
            self._all[row] = seed.standard_normal(MiniLm.dimension, dtype=np.float32)
        return row


def on_disk(folder: Path) -> dict[str, int]:
    """Mebibytes that lie on the disk, holes not counted."""

    def size(path: Path) -> int:
        files = path.rglob("*") if path.is_dir() else [path]
        return sum(each.stat().st_blocks * 512 for each in files if each.is_file()) >> 20

    shard = folder / "index" / "shard"
    return {
        "database": size(folder / "shortlist.db"),
        "points": size(shard / "points"),
        "facets": size(shard / "facets"),
    }


def peak_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def progress(what: str, done: int, people: int) -> None:
    print(f"\r{what} {done:,} of {people:,}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
