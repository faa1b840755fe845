"""The bytes of a stream, in any pieces, as events: what httpx-sse leaves to us still holds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shortlist.client.frames import EVENT_MAX_CHARS, Frame, read_frames


async def read(*chunks: bytes) -> list[Frame | None]:
    async def given_chunks() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    return [frame async for frame in read_frames(given_chunks())]


async def events(*chunks: bytes) -> list[Frame]:
    return [frame for frame in await read(*chunks) if frame is not None]


def pieces(whole: bytes, size: int) -> Sequence[bytes]:
    return [whole[start : start + size] for start in range(0, len(whole), size)]


ODD = (
    "\ufeffid: 1\r\nevent: söme\r\ndata: {“a”\r\ndata: 1}\r\n\r\n"
    ": heartbeat\n\n"
    "data: no id\n\n"
    "id: 2\rdata:x\r\r"
    "id\ndata: reset\n\n"
    "retry: 100\n\n"
    "data: cut off"
).encode()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 10_000])
async def test_events_are_the_same_in_pieces_of_any_size(size: int) -> None:
    assert await events(*pieces(ODD, size)) == [
        Frame("söme", "{“a”\n1}", "1"),
        Frame("message", "no id", "1"),
        Frame("message", "x", "2"),
        Frame("message", "reset", ""),
        Frame("message", "", "", retry=100),
    ]


@settings(max_examples=60, deadline=None)
@given(
    lines=st.lists(
        st.sampled_from(["data: a", "data", "id: 7", "event: e", "retry: 5", ": c", "", "", "x"]),
        max_size=12,
    ),
    ends=st.sampled_from(["\n", "\r\n", "\r"]),
    size=st.integers(1, 9),
)
async def test_how_a_stream_is_cut_and_ends_its_lines_changes_nothing(
    lines: list[str], ends: str, size: int
) -> None:
    whole = "".join(line + "\n" for line in lines).encode()
    told = "".join(line + ends for line in lines).encode()
    # A lone carriage return is only seen to end a line when something follows it.
    assert await events(*pieces(told, size), b":\n") == await events(whole)


async def test_bytes_without_an_event_are_noticed_each_time() -> None:
    assert await read(b": heartbeat\n\n", b":\n", b"id: 3\nda", b"ta: x\n", b"\n", b": h\n\n") == [
        *(None, None, None, None),
        Frame("message", "x", "3"),
        None,
    ]


@pytest.mark.parametrize("size", [1000, 65_536])
async def test_an_event_over_the_bound_is_marked_and_only_that_one(size: int) -> None:
    over = "id: 2\nevent: big\ndata: " + "x" * EVENT_MAX_CHARS + "\nid: 99\n\n"
    whole = f"id: 1\ndata: a\n\n{over}id: 3\ndata: b\n\n{over}data: c\n\n".encode()
    told = await events(*pieces(whole, size))
    assert [(frame.id, frame.data, frame.oversized) for frame in told] == [
        ("1", "a", False),
        ("2", "", True),
        ("3", "b", False),
        ("2", "", True),
        ("2", "c", False),
    ]


@pytest.mark.parametrize("more", [0, 1])
async def test_the_bound_is_exact(more: int) -> None:
    head = "id: 1\ndata: "
    event = head + "x" * (EVENT_MAX_CHARS - len(head) + more)
    (frame,) = await events(*pieces(f"{event}\n\n".encode(), 60_000))
    assert frame.oversized == bool(more)
    assert len(frame.data) == (0 if more else EVENT_MAX_CHARS - len(head))


async def test_a_field_that_the_bound_cuts_in_two_is_not_believed() -> None:
    head = "id: 1\ndata: "
    # The bound falls after `id: 2` of `id: 234`.
    filling = "x" * (EVENT_MAX_CHARS - 1 - len(head) - len("\nid: 2"))
    whole = f"{head}{filling}\nid: 234\n\ndata: a\n\n".encode()
    assert [(frame.id, frame.oversized) for frame in await events(*pieces(whole, 60_000))] == [
        ("1", True),
        ("1", False),
    ]


async def test_an_endless_event_takes_no_more_memory_than_the_bound() -> None:
    import tracemalloc

    piece = b"x" * 65_536
    tracemalloc.start()
    try:
        told = await events(b"id: 1\ndata: ", *[piece] * 200, b"\n\n", b"data: a\n\n")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [frame.oversized for frame in told] == [True, False]
    assert peak < 6 * EVENT_MAX_CHARS
