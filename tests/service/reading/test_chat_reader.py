"""The reader that asks a model: what a good one brings, and what a bad one cannot do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.service.chat_server import ChatServer, Question, chat_server, model_at
from tests.service.reading.stubs import SmallGazetteer

from shortlist.service.chat_model import UNUSABLE_MOST
from shortlist.service.reading import question as local
from shortlist.service.reading.chat import SCHEMA, ChatReader
from shortlist.service.reading.port import NUMBERS, PARTS, Clause, Heard

HERE = SmallGazetteer()


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with chat_server() as chat:
        yield chat


@pytest.fixture
def reader(server: ChatServer, tmp_path: Path) -> ChatReader:
    return ChatReader(model_at(server.url, tmp_path))


def clause(kind: str, words: str, *values: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "words": words, "values": list(values), "negated": False, "past": False,
            "at_least": None, "at_most": None, **more}  # fmt: skip


def reads(*clauses: dict[str, Any]) -> Callable[[Question], Any]:
    """The same of every text."""
    return lambda question: {
        "readings": [{"text": each["text"], "clauses": list(clauses)} for each in question["texts"]]
    }


def test_clauses_become_what_the_tables_know(server: ChatServer, reader: ChatReader) -> None:
    server.say = reads(
        clause("role", "look after the sick", "nurse"),
        clause("place", "up in Maine", "Maine", negated=True),
        clause("language", "can chat in Spanish", "Spanish"),
        clause("organisation", "Deloitte", "Deloitte", past=True),
        clause("since", "ten years ago or so", at_least=2015),
    )
    text = (
        "who look after the sick but not up in Maine, can chat in Spanish,"
        " left Deloitte ten years ago or so"
    )
    question = reader.read(text, HERE)
    assert [(p.kind, p.values[0], p.negated, p.past) for p in question.parts] == [
        ("role", "trade=nurse", False, False),
        ("place", "us/maine", True, False),
        ("language", "es", False, False),
        ("organisation", "deloitte", False, True),
    ]
    [number] = question.numbers
    assert (number.of, number.at_least, number.at_most) == ("since", 2015, None)
    assert question.fallback == ""


def test_several_values_are_alternatives(server: ChatServer, reader: ChatReader) -> None:
    server.say = reads(clause("place", "the two towns", "Leeds", "London", "Nowhereville"))
    [part] = reader.read("nurses of the two towns", HERE).parts
    assert {"gb/england/leeds", "gb/london"} <= set(part.values)


@pytest.mark.parametrize(
    "given",
    [
        clause("place", "Texas", "Texas"),
        clause("role", "nurses at night", "nurse"),
        clause("organisation", "nurses", "A Company That Nobody Has"),
        clause("since", "Maine"),
        clause("since", "Maine", at_least=3),
        clause("shoe", "nurses", "nurse"),
        clause("role", "", "nurse"),
        {"kind": "role"},
        "nurses",
    ],
)
def test_what_nobody_said_or_no_table_knows_is_no_condition(
    server: ChatServer, reader: ChatReader, given: Any
) -> None:
    server.say = reads(given, clause("place", "Maine", "Maine"))
    question = reader.read("nurses in Maine", HERE)
    assert [part.kind for part in question.parts] == ["place"]
    assert not question.numbers
    words = [word.text for runs in question.loose for run in runs for word in run]
    assert words == ["nurses"], "its words go on working"


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("no JSON", "it answered something that is no JSON"),
        ({"clauses": []}, "it answered something that is no reading"),
        ({"readings": []}, "it said nothing that could be used"),
        ({"readings": [{"text": 0, "clauses": []}]}, "it said nothing that could be used"),
        ({"readings": [{"text": 7, "clauses": []}]}, "it said nothing that could be used"),
    ],
)
def test_where_it_fails_the_tables_read_and_say_so(
    server: ChatServer, reader: ChatReader, told: Any, why: str
) -> None:
    server.say = lambda question: told
    question = reader.read("nurses in Maine", HERE)
    assert question.fallback == why
    assert question.parts == local.read("nurses in Maine", HERE).parts


def test_of_what_neither_understands_nothing_failed(server: ChatServer, reader: ChatReader) -> None:
    server.say = reads()
    question = reader.read("the theremin", HERE)
    assert (question.parts, question.fallback) == ((), "")


def test_one_that_is_down_is_not_asked_by_each_question(
    server: ChatServer, reader: ChatReader
) -> None:
    server.status = 503
    for text in ("nurses in Maine", "nurses in Leeds"):
        assert reader.read(text, HERE).fallback == "it answered 503"
    assert len(server.asked) == 1


def test_a_text_is_asked_about_once_and_several_together(
    server: ChatServer, reader: ChatReader
) -> None:
    server.say = reads(clause("place", "Maine", "Maine"))
    reader.ahead(["nurses in Maine", "Lives in Maine", "nurses  in Maine"], 30)
    for text in ("nurses in Maine", "Lives in  Maine"):
        assert [part.kind for part in reader.read(text, HERE).parts] == ["place"]
    [asked] = server.asked
    assert [each["words"] for each in asked["question"]["texts"]] == [
        "nurses in Maine",
        "Lives in Maine",
    ]


def test_a_failure_is_forgotten_in_time(
    server: ChatServer, reader: ChatReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.say = lambda question: "hm"
    assert reader.read("nurses in Maine", HERE).fallback
    server.say = reads(clause("place", "Maine", "Maine"))
    assert reader.read("nurses in Maine", HERE).fallback, "it is not asked again at once"
    monkeypatch.setattr("shortlist.service.reading.chat.REST_SECONDS", -1.0)
    reader.told("nurses in Maine", Heard(failed="long ago"))
    assert reader.read("nurses in Maine", HERE).fallback == ""
    assert len(server.asked) <= UNUSABLE_MOST


def test_one_without_a_model_knows_what_it_is_told() -> None:
    reader = ChatReader(None)
    assert reader.heard("nurses in Maine") is None
    reader.told("nurses in Maine", Heard((Clause("place", "Maine", ("Leeds",)),)))
    [part] = reader.read("nurses in Maine", HERE).parts
    assert part.values[0] == "gb/england/leeds"
    untold = reader.read("nurses in Leeds", HERE)
    assert untold.parts and untold.fallback == ""


def test_only_the_text_leaves(server: ChatServer, reader: ChatReader) -> None:
    server.say = reads(clause("place", "Maine", "Maine"))
    reader.read("nurses in Maine", HERE)
    [asked] = server.asked
    assert json.loads(asked["messages"][1]["content"]) == {
        "texts": [{"text": 0, "words": "nurses in Maine"}]
    }


def test_a_model_is_asked_for_every_kind_of_clause_and_all_that_is_said_of_it() -> None:
    reading = SCHEMA["properties"]["readings"]["items"]
    asked = reading["properties"]["clauses"]["items"]
    assert asked["properties"]["kind"]["enum"] == [*PARTS, *NUMBERS]
    assert set(asked["required"]) == set(asked["properties"]) == set(Clause.__dataclass_fields__)
