"""Work on a thread that nobody waits for when the program ends: looking, waiting, importing."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from threading import Thread
from typing import Any, ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


async def beside(
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
