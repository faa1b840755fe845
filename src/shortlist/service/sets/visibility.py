"""Visibility of items: people who asked to be left out appear nowhere, admitted or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from shortlist.service.index.port import PeopleIndex
from shortlist.service.index.store import anybody_listed, listed_among, suppressed_ids
from shortlist.service.sets.repository import ItemRow


class Visibility:
    """Leaves out the items of people who are suppressed. Who merely left the index stays in the
    Sets they were admitted to."""

    def __init__(self, index: Callable[[], PeopleIndex]) -> None:
        """`index` gives the index once it is up, and raises until then."""
        self._index = index

    def __call__(self, connection: Connection, rows: Sequence[ItemRow]) -> list[ItemRow]:
        """The items of `rows` that may be shown."""
        if not anybody_listed(connection):
            return list(rows)
        # Whoever was suppressed by an address is listed by id too: an item holds no address.
        people = suppressed_ids(connection, [row.person_id for row in rows])
        pages = [page for row in rows if (page := _page(row))]
        left_out = listed_among(connection, "profile_url", pages)
        return [row for row in rows if row.person_id not in people and _page(row) not in left_out]

    def same_as(self, row: ItemRow) -> tuple[str, ...]:
        """The other records of the item's person. Raises what `index` raises."""
        return self._index().same_as(row.person_id)


def _page(row: ItemRow) -> str | None:
    page: str | None = row.person.get("profile_url")
    return page
