"""What the tests of every part of the service may use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.service.index.people import SmallIndex, make_small_index

from shortlist.service.index.embedded import EmbeddedIndex


@pytest.fixture
def small_index(tmp_path: Path) -> Iterator[EmbeddedIndex]:
    """A real index, in a folder of its own, over `tests.service.index.people.RECORDS`."""
    made: SmallIndex = make_small_index(tmp_path / "small-index")
    yield made.index
    made.close()
