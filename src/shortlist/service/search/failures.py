"""Failing closed: a search is answered whole or not at all (section 4.1, behavior rule 1)."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from shortlist.service.errors import ApiError, NotReady
from shortlist.service.index.port import IndexTimeout, IndexUnavailable
from shortlist.service.search.port import Finder, FoundPeople
from shortlist.service.search.request import ValidSearch

log = logging.getLogger("shortlist.search")


def find(finder: Finder, asked: ValidSearch, timeout: float) -> FoundPeople:
    """Find people within `timeout` seconds, whole or not at all (4.1, behavior rule 1).

    Raises `ApiError`: `search_unavailable`, `search_timeout`, `search_failed`.
    """
    began = time.monotonic()
    with failing_closed():
        found = finder.find(
            asked.query,
            asked.filters,
            type=asked.type,
            limit=asked.limit,
            timeout_seconds=timeout,
        )
    if time.monotonic() - began > timeout:
        raise ApiError("search_timeout")
    return found


@contextmanager
def failing_closed() -> Iterator[None]:
    """Whatever goes wrong in the block fails the search as a whole.

    Raises `ApiError`: `search_unavailable`, `search_timeout`, `search_failed`.
    """
    try:
        yield
    except IndexTimeout:
        raise ApiError("search_timeout") from None
    except (IndexUnavailable, NotReady) as error:
        raise ApiError("search_unavailable", f"Search is not ready: {error}.") from None
    except ApiError:
        raise
    except Exception as error:
        # The query is not logged: it may hold anything.
        log.exception("search failed")
        raise ApiError("search_failed") from error
