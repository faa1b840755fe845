"""Who reads questions: tables and a grammar, or a model that the service was told to ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, Protocol, get_args

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass as checked

from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.question import Question, read

PartKind = Literal[
    "role", "place", "organisation", "industry", "skill", "language", "school", "degree",
    "certification",
]  # fmt: skip
NumberKind = Literal["since", "until", "graduated", "size"]
PARTS: Final[tuple[PartKind, ...]] = get_args(PartKind)
NUMBERS: Final[tuple[NumberKind, ...]] = get_args(NumberKind)
TEXT_MOST: Final = 1_000
"""Characters of a text that a model is asked about."""


@checked(frozen=True, slots=True, config=ConfigDict(strict=True))
class Clause:
    """One thing that a text demands, as a model put it; ValidationError where it put it wrong."""

    kind: PartKind | NumberKind
    words: Annotated[str, Field(min_length=1, max_length=TEXT_MOST)]
    """The words that say so, as they stand in the text."""
    values: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """What they mean, in plain English; any of these will do."""
    negated: bool = False
    past: bool = False
    at_least: Annotated[int, Field(ge=0, le=10**7)] | None = None
    at_most: Annotated[int, Field(ge=0, le=10**7)] | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """What a model said of a text."""

    clauses: tuple[Clause, ...] = ()
    failed: str = ""
    """Why it said nothing of use; empty where it did."""


class Reader(Protocol):
    """Turns texts into what they demand. Thread-safe."""

    asks: bool
    """Whether there is anybody to ask, or to be told by."""

    def ahead(self, texts: Sequence[str], seconds: float) -> None:
        """Ask whoever must be asked about `texts`, in at most `seconds`, so that `read` waits for
        nobody."""
        ...

    def heard(self, text: str) -> Heard | None:
        """What was said of `text`, for a reader elsewhere; None where nobody is asked."""
        ...

    def told(self, text: str, heard: Heard) -> None:
        """Take what another reader heard of `text`."""
        ...

    def read(self, text: str, gazetteer: Gazetteer) -> Question:
        """What `text` demands. Where a model failed, the tables read it, and `fallback` says so."""
        ...


class LocalReader:
    """Reads with tables and a grammar, and asks nobody."""

    asks = False

    def ahead(self, *_: object) -> None:
        """Nobody is asked."""

    def heard(self, _text: str) -> None:
        """Nobody was."""

    def told(self, *_: object) -> None:
        """Nobody tells."""

    def read(self, text: str, gazetteer: Gazetteer) -> Question:
        return read(text, gazetteer)
