"""The examples in the client's docstrings do what they show."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import doctest
import importlib
import inspect
import io
import pkgutil
from pathlib import Path
from typing import Any

import pytest
from tests.client.deployment import (
    STREAM,
    Deployment,
    Exchange,
    Reply,
    item_body,
    reply,
    set_body,
    sse,
)
from tests.client.ticking import Ticking

import shortlist.client
from shortlist.client import OutcomeUnknown, Shortlist, ShortlistError, ShortlistSync


def found() -> list[doctest.DocTest]:
    """Every docstring of the client that holds an example, with what it may name."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    names = [
        module.name
        for module in pkgutil.walk_packages(shortlist.client.__path__, "shortlist.client.")
    ]
    modules = [importlib.import_module(name) for name in ["shortlist.client", *names]]
    return [test for module in modules for test in finder.find(module) if test.examples]


EXAMPLES = found()


async def run(example: doctest.Example, names: dict[str, Any]) -> str:
    """What an example prints; `await` works as it does in `python -m asyncio`."""
    mode = "eval" if _is_expression(example.source) else "exec"
    code = compile(example.source, "<example>", mode, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        # Without asyncio it blocks the thread that it is in, and the deployment is in this one.
        alone = "Sync" in example.source
        value = await asyncio.to_thread(eval, code, names) if alone else eval(code, names)
        if inspect.isawaitable(value):
            value = await value
        if mode == "eval" and value is not None:
            print(repr(value))
    return printed.getvalue()


def _is_expression(source: str) -> bool:
    body = ast.parse(source).body
    return len(body) == 1 and isinstance(body[0], ast.Expr)


def growing(server: Deployment) -> Reply:
    async def stream(exchange: Exchange) -> None:
        server.sets["set_1"] = set_body("set_1", "completed", admitted=3)
        kind = "set.item.admitted"
        items = server.items["set_1"] = [item_body(number) for number in range(3)]
        told = [(n, kind, {"id": n, "type": kind, "data": item}) for n, item in enumerate(items, 1)]
        await exchange.send(200, sse(*told, (4, "set.idle", {"id": 4, "data": {}})), STREAM)
        exchange.close()

    return stream


@pytest.mark.parametrize("test", EXAMPLES, ids=lambda test: test.name)
async def test_an_example_does_what_it_shows(
    test: doctest.DocTest, tmp_path: Path, ticking: Ticking
) -> None:
    async with (
        Deployment() as server,
        Shortlist(
            server.url, "sl_a", journal=tmp_path / "journal.db", clock=ticking.clock
        ) as client,
    ):
        server.always("GET /v1/sets/set_1/events", growing(server))
        server.items["set_1"] = [item_body(number) for number in range(3)]
        if "resume" in test.docstring:
            await leave_one_unresolved(server, client)
        names = {
            **test.globs,
            "Shortlist": Shortlist,
            "ShortlistSync": ShortlistSync,
            "ShortlistError": ShortlistError,
            "base_url": server.url,
            "api_key": "sl_a",
            "path": tmp_path / "other.db",
            "client": client,
        }
        for example in test.examples:
            assert await run(example, names) == example.want, example.source


async def leave_one_unresolved(server: Deployment, client: Shortlist) -> None:
    server.on("POST /v1/search", *[reply(200, b"{")] * 3)
    with pytest.raises(OutcomeUnknown):
        await client.search("senators")


def test_the_client_has_examples() -> None:
    named = {test.name.removeprefix("shortlist.client") for test in EXAMPLES}
    assert {"", ".api.Shortlist", ".follower.Follower", ".errors.ShortlistError"} <= named
