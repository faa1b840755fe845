"""Nothing secret and nothing of a person's contacts is ever logged, whatever happens."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError
from tests.service.enrich.providers import contact_provider
from tests.service.interface.conftest import CONFIG
from tests.service.person.directory import PEOPLE, PHONE, fill, well_known
from tests.service.server import ENVIRONMENT, running_service
from tests.service.sets.sse import follow

from shortlist.service.db.engine import database_url, open_engine, reading, writing
from shortlist.service.db.schema import idempotency

CANARY = "canary"
"""Is in everything that is sent, found or kept in this scenario."""
BIRD = well_known("canary-1", "Carla Canary")


@contextmanager
def written_beyond(data_dir: Path, size: int) -> Iterator[None]:
    """What is written meanwhile to the database of `data_dir` lies further than `size` bytes in its
    file and in its log, which does not begin anew while somebody reads."""
    engine = open_engine(database_url(data_dir))
    try:
        with reading(engine) as connection:
            connection.execute(text("SELECT count(*) FROM people"))
            with writing(engine) as another:
                another.execute(text(f"CREATE TABLE heavy AS SELECT zeroblob({2 * size}) AS it"))
            yield
    finally:
        engine.dispose()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits a running process")
def test_a_whole_scenario_leaves_no_secret_in_the_logs(tmp_path: Path) -> None:
    with contact_provider() as outside:
        data_dir = fill(tmp_path / "data", [*PEOPLE, BIRD], CONFIG.format(url=outside.url))
        with running_service(data_dir) as service, service.client() as client:
            service.wait_ready()

            def post(path: str, body: Any, **headers: str) -> int:
                return client.post(path, json=body, headers=headers).status_code

            address = BIRD["contacts"]["work_email"]["value"]
            everyone = ["work_email", "personal_email", "phone"]
            outside.answers = {"personal_email": (200, {"value": "canary@home.example"})}
            named = {"person_id": "canary-1", "fields": everyone}
            assert post("/v1/search", {"query": "Carla Canary", "type": "deep"}) == 200
            assert post("/v1/enrich", named, **{"Idempotency-Key": "canary-key"}) == 200
            assert post("/v1/enrich", {"email": address, "fields": everyone}) == 200
            outside.answers = {"personal_email": (500, b"canary, canary")}
            assert post("/v1/enrich", {**named, "fields": ["personal_email"]}) == 503
            outside.answers = {"personal_email": (200, b"canary is no JSON")}
            assert post("/v1/enrich", {**named, "fields": ["personal_email"]}) == 503
            assert post("/v1/person", {"person_id": "canary-1"}) == 202
            made = client.post("/v1/sets", json={"search": {"query": "Carla Canary"}}).json()
            assert follow(client, made["id"]).types[-1] == "set.idle"
            client.get(f"/v1/sets/{made['id']}/export", params={"q": CANARY})
            client.get("/v1/network/profile", params={"identifier": "https://canary.example/x"})
            client.post("/v1/search", content=b'{"query": "canary')
            client.post("/v1/search", json={"query": 5, "canary": CANARY})
            client.get("/v1/sets", headers={"Authorization": "Bearer sl_canary_canary"})
            # What fails in the middle of being written is told with its traceback.
            outside.answers = {"personal_email": (200, {"value": "canary@home.example"})}
            assert service.process is not None
            pid = service.process.pid
            _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            with written_beyond(data_dir, 1 << 16):
                # Enough for the logs, and too little for the database.
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (1 << 16, hard))
                for n in range(3):
                    assert post("/v1/enrich", named, **{"Idempotency-Key": f"canary-{n}"}) == 503
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))
            assert service.stop() == 0
        said = service.stderr() + "".join(
            file.read_text() for file in (data_dir / "logs").iterdir()
        )
    lines = [json.loads(line) for line in service.stderr().splitlines()]
    assert any("exception" in line for line in lines), "the failures are told"
    # A path with an id of ours may be logged; nothing that names or reaches a person may.
    for secret in (CANARY, "Canary", PHONE, address, "home.example", service.key):
        assert secret not in said, next(line for line in said.splitlines() if secret in line)


def test_an_error_of_the_database_does_not_say_what_was_written(tmp_path: Path) -> None:
    engine = open_engine(database_url(fill(tmp_path / "data", [])))
    try:
        with pytest.raises(IntegrityError) as refused, writing(engine) as connection:
            connection.execute(
                insert(idempotency).values(workspace_id="x", key="k", body=b"canary")
            )
    finally:
        engine.dispose()
    assert "INSERT INTO idempotency" in str(refused.value)
    assert "canary" not in str(refused.value)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no disk that is full")
def test_a_disk_that_is_full_costs_its_lines_and_nothing_else(tmp_path: Path):
    program = """
import logging, pathlib, sys
from shortlist.service.http.logs import set_up_logs
set_up_logs(pathlib.Path(sys.argv[1]))
logging.getLogger().handlers[1].setStream(open("/dev/full", "w"))
for n in range(3):
    logging.getLogger("test").warning("line %d", n)
sys.stderr.flush()
__import__("os")._exit(0)
"""
    command = [sys.executable, "-c", program, str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    told = [json.loads(line)["message"] for line in ended.stderr.splitlines()]
    assert told == ["line 0", "line 1", "line 2"]
