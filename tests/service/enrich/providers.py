"""A contact provider on loopback that answers as a test says."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, Any]


class ContactProvider:
    """Answers `(status, JSON or bytes)` by field name; what it was asked is in `asked`."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer | Callable[[], Answer]] = {}
        self.asked: list[dict[str, Any]] = []
        self.url = ""
        self.running = 0
        self.most_at_once = 0
        self.guard = threading.Lock()

    def reset(self) -> None:
        """Know nobody."""
        self.answers, self.asked, self.most_at_once = {}, [], 0

    def answer(self, question: dict[str, Any]) -> Answer:
        self.asked.append(question)
        found = self.answers.get(question["field"], (404, {}))
        return found() if callable(found) else found

    def slowly(self, answer: Answer, seconds: float) -> Callable[[], Answer]:
        """`answer`, after `seconds`."""

        def wait() -> Answer:
            with self.guard:
                self.running += 1
                self.most_at_once = max(self.most_at_once, self.running)
            time.sleep(seconds)
            with self.guard:
                self.running -= 1
            return answer

        return wait


@contextmanager
def contact_provider() -> Iterator[ContactProvider]:
    """A provider that listens."""
    provider = ContactProvider()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, told = provider.answer(json.loads(body))
            content = told if isinstance(told, bytes) else json.dumps(told).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.url = f"http://127.0.0.1:{server.server_port}/lookup"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
