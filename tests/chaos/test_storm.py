"""A short storm; the long one is `python -m tests.chaos.storm`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.chaos.storm import storm, storm_over_hosts


@pytest.mark.timeout(300)
def test_killed_and_frozen_under_load_every_invariant_holds(tmp_path: Path) -> None:
    done = storm(tmp_path / "data", strikes=4, seed=7)
    assert done["outcomes"]
    assert done["events followed"] > 0
    assert sum(done["strikes"].values()) == 4


@pytest.mark.timeout(300)
def test_two_hosts_on_one_database_that_is_struck_too(tmp_path: Path) -> None:
    done = storm_over_hosts(tmp_path / "hosts", processes=2, strikes=6, seed=11)
    assert done["outcomes"]
    assert done["events followed"] > 0
    assert sum(done["strikes"].values()) == 6
