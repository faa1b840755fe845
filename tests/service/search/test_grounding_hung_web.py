"""A web that hangs holds up those who wait for it, and nobody else (section 4.1)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.service.person.web import running_web

from shortlist.service.config import WebConfig
from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.port import Filters
from shortlist.service.search.finder import IndexFinder
from shortlist.service.search.grounding import WEB_AT_ONCE, Grounded, ground
from shortlist.service.search.request import ValidSearch
from shortlist.service.web.pages import Page, SearxNg, WebUnavailable

SECONDS = 30
DEEP = ValidSearch("engineers", "deep", 5, Filters(), ("name",))


class Hung:
    """A web that answers nobody until `gate` is open, and then that it could not be asked."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.asked = threading.Semaphore(0)

    def pages(self, query: str) -> Sequence[Page]:
        self.asked.release()
        self.gate.wait(SECONDS)
        raise WebUnavailable("it did not answer in time")

    def close(self) -> None: ...


def test_s4_1_a_web_that_does_not_answer_in_time_is_not_waited_for(
    directory: EmbeddedIndex, finder: IndexFinder
):
    found = finder.find("engineers", Filters(), type="deep", limit=5, timeout_seconds=SECONDS)
    with running_web() as server:
        server.gate.clear()  # it answers after half a minute
        web = SearxNg(WebConfig(type="searxng", url=server.url, timeout_seconds=0.3))
        grounded = ground(DEEP, found, directory, web)
        web.close()
    assert grounded.grounding is not None
    assert grounded.grounding["status"] in ("partial", "unavailable")
    assert [hit.person_id for hit in grounded.hits] == [hit.person_id for hit in found.hits]


def test_s4_1_a_web_that_hangs_holds_few_threads(directory: EmbeddedIndex, finder: IndexFinder):
    found = finder.find("engineers", Filters(), type="deep", limit=5, timeout_seconds=SECONDS)
    web = Hung()

    def deep() -> Grounded:
        return ground(DEEP, found, directory, web)

    with ThreadPoolExecutor(WEB_AT_ONCE + 1) as threads:
        waiting = [threads.submit(deep) for _ in range(WEB_AT_ONCE)]
        for _ in waiting:
            assert web.asked.acquire(timeout=SECONDS)
        one_more = threads.submit(deep).result(SECONDS)
        assert not any(each.done() for each in waiting)
        assert one_more.grounding is not None
        assert one_more.grounding["status"] in ("partial", "unavailable")
        web.gate.set()
        for each in waiting:
            assert each.result(SECONDS).hits == one_more.hits
    # Those who waited have left room again.
    assert not web.asked.acquire(blocking=False)
    ground(DEEP, found, directory, web)
    assert web.asked.acquire(blocking=False)
