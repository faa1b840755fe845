"""`/openapi.json` and the service agree, odd requests included (interface, section 4.2: without
the Sets family)."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import regex
from tests.service.index.people import RECORDS
from tests.service.server import RunningService, http_request, running_service

from shortlist.service.lexicon.text import says_something

WRITTEN_DOWN = Path(__file__).parents[3] / "docs" / "openapi.json"
CONFIG = """
[workspace]
requests_per_minute = 1000000
balance = 100000000
"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    data = tmp_path_factory.mktemp("openapi") / "data"
    with running_service(data, config=CONFIG, people=RECORDS) as running:
        yield running.wait_ready()


def test_the_document_is_public_and_leaves_the_sets_out(service):
    document = http_request("GET", service.url + "/openapi.json").json()
    assert {"/v1/search", "/v1/enrich", "/v1/person", "/v1/account/usage"} <= set(document["paths"])
    assert not [path for path in document["paths"] if "/sets" in path]
    for path in document["paths"].values():
        for operation in path.values():
            schema = operation["responses"]["401"]["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/Error"}


def test_the_document_in_the_repository_is_the_one_that_is_served(service) -> None:
    served = http_request("GET", service.url + "/openapi.json").json()
    assert json.loads(WRITTEN_DOWN.read_text("utf-8")) == served, "run python -m docs.make"


@pytest.mark.timeout(400)
@pytest.mark.skipif(
    importlib.util.find_spec("schemathesis") is None, reason="schemathesis is not installed"
)
def test_schemathesis_finds_no_fault(
    service: RunningService, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    command = [sys.executable, "-m", "schemathesis.cli", "run", service.url + "/openapi.json"]
    options = ["--max-examples", "10", "--phases", "coverage,fuzzing,stateful", "--no-color"]
    if (seed := request.config.getoption("hypothesis_seed")) is not None:
        options += ["--seed", str(seed)]
    # Every check but one: DELETE of a research run cancels it, and a run that has ended, or was
    # cancelled, can still be read; the check takes DELETE to mean that it is gone (404).
    options += ["--exclude-checks", "use_after_free"]
    found = subprocess.run(
        [*command, *options, "-H", f"Authorization: Bearer {service.key}"],
        cwd=tmp_path,  # it leaves a cache where it runs
        capture_output=True,
        text=True,
        timeout=380,
    )
    assert found.returncode == 0, found.stdout[-6000:] + found.stderr[-2000:]


def test_reading_a_run_tells_of_cancelled_and_expired_ones(service: RunningService) -> None:
    document = http_request("GET", f"{service.url}/openapi.json").json()
    told = document["paths"]["/v1/person/runs/{run_id}"]["get"]["responses"]
    assert "run_canceled" in told["409"]["description"]
    assert "run_expired" in told["410"]["description"]


@pytest.mark.parametrize(
    "text",
    ["A", "the a", "An, the", "á", "A+", "C++", "+", "1", "東", "Müller", "%", "the Bank", " "],
)
def test_what_the_document_says_of_a_filter_is_what_is_refused(text: str) -> None:
    document = json.loads(WRITTEN_DOWN.read_text("utf-8"))
    by_query, by_filters = document["components"]["schemas"]["SearchRequest"]["anyOf"]
    beside = by_query["properties"]["filters"]["anyOf"][0]["properties"]["title"]
    assert _takes(beside, text) == (says_something(text) or not text.strip())
    alone = by_filters["properties"]["filters"]["properties"]["title"]
    assert _takes(alone, text) == says_something(text), "one that is empty is no filter"


def _takes(schema: dict[str, str], text: str) -> bool:
    return regex.search(schema["pattern"], text) is not None
