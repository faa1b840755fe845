"""A contact provider on loopback that answers as a test says."""

from __future__ import annotations

import json
import threading
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

    def reset(self) -> None:
        """Know nobody."""
        self.answers, self.asked = {}, []

    def answer(self, question: dict[str, Any]) -> Answer:
        self.asked.append(question)
        found = self.answers.get(question["field"], (404, {}))
        return found() if callable(found) else found

    def together(self, answer: Answer, count: int) -> Callable[[], Answer]:
        """`answer`, once `count` are being asked at the same time; an error where that never is."""
        all_here = threading.Barrier(count)

        def wait() -> Answer:
            try:
                all_here.wait(20)
            except threading.BrokenBarrierError:
                return 500, {}
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
