"""Who may still be shown: people who asked to be left out appear nowhere, admitted or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, select

from shortlist.service.db.schema import people
from shortlist.service.index.port import PeopleIndex
from shortlist.service.sets.repository import ItemRow


class Visible:
    """Leaves out the items of people who are suppressed, by whatever they gave: their id, their
    profile or an address. Who merely left the index stays in the Sets they were admitted to."""

    def __init__(self, index: Callable[[], PeopleIndex]) -> None:
        """`index` gives the index once it is up, and raises until then."""
        self._index = index

    def __call__(self, connection: Connection, rows: Sequence[ItemRow]) -> list[ItemRow]:
        """The items of `rows` that may be shown. Raises what the index raises."""
        if not rows:
            return []
        index = self._index()
        known = index.get([row.person_id for row in rows])
        missing = [row for row in rows if row.person_id not in known]
        # Still a record, and yet the index does not give it: suppressed, for instance by address.
        kept_back = set(
            connection.execute(
                select(people.c.id).where(
                    people.c.id.in_([row.person_id for row in missing]),
                    people.c.removed_at.is_(None),
                )
            ).scalars()
            if missing
            else ()
        )
        hidden = {
            row.id
            for row in missing
            if row.person_id in kept_back
            or index.is_suppressed("person_id", row.person_id)
            or (
                (url := row.person.get("profile_url")) is not None
                and index.is_suppressed("profile_url", url)
            )
        }
        return [row for row in rows if row.id not in hidden]
