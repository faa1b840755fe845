"""Daemon threads for blocking work that need not finish when the program ends."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Coroutine
from threading import Thread
from typing import Any, ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


async def run_on_thread(
    work: Callable[_Given, _Result], *args: _Given.args, **kwargs: _Given.kwargs
) -> _Result:
    """Do `work` on a thread of its own, which ends with the program at the latest.

    What must come to its end, such as writing, belongs in `asyncio.to_thread`, which is waited for.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[_Result] = loop.create_future()

    def run() -> None:
        try:
            result = work(*args, **kwargs)
        except BaseException as error:
            tell(done.set_exception, error)
        else:
            tell(done.set_result, result)

    def tell(how: Callable[[Any], object], what: Any) -> None:
        def now() -> None:
            if not done.done():
                how(what)

        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits
            loop.call_soon_threadsafe(now)

    Thread(target=run, daemon=True).start()
    return await done


class _Loop(asyncio.SelectorEventLoop):
    """An event loop that resolves host names on a daemon thread: where the network is away a lookup
    takes a quarter of a minute, and the usual loop waits for it when the program ends."""

    async def getaddrinfo(self, *given: Any, **named: Any) -> Any:
        return await run_on_thread(socket.getaddrinfo, *given, **named)


def run_to_end(work: Coroutine[Any, Any, _Result]) -> _Result:
    """As `asyncio.run`, but a name that is still being looked up is not waited for."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(work)
