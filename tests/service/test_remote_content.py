"""What a server elsewhere answers is decoded no further than an answer may be long."""

from __future__ import annotations

import gzip
import time
import tracemalloc
import zlib

import httpx
import pytest

from shortlist.service.remote_content import ENCODINGS, content_of

MOST = 1024 * 1024


class TooMuch(Exception):
    """The answer is too long."""


def told(body: bytes, **headers: str) -> bytes:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    transport = httpx.MockTransport(
        lambda _: httpx.Response(200, headers=named, stream=httpx.ByteStream(body))
    )
    with (
        httpx.Client(transport=transport) as client,
        client.stream("GET", "http://provider.example/") as answer,
    ):
        return content_of(answer, time.monotonic() + 60, MOST, TooMuch())


def test_a_bomb_is_never_held_whole() -> None:
    packer = zlib.compressobj(9, wbits=zlib.MAX_WBITS | 16)
    bomb = b"".join(packer.compress(b"\0" * MOST) for _ in range(200)) + packer.flush()
    assert len(bomb) < MOST
    tracemalloc.start()
    try:
        with pytest.raises(TooMuch):
            told(bomb, Content_Encoding="gzip")
        assert tracemalloc.get_traced_memory()[1] < 8 * MOST
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("encoding", ["gzip", "x-gzip", " GZIP "])
def test_what_is_packed_is_read(encoding: str) -> None:
    body = bytes(range(256)) * 2000
    assert told(gzip.compress(body), Content_Encoding=encoding) == body
    assert told(body) == body
    assert told(b"", Content_Encoding="identity") == b""


@pytest.mark.parametrize("encoding", ["br", "zstd", "deflate", "gzip, gzip", "nonsense"])
def test_what_was_not_asked_for_is_no_answer(encoding: str) -> None:
    with pytest.raises(httpx.DecodingError):
        told(gzip.compress(b"{}"), Content_Encoding=encoding)
    assert ENCODINGS == {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", gzip.compress(b"{}", mtime=0)[:-3], b"\x1f\x8b\x08\0"],
    ids=["nothing", "plain", "broken off", "a beginning"],
)
def test_what_is_not_what_it_says_is_no_answer(body: bytes) -> None:
    with pytest.raises(httpx.DecodingError):
        told(body, Content_Encoding="gzip")
