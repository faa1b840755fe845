"""Failing closed: a search is answered whole or not at all (section 4.1, behavior rule 1)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from shortlist.service.errors import ApiError, NotReady
from shortlist.service.index.port import IndexTimeout, IndexUnavailable

log = logging.getLogger("shortlist.search")


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
