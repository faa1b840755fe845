"""A server of the chat API on loopback that answers as a test tells it to."""

from __future__ import annotations

import json
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from shortlist.service.chat_model import ChatModel
from shortlist.service.config import ModelConfig
from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.db.schema import counters

Question = dict[str, Any]


def agrees(question: Question) -> Any:
    """Of each claim about teams that its words show it; of others that they do not."""
    return {
        "claims": [
            {
                "claim": claim["claim"],
                "status": "satisfied" if "team" in claim["criterion"] else "unclear",
            }
            for claim in question["claims"]
        ]
    }


class ChatServer:
    """Answers `say(question)` to what readers and judges ask, and `confirm(question)` to claims;
    remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.claimed: list[dict[str, Any]] = []
        self.authorized: list[str | None] = []
        self.looked = 0
        """How often it was asked which models it has."""
        self.say: Callable[[Question], Any] = lambda question: {"verdicts": []}
        self.confirm: Callable[[Question], Any] = agrees
        self.status = 200
        self.refused_forms: frozenset[str] = frozenset()
        """Forms of answers that it does not know."""
        self.url = ""

    def answer(self, body: dict[str, Any]) -> tuple[int, bytes]:
        question = json.loads(body["messages"][-1]["content"])
        claims = "claims" in question
        (self.claimed if claims else self.asked).append(body | {"question": question})
        if body["response_format"]["type"] in self.refused_forms:
            return 400, b'{"error": "no such form"}'
        told = (self.confirm if claims else self.say)(question)
        content = told if isinstance(told, str) else json.dumps(told)
        choice = {"message": {"content": content}}
        return self.status, json.dumps({"choices": [choice]}).encode()


@contextmanager
def chat_server() -> Iterator[ChatServer]:
    """A running one."""
    chat = ChatServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            assert self.path == "/v1/chat/completions"
            chat.authorized.append(self.headers["Authorization"])
            self.reply(*chat.answer(body))

        def do_GET(self) -> None:
            assert self.path == "/v1/models"
            chat.looked += 1
            self.reply(200, b'{"data": [{"id": "found-model"}]}')

        def reply(self, status: int, content: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: Any) -> None:
            return None

        def handle(self) -> None:
            try:
                super().handle()
            except ConnectionError:
                return  # whoever asked has gone

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    chat.url = f"http://127.0.0.1:{http.server_address[1]}/v1"
    try:
        yield chat
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def model_at(url: str, data_dir: Path, **limits: Any) -> ChatModel:
    """A model at `url`, patient unless `limits` says otherwise."""
    given = {"timeout_seconds": 60, "read_seconds": 30, **limits}
    return counting(ModelConfig(base_url=url, name="some-model", **given), data_dir)


def counting(config: ModelConfig, data_dir: Path) -> ChatModel:
    """One that counts its calls in a database of `data_dir`, with what is of that folder, too."""
    engine = open_engine(database_url(data_dir))
    counters.create(engine, checkfirst=True)
    model = ChatModel(config, engine)
    weakref.finalize(model, engine.dispose)
    return model
