"""How fast the service starts and searches, at the HTTP edge.

`python benchmarks/search_latency.py [--corpus | --prepared DIR] [--workers N] [--json]`
Measures a real `shortlist serve` in a process of its own, on the sample directory and, where it is
present, on the corpus of real people: start to first search; each type of search, an idempotent
replay and `fast` searches for 150 people from one client; the same from 8 clients that each send
their next search once they have their answer; resident memory. Beside each latency stands the
processor time that the service spent on one (`cpu_ms`), which a busy machine does not change much.

Queries are all different, and none was asked before. Clients run in a process of their own
(`load.py`). Prints a table, or one object (`--json`).

Importing the corpus embeds every person, which takes minutes; `--prepared DIR` takes a data folder
that was imported into before (it is copied), `--corpus` imports it anew.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import httpx  # noqa: E402
from benchmarks.figures import tell  # noqa: E402
from tests.conftest import CORPUS  # noqa: E402
from tests.service.server import ENVIRONMENT, RunningService  # noqa: E402

CONFIG = '[workspace]\nplan = "scale"\nrequests_per_minute = 10000000\nbalance = 100000000\n'
ROLES = (
    *("state senator", "state representative", "chief financial officer", "director", "professor"),
    *("maintainer", "judge", "mayor", "minister", "ambassador", "chief executive", "engineer"),
)
TOPICS = (
    *("education", "health care", "energy", "defence", "agriculture", "transport", "budget"),
    *("housing", "climate", "taxation", "veterans", "technology"),
)
PLACES = (
    *("Minnesota", "California", "Germany", "New York", "London", "Texas", "Canada", "Ohio"),
    *("France", "Florida", "Georgia", "Oregon", "Japan", "Maine", "Virginia", "Scotland"),
)
FORMS = ("{role} working on {topic} in {place}", "{place} {role}s for {topic}")


def queries() -> Iterator[str]:
    """Queries that are all different, of the kind people type, in no order."""
    asked = [
        form.format(role=role, topic=topic, place=place)
        for form, role, topic, place in itertools.product(FORMS, ROLES, TOPICS, PLACES)
    ]
    random.Random(20261121).shuffle(asked)
    return iter(asked)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=200, help="of each kind")
    parser.add_argument("--prepared", type=Path, help="a data folder with the corpus in it")
    parser.add_argument("--corpus", action="store_true", help="import the corpus and measure it")
    parser.add_argument("--workers", default="1", help="processes that answer")
    parser.add_argument("--no-sample", action="store_true", help="the corpus alone")
    parser.add_argument("--json", action="store_true", help="one JSON object, no table")
    options = parser.parse_args()
    told: dict[str, Any] = {"load_average": os.getloadavg()[0]}
    processes_of = ["--workers", options.workers]
    with tempfile.TemporaryDirectory() as folder:
        if not options.no_sample:
            told["sample"] = measure(Path(folder) / "sample", options.requests, *processes_of)
        if options.prepared is not None:
            data = Path(folder) / "corpus"
            shutil.copytree(options.prepared, data)
            settle(data)
            told["corpus"] = measure(data, options.requests, *processes_of)
        elif options.corpus:
            data = Path(folder) / "corpus"
            import_corpus(data)
            settle(data)
            told["corpus"] = measure(data, options.requests, *processes_of)
    tell(told, as_json=options.json)


def import_corpus(data: Path) -> None:
    """Put the corpus into a new data folder."""
    file = CORPUS / "people.jsonl.gz"
    command = [sys.executable, "-m", "shortlist", "index", "import", str(file)]
    subprocess.run([*command, "--data-dir", str(data)], check=True, env=ENVIRONMENT)


def settle(data: Path) -> None:
    """Run a service on `data` once, so that its search index is made and whole."""
    service = RunningService(data, bare=True).start()
    try:
        service.wait_ready(600)
    finally:
        service.stop()


def measure(data: Path, requests: int, *options: str) -> dict[str, Any]:
    """Everything about a service on `data`."""
    data.mkdir(parents=True, exist_ok=True)
    (data / "service.toml").write_text(CONFIG)
    service = RunningService(data, *options, bare=True)
    began = time.perf_counter()
    service.start()
    listening = time.perf_counter() - began
    try:
        with service.client() as client:
            while not searched(client):
                time.sleep(0.02)
            first = time.perf_counter() - began
        service.wait_ready()
        return {
            "people": people(service),
            "start_seconds": {
                "listening": round(listening, 2),
                "first_search": round(first, 2),
            },
            **latencies(service, requests),
            "resident_mb": round(resident(service) / 1024),
        }
    finally:
        service.stop()


def latencies(service: RunningService, requests: int) -> dict[str, Any]:
    fresh = queries()

    def some(type_: str, count: int, number: int = requests) -> list[dict[str, Any]]:
        return [
            {"body": {"query": next(fresh), "type": type_, "num_results": count}}
            for _ in range(number)
        ]

    loaded(service, some("fast", 150, 50), 2)  # every code path once, on both cores
    told: dict[str, Any] = {}
    for type_ in ("instant", "fast", "auto", "deep"):
        told[f"{type_}_25"] = loaded(service, some(type_, 25), 1)
    told["fast_150"] = loaded(service, some("fast", 150), 1)
    once = {
        **some("fast", 150, 1)[0],
        "headers": {"Idempotency-Key": f"benchmark-{time.time_ns()}"},
    }
    loaded(service, [once], 1)
    told["replay"] = loaded(service, [once] * requests, 1)
    told["fast_150_at_8_clients"] = loaded(service, some("fast", 150, requests * 2), 8)
    return told


def loaded(
    service: RunningService, requests: list[dict[str, Any]], clients: int
) -> dict[str, float]:
    """Percentiles of the latency of `requests` from so many clients, in milliseconds, and the
    processor time that the service (`cpu_ms`) and the clients (`client_ms`) spent on one."""
    host, _, port = service.url.removeprefix("http://").rpartition(":")
    told = {
        "host": host,
        "port": int(port),
        "key": service.key,
        "clients": clients,
        "requests": requests,
    }
    before = cpu_seconds(service)
    command = [sys.executable, str(ROOT / "benchmarks" / "load.py")]
    run = subprocess.run(
        command, input=json.dumps(told), check=True, capture_output=True, text=True
    )
    spent = cpu_seconds(service) - before
    answer = json.loads(run.stdout)
    return {
        **percentiles(answer["seconds"]),
        "cpu_ms": round(spent / len(requests) * 1000, 1),
        "client_ms": round(answer["cpu"] / len(requests) * 1000, 2),
        "a_second": round(len(requests) / answer["elapsed"], 1),
    }


def processes(service: RunningService) -> list[int]:
    """The service's process and its workers."""
    assert service.process is not None
    own = service.process.pid
    children = [file.read_text().split() for file in Path(f"/proc/{own}/task").glob("*/children")]
    return [own, *map(int, itertools.chain.from_iterable(children))]


def cpu_seconds(service: RunningService) -> float:
    """Processor time of the service so far, user and system."""
    ticks = 0
    for process in processes(service):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def searched(client: httpx.Client) -> bool:
    """Whether a first search was answered; until the index is open it is refused."""
    body = {"query": "people who run hospitals", "type": "fast"}
    answer = client.post("/v1/search", json=body)
    if answer.status_code != 503:
        answer.raise_for_status()
    return answer.status_code == 200


def percentiles(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)

    def at(part: float) -> float:
        return round(ordered[min(int(len(ordered) * part), len(ordered) - 1)] * 1000, 1)

    return {"p50": at(0.5), "p99": at(0.99)}


def people(service: RunningService) -> int:
    command = [sys.executable, "-m", "shortlist", "index", "stats", "--json"]
    told = subprocess.run(
        [*command, "--data-dir", str(service.data_dir)],
        check=True,
        env=ENVIRONMENT,
        capture_output=True,
    )
    return int(json.loads(told.stdout)["people"])


def resident(service: RunningService) -> int:
    """KiB that the service's processes hold; what they share is counted once."""
    held = 0
    for process in processes(service):
        told = Path(f"/proc/{process}/smaps_rollup").read_text()
        held += int(told.partition("\nPss:")[2].split()[0])
    return held


if __name__ == "__main__":
    main()
