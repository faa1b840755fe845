"""Every reader of files and of the wire, on a few nearly valid inputs and on each at which one
fell; the long one is `python -m tests.chaos.fuzz`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.chaos.fuzz.__main__ import Reader, case, makers

FOUND = Path(__file__).parent / "found"
"""By reader, what one fell at once: `READER__ANY`."""
CASES = 25


@pytest.fixture(scope="module")
def readers() -> dict[str, Reader]:
    """Those that were made, by name."""
    return {}


def reader_of(name: str, made: dict[str, Reader]) -> Reader:
    if name not in made:
        made[name] = makers()[name]()
    return made[name]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", makers())
def test_nearly_valid_is_told_in_a_line(name: str, readers: dict[str, Reader]) -> None:
    reader = reader_of(name, readers)
    for number in range(6 if name == "parquet" else CASES):
        reader.read(case(reader, f"test:{name}:{number}"))


@pytest.mark.parametrize("seed", sorted(FOUND.iterdir()), ids=lambda seed: seed.name)
def test_at_which_one_fell(seed: Path, readers: dict[str, Reader]) -> None:
    name = seed.name.partition("__")[0].replace("_", " ")
    reader_of(name, readers).read(seed.read_bytes())
