"""A short storm; the long one is `python -m tests.chaos.storm`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.chaos.storm import storm


@pytest.mark.timeout(300)
def test_killed_and_frozen_under_load_every_invariant_holds(tmp_path: Path) -> None:
    done = storm(tmp_path / "data", rounds=4, seed=7)
    assert done["outcomes"]
    assert done["events followed"] > 0
    assert sum(done["strikes"].values()) == 4
