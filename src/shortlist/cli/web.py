"""`shortlist web`: the same app in a browser, on loopback, behind a one-time token."""

from __future__ import annotations

import asyncio
import secrets
import shlex
import signal
import socket
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from shortlist.cli.deployment import connecting
from shortlist.cli.output import print_json, print_line, say

if TYPE_CHECKING:
    from aiohttp.web import Application, Request, StreamResponse

# The page asks a font of another site; nobody else is to learn that it was opened.
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SHUTDOWN_SECONDS = 0.5
"""How long pages that are open are waited for at the end: they never close by themselves."""
# The page leaves the focus outside the terminal: whoever types would have to click first.
_FOCUS = """<script>
new MutationObserver((_, watch) => {
  const field = document.querySelector(".xterm-helper-textarea");
  if (field) { field.focus(); watch.disconnect(); }
}).observe(document.body, {childList: true, subtree: true});
</script>"""


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Default: any free one.")
@connecting
def web(port: int, as_json: bool, profile: str | None) -> None:
    """Open the app in a browser of this machine.

    Prints an address that works once: the browser that opens it first is let in, and no other
    program of this machine or page of another site is. Its host, under .localhost, is of this
    session alone: Chromium, Edge and Firefox find it by themselves. Runs until it is interrupted.
    """
    if find_spec("textual_serve") is None:
        raise click.ClickException(
            "The app in a browser needs textual-serve. Install it with: pip install textual-serve"
        )
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        raise click.ClickException(
            f"Port {port} cannot be used: {error.strerror}. Choose another with --port."
        ) from None
    listener.listen()
    asyncio.run(_serve(listener, profile, as_json))


async def _serve(listener: socket.socket, profile: str | None, as_json: bool) -> None:
    from aiohttp.web import AppRunner, SockSite
    from textual_serve.server import Server

    # A browser sends a cookie to every port of the host that set it: to whatever else listens on
    # 127.0.0.1. This host is of this session alone; browsers find all of .localhost on their own
    # machine (RFC 6761).
    host = f"{secrets.token_hex(16)}.localhost"
    address = f"http://{host}:{listener.getsockname()[1]}"
    command = [sys.executable, "-m", "shortlist", *(("--profile", profile) if profile else ())]

    class Quiet(Server):
        async def on_startup(self, app: Application) -> None:
            """Says nothing: what is printed is ours."""

    server = Quiet(shlex.join(command), "127.0.0.1", title="Shortlist", public_url=address)
    token = secrets.token_urlsafe(32)
    application = await server._make_app()
    application.middlewares.append(_guard(address, token))
    runner = AppRunner(application, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)
    await runner.setup()
    await SockSite(runner, listener).start()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    once = f"{address}/?token={token}"
    if as_json:
        print_json({"url": once})
    else:
        print_line(once)
        say("Open this address in a browser; it works once. Ctrl+C ends it.")
    await stop.wait()
    await runner.cleanup()


def _guard(address: str, token: str) -> Any:
    """Let in whoever brings the token first, and from then on only them."""
    from aiohttp.web import HTTPForbidden, HTTPSeeOther, Response, middleware

    host = urlsplit(address).netloc
    cookie, secret = "shortlist", secrets.token_urlsafe(32)
    unused = [token]

    @middleware
    async def guard(request: Request, handler: Any) -> StreamResponse:
        if request.host != host or request.headers.get("Origin", address) != address:
            # A page of another site, or a name that was made to lead here.
            raise HTTPForbidden(text="This address belongs to another program.")
        if not secrets.compare_digest(request.cookies.get(cookie, "").encode(), secret.encode()):
            given = request.query.get("token", "").encode()
            if not (unused and secrets.compare_digest(given, unused[0].encode())):
                raise HTTPForbidden(
                    text="Open the address that `shortlist web` printed. It works once."
                )
            unused.clear()
            let_in = HTTPSeeOther("/")
            let_in.set_cookie(cookie, secret, httponly=True, samesite="Strict", path="/")
            raise let_in
        response: StreamResponse = await handler(request)
        if isinstance(response, Response) and response.content_type == "text/html":
            response.text = (response.text or "").replace("</body>", f"{_FOCUS}</body>")
        if not response.prepared:
            response.headers.update(_HEADERS)
        return response

    return guard
