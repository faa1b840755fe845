"""How fast the service starts and searches, at the HTTP edge.

`python benchmarks/search_latency.py [--corpus | --prepared DIR] [--json]`
Measures a real `shortlist serve` in a process of its own, on the sample directory and, where it is
present, on the corpus of real people: start to first search, latency of each type of search and of
an idempotent replay, `fast` searches for 150 people at 8 clients, and resident memory. Queries are
all different, so that nothing is answered from a cache. Prints a table, or one object (`--json`).

Importing the corpus embeds every person, which takes minutes; `--prepared DIR` takes a data folder
that was imported into before (it is copied), `--corpus` imports it anew.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import httpx  # noqa: E402
from benchmarks.figures import tell  # noqa: E402
from tests.conftest import CORPUS  # noqa: E402
from tests.service.server import ENVIRONMENT, RunningService  # noqa: E402

CONFIG = '[workspace]\nplan = "scale"\nrequests_per_minute = 10000000\nbalance = 100000000\n'
ROLES = ("state senator", "chief financial officer", "director", "professor", "maintainer", "judge")
TOPICS = ("education", "health care", "energy", "defence", "agriculture", "transport", "budget")
PLACES = ("Minnesota", "California", "Germany", "New York", "London", "Texas", "Canada", "Ohio")


def queries() -> Iterator[str]:
    """Queries that are all different, of the kind people type."""
    for round_ in itertools.count(1):
        for role, topic, place in itertools.product(ROLES, TOPICS, PLACES):
            yield f"{role} working on {topic} in {place}" + (f" {round_}" if round_ > 1 else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=200, help="of each kind")
    parser.add_argument("--prepared", type=Path, help="a data folder with the corpus in it")
    parser.add_argument("--corpus", action="store_true", help="import the corpus and measure it")
    parser.add_argument("--json", action="store_true", help="one JSON object, no table")
    options = parser.parse_args()
    told: dict[str, Any] = {"load_average": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as folder:
        told["sample"] = measure(Path(folder) / "sample", options.requests)
        if options.prepared is not None:
            data = Path(folder) / "corpus"
            shutil.copytree(options.prepared, data)
            settle(data)
            told["corpus"] = measure(data, options.requests)
        elif options.corpus:
            data = Path(folder) / "corpus"
            import_corpus(data)
            settle(data)
            told["corpus"] = measure(data, options.requests)
    tell(told, as_json=options.json)


def import_corpus(data: Path) -> None:
    """Put the corpus into a new data folder."""
    file = CORPUS / "people.jsonl.gz"
    command = [sys.executable, "-m", "shortlist", "index", "import", str(file)]
    subprocess.run([*command, "--data-dir", str(data)], check=True, env=ENVIRONMENT)


def settle(data: Path) -> None:
    """Run a service on `data` once, so that its search index is made and whole."""
    service = RunningService(data).start()
    try:
        service.wait_ready(600)
    finally:
        service.stop()


def measure(data: Path, requests: int) -> dict[str, Any]:
    """Everything about a service on `data`."""
    data.mkdir(parents=True, exist_ok=True)
    (data / "service.toml").write_text(CONFIG)
    service = RunningService(data)
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
                **latencies(client, service, requests),
                "resident_mb": round(resident(service) / 1024),
            }
    finally:
        service.stop()


def latencies(client: httpx.Client, service: RunningService, requests: int) -> dict[str, Any]:
    fresh = queries()
    told: dict[str, Any] = {}
    for type_ in ("instant", "fast", "auto", "deep"):
        told[f"{type_}_10_ms"] = timed(
            requests, lambda _, t=type_: search(client, next(fresh), t, 10)
        )
    told["fast_150_ms"] = timed(requests, lambda _: search(client, next(fresh), "fast", 150))
    key = {"Idempotency-Key": "benchmark"}
    told["replay_ms"] = timed(
        requests, lambda _: search(client, "judges in Ohio", "instant", 10, key)
    )
    texts = [next(fresh) for _ in range(requests)]
    clients = [service.client() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        seconds = list(
            pool.map(
                lambda n: clock(lambda: search(clients[n % 8], texts[n], "fast", 150)),
                range(requests),
            )
        )
    for one in clients:
        one.close()
    told["fast_150_at_8_clients_ms"] = percentiles(seconds)
    return told


def search(
    client: httpx.Client, query: str, type_: str, count: int, headers: dict[str, str] | None = None
) -> None:
    body = {"query": query, "type": type_, "num_results": count}
    answer = client.post("/v1/search", json=body, headers=headers)
    answer.raise_for_status()


def searched(client: httpx.Client) -> bool:
    """Whether a first search was answered; until the index is open it is refused."""
    body = {"query": "people who run hospitals", "type": "fast"}
    answer = client.post("/v1/search", json=body)
    if answer.status_code != 503:
        answer.raise_for_status()
    return answer.status_code == 200


def clock(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def timed(requests: int, run: Callable[[int], object]) -> dict[str, float]:
    run(0)
    return percentiles([clock(lambda n=n: run(n)) for n in range(1, requests + 1)])


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
    """KiB of the service's process."""
    assert service.process is not None
    command = ["ps", "-o", "rss=", "-p", str(service.process.pid)]
    return int(subprocess.run(command, check=True, capture_output=True).stdout)


if __name__ == "__main__":
    main()
