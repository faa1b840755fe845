"""What servers elsewhere answer, read within a time and a size."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx


def content_of(answer: httpx.Response, until: float, most: int, too_much: Exception) -> bytes:
    """The body of a streamed answer, read by `until` (seconds of `time.monotonic`).

    Raises `httpx.ReadTimeout` after that, and `too_much` past `most` bytes.
    """
    import httpx

    content = b""
    # The client's timeout is for each read: a server that drips is stopped here.
    for chunk in answer.iter_bytes():
        content += chunk
        if time.monotonic() > until:
            raise httpx.ReadTimeout("the answer dripped past its time")
        if len(content) > most:
            raise too_much
    return content
