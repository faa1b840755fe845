"""A short storm; the long one is `python -m tests.chaos.storm`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.chaos.hosts import STRIKES
from tests.chaos.storm import roll, storm, storm_over_hosts


@pytest.mark.timeout(300)
def test_killed_and_frozen_under_load_every_invariant_holds(tmp_path: Path) -> None:
    done = storm(tmp_path / "data", strikes=4, seed=7)
    assert done["outcomes"]
    assert done["events followed"] > 0
    assert sum(done["strikes"].values()) == 4


@pytest.mark.timeout(300)
def test_two_hosts_on_one_database_that_is_struck_too(tmp_path: Path) -> None:
    done = storm_over_hosts(tmp_path / "hosts", processes=2, strikes=6, seed=98)
    assert done["outcomes"]
    assert done["events followed"] > 0
    assert set(done["strikes"]) == set(STRIKES), "one of each"


@pytest.mark.timeout(300)
def test_upgraded_one_by_one_under_load(tmp_path: Path) -> None:
    """The old version serves on beside the new one, on the tables that this one has changed."""
    done = roll(tmp_path / "hosts", processes=2, seed=3)
    assert done["strikes"] == {"upgrade": 2}
    assert done["events followed"] > 0
