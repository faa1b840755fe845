"""Section 6 under load: many subscribers of one Set, silence, and a service that stops."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from tests.service.server import RunningService, envelope
from tests.service.sets.conftest import Numbered, held_at, numbered_service
from tests.service.sets.fakes import admitted_of
from tests.service.sets.sse import Stream, parse

from shortlist.service.account.admin import revoke_local_key
from shortlist.service.sets import hub

SUBSCRIBERS = 200
OPEN_STREAMS = 50
"""More than a service has threads, were each to take one."""
PEOPLE = 600


async def subscribe(
    service: RunningService, set_id: str, joined: Callable[[], None] = lambda: None
) -> Stream:
    """One connection, read to its end with nothing but sockets between; `joined` is called once
    its first event has come."""
    host, port = service.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        f"GET /v1/sets/{set_id}/events HTTP/1.0\r\nHost: {host}\r\n"
        f"Authorization: Bearer {service.key}\r\n\r\n".encode()
    )
    begun = await reader.readuntil(b"data: ")
    joined()
    whole = (begun + await reader.read()).decode()
    writer.close()
    head, _, body = whole.partition("\r\n\r\n")
    assert " 200 " in head.splitlines()[0], head
    return parse(body.splitlines())


async def test_s6_two_hundred_subscribers_of_one_set_each_get_every_event(
    numbered: Numbered,
) -> None:
    service = numbered(people=PEOPLE, batch_seconds=0.05)
    with service.client() as client:
        left, all_joined = SUBSCRIBERS, asyncio.Event()

        def joined() -> None:
            nonlocal left
            left -= 1
            if left == 0:
                all_joined.set()

        # Nobody is admitted before everybody listens: all of it is told while it happens.
        with held_at(service.data_dir, 0):
            made = client.post("/v1/sets", json={"search": {"query": "x", "count": 500}}).json()
            following = [
                asyncio.create_task(subscribe(service, made["id"], joined))
                for _ in range(SUBSCRIBERS)
            ]
            await asyncio.wait_for(all_joined.wait(), 120)
            assert client.get(f"/v1/sets/{made['id']}").json()["item_count"] == 0
        streams = await asyncio.gather(*following)
        ended = client.get(f"/v1/sets/{made['id']}").json()
    assert ended["status"] == "completed"
    first = streams[0]
    assert first.ids == list(range(1, len(first.ids) + 1))
    assert first.types[-1] == "set.idle"
    people = [
        told["data"]["person"]["person_id"]
        for told in first.data
        if told["type"] == "set.item.admitted"
    ]
    assert people == admitted_of(PEOPLE)
    for stream in streams:
        assert stream.ids == first.ids
        assert stream.data == first.data


async def test_s6_open_streams_leave_the_service_free_to_answer(numbered: Numbered) -> None:
    service = numbered(people=PEOPLE, batch_seconds=0.05)
    with service.client() as client:
        made = client.post("/v1/sets", json={"search": {"query": "x", "count": 500}}).json()
        followers = [
            asyncio.create_task(subscribe(service, made["id"])) for _ in range(OPEN_STREAMS)
        ]
        await asyncio.sleep(0)
        answers = [
            (await asyncio.to_thread(client.get, f"/v1/sets/{made['id']}")).status_code
            for _ in range(10)
        ]
        assert answers == [200] * 10
        client.post(f"/v1/sets/{made['id']}/cancel")
        for stream in await asyncio.gather(*followers):
            assert stream.types[-2:] in (
                ["set.search.canceled", "set.idle"],
                ["set.search.completed", "set.idle"],
            )


def test_s6_silence_is_filled_with_heartbeats_until_a_key_is_revoked(tmp_path: Path) -> None:
    assert hub.HEARTBEAT_SECONDS <= 10
    with (
        numbered_service(tmp_path / "data", 50, 0.0) as service,
        service.client() as client,
        held_at(service.data_dir, 0),
    ):
        made = client.post("/v1/sets", json={"search": {"query": "x", "count": 500}}).json()
        url = f"/v1/sets/{made['id']}/events"
        other = service.create_key()
        heartbeats = 0
        with (
            service.client(other["key"]) as revoked,
            revoked.stream("GET", url) as others,
            client.stream("GET", url) as answer,
        ):
            lines = others.iter_lines()
            next(lines)
            assert revoke_local_key(service.data_dir, service.database, other["id"])
            for line in answer.iter_lines():
                heartbeats += line.startswith(":")
                if heartbeats == 2:
                    break
            assert "event: set.idle" not in list(lines), "it ended, and the Set did not"
            envelope(revoked.get(url), 401, "revoked_api_key")
        assert client.get(f"/v1/sets/{made['id']}").json()["status"] in ("queued", "running")


def test_s6_a_service_that_stops_ends_its_streams(tmp_path: Path) -> None:
    with numbered_service(tmp_path / "data", 400, 0.2) as service, service.client() as client:
        made = client.post("/v1/sets", json={"search": {"query": "x", "count": 500}}).json()
        with client.stream("GET", f"/v1/sets/{made['id']}/events") as answer:
            lines = answer.iter_lines()
            assert next(lines).startswith(":")
            assert service.process is not None
            service.process.terminate()
            # To its end: what the service has to cut off, because it does not end, raises.
            list(lines)
        assert service.stop() == 0
