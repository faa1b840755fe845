"""What the organisations of the sample do, and what their people know."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Industry:
    """An industry of the sample."""

    name: str
    branches: tuple[str, ...]
    """Finer industries."""
    nouns: tuple[str, ...]
    """What its organisations are called after."""
    tracks: tuple[str, ...]
    """Keys of `roles.TRACKS`: who works there, the most typical first."""
    topics: tuple[str, ...]
    """What its people work on, as it would stand after "works on"."""


def _industry(line: str) -> Industry:
    """Of `name | branches | nouns | tracks | topics`."""
    name, branches, nouns, tracks, topics = line.split("|")
    return Industry(
        name,
        tuple(branches.split(";")),
        tuple(nouns.split(",")),
        tuple(tracks.split()),
        tuple(topics.split(";")),
    )


INDUSTRIES = tuple(
    _industry(line)
    for line in Path(__file__).with_name("industries.txt").read_text("utf-8").splitlines()
)

# First halves of organisations' names; coined, or words of landscape and craft.
STEMS = tuple(Path(__file__).with_name("stems.txt").read_text("utf-8").split())
