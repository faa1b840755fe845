"""Tools for agents, spoken to by the protocol's own client: what they take and give, and a purse
that is never exceeded, whatever comes at once and whatever is never answered."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.conftest import Shell
from tests.cli.deployment import KEY, Deployment
from tests.parent import ends_with_parent

from shortlist.contract.search import SearchRequest
from shortlist.desk.connection import Connection
from shortlist.desk.places import find_places
from shortlist.desk.store import Store, account_of

if TYPE_CHECKING:
    from mcp.client.client import Client

TOOLS = ["search", "create_set", "list_sets", "get_set", "list_items", "cancel_set", "enrich"]
TOOLS += ["usage"]


@pytest.fixture(autouse=True)
def sdk() -> None:
    pytest.importorskip("mcp", reason="the SDK comes with the `mcp` extra, and with `test`")


@asynccontextmanager
async def over_pipes(shell: Shell, *options: str) -> AsyncIterator[Client]:
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "shortlist", "mcp", *options],
        env={name: shell.environment[name] for name in shell.environment},
    )
    async with Client(stdio_client(parameters)) as client:
        yield client


@asynccontextmanager
async def over_http(shell: Shell, *options: str) -> AsyncIterator[Client]:
    import httpx2
    from mcp.client.client import Client
    from mcp.client.streamable_http import streamable_http_client

    process = await asyncio.to_thread(_serving, shell, *options)
    try:
        assert process.stdout is not None
        line = (await asyncio.to_thread(process.stdout.readline)).decode()
        address = line.removeprefix("listening on ").strip()
        headers = {"Authorization": "Bearer token-of-a-test"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(address, http_client=http)) as client,
        ):
            yield client
    finally:
        process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(process.communicate, timeout=60)


def _serving(shell: Shell, *options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "shortlist", "mcp", "--http", *options],
        env={**shell.environment, "SHORTLIST_MCP_TOKEN": "token-of-a-test"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=ends_with_parent(),
    )


ways = pytest.mark.parametrize("way", [over_pipes, over_http])


async def called(client: Client, name: str, **arguments: Any) -> tuple[bool, Any]:
    """Whether it was done, and what it gave or said."""
    answer = await client.call_tool(name, arguments)
    if answer.is_error:
        return False, answer.content[0].text
    assert json.loads(answer.content[0].text) == answer.structured_content
    return True, answer.structured_content


async def purse(client: Client) -> dict[str, float]:
    _, told = await called(client, "usage")
    return told["purse"]


def billed(deployment: Deployment) -> int:
    """Searches that were billed, each once however often it was sent."""
    return len({s.headers["idempotency-key"] for s in deployment.seen if s.path == "/v1/search"})


@ways
async def test_tools_and_resources_are_as_the_contract_has_them(
    shortlist: Shell, deployment: Deployment, way: Any
) -> None:
    async with way(shortlist, "--max-cost", "20") as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == TOOLS
        search = next(tool for tool in tools if tool.name == "search")
        assert search.input_schema == SearchRequest.model_json_schema()
        assert search.output_schema["properties"].keys() >= {"data", "meta"}
        done, found = await called(client, "search", query="engineers", num_results=12)
        assert done and len(found["data"]["results"]) == 12
        asked = {"query": "engineers", "count": 25, "criteria": ["Is an engineer"]}
        done, made = await called(client, "create_set", search=asked, budget={"credits": 2})
        assert done and made["id"] == "set_1"
        (sent,) = [s.body for s in deployment.seen if s.path == "/v1/sets" and s.method == "POST"]
        assert sent["budget"] == {"credits": 2}, "the deployment keeps within it, too"
        done, people = await called(client, "list_items", id="set_1", limit=5)
        assert done and len(people["data"]) == 5 and people["has_more"]
        done, resolved = await called(client, "enrich", person_id="p3", fields=["phone"])
        assert done and resolved["data"]["phone"]["status"] == "found"

        listed = (await client.list_resources()).resources
        assert [str(each.uri) for each in listed] == [
            *("shortlist://sets", "shortlist://sets/set_1"),
        ]
        assert len((await client.list_resource_templates()).resource_templates) == 2
        for uri, count in (("shortlist://sets/set_1/items", 12), ("shortlist://sets", 1)):
            read = await client.read_resource(uri)
            assert len(json.loads(read.contents[0].text)["data"]) == count
        with pytest.raises(Exception, match="no resource"):
            await client.read_resource("shortlist://sets/a/b/c")
    assert shortlist("journal", "list").err.startswith("Nothing is open")


@ways
async def test_the_purse_is_not_exceeded_by_calls_at_once(
    shortlist: Shell, deployment: Deployment, way: Any
) -> None:
    async with way(shortlist, "--max-cost", "5") as client:
        calls = [called(client, "search", query=f"q{n}", num_results=10) for n in range(20)]
        done = await asyncio.gather(*calls)
        assert sum(ok for ok, _ in done) == 5 == billed(deployment)
        refused = [told for ok, told in done if not ok]
        assert len(refused) == 15
        assert all("in the purse: nothing was sent" in told for told in refused)
        assert await purse(client) == {"limit": 5, "spent": 5, "set_aside": 0, "left": 0}


async def test_what_is_never_answered_stays_set_aside(
    shortlist: Shell, deployment: Deployment
) -> None:
    async with over_pipes(shortlist, "--max-cost", "3") as client:
        deployment.lose_answers = 1.0
        done, told = await called(client, "search", query="lost", num_results=10)
        assert not done and "journal resume" in told
        deployment.lose_answers = 0.0
        assert await purse(client) == {"limit": 3, "spent": 0, "set_aside": 1, "left": 2}
        assert (await called(client, "search", query="a", num_results=20))[0]
        done, told = await called(client, "search", query="b", num_results=10)
        assert not done and "0 of 3 are left" in told
    assert billed(deployment) <= 3
    assert len(json.loads(shortlist("journal", "list", "--json").out)["data"]) == 1


async def test_what_is_certain_not_to_have_been_charged_goes_back(
    shortlist: Shell, deployment: Deployment
) -> None:
    async with over_pipes(shortlist, "--max-cost", "1") as client:
        done, told = await called(
            client, "enrich", email="refused@example.org", fields=["work_email"]
        )
        assert not done and "identity_required" in told
        assert (await purse(client))["left"] == 1
        deployment.people = 0
        assert (await called(client, "search", query="nobody", num_results=10))[0]
        assert (await purse(client))["left"] == 1


async def test_a_set_is_set_aside_until_it_has_ended(
    shortlist: Shell, deployment: Deployment
) -> None:
    async with over_pipes(shortlist, "--max-cost", "4") as client:
        deployment.status = "queued"
        search = {"query": "engineers", "count": 30}
        assert (await called(client, "create_set", search=search))[0]
        assert (await purse(client))["set_aside"] == 3
        assert not (await called(client, "search", query="a", num_results=20))[0]
        # It spent 2 of its 3: the next that needs more than is left finds that out by itself.
        deployment.status = "completed"
        assert (await called(client, "search", query="a", num_results=20))[0]
        assert await purse(client) == {"limit": 4, "spent": 4, "set_aside": 0, "left": 0}


async def test_without_a_purse_nothing_is_spent(shortlist: Shell, deployment: Deployment) -> None:
    async with over_pipes(shortlist) as client:
        for name, arguments in (
            ("search", {"query": "a"}),
            ("create_set", {"search": {"query": "a"}}),
            ("enrich", {"person_id": "p1", "fields": ["phone"]}),
        ):
            assert not (await called(client, name, **arguments))[0], name
        assert (await called(client, "list_sets"))[0]
    assert [seen for seen in deployment.seen if seen.method == "POST"] == []


async def test_what_is_wrong_is_said_and_not_sent(shortlist: Shell, deployment: Deployment) -> None:
    async with over_pipes(shortlist, "--max-cost", "50") as client:
        for name, arguments in (
            ("search", {"num_results": 0}),
            ("search", {"query": "a", "type": "slow"}),
            ("create_set", {"search": {"query": "a", "count": 501}}),
            ("create_set", {"search": {"query": "a"}, "enrichments": [1]}),
            ("enrich", {"person_id": "p1", "fields": ["shoe_size"]}),
            ("get_set", {"id": "../../v1/search"}),
            ("list_items", {"id": "set_1", "limit": 1000}),
            ("no_such_tool", {}),
        ):
            assert not (await called(client, name, **arguments))[0], (name, arguments)
        assert (await purse(client))["left"] == 50
    quoted = "/v1/sets/..%2F..%2Fv1%2Fsearch"
    assert {seen.path for seen in deployment.seen} == {"/v1/account/usage", quoted}


async def test_who_is_left_out_is_in_no_answer(shortlist: Shell, deployment: Deployment) -> None:
    account = account_of(Connection(deployment.url, KEY, "x", "environment"))
    with closing(Store(find_places(), account)) as store:
        store.leave_out([{"person_id": "p2"}])
    async with over_pipes(shortlist, "--max-cost", "50") as client:
        _, found = await called(client, "search", query="a", num_results=10)
        _, items = await called(client, "list_items", id="set_1")
        assert '"p2"' not in json.dumps([found, items])
        done, told = await called(client, "enrich", person_id="p2", fields=["phone"])
        assert not done and "left out" in told
    assert not [seen for seen in deployment.seen if seen.path == "/v1/enrich"]


async def test_a_receipt_of_each_call_is_kept(shortlist: Shell, deployment: Deployment) -> None:
    async with over_pipes(shortlist, "--max-cost", "50") as client:
        assert (await called(client, "search", query="a", num_results=10))[0]
        assert (await called(client, "enrich", person_id="p1", fields=["phone"]))[0]
    account = account_of(Connection(deployment.url, KEY, "x", "environment"))
    with closing(Store(find_places(), account)) as store:
        assert sorted(each.kind for each in store.receipts()) == ["enrich", "search"]


async def test_over_http_only_who_has_the_token_is_let_in(
    shortlist: Shell, deployment: Deployment
) -> None:
    import httpx2

    process = await asyncio.to_thread(_serving, shortlist, "--max-cost", "5")
    try:
        assert process.stdout is not None
        line = (await asyncio.to_thread(process.stdout.readline)).decode()
        found = re.fullmatch(r"listening on (http://127\.0\.0\.1:\d+/mcp)\s*", line)
        assert found is not None, line
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        async with httpx2.AsyncClient() as http:
            for headers in ({}, {"Authorization": "Bearer other"}):
                answer = await http.post(found[1], json=body, headers=headers)
                assert answer.status_code == 401
            # A page of another site, or a name that was made to lead here, is not let in either.
            headers = {"Authorization": "Bearer token-of-a-test", "Host": "evil.example"}
            answer = await http.post(found[1], json=body, headers=headers)
            assert answer.status_code in (403, 421)
    finally:
        process.send_signal(signal.SIGTERM)
        _, told = await asyncio.to_thread(process.communicate, timeout=60)
    assert b"token-of-a-test" not in told and KEY.encode() not in told


def test_an_agent_that_ends_without_a_word_is_no_failure(shortlist: Shell) -> None:
    environment = {name: shortlist.environment[name] for name in shortlist.environment}
    process = subprocess.Popen(
        [sys.executable, "-m", "shortlist", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        preexec_fn=ends_with_parent(),
    )
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    client = {"name": "one", "version": "1"}
    given = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": given}
    process.stdin.write(json.dumps(begin).encode() + b"\n")
    process.stdin.flush()
    assert b"serverInfo" in process.stdout.readline()
    process.stdout.close()
    asked = b'{"jsonrpc": "2.0", "id": %d, "method": "tools/list", "params": {}}\n'
    process.stdin.write(b"".join(asked % number for number in range(2, 52)))
    process.stdin.close()
    told = process.stderr.read().decode()
    code = process.wait(timeout=60)
    process.stderr.close()
    assert code == 0 and "failed" not in told, told
