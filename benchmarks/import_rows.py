"""What bringing people in costs: `python benchmarks/import_rows.py [FILE]`.

FILE is JSON Lines, gzipped (.gz); without one, the sample directory. Each stage runs in a process
of its own, so that its memory is its own. Prints a table, or with `--json` one object; `ratio` is
the stage's time over that of parsing FILE alone, in this run.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from benchmarks.figures import tell  # noqa: E402

QUERIES = (
    "state senators from Minnesota on an education committee",
    "who keeps the lights on when the wind does not blow",
    "chief financial officers of hospitals",
    "maintainers of databases in the cloud",
    "ambassadors in Africa",
)


def parse(path: Path, _data: Path, _vectors: int) -> dict[str, Any]:
    """Parse FILE and nothing else: what everything is compared with."""
    import orjson

    with gzip.open(path) as lines:
        return {"rows": sum(1 for line in lines if orjson.loads(line))}


def first_import(path: Path, data: Path, _vectors: int) -> dict[str, Any]:
    """Rows into an empty database."""
    from shortlist.service.index.admin import local_engine
    from shortlist.service.index.imports.run import Import

    with local_engine(data, None) as engine:
        changes = Import(engine, dataset="benchmark").run([path]).changes
    return {"rows": changes.added + changes.updated + changes.unchanged}


def vectors(path: Path, data: Path, count: int) -> dict[str, Any]:
    """Embed `count` of them, spread over the file; the others get a copy of these vectors."""
    from sqlalchemy import select

    from shortlist.service.db.engine import reading, writing
    from shortlist.service.db.schema import people
    from shortlist.service.index.admin import local_engine
    from shortlist.service.index.embedding import MiniLm
    from shortlist.service.index.projection import pack
    from shortlist.service.index.store import put_vectors
    from shortlist.service.index.texts import meaning_text, text_hash

    del path
    with local_engine(data, None) as engine:
        with reading(engine) as connection:
            rows = connection.execute(select(people.c.id, people.c.record)).all()
        texts = [(row.id, meaning_text(row.record)) for row in rows]
        model = MiniLm()
        model.load()
        chosen = texts[:: max(1, len(texts) // count)][:count]
        began = time.perf_counter()
        made = model.embed([text for _, text in chosen])
        seconds = time.perf_counter() - began
        packed = [pack(vector) for vector in made]
        stored = [
            (i, text_hash(text), packed[n % len(packed)]) for n, (i, text) in enumerate(texts)
        ]
        for start in range(0, len(stored), 1000):
            with writing(engine) as connection:
                put_vectors(connection, model.model, stored[start : start + 1000])
    return {"rows": len(chosen), "seconds": seconds}


def shard(path: Path, data: Path, _vectors: int) -> dict[str, Any]:
    """The shard from nothing."""
    from shortlist.service.index.admin import local_engine, update_index

    del path
    with local_engine(data, None) as engine:
        began = time.perf_counter()
        update_index(engine, data)
        seconds = time.perf_counter() - began
    size = sum(f.stat().st_size for f in (data / "index").rglob("*") if f.is_file())
    return {"seconds": seconds, "disk_mb": round(size / 1e6, 1)}


def use(path: Path, data: Path, _vectors: int) -> dict[str, Any]:
    """Open the index and ask it; the memory is that of a process that serves it."""
    from shortlist.service.index.admin import local_engine
    from shortlist.service.index.open import open_index
    from shortlist.service.index.retrieval import Ask, Channel

    del path
    with local_engine(data, None) as engine:
        began = time.perf_counter()
        index = open_index(engine, data, sample=False)
        opened = time.perf_counter() - began
        index.embed(["warm"])
        found = index.scan(limit=150)
        timed: dict[str, Any] = {"seconds": opened}
        for channel in Channel:
            timed[channel.value] = _latency(
                lambda n, c=channel: index.retrieve([Ask(c, 300, QUERIES[n % len(QUERIES)])])
            )
        asks = [Ask(c, 300, QUERIES[0]) for c in Channel]
        timed["all channels"] = _latency(lambda _n: index.retrieve(asks))
        timed["get 150"] = _latency(lambda _n: index.get(found))
        timed["rows"] = index.count()
        index.close()
    return timed


def first_start(path: Path, data: Path, _vectors: int) -> dict[str, Any]:
    """The sample into an empty data folder, to the first answer by meaning."""
    from shortlist.service.index.admin import local_engine
    from shortlist.service.index.open import open_index
    from shortlist.service.index.retrieval import Ask, Channel

    del path
    with local_engine(data / "empty", None) as engine:
        began = time.perf_counter()
        index = open_index(engine, data / "empty")
        opened = time.perf_counter() - began
        [hits] = index.retrieve([Ask(Channel.MEANING, 10, QUERIES[1])])
        seconds = time.perf_counter() - began
        assert len(hits) == 10
        index.close()
    return {"opened": round(opened, 3), "seconds": seconds}


STAGES: dict[str, Callable[[Path, Path, int], dict[str, Any]]] = {
    "parse": parse,
    "first import": first_import,
    "second import": first_import,
    "vectors": vectors,
    "shard": shard,
    "use": use,
    "first start": first_start,
}


def _latency(ask: Callable[[int], object], rounds: int = 60) -> dict[str, float]:
    """Milliseconds, after a few rounds that do not count."""
    for n in range(5):
        ask(n)
    taken = []
    for n in range(rounds):
        began = time.perf_counter()
        ask(n)
        taken.append((time.perf_counter() - began) * 1000)
    taken.sort()
    return {"p50_ms": round(taken[rounds // 2], 2), "p99_ms": round(taken[-1], 2)}


def _stage(name: str, path: Path, data: Path, count: int) -> None:
    began = time.perf_counter()
    measured = STAGES[name](path, data, count)
    measured.setdefault("seconds", time.perf_counter() - began)
    status = (
        dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        if Path("/proc/self/status").exists()
        else {}
    )
    for key, field in (("rss_mb", "VmRSS"), ("peak_mb", "VmHWM")):
        if field in status:
            measured[key] = int(status[field].split()[0]) // 1024
    print(json.dumps(measured))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--vectors", type=int, default=500)
    parser.add_argument("--json", action="store_true", help="one JSON object, no table")
    parser.add_argument("--stage", choices=STAGES, help=argparse.SUPPRESS)
    parser.add_argument("--data", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    path = options.file
    if path is None:
        import orjson

        from shortlist.service.index.sample.load import sample_records

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sample.jsonl.gz"
            path.write_bytes(gzip.compress(b"\n".join(map(orjson.dumps, sample_records()))))
            tell(_report(path, options.vectors), as_json=options.json)
    elif options.stage:
        _stage(options.stage, path, options.data, options.vectors)
    else:
        tell(_report(path, options.vectors), as_json=options.json)


def _report(path: Path, vectors: int) -> dict[str, Any]:
    report: dict[str, Any] = {"file": path.name, "load": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as folder:
        for name in STAGES:
            command = [sys.executable, __file__, str(path), "--stage", name, "--data", folder]
            command += ["--vectors", str(vectors)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
            measured = json.loads(done.stdout)
            seconds = measured["seconds"] = round(measured["seconds"], 3)
            if "rows" in measured and name != "use":
                measured["rows_per_second"] = round(measured["rows"] / seconds)
            if name in ("first import", "second import"):
                measured["ratio"] = round(seconds / report["parse"]["seconds"], 1)
            report[name] = measured
            sys.stderr.write(f"{name}: {measured}\n")
    return report


if __name__ == "__main__":
    main()
