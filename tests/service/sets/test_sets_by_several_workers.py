"""`--workers 2`: Sets made, followed and finished by several processes over one database, one of
which is killed."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from tests.service.index.people import RECORDS
from tests.service.server import running_service
from tests.service.sets.invariants import check_invariants, rows_of
from tests.service.sets.sse import Stream, follow

from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.db.schema import searches, workspaces

SENATORS = [record for record in RECORDS if record["title"] == "State Senator"]
PEOPLE = [
    {**record, "id": f"{record['id']}-{copy}", "name": f"{record['name']} {copy}"}
    for copy in range(30)
    for record in SENATORS
]


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the workers by /proc")
@pytest.mark.timeout(300)
def test_several_workers_finish_every_set_once_though_one_is_killed(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    with running_service(data_dir, "--workers", "2", people=PEOPLE) as service:
        service.wait_ready(120)
        with service.client(timeout=60) as client:
            body = {"search": {"query": "state senators", "count": 500}}
            made = [client.post("/v1/sets", json=body).json()["id"] for _ in range(6)]
            assert service.process is not None
            workers = children(service.process.pid)
            assert len(workers) == 2
            os.kill(workers[0], signal.SIGKILL)

        def end(set_id: str) -> Stream:
            """Its whole story, however often the connection breaks with a worker."""
            ids: list[int] = []
            types: list[str] = []
            with service.client(timeout=60) as own:
                while "set.idle" not in types:
                    try:
                        part = follow(own, set_id, last=ids[-1] if ids else None)
                    except (httpx.HTTPError, AssertionError):
                        continue  # its worker died, or the next one is still starting
                    ids += part.ids
                    types += part.types
            return Stream(ids, types, [])

        with ThreadPoolExecutor(len(made)) as pool:
            for told in pool.map(end, made):
                assert told.ids == list(range(1, len(told.ids) + 1))
    engine = open_engine(database_url(data_dir))
    [workspace] = rows_of(engine, workspaces)
    check_invariants(engine, workspace.granted)
    assert {row.status for row in rows_of(engine, searches)} == {"completed"}
    assert workspace.reserved == 0
    engine.dispose()
