"""Who meets nothing of a question is not found, and not paid for (4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.service.search.directory import DIRECTORY
from tests.service.server import RunningService, running_service

SPARE = [
    {
        "id": f"s{number:03}",
        "name": f"Pat Example{number}",
        "title": "Payroll Manager",
        "company": "Harbour Foods",
        "location": "Oslo, Norway",
        "summary": "Runs payroll for Harbour Foods.",
        "dataset": "invented",
    }
    for number in range(60)
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    folder = tmp_path_factory.mktemp("nobody") / "data"
    with running_service(folder, people=[*DIRECTORY, *SPARE]) as service:
        yield service.wait_ready(60)


def search(client: httpx.Client, **body: Any) -> tuple[list[str], float]:
    answer = client.post("/v1/search", json={"num_results": 25, **body}, timeout=60)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    people = [result["person"]["person_id"] for result in told["data"]["results"]]
    return people, told["meta"]["credits_charged"]


@pytest.mark.parametrize("type_", ["instant", "fast", "auto", "deep"])
@pytest.mark.parametrize(
    "query", ["qclear; zwplk", "asdf jkl", "xyzzy plugh", "who are they", "hhhhhh"]
)
def test_4_1_gibberish_finds_nobody_and_costs_nothing(
    served: RunningService, query: str, type_: str
) -> None:
    with served.client() as client:
        assert search(client, query=query, type=type_) == ([], 0)


def test_4_1_who_meets_nothing_does_not_fill_up_a_search(served: RunningService) -> None:
    with served.client() as client:
        people, charged = search(client, query="ministers")
        assert {"p21", "p22"} <= set(people)
        assert not {each["id"] for each in SPARE} & set(people)
        assert charged == -(-len(people) // 10)


def test_4_1_who_says_a_word_comes_near_or_passes_a_filter_is_found(
    served: RunningService,
) -> None:
    with served.client() as client:
        assert len(search(client, query="payroll zwplk")[0]) == 25
        assert len(search(client, filters={"company": "Harbour Foods"})[0]) == 25
        assert len(search(client, query="zwplk", filters={"company": "Harbour Foods"})[0]) == 25
        near, _ = search(client, query="state senators in Vermont")
        assert "p05" in near and "p04" in near, "of the place, and of the role"
        named, _ = search(client, query="Ingird Halvorsen")
        assert named[0] == "p01"
