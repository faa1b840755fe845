"""Who may still be shown: people who asked to be left out appear nowhere, admitted or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shortlist.service.index.port import PeopleIndex
from shortlist.service.sets.repository import ItemRow


class Visible:
    """Leaves out the items of people who are suppressed. Who merely left the index stays in the
    Sets they were admitted to."""

    def __init__(self, index: Callable[[], PeopleIndex]) -> None:
        """`index` gives the index once it is up, and raises until then."""
        self._index = index

    def __call__(self, rows: Sequence[ItemRow]) -> list[ItemRow]:
        """The items of `rows` that may be shown. Raises what `index` raises."""
        index = self._index()
        return [row for row in rows if not _suppressed(index, row)]

    def same_as(self, row: ItemRow) -> tuple[str, ...]:
        """The other records of the item's person. Raises what `index` raises."""
        return self._index().same_as(row.person_id)


def _suppressed(index: PeopleIndex, row: ItemRow) -> bool:
    # Whoever was suppressed by an address is listed by id as well: an item holds no address.
    page = row.person.get("profile_url")
    return index.is_suppressed("person_id", row.person_id) or (
        page is not None and index.is_suppressed("profile_url", page)
    )
