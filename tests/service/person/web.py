"""A SearXNG of the tests' own, on loopback: it answers what it is told, when it is told."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

WAIT_SECONDS = 30


class Web:
    """`results` are answered to every query, with `status`, once `gate` is open."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.status = 200
        self.results: list[dict[str, Any]] = []
        self.queries: list[str] = []
        self._asked = threading.Condition()
        self.url = ""

    @property
    def settings(self) -> str:
        """The lines of `service.toml` by which a service asks it."""
        return f'[web]\ntype = "searxng"\nurl = "{self.url}"\ntimeout_seconds = {WAIT_SECONDS}\n'

    def told(self, query: str) -> None:
        with self._asked:
            self.queries.append(query)
            self._asked.notify_all()

    def wait_until_asked(self, words: str) -> None:
        """Return once a query with `words` in it has come."""
        with self._asked:
            assert self._asked.wait_for(
                lambda: any(words in query for query in self.queries), WAIT_SECONDS
            ), f"nobody asked the web about {words}"


@contextmanager
def running_web() -> Iterator[Web]:
    web = Web()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            given = parse_qs(urlsplit(self.path).query)
            web.told(given["q"][0])
            web.gate.wait(WAIT_SECONDS)
            body = json.dumps({"query": given["q"][0], "results": web.results}).encode()
            try:
                self.send_response(web.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                pass  # whoever asked was killed

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    web.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield web
    finally:
        web.gate.set()
        server.shutdown()
        server.server_close()
        thread.join()
