"""Who asks to be left out is so from that moment on, however late the index follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from fastapi.responses import Response
from tests.service.index.people import SmallIndex, make_small_index

from shortlist.contract.limits import SEARCH_FIELDS, SEARCH_FIELDS_DEFAULT
from shortlist.service.clock import now_ms
from shortlist.service.db.engine import reading, writing
from shortlist.service.http.call import Call, Reply
from shortlist.service.http.run import _run
from shortlist.service.http.suppression import found_since
from shortlist.service.index.port import Filters
from shortlist.service.index.store import put_suppression
from shortlist.service.index.suppress import suppress
from shortlist.service.search.answering import AnsweredSearch, answer
from shortlist.service.search.finder import open_finder
from shortlist.service.search.request import ValidSearch


@pytest.fixture
def late(tmp_path: Path) -> Iterator[SmallIndex]:
    """An index that never follows the database."""
    made = make_small_index(tmp_path, follow=False)
    yield made
    made.close()


def ids(members: Any) -> list[str]:
    entries = members or {}
    pages = entries if isinstance(entries, list) else entries["results"]
    return [entry["person"]["person_id"] for entry in pages]


@pytest.mark.parametrize("fields", [SEARCH_FIELDS_DEFAULT, SEARCH_FIELDS])
def test_s4_1_a_search_is_without_who_asked_while_it_ran(
    late: SmallIndex, fields: tuple[str, ...]
) -> None:
    finder = open_finder(late.index)

    def found() -> AnsweredSearch:
        asked = ValidSearch("chief financial officer", "deep", 10, Filters(), fields)
        answered = answer(finder, late.index, None, asked, 10)
        with reading(late.engine) as connection:
            return found_since(connection, answered)

    before = found()
    everybody = ids(before.results)
    first, second, *others = everybody
    assert first in ids(before.grounding)
    assert late.index.get([first, second]).keys() == {first, second}
    suppress(late.engine, "person_id", first)
    suppress(late.engine, "person_id", second)

    after = found()
    assert ids(after.results) == others
    assert len(others) == len(everybody) - 2
    assert not {first, second} & set(ids(after.grounding))
    assert late.index.get([first, second]) == {}
    late.index.catch_up()
    assert not {first, second} & set(ids(found().results))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("same", "called|zelda quarrington"),
        ("profile_url", "prado.example/staff"),
        ("name_domain", "zelda quarrington|prado.example"),
    ],
)
def test_s4_1_nobody_is_told_of_by_pages_whose_name_asked_while_it_ran(
    late: SmallIndex, kind: str, value: str
) -> None:
    """They have no id that anybody knew before this search found them."""
    record = {
        "id": "web_1",
        "name": "Zelda Quarrington",
        "sources": ["https://prado.example/staff"],
    }
    other = {"id": "web_2", "name": "Yara Quimby", "sources": ["https://b.example/"]}
    results = [{"person": {"person_id": each["id"]}} for each in (record, other)]
    pages = [{"url": "https://x.example/", "person": {"person_id": "web_1"}}]
    answered = AnsweredSearch(
        results=results,
        request={},
        grounding={"results": pages},
        followed=late.index.followed,
        told=(record, other),
    )
    with writing(late.engine) as connection:
        assert found_since(connection, answered) == answered
        put_suppression(connection, kind, value)
        current = found_since(connection, answered)
    assert ids(current.results) == ["web_2"]
    assert ids(current.grounding) == []
    assert current.told == (other,)


def test_s7_2_a_duplicate_that_waited_is_answered_without_who_asked_meanwhile(
    late: SmallIndex,
) -> None:
    services: Any = SimpleNamespace(engine=late.engine, quick_engine=late.engine, claims={})
    caller: Any = SimpleNamespace(workspace_id="w", active=True)
    found = [{"person": {"person_id": id}} for id in ("inv-000", "inv-001")]

    def run() -> Response:
        call = Call("req_1", caller, services, now_ms(), "/v1/search", b"{}", "key", "print")
        answer = _run(call, lambda: Reply({"data": {"results": found}}), {})
        assert isinstance(answer, Response)
        return answer

    assert len(orjson.loads(run().body)["data"]["results"]) == 2
    suppress(late.engine, "person_id", "inv-000")
    again = run()
    assert again.headers["idempotency-replayed"] == "true"
    assert orjson.loads(again.body)["data"]["results"] == found[1:]
