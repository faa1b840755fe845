"""The tools and resources of `shortlist mcp`, and how they are served. Needs the `mcp` extra."""

from __future__ import annotations

import json
import os
import secrets
import socket
from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from shortlist import __version__
from shortlist.cli.agent_tools import TOOLS, Desk, Refused
from shortlist.cli.output import print_json, print_line, say

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.desk.connection import Connection
    from shortlist.desk.purse import Purse

_SETS = "shortlist://sets"
_JSON = "application/json"
_INSTRUCTIONS = (
    "Find people and build durable lists of them (Sets). Searching, Sets and enrichment cost "
    "credits out of a purse with a fixed bound; `usage` says what is left of it. A Set is built in "
    "the background: create it, then read it until its status is completed, failed or canceled."
)


def server_of(client: Shortlist, connection: Connection, purse: Purse) -> Server[Any]:
    """The server of one purse: however many sessions it has, they share it."""
    desk = Desk(client, connection, purse)

    async def list_tools(_: Any, __: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool.described() for tool in TOOLS.values()])

    async def call_tool(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            told = await desk.call(params.name, params.arguments or {})
        except Refused as refusal:
            return types.CallToolResult(content=[_text(str(refusal))], is_error=True)
        return types.CallToolResult(content=[_text(json.dumps(told))], structured_content=told)

    async def list_resources(_: Any, __: Any) -> types.ListResourcesResult:
        sets = await _reading(desk.call("list_sets", {}))
        found = [_resource(each) for each in sets["data"]]
        everything = types.Resource(uri=_SETS, name="sets", title="Sets", mime_type=_JSON)
        return types.ListResourcesResult(resources=[everything, *found])

    async def list_templates(_: Any, __: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                _template("/{id}", "set", "A Set"),
                _template("/{id}/items", "items", "The people of a Set"),
            ]
        )

    async def read_resource(
        _: Any, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        told = await _reading(desk.read(str(params.uri).removeprefix(_SETS), str(params.uri)))
        held = types.TextResourceContents(
            uri=params.uri, mime_type=_JSON, text=json.dumps(told, ensure_ascii=False)
        )
        return types.ReadResourceResult(contents=[held])

    return Server(
        "shortlist",
        version=__version__,
        title="Shortlist",
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


def _resource(set_: dict[str, Any]) -> types.Resource:
    searches = set_.get("searches") or [{}]
    return types.Resource(
        uri=f"{_SETS}/{set_['id']}",
        name=set_["id"],
        title=searches[0].get("query") or set_["id"],
        mime_type=_JSON,
    )


def _template(path: str, name: str, title: str) -> types.ResourceTemplate:
    return types.ResourceTemplate(
        uri_template=_SETS + path, name=name, title=title, mime_type=_JSON
    )


async def _reading(work: Any) -> Any:
    """What `work` gives; its refusal as an error of the protocol."""
    from mcp.shared.exceptions import MCPError

    try:
        return await work
    except Refused as refusal:
        raise MCPError(types.INVALID_PARAMS, str(refusal)) from None


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


async def serve_pipes(client: Shortlist, connection: Connection, purse: Purse) -> None:
    """Speak over standard input and output until the input ends, or nobody reads any more."""
    server = server_of(client, connection, purse)
    try:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
    except* BrokenPipeError:
        pass  # The agent has ended, and needs no answer: what was asked is in the journal.


async def serve_http(
    client: Shortlist, connection: Connection, purse: Purse, port: int, as_json: bool
) -> None:
    """Speak over HTTP on loopback, to who has the token, until this program is told to end."""
    import uvicorn

    token = os.environ.get("SHORTLIST_MCP_TOKEN") or secrets.token_urlsafe(32)
    app = server_of(client, connection, purse).streamable_http_app(host="127.0.0.1")
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        from shortlist.desk.places import DeskError

        raise DeskError(
            f"Port {port} cannot be used: {error.strerror}. Choose another with --port."
        ) from None
    listener.listen()
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    if as_json:
        print_json({"url": address})
    else:
        print_line(f"listening on {address}")
    if not os.environ.get("SHORTLIST_MCP_TOKEN"):
        say(f"It asks for this token: Authorization: Bearer {token}")
    config = uvicorn.Config(_guarded(app, token), log_level="warning", access_log=False)
    await uvicorn.Server(config).serve(sockets=[listener])


def _guarded(app: Any, token: str) -> Any:
    """Let in who brings the token: whatever else runs on this machine has no part in the purse."""
    expected = f"Bearer {token}".encode()

    async def guard(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not secrets.compare_digest(given, expected):
                start = {"type": "http.response.start", "status": 401}
                await send({**start, "headers": [(b"www-authenticate", b"Bearer")]})
                await send({"type": "http.response.body", "body": b""})
                return
        await app(scope, receive, send)

    return guard
