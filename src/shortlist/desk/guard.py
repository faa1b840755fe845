"""What every export and enrichment must respect: who is left out, what a Set is for, and what was
noted and resolved of its people. The app holds the same from its open `Store`; a command reads it
here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from shortlist.desk.left_out import LeftOut
from shortlist.desk.person_rows import with_kept
from shortlist.desk.places import Places
from shortlist.desk.store import FILE_NAME, Store

Row = dict[str, Any]


def _as_they_are(rows: Sequence[Row]) -> list[Row]:
    return list(rows)


@dataclass(frozen=True, slots=True)
class Guard:
    """All of this, as it was read at one moment."""

    left_out: LeftOut
    purpose: str | None = None
    """What the Set is for, where it was noted down."""
    with_kept: Callable[[Sequence[Row]], list[Row]] = _as_they_are
    """Adds to rows with a `person_id` what is kept of these people. Raises `DeskError`."""
    keeps: bool = False
    """Whether anything is kept of anybody."""

    def __bool__(self) -> bool:
        """Whether anything of a file has to change."""
        return bool(self.left_out or self.purpose or self.keeps)


def guard_of(places: Places, account: str = "", set_id: str = "") -> Guard:
    """The guard of a Set of an account (see `account_of`), or of people of any account.

    Raises `DeskError` when what is kept cannot be read.
    """
    if not (places.data / FILE_NAME).exists():
        return Guard(LeftOut())

    def kept(rows: Sequence[Row]) -> list[Row]:
        with closing(Store(places, account)) as store:
            return with_kept(rows, store, set_id)

    with closing(Store(places, account)) as store:
        if not set_id:
            return Guard(store.left_out())
        keeps = store.keeps_people()
        return Guard(store.left_out(), store.purposes().get(set_id), kept, keeps)
