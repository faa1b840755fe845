"""The names of the tests beside this one are a table: section of the interface → test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SAID = {
    name
    for file in [*HERE.glob("test_*.py"), *HERE.parent.glob("http/test_*.py")]
    for name in re.findall(r"def (test_\w+)\(", file.read_text("utf-8"))
}
SECTIONS = [
    *("s2_1", "s2_2", "s2_3", "s2_4", "s2_5", "s2_6"),
    *(f"s3_{rule}" for rule in range(1, 6)),
    *("s4_all", "s4_1", "s4_2", "s4_3", "s4_4"),
    *(f"s4_2_budget_{rule}" for rule in range(1, 6)),
    *("s4_2_create", "s4_2_export", "s4_2_pricing", "s4_2_to_a_key", "s4_2_sets_are_listed"),
    *(f"s4_3_{rule}" for rule in range(1, 10)),
    *("s4_4_person", "s4_4_usage", "s4_4_socials", "s4_4_network"),
    *(f"s5_{rule}" for rule in range(1, 7)),
    "s6",
    # Rules 6 and 8 are the client's; that it is told when to come back is section 8's.
    *(f"s7_{rule}" for rule in (1, 2, 3, 4, 5, 7)),
    "s8",
    *(f"s9_{rule}" for rule in range(1, 5)),
    "shapes",
]


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_has_its_test(section: str):
    assert [name for name in SAID if re.match(rf"test_{section}(_|$)", name)]
