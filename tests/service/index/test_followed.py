"""Whoever is imported beside a running service is found once the import says that it is done."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest
from tests.service.index.people import RECORDS, make_small_index, put_records

from shortlist.service.db.engine import reading
from shortlist.service.index import admin
from shortlist.service.index.store import last_number

NEWCOMER = {**RECORDS[0], "id": "inv-new", "name": "Zeynep Zyxname"}


def test_an_import_waits_until_the_service_has_seen_it(tmp_path: Path) -> None:
    small = make_small_index(tmp_path)
    try:
        put_records(small.engine, [NEWCOMER])
        assert admin.update_index(small.engine, tmp_path) == ""
        assert "inv-new" in set(small.index.scan())
    finally:
        small.close()


def test_a_service_that_stands_still_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin, "_PATIENCE_SECONDS", 0)
    small = make_small_index(tmp_path, follow=False)
    try:
        put_records(small.engine, [NEWCOMER])
        assert "not taken all of it in yet" in admin.update_index(small.engine, tmp_path)
        (tmp_path / "index" / "shard" / "state.json").unlink()  # as while it is made anew
        assert "not taken all of it in yet" in admin.update_index(small.engine, tmp_path)
    finally:
        small.close()


def test_with_no_service_the_index_is_brought_up_to_date(tmp_path: Path) -> None:
    make_small_index(tmp_path).close()
    with admin.local_engine(tmp_path, None) as engine:
        put_records(engine, [NEWCOMER])
        assert admin.update_index(engine, tmp_path) == ""
        state = orjson.loads((tmp_path / "index" / "shard" / "state.json").read_bytes())
        with reading(engine) as connection:
            assert state["followed"] == last_number(connection) > 0
