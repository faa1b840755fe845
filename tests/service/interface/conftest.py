"""One running service for the tests that go through the interface sentence by sentence: their
names say which section (`test_s7_3_…`: section 7, its rule 3)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.service.enrich.providers import ContactProvider, contact_provider
from tests.service.interface.said import Said
from tests.service.person.directory import PEOPLE, fill, person
from tests.service.server import RunningService, http_client, running_service
from tests.service.sets.conftest import numbered, world

__all__ = ["numbered", "world"]

CONFIG = """
[workspace]
plan = "scale"
requests_per_minute = 100000
[[enrichment.providers]]
name = "directory"
type = "directory"
[[enrichment.providers]]
name = "outside"
type = "http"
url = "{url}"
timeout_seconds = 30
"""

LOCAL = [
    person(
        f"local-{n:03}",
        f"Lou Local{n:03}",
        title="Nurse" if n % 2 else "Chief Financial Officer",
        seniority="other" if n % 2 else "c_level",
        company="Quay Hospital" if n % 2 else "Alder Bank",
        company_domain="quay.example" if n % 2 else "alder.example",
        industry="Health Care" if n % 2 else "Financials",
        location="Oslo, Norway" if n % 2 else "Munich, Germany",
        city="Oslo" if n % 2 else "Munich",
        country="Norway" if n % 2 else "Germany",
        summary="A nurse at a hospital." if n % 2 else "Chief financial officer of a bank.",
    )
    for n in range(170)
]


@pytest.fixture(scope="session")
def outside() -> Iterator[ContactProvider]:
    """The provider beside the directory; it knows nobody until a test says so."""
    with contact_provider() as provider:
        yield provider


@pytest.fixture(scope="session")
def said_service(
    tmp_path_factory: pytest.TempPathFactory, outside: ContactProvider
) -> Iterator[RunningService]:
    folder = tmp_path_factory.mktemp("interface") / "data"
    data_dir = fill(folder, [*PEOPLE, *LOCAL], CONFIG.format(url=outside.url))
    with running_service(data_dir) as running:
        yield running.wait_ready()


@pytest.fixture
def api(said_service: RunningService, outside: ContactProvider) -> Iterator[Said]:
    outside.reset()
    headers = {"Authorization": f"Bearer {said_service.key}"}
    with http_client(base_url=said_service.url, headers=headers, timeout=60) as client:
        yield Said(said_service, client)
