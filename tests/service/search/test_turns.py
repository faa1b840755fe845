"""Searches take turns, and each is answered by the index as it is."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.service.index.people import RECORDS, make_small_index, put_records

from shortlist.service.db.engine import writing
from shortlist.service.index.port import Filters, IndexTimeout
from shortlist.service.index.store import remove_people
from shortlist.service.search.finder import open_finder
from shortlist.service.search.port import FoundPeople


def test_asked_again_it_is_the_same_answer_until_the_index_changes(tmp_path: Path) -> None:
    small = make_small_index(tmp_path, follow=False)
    finder = open_finder(small.index)

    def found(limit: int = 10, location: str | None = None) -> list[str]:
        answer = finder.find(
            "chief financial officer",
            Filters(location=location),
            type="fast",
            limit=limit,
            timeout_seconds=60,
        )
        return [hit.person_id for hit in answer.hits]

    first = found()
    assert first and found() == first
    assert len(found(limit=3)) == 3
    assert set(found(location="Norway")) != set(first)

    newcomer = {**RECORDS[1], "id": "inv-new", "name": "Zeynep Yılmaz"}
    put_records(small.engine, [newcomer])
    with writing(small.engine) as connection:
        remove_people(connection, [first[0]])
    small.index.catch_up()
    later = found(limit=20)
    assert "inv-new" in later
    assert first[0] not in found() and first[0] not in later
    small.close()


def test_searches_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = make_small_index(tmp_path, follow=False)
    finder = open_finder(small.index)
    going, go = threading.Event(), threading.Event()
    retrieve = small.index.retrieve
    at_once, most = 0, 0

    def held(asks: Any) -> Any:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        going.set()
        assert go.wait(60)
        at_once -= 1
        return retrieve(asks)

    monkeypatch.setattr(small.index, "retrieve", held)

    def find(query: str, seconds: float = 60) -> FoundPeople:
        return finder.find(query, Filters(), type="fast", limit=10, timeout_seconds=seconds)

    query = "people who build bridges"
    with ThreadPoolExecutor() as pool:
        first = pool.submit(find, query)
        assert going.wait(60)
        with pytest.raises(IndexTimeout):
            find("people who build ships", 0.01)
        second = pool.submit(find, query)
        go.set()
        assert second.result(60) == first.result(60)
    assert most == 1
    small.close()
