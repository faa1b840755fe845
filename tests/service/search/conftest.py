from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.service.index.people import make_small_index
from tests.service.search.directory import DIRECTORY

from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.db.schema import metadata
from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.open import open_index
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


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexFinder]:
    """The finder on the sample that ships."""
    data_dir = tmp_path_factory.mktemp("sample")
    engine = open_engine(database_url(data_dir))
    metadata.create_all(engine)
    index = open_index(engine, data_dir, follow=False)
    yield open_finder(index)
    index.close()
    engine.dispose()
