"""A client that is to spend nothing sends nothing that could cost, whoever asks, and writes it down
nowhere; what reads, or stops spending, goes on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.client.deployment import Deployment

from shortlist.client import ReadOnly, Shortlist, ShortlistSync

Asking = Callable[[Shortlist], Awaitable[Any]]


@pytest.mark.parametrize(
    "ask",
    [
        lambda client: client.search("judges"),
        lambda client: client.create_set("judges"),
        lambda client: client.enrich(person_id="per_1", fields=["phone"]),
        lambda client: client.person(person_id="per_1"),
        lambda client: client.start_person(person_id="per_1"),
        lambda client: client.socials("github", person_id="per_1"),
        lambda client: client.network_profile("per_1"),
        lambda client: client.with_options(attempts=1).search("judges"),
    ],
)
async def test_nothing_that_could_cost_is_sent(ask: Asking, tmp_path: Path) -> None:
    async with (
        Deployment() as server,
        Shortlist(server.url, "sl_a", journal=tmp_path / "journal.db", read_only=True) as client,
    ):
        with pytest.raises(ReadOnly) as refused:
            await ask(client)
        assert (refused.value.code, refused.value.exit_code) == ("read_only", 2)
        assert "read_only" in str(refused.value)
        assert server.seen == []
        assert await client.unresolved() == []


async def test_what_reads_or_stops_spending_goes_on() -> None:
    async with (
        Deployment() as server,
        Shortlist(server.url, "sl_a") as other,
        Shortlist(server.url, "sl_a", read_only=True) as client,
    ):
        made = (await other.create_set("judges")).id
        await client.usage()
        assert (await client.get_set(made)).id == made
        assert [page async for page in client.sets()]
        await client.cancel_set(made)
        assert [seen.path for seen in server.seen if seen.method == "POST"] == [
            *("/v1/sets", f"/v1/sets/{made}/cancel"),
        ]


async def test_what_was_left_open_is_not_sent_again(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    async with Deployment() as server:
        async with Shortlist(server.url, "sl_a", journal=journal) as client:
            from shortlist.client import State

            key = "left-open"
            await client._link.journal.write(
                State.UNKNOWN, key, "POST", "/v1/search", b"{}", server.url, client.account
            )
        async with Shortlist(server.url, "sl_a", journal=journal, read_only=True) as client:
            resumed = [each async for each in client.resume()]
            assert [str(each.error and each.error.code) for each in resumed] in (["read_only"], [])
            assert [row.key for row in await client.unresolved()] == [key], "it is still open"
        assert server.seen == []


def test_without_asyncio_as_well() -> None:
    with (
        ShortlistSync("http://127.0.0.1:9", "sl_a", read_only=True) as client,
        pytest.raises(ReadOnly),
    ):
        client.search("judges")
