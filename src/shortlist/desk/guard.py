"""What this machine keeps that goes with every export and enrichment: who is left out, and what a
Set is for. The app holds the same from its open `Store`; a command reads it here."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

from shortlist.desk.left_out import LeftOut
from shortlist.desk.places import Places
from shortlist.desk.store import FILE_NAME, Store

__all__ = ["Guard", "guard_of"]


@dataclass(frozen=True, slots=True)
class Guard:
    """As it was read."""

    left_out: LeftOut
    purpose: str | None = None
    """What the Set is for, where it was noted down."""

    def __bool__(self) -> bool:
        """Whether anything of a file has to change."""
        return bool(self.left_out or self.purpose)


def guard_of(places: Places, account: str = "", set_id: str = "") -> Guard:
    """The guard of a Set of an account (see `account_of`), or of people of any account.

    Raises `DeskError` when what is kept cannot be read.
    """
    if not (places.data / FILE_NAME).exists():
        return Guard(LeftOut())
    with closing(Store(places, account)) as store:
        return Guard(store.left_out(), store.purposes().get(set_id) if set_id else None)
