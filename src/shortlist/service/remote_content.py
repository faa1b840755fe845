"""Reading answers of other servers within bounds of time and size."""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx

ENCODINGS = {"Accept-Encoding": "gzip"}
"""To be sent with each request: what can be read piece by piece."""
_PIECE_BYTES = 64 * 1024


def content_of(answer: httpx.Response, until: float, most: int, too_much: Exception) -> bytes:
    """The body of a streamed answer, read by `until` (seconds of `time.monotonic`), decoded no
    further than it may be long.

    Raises `httpx.ReadTimeout` after that, `too_much` past `most` bytes, and `httpx.DecodingError`
    for an encoding that was not asked for, or is none.
    """
    import httpx

    content = b""
    # The client's timeout is for each read: a server that drips is stopped here.
    for piece in _pieces(answer):
        content += piece
        if time.monotonic() > until:
            raise httpx.ReadTimeout("the answer dripped past its time")
        if len(content) > most:
            raise too_much
    return content


def _pieces(answer: httpx.Response) -> Iterator[bytes]:
    import httpx

    encoding = answer.headers.get("content-encoding", "identity").strip().lower()
    if encoding in ("identity", ""):
        yield from answer.iter_raw(_PIECE_BYTES)
        return
    if encoding not in ("gzip", "x-gzip"):
        raise httpx.DecodingError("the answer has an encoding that was not asked for")
    decoder = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        for chunk in answer.iter_raw(_PIECE_BYTES):
            yield decoder.decompress(chunk, _PIECE_BYTES)
            while decoder.unconsumed_tail:
                yield decoder.decompress(decoder.unconsumed_tail, _PIECE_BYTES)
        if not decoder.eof:
            raise httpx.DecodingError("the answer broke off")
    except zlib.error:
        raise httpx.DecodingError("the answer is not what it says it is") from None
