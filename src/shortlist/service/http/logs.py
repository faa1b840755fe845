"""Structured logs: one JSON object a line, on standard error and in the data folder.

Nothing secret gets in: no key, no body, no query string, no contact value. What is logged is
named by hand where it is logged.
"""

from __future__ import annotations

import logging
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

import orjson

from shortlist.contract.times import format_time
from shortlist.service.clock import moment

_FACTS = ("request_id", "method", "path", "status", "milliseconds", "key_id", "set_id", "part")
_LINE = "json_line"
_MAX_BYTES, _KEPT = 5 * 1024 * 1024, 3


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
        return orjson.dumps(line, default=str).decode()


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
