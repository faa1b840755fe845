"""A question asked again: answered from memory, and never from before a change of the index."""

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
from shortlist.service.search.answers import _KEPT, AnswerKey, Answers
from shortlist.service.search.finder import open_finder
from shortlist.service.search.port import FoundPeople


def test_asked_again_it_is_the_same_answer_until_the_index_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = make_small_index(tmp_path, follow=False)
    finder = open_finder(small.index)
    retrievals = 0
    retrieve = small.index.retrieve

    def counted(asks: Any) -> Any:
        nonlocal retrievals
        retrievals += 1
        return retrieve(asks)

    monkeypatch.setattr(small.index, "retrieve", counted)

    def found(limit: int = 10, location: str | None = None) -> list[str]:
        answer = finder.find(
            "chief financial officer",
            Filters(location=location),
            type="fast",
            limit=limit,
            timeout_seconds=60,
        )
        return [hit.person_id for hit in answer.hits]

    first, asked = found(), retrievals
    assert first and asked
    assert found() == first
    assert retrievals == asked
    assert len(found(limit=3)) == 3  # another question
    assert set(found(location="Norway")) != set(first)
    assert retrievals > asked

    newcomer = {**RECORDS[1], "id": "inv-new", "name": "Zeynep Yılmaz"}
    put_records(small.engine, [newcomer])
    with writing(small.engine) as connection:
        remove_people(connection, [first[0]])
    small.index.catch_up()
    later = found(limit=20)
    assert "inv-new" in later
    assert first[0] not in found() and first[0] not in later
    small.close()


def test_searches_take_turns_and_the_same_question_is_found_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = make_small_index(tmp_path, follow=False)
    finder = open_finder(small.index)
    going, go = threading.Event(), threading.Event()
    retrieve = small.index.retrieve
    retrievals = 0

    def held(asks: Any) -> Any:
        nonlocal retrievals
        retrievals += 1
        going.set()
        assert go.wait(60)
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
        assert second.result(60) is first.result(60)
    once = retrievals
    assert find(query) is first.result() and retrievals == once
    small.close()


def test_what_was_found_before_a_change_is_not_kept_after_it() -> None:
    answers, question = Answers(), AnswerKey("q", Filters(), "fast", 10)
    older, newer = FoundPeople(plan=None, hits=[]), FoundPeople(plan=None, hits=[])  # type: ignore[arg-type]
    answers.put(2, question, newer)
    answers.put(1, question, older)  # asked before the change, answered after it
    assert answers.get(2, question) is newer
    assert answers.get(1, question) is None
    answers.put(3, question._replace(limit=5), newer)
    assert answers.get(3, question) is None


def test_no_more_than_so_many_are_kept() -> None:
    answers, found = Answers(), FoundPeople(plan=None, hits=[])  # type: ignore[arg-type]
    questions = [AnswerKey(str(n), Filters(), "fast", 10) for n in range(_KEPT + 1)]
    for question in questions[:-1]:
        answers.put(1, question, found)
    assert answers.get(1, questions[0]) is found  # used last, so kept
    answers.put(1, questions[-1], found)
    assert answers.get(1, questions[0]) is found
    assert answers.get(1, questions[1]) is None
