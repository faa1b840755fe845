"""`ShortlistSync`: all of `Shortlist`, without asyncio."""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.client.deployment import Deployment, Exchange, error, item_body

import shortlist.client
from shortlist.client import ApiRefused, Shortlist, ShortlistSync, WrongUse

OWN_WAYS = {"aclose": "close"}


def public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


def test_it_has_every_method_as_it_is() -> None:
    asked = {OWN_WAYS.get(name, name) for name in public(Shortlist)}
    assert public(ShortlistSync) == asked
    for name in asked - {"close", "account", "connection"}:
        theirs, ours = getattr(Shortlist, name), getattr(ShortlistSync, name)
        assert inspect.signature(ours) == inspect.signature(theirs), name
        assert ours.__doc__ == theirs.__doc__, name
    assert inspect.signature(ShortlistSync.__init__) == inspect.signature(Shortlist.__init__)


def test_a_type_checker_knows_what_each_call_takes_and_gives(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="comes with the dev extra")
    program = tmp_path / "program.py"
    program.write_text(
        "from shortlist.client import ShortlistSync\n"
        "client = ShortlistSync('http://127.0.0.1:1', 'k', total_seconds=3)\n"
        "reveal_type(client.search('x', num_results=3))\n"
        "for update in client.follow('set_1'):\n"
        "    reveal_type(update)\n"
        "reveal_type(client.with_options(attempts=2).usage())\n"
        "client.search(nope=1)\n"
    )
    source = Path(shortlist.client.__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file=", "--cache-dir", str(tmp_path), program],
        env={"MYPYPATH": str(source), "PATH": ""},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    ).stdout
    for kind in ("SearchResponse", "Update", "UsageResponse"):
        assert kind in told, told
    assert 'Unexpected keyword argument "nope"' in told, told


async def beside(work: Callable[[ShortlistSync], Any], server: Deployment, **options: Any) -> Any:
    """What `work` gives, in a thread of its own: the deployment is in this one."""

    def run() -> Any:
        with ShortlistSync(server.url, "sl_a", **options) as client:
            return work(client)

    return await asyncio.to_thread(run)


async def test_calls_walks_and_errors() -> None:
    def work(client: ShortlistSync) -> None:
        assert client.usage().data.plan == "pro"
        assert len(list(client.items("set_1"))) == 3
        first = next(client.items("set_1"))  # the rest is never asked for
        assert first.person.name
        with pytest.raises(ApiRefused) as refused:
            client.get_set("set_none")
        assert refused.value.code == "not_found"
        with pytest.raises(WrongUse):
            client.with_options(attempts=5)
        assert client.with_options(attempts=1).account == client.account
        assert client.connection.in_flight == 0

    async with Deployment() as server:
        server.items["set_1"] = [item_body(number) for number in range(3)]
        await beside(work, server)


async def test_a_walk_that_is_left_ends_where_it_is() -> None:
    ended: list[str] = []

    class Client(Shortlist):
        async def items(self, *_given: Any, **_named: Any) -> AsyncIterator[Any]:  # type: ignore[override]
            try:
                for number in range(1_000):
                    yield number
            finally:
                ended.append("items")

    def work(client: ShortlistSync) -> None:
        client._client.__class__ = Client
        walk = client._walk(lambda: client._client.items("set_1"))
        assert [next(walk), next(walk)] == [0, 1]
        walk.close()  # type: ignore[attr-defined]

    async with Deployment() as server:
        await beside(work, server)
    assert ended == ["items"]


async def test_threads_share_one_client() -> None:
    def work(client: ShortlistSync) -> None:
        plans: list[str | None] = []
        threads = [
            threading.Thread(target=lambda: plans.append(client.usage().data.plan))
            for _ in range(20)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert plans == ["pro"] * 20

    async with Deployment() as server:
        await beside(work, server)


async def test_the_deadline_of_a_call_holds_without_asyncio() -> None:
    def work(client: ShortlistSync) -> None:
        with pytest.raises(shortlist.client.Unreachable):
            client.usage()

    async with Deployment() as server:
        server.always("GET /v1/account/usage", Exchange.gone)
        await beside(work, server, total_seconds=0.3)


async def test_closed_it_is_closed_with_its_thread(tmp_path: Path) -> None:
    def work() -> None:
        before = set(threading.enumerate())
        client = ShortlistSync(server.url, "sl_a", journal=tmp_path / "journal.db")
        assert client.usage().data.plan == "pro"
        client.with_options(attempts=1).close()
        assert client.usage().data.plan == "pro"
        client.close()
        client.close()
        assert {
            t for t in set(threading.enumerate()) - before if t.name == "shortlist-client"
        } == set()

    async with Deployment() as server:
        await asyncio.to_thread(work)


async def test_a_key_that_was_refused_is_changed() -> None:
    def work(client: ShortlistSync) -> None:
        with pytest.raises(shortlist.client.AuthRequired):
            client.search("x")
        client.use_key("sl_b")
        assert client.search("x").data.results is not None

    async with Deployment() as server:
        server.on("POST /v1/search", error(401, "invalid_api_key"))
        await beside(work, server)


def test_what_is_there_is_listed() -> None:
    listed = set(dir(shortlist.client))
    assert {"Shortlist", "ShortlistSync", "Follower", "ApiRefused", "CallRecord"} <= listed
    for name in listed:
        assert hasattr(shortlist.client, name), name
    public = {name for name in listed if not name.startswith("_")}
    assert public == set(shortlist.client._HOMES), "and nothing that it imported for itself"
