"""Structured logs: one JSON object a line, on standard error and in the data folder.

Nothing secret gets in: no key, no body, no query string, no contact value, and of a path the
template of its route, not what stood in it. What is logged is named by hand where it is logged. A
line is ASCII, so that a terminal which shows the log obeys nobody; and requests without a key can
not fill it.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Sequence
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

from shortlist.contract.times import format_time
from shortlist.service.clock import moment

if TYPE_CHECKING:
    from fastapi.routing import APIRoute

_FACTS = ("request_id", "method", "path", "status", "milliseconds", "key_id", "set_id", "part")
_LINE = "json_line"
_PATH_CHARS = 200
_STRANGERS_A_MINUTE = 10
_MAX_BYTES, _KEPT = 5 * 1024 * 1024, 3

log = logging.getLogger("shortlist.access")


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        known: str | None = record.__dict__.get(_LINE)
        if known is None:
            # Written twice, made once.
            known = record.__dict__[_LINE] = self._line(record)
        return known

    def _line(self, record: logging.LogRecord) -> str:
        line = {
            "time": format_time(moment(int(record.created * 1000))),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{fact: getattr(record, fact) for fact in _FACTS if hasattr(record, fact)},
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, separators=(",", ":"))


class RequestLog:
    """Decides what the log says of each request."""

    def __init__(self, routes: Sequence[APIRoute]) -> None:
        self._routes = routes
        self._words = {part for route in routes for part in route.path.split("/")}
        self._minute = 0
        self._strangers = 0

    def path(self, path: str) -> str:
        """`path` without what stood in it: the template of its route; of one that is none, the
        words that are in ours."""
        for route in self._routes:
            if route.path_regex.match(path):
                return route.path
        parts = path[:_PATH_CHARS].split("/")
        return "/".join(part if part in self._words else "*" for part in parts)

    def may_tell(self) -> bool:
        """Whether one more request without a valid key is told in this minute; how many were not
        is told with the first of the next."""
        minute = int(time.monotonic() // 60)
        if minute != self._minute:
            untold = self._strangers - _STRANGERS_A_MINUTE
            if untold > 0:
                log.info("and %d more requests without a valid key", untold)
            self._minute, self._strangers = minute, 0
        self._strangers += 1
        return self._strangers <= _STRANGERS_A_MINUTE


def set_up_logs(data_dir: Path, name: str = "service") -> None:
    """Send every log of this process to standard error and `logs/<name>.log`."""
    folder = data_dir / "logs"
    folder.mkdir(mode=0o700, exist_ok=True)
    handlers: list[logging.Handler] = [
        logging.StreamHandler(sys.stderr),
        RotatingFileHandler(
            folder / f"{name}.log", maxBytes=_MAX_BYTES, backupCount=_KEPT, encoding="utf-8"
        ),
    ]
    # Of every record, and in none of our lines.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    # A line that cannot be written, as on a disk that is full, is on the other of the two: no page
    # of how it came to that beside it.
    logging.raiseExceptions = False
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    for handler in handlers:
        handler.setFormatter(JsonLines())
        root.addHandler(handler)
    # Each request is logged once, by the edge.
    logging.getLogger("uvicorn.access").disabled = True
    # What is no HTTP is answered; anybody can send it, and as often as they like.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
