"""Those who write queue in the process: SQLite would have them ask again at longer intervals."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlalchemy import event, text

from shortlist.service.db import engine as engines
from shortlist.service.db.engine import database_url, open_engine, turn_to_write, writing


@pytest.fixture
def both(tmp_path: Path):
    """The two engines that a service has on its database."""
    url = database_url(tmp_path)
    pair = open_engine(url), open_engine(url, durable=False)
    yield pair
    for each in pair:
        each.dispose()


def test_who_writes_waits_for_its_turn_before_it_asks_sqlite(both):
    durable, quick = both
    begun: list[str] = []
    event.listen(quick, "begin", lambda _connection: begun.append("quick"))
    done = threading.Event()

    def write() -> None:
        with writing(quick) as connection:
            connection.execute(text("CREATE TABLE t (n INTEGER)"))
        done.set()

    with writing(durable):
        thread = threading.Thread(target=write)
        thread.start()
        # It cannot be done before its turn comes, and has not troubled SQLite meanwhile.
        assert not done.wait(0.1)
        assert begun == []
    thread.join(60)
    assert done.is_set()
    assert begun == ["quick"]


def test_a_turn_that_does_not_come_is_left_to_sqlite(both, monkeypatch: pytest.MonkeyPatch):
    durable, quick = both
    monkeypatch.setattr(engines, "BUSY_TIMEOUT_SECONDS", 0.01)
    with turn_to_write(durable), writing(quick) as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER)"))
    with writing(durable) as connection:
        assert connection.execute(text("SELECT count(*) FROM t")).scalar() == 0


def test_a_turn_ends_when_its_transaction_is_rolled_back(both):
    durable, quick = both
    with pytest.raises(ZeroDivisionError), writing(durable):
        _ = 1 / 0
    with writing(quick) as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER)"))


def test_other_databases_have_their_own_turn(both, tmp_path: Path):
    (tmp_path / "other").mkdir()
    other = open_engine(database_url(tmp_path / "other"))
    with writing(both[0]), writing(other) as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER)"))
    other.dispose()
