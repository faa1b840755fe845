"""The interface of jobs that durable work runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Job(Protocol):
    """A kind of work, done piece by piece. Every piece commits by itself, in one transaction, and
    doing it twice must do it once: after a crash, or when a frozen process wakes up, the last
    piece may be attempted again."""

    transient: tuple[type[Exception], ...]
    """Failures that pass by themselves: the piece is tried again for about a minute."""
    awaited: tuple[type[Exception], ...]
    """What the piece needs is not up yet: it is tried again for as long as that takes."""

    def advance(self, id: str) -> bool:
        """Do the next piece of `id`; True while there is more. Of finished work: False."""
        ...

    def fail(self, id: str, error: Exception | None) -> None:
        """Finish `id` as failed, unless it is finished. `error`: None where its cause was lost."""
        ...

    def unfinished(self, created_before: int) -> Sequence[str]:
        """Ids of all work promised before that time (epoch milliseconds) and not finished."""
        ...
