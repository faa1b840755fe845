"""Who asked to be left out, or was taken out, is on no disk any more: every file of the data folder
and every table is looked through for what only their record, and a provider, said."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from click.testing import CliRunner
from sqlalchemy import MetaData, insert, select
from tests.service.enrich.providers import ContactProvider, contact_provider
from tests.service.server import RunningService, http_client

from shortlist.cli.index import index
from shortlist.service.db.engine import open_engine, reading, writing
from shortlist.service.db.schema import idempotency
from shortlist.service.erasure import erase
from shortlist.service.index import admin
from shortlist.service.index.embedding import MiniLm
from shortlist.service.index.retrieval import Vectors
from shortlist.service.index.store import put_dataset, put_people
from shortlist.service.index.suppress import suppress

OWN = {
    "name": "Gita Zyxname",
    "title": "Zyxtitle Surgeon",
    "company": "Zyxcompany",
    "location": "Zyxtown, Norway",
    "summary": "Zyxsummary of a life. " * 40,
    "profile_url": "https://network.example/in/zyxpage",
    "contacts": {
        "work_email": {"value": "zyxmail@zyx.example"},
        "phone": {"value": "+1 5550177"},
    },
}
FOUND = "zyxhome@y.example"
"""What a provider said of them."""
SAID = ("Zyxname", "Zyxtitle", "Zyxcompany", "Zyxtown", "Zyxsummary", "zyxpage", "zyxmail")
SAID = (*SAID, "5550177", "zyxhome")
WHO = {"id": "g1", "dataset": "d", **OWN}
ANOTHER = {
    "id": "g2",
    "dataset": "d",
    "name": "Hugo Quxname",
    "title": "Quxtitle Surgeon",
    "company": "Quxcompany",
    "location": "Quxtown, Norway",
    "summary": "Quxsummary of a life. " * 40,
    "profile_url": "https://network.example/in/quxpage",
}
SAID_OF_ANOTHER = ("Quxname", "Quxtitle", "Quxcompany", "Quxtown", "Quxsummary", "quxpage")
OTHERS = [
    {
        "id": f"p{n}",
        "dataset": "d",
        "name": f"Bo Li{n}",
        "title": "Surgeon",
        "company": f"Acme {n % 7}",
        "location": "Oslo, Norway",
        "summary": "Operates. " * (n % 60),
        "profile_url": f"https://network.example/in/bo{n}",
    }
    for n in range(150)
]
BLOCK = 1 << 16
NOTHING = bytes(BLOCK)
VECTORS: dict[str, Vectors] = {}

Leave = Callable[[RunningService], None]


def _left_out(service: RunningService) -> None:
    with admin.local_engine(service.data_dir, service.database) as engine:
        assert suppress(engine, "profile_url", WHO["profile_url"]).people == 1


def _taken_out(service: RunningService) -> None:
    with admin.local_engine(service.data_dir, service.database) as engine:
        removed = admin.remove(engine, None, ["g1"])
        assert removed and removed.people == 1


@dataclass
class Asked:
    """What was asked of a service, to be asked again."""

    client: httpx.Client

    def post(self, path: str, **body: Any) -> httpx.Response:
        """With a key that is the same for the same request."""
        key = str(abs(hash(json.dumps([path, body]))))
        return self.client.post(path, json=body, headers={"Idempotency-Key": key})

    def everything(self) -> list[httpx.Response]:
        """Every kind of answer that is kept; research to its end."""
        network = "https://network.example/in/zyxpage"
        answers = [
            self.post("/v1/search", query="surgeon", num_results=150),
            self.post("/v1/enrich", person_id="g1", fields=["work_email", "phone"]),
            self.post("/v1/enrich", profile_url=network, fields=["personal_email"]),
            self.post("/v1/person", person_id="g1"),
        ]
        data = answers[-1].json()["data"]
        if data and (poll := data.get("poll_url")):
            _until(lambda: self.client.get(poll).status_code != 202)
        answers.append(self.post("/v1/person", profile_url=network))
        return answers


class Remembering(MiniLm):
    """Makes the vector of a text once for all tests of a process."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        if new := [text for text in texts if text not in VECTORS]:
            VECTORS.update(zip(new, super().embed(new), strict=True))
        return np.stack([VECTORS[text] for text in texts])


@contextmanager
def _service(
    folder: Path,
    provider: ContactProvider,
    database: str | None = None,
    *options: str,
    more: Sequence[dict[str, Any]] = (),
) -> Any:
    folder.mkdir(parents=True)
    (folder / "service.toml").write_text(
        '[workspace]\nplan = "scale"\n'
        '[[enrichment.providers]]\nname = "directory"\ntype = "directory"\n'
        f'[[enrichment.providers]]\nname = "acme"\ntype = "http"\nurl = "{provider.url}"\n'
    )
    with admin.local_engine(folder, database) as engine:
        with writing(engine) as connection:
            put_dataset(connection, "d")
            put_people(connection, [*OTHERS[:70], WHO, *OTHERS[70:], *more])
        admin.embed_now(engine, folder, Remembering())
    service = RunningService(folder, *options, database=database).start().wait_ready()
    try:
        yield service
    finally:
        service.stop()


@pytest.fixture
def provider() -> Iterator[ContactProvider]:
    with contact_provider() as provider:
        provider.answers = {"personal_email": (200, {"value": FOUND})}
        yield provider


def _asking(service: RunningService) -> Asked:
    headers = {"Authorization": f"Bearer {service.key}"}
    return Asked(http_client(base_url=service.url, headers=headers, timeout=100))


def _until(ask: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not ask():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def _filled(content: bytes) -> bytes:
    """Without whole blocks of nothing: an index reserves a hundred times what it fills."""
    blocks = (content[at : at + BLOCK] for at in range(0, len(content), BLOCK))
    return b"".join(block for block in blocks if block != NOTHING[: len(block)])


def _files_that_say(folder: Path, words: Sequence[str] = SAID) -> dict[str, list[str]]:
    found = {}
    for path in (Path(at, name) for at, _, names in os.walk(folder) for name in names):
        try:
            content = _filled(path.read_bytes()).lower()  # an index holds it in small letters
        except FileNotFoundError:  # it went meanwhile, as files of an index do
            continue
        if said := [each for each in words if each.lower().encode() in content]:
            found[str(path.relative_to(folder))] = said
    return found


@pytest.mark.parametrize("leave", [_left_out, _taken_out])
def test_no_file_says_anything_of_who_is_gone(
    tmp_path: Path, provider: ContactProvider, leave: Leave
) -> None:
    folder = tmp_path / "data"
    with _service(folder, provider) as service:
        asked = _asking(service)
        first = asked.everything()
        assert {answer.status_code for answer in first} <= {200, 202}
        assert any(each in answer.text for answer in first for each in SAID)
        assert any(name.startswith("shortlist.db") for name in _files_that_say(folder))
        used = asked.client.get("/v1/account/usage").json()["data"]["credits"]["used"]
        asked.client.close()
        # What is saved as it stops, such as the words of its facets, is there as well.
        service.stop()
        service.start().wait_ready()
        asked = _asking(service)
        leave(service)
        # The log is emptied, and the index written anew, within moments, beside what goes on.
        _until(lambda: not _files_that_say(folder))
        again = asked.everything()[:3]
        for one, other in zip(first, again, strict=False):
            assert other.headers["idempotency-replayed"] == "true"
            assert not any(each in other.text for each in SAID)
            assert other.json()["meta"] == one.json()["meta"]
        people = again[0].json()["data"]["results"]
        shown = first[0].json()["data"]["results"]
        assert people == [each for each in shown if each["person"]["person_id"] != "g1"]
        assert people
        after = asked.client.get("/v1/account/usage").json()["data"]["credits"]["used"]
        assert after == used
        asked.client.close()
        service.stop()
        assert _files_that_say(folder) == {}


@pytest.mark.parametrize("options", [(), ("--workers", "2")])
def test_no_index_says_anything_of_who_is_gone_while_no_process_runs(
    tmp_path: Path, provider: ContactProvider, options: tuple[str, ...]
) -> None:
    """One asked to be left out, then another is taken out: a service takes long to start."""
    folder = tmp_path / "data"
    with _service(folder, provider, None, *options, more=[ANOTHER]) as service:
        service.stop()
        for told in (SAID, SAID_OF_ANOTHER):
            assert any(file.startswith("index/") for file in _files_that_say(folder, told))
        _index(folder, "suppress", "--profile-url", WHO["profile_url"])
        assert _files_that_say(folder) == {}
        assert any(file.startswith("index/") for file in _files_that_say(folder, SAID_OF_ANOTHER))
        _index(folder, "remove", "--person-id", "g2")
        assert _files_that_say(folder, [*SAID, *SAID_OF_ANOTHER]) == {}
        with service.start().wait_ready().client() as client:
            found = client.post("/v1/search", json={"query": "surgeon", "num_results": 150}).json()
        ids = {each["person"]["person_id"] for each in found["data"]["results"]}
        assert ids == {each["id"] for each in OTHERS} and not ids & {"g1", "g2"}


def test_no_index_is_left_behind_by_more_or_fewer_processes(
    tmp_path: Path, provider: ContactProvider
) -> None:
    """One was made by the only process there was, or by an import beside those that are."""
    folder = tmp_path / "data"
    with _service(folder, provider) as service:
        for options in (("--workers", "2"), ()):
            service.stop()
            service.options = options
            service.start().wait_ready()
            file = tmp_path / "people.json"
            file.write_text(json.dumps([{**WHO, "name": f"Gita Zyxname {options}"}]))
            _index(folder, "import", str(file))
            _until(lambda: any(each.startswith("index/") for each in _files_that_say(folder)))
            _index(folder, "remove", "--person-id", "g1")
            _until(lambda: not _files_that_say(folder))


def _index(folder: Path, *told: str) -> None:
    done = CliRunner().invoke(index, [*told, "--data-dir", str(folder)])
    assert done.exit_code == 0, done.output


def test_a_short_session_erases_what_another_left(
    tmp_path: Path, provider: ContactProvider
) -> None:
    folder = tmp_path / "data"
    with _service(folder, provider) as service:
        _asking(service).everything()
        service.stop()
        # As a command does that is interrupted between the change and what follows it.
        with closing(sqlite3.connect(folder / "shortlist.db")) as db:
            (before,) = db.execute(
                "SELECT value FROM counters WHERE name='erased_up_to'"
            ).fetchone()
        _left_out(service)
        body = json.dumps({"data": {"phone": {"value": "+1 5550177"}}, "meta": {}}).encode()
        with admin.local_engine(folder, None) as engine, writing(engine) as connection:
            connection.exec_driver_sql(
                "UPDATE counters SET value = ? WHERE name = 'erased_up_to'", (before,)
            )
            connection.execute(
                insert(idempotency).values(
                    workspace_id="w",
                    key="kept",
                    path="/v1/enrich",
                    fingerprint="f",
                    request_id="req_1",
                    status=200,
                    body=body,
                    created_at=int(time.time() * 1000),
                )
            )
        service.start()
        _until(lambda: not _files_that_say(folder))


def test_no_table_says_anything_on_postgresql(
    tmp_path: Path, provider: ContactProvider, postgres_url: str
) -> None:
    with _service(tmp_path / "data", provider, postgres_url) as service:
        _asking(service).everything()
        assert _tables_that_say(postgres_url)
        _left_out(service)
        assert _tables_that_say(postgres_url) == []
        _until(lambda: not _files_that_say(tmp_path / "data"))


def _tables_that_say(url: str) -> list[str]:
    """Of every schema: what DBOS keeps is in one of its own."""
    engine = open_engine(url)
    found = []
    with reading(engine) as connection:
        for schema in ("public", "dbos"):
            tables = MetaData()
            tables.reflect(connection, schema=schema)
            for name, table in tables.tables.items():
                for row in connection.execute(select(table)):
                    text = " ".join(
                        each.decode("latin-1") if isinstance(each, bytes) else str(each)
                        for each in row
                    )
                    if any(each in text for each in SAID):
                        found.append(name)
                        break
    engine.dispose()
    return found


def test_erasing_twice_does_nothing(tmp_path: Path) -> None:
    with admin.local_engine(tmp_path, None) as engine:
        with writing(engine) as connection:
            put_dataset(connection, "d")
            put_people(connection, [WHO])
        suppress(engine, "person_id", "g1")
        assert erase(engine) is False
