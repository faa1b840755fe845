"""Detection of changes to the database by any process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator

from sqlalchemy import Engine

from shortlist.service.db.engine import reading
from shortlist.service.index.store import last_number

_POLL_SECONDS = 0.2
_AGAIN_SECONDS = 1.0

log = logging.getLogger("shortlist.index")


def changes_of(engine: Engine, closing: threading.Event) -> Iterator[int]:
    """The last number allocated, each time it grew, until `closing` is set; a database that is
    away for a while is asked again."""
    seen = -1
    pause = _POLL_SECONDS
    while not closing.wait(pause):
        try:
            with reading(engine) as connection:
                number = last_number(connection)
        except Exception:
            log.warning("the database could not be read; trying again", exc_info=True)
            pause = _AGAIN_SECONDS
            continue
        pause = _POLL_SECONDS
        if number != seen:
            seen = number
            yield number
