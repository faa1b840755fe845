"""Streaming a Set's export (section 4.2)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING

from shortlist.client.answers import request_id_of
from shortlist.client.errors import BadAnswer, Unreachable
from shortlist.client.executor import LONG_READ_SECONDS
from shortlist.client.link import EventStream, whole
from shortlist.client.paths import path_of, with_query
from shortlist.client.transport import Broken

if TYPE_CHECKING:
    from shortlist.client.link import Link


async def export_set(link: Link, set_id: str, format: str) -> AsyncGenerator[bytes, None]:
    """See `Shortlist.export_set`."""
    csv = format == "csv"
    path = with_query(path_of("sets", set_id, "export"), format=None if csv else format)
    headers = {"Accept": f"{'text/csv' if csv else 'application/json'}, */*;q=0.1"}
    size: int | None = None
    request_id: str | None = None
    try:
        async with link.open(path, headers, LONG_READ_SECONDS) as stream:
            if not 200 <= stream.status < 300:
                body = await whole(stream)
                raise link.refusal_of(EventStream(stream.status, stream.headers, body))
            size, request_id = 0, request_id_of(None, stream.headers)
            async for chunk in stream.chunks:
                size += len(chunk)
                yield chunk
    except Broken:
        if size is None:
            raise Unreachable(
                f"The service cannot be reached at {link.base.origin}", retryable=True
            ) from None
        raise BadAnswer(
            f"The export broke off after {size} bytes",
            retryable=True,
            request_id=request_id,
            advice="Nothing is lost on the service; export again.",
        ) from None
