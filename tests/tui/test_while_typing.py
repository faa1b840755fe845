"""Free requests while one types: one at a time, and the newest is never lost."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, ClassVar

from shortlist.tui.live.while_typing import RequestsWhileTyping


class Late:
    """A session whose workers begin when a test says so."""

    def __init__(self) -> None:
        self.workers: list[Coroutine[Any, Any, None]] = []

    def run(self, work: Coroutine[Any, Any, None], _name: str) -> None:
        self.workers.append(work)


class Requests(RequestsWhileTyping[str]):
    """What was asked, each answered when a test says so."""

    OFFER: ClassVar[str] = "x"

    def __init__(self, session: Late) -> None:
        super().__init__(session)  # type: ignore[arg-type]
        self.asked: list[str] = []
        self.answered = asyncio.Event()

    async def _ask(self, asked: str) -> None:
        self.asked.append(asked)
        await self.answered.wait()


async def test_what_is_wanted_twice_before_it_is_asked_is_asked_once() -> None:
    late = Late()
    requests = Requests(late)
    requests.answered.set()
    requests.ask("a")
    requests.ask("a")
    (worker,) = late.workers
    await worker
    assert requests.asked == ["a"]
    requests.ask("b")
    await late.workers[1]
    assert requests.asked == ["a", "b"]


async def test_of_those_that_wait_only_the_newest_is_asked() -> None:
    late = Late()
    requests = Requests(late)
    requests.ask("a")
    under_way = asyncio.create_task(late.workers[0])
    await asyncio.sleep(0)
    for wanted in "bcd":
        requests.ask(wanted)
    requests.answered.set()
    await under_way
    assert requests.asked == ["a", "d"]


async def test_what_is_under_way_is_not_asked_again() -> None:
    late = Late()
    requests = Requests(late)
    requests.ask("a")
    under_way = asyncio.create_task(late.workers[0])
    await asyncio.sleep(0)
    for wanted in "ba":
        requests.ask(wanted)
    requests.answered.set()
    await under_way
    assert requests.asked == ["a"] and len(late.workers) == 1
