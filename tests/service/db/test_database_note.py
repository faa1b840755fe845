"""A folder whose service keeps its state elsewhere says where: nothing is made beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.service.person.directory import well_known
from tests.service.server import running_service

from shortlist.cli.index import index
from shortlist.cli.keys import keys
from shortlist.service.db.database_note import NOTE, database_of, note_database, without_password

SECRET = "hunter2"
PEOPLE = [well_known("p-1", "Ada Known")]


@pytest.fixture(autouse=True)
def _nothing_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHORTLIST_DATABASE_URL", raising=False)


def test_a_key_is_made_where_the_service_of_the_folder_reads_it(tmp_path: Path, postgres_url: str):
    data = tmp_path / "data"
    given = postgres_url.replace("postgres@", f"postgres:{SECRET}@")
    with running_service(data, database=given, people=PEOPLE) as service:
        made = CliRunner().invoke(
            keys, ["create", "--data-dir", str(data), "--name", "laptop", "--json"]
        )
        assert made.exit_code == 0, made.output
        new = json.loads(made.stdout)
        with service.client(headers={"Authorization": f"Bearer {new['key']}"}) as client:
            assert client.get("/v1/account/usage").status_code == 200
            gone = CliRunner().invoke(keys, ["revoke", new["id"], "--data-dir", str(data)])
            assert gone.exit_code == 0, gone.output
            assert client.get("/v1/account/usage").status_code == 401
        stats = CliRunner().invoke(index, ["stats", "--data-dir", str(data), "--json"])
        assert json.loads(stats.stdout)["people"] == len(PEOPLE)
    assert not list(data.glob("shortlist.db*")), "no other database beside it"
    assert SECRET not in (data / NOTE).read_text()
    assert (data / NOTE).stat().st_mode & 0o077 == 0
    # It is served from there again without being told.
    with running_service(data) as service, service.client() as client:
        client.headers["Authorization"] = f"Bearer {new['key']}"
        answer = client.get("/v1/account/usage")
        assert answer.json()["error"]["code"] == "revoked_api_key"


def test_a_database_that_does_not_answer_is_named_with_what_to_do(tmp_path: Path):
    note_database(tmp_path, f"postgresql://ada:{SECRET}@127.0.0.1:9/none?sslpassword={SECRET}")
    told = CliRunner().invoke(keys, ["create", "--data-dir", str(tmp_path), "--name", "x"])
    assert told.exit_code == 1
    assert told.stderr.count("\n") == 1
    assert "postgresql://ada@127.0.0.1:9/none" in told.stderr
    assert f"the service of {tmp_path} keeps its state there" in told.stderr
    assert "SHORTLIST_DATABASE_URL" in told.stderr
    assert SECRET not in told.output
    assert not (tmp_path / "shortlist.db").exists()


def test_what_is_given_wins_and_a_folder_says_nothing_of_its_own_file(tmp_path: Path):
    assert database_of(tmp_path) is None
    note_database(tmp_path, "postgres://ada@db/one")
    assert database_of(tmp_path) == "postgresql://ada@db/one"
    assert database_of(tmp_path, "postgresql://ada@db/two") == "postgresql://ada@db/two"
    note_database(tmp_path, f"sqlite:///{tmp_path / 'shortlist.db'}")
    assert database_of(tmp_path) is None


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("postgresql://ada:s%40cret@db:5433/one", "postgresql://ada@db:5433/one"),
        ("postgresql://db/one?password=x&sslmode=require", "postgresql://db/one?sslmode=require"),
        ("postgresql://ada:x@/one?host=/tmp", "postgresql://ada@/one?host=%2Ftmp"),
    ],
)
def test_nothing_secret_of_a_url_is_shown(given: str, shown: str):
    assert without_password(given) == shown
