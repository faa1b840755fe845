"""What the client's tests share."""

from __future__ import annotations

import pytest
from tests.client.ticking import Ticking


@pytest.fixture
def ticking() -> Ticking:
    """A clock that waits without waiting."""
    return Ticking()
