from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.service.index.people import make_small_index
from tests.service.search.directory import DIRECTORY

from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.search.finder import IndexFinder, open_finder


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedIndex]:
    """A real index over `DIRECTORY`."""
    made = make_small_index(tmp_path_factory.mktemp("directory"), DIRECTORY)
    yield made.index
    made.close()


@pytest.fixture(scope="module")
def finder(directory: EmbeddedIndex) -> IndexFinder:
    return open_finder(directory)
