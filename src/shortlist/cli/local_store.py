"""Reading and writing what this machine keeps of searches, Sets, dossiers and contacts."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import click

from shortlist.cli.output import amount, say
from shortlist.contract.limits import people_price

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from shortlist.contract.person import Dossier
    from shortlist.contract.search import SearchResponse
    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.desk.connection import Connection
    from shortlist.desk.receipts import Receipt
    from shortlist.desk.store import Store
    from shortlist.desk.yields import Outcome


_ITEMS_MOST = 200_000


@contextmanager
def open_store(connection: Connection) -> Iterator[Store]:
    """The file of this machine, open for the account of a connection. Raises `DeskError`."""
    from shortlist.desk.places import find_places
    from shortlist.desk.store import Store, account_of

    with closing(Store(find_places(), account_of(connection))) as store:
        yield store


@contextmanager
def open_store_to_keep(connection: Connection, what: str) -> Iterator[Store]:
    """The same, to write to it: that `what` cannot be kept is said, and nothing more."""
    from shortlist.desk.places import DeskError

    try:
        with open_store(connection) as store:
            yield store
    except DeskError as error:
        say(f"{what} is not kept on this machine: {error}")


class KeptAnswer:
    """The answer of one search of one account, the same that the app shows."""

    def __init__(
        self,
        connection: Connection,
        query: str,
        filters: Mapping[str, str],
        type: str,
        count: int,
        fields: Sequence[str] | None,
    ) -> None:
        from shortlist.desk.query_line import written_search
        from shortlist.desk.searches import search_key

        self._connection, self._type, self._count = connection, type, count
        # Other fields are another answer, which the app would not know how to show.
        chosen = {"fields": ",".join(sorted(fields))} if fields else {}
        self._key = search_key(query, {**filters, **chosen}, type, count)
        self._line = "" if chosen else written_search(query, filters)

    def read(self) -> SearchResponse:
        """What was found. Raises `click.ClickException` where nothing is kept."""
        from shortlist.contract.search import SearchResponse

        kept = self._kept()
        if kept is None or "data" not in kept:
            raise click.ClickException(
                "Nothing is kept of this search. Without --kept it is asked, for up to "
                f"{amount(people_price(self._count), 'credit')}."
            )
        say(f"Kept from {_minute(kept)}; nothing was asked, nor charged.")
        return SearchResponse.model_validate({"data": kept["data"], "meta": kept.get("meta") or {}})

    def say_what_again_costs(self) -> None:
        """Where this very search was asked before: when, and what it costs to ask again. Raises
        `DeskError` where what is kept cannot be read, before anything is spent."""
        kept = self._kept()
        if kept is not None:
            cost = amount(people_price(self._count), "credit")
            say(f"Asked before, {_minute(kept)}: again it costs up to {cost}. --kept is free.")

    def keep(self, response: SearchResponse) -> None:
        """Keep what was found now. That it cannot be kept is said, and nothing more."""

        with open_store_to_keep(self._connection, "What was found") as store:
            store.keep_answer(self._key, response.to_wire())
            if self._line:
                store.remember_query(self._line, type=self._type, count=self._count)

    def _kept(self) -> dict[str, Any] | None:
        from shortlist.desk.places import find_places
        from shortlist.desk.store import FILE_NAME

        if not (find_places().data / FILE_NAME).exists():
            return None
        with open_store(self._connection) as store:
            return store.answer(self._key)


def keep_receipts(
    connection: Connection, receipts: Sequence[Receipt], outcomes: Sequence[Outcome] = ()
) -> None:
    """Keep what was charged for what, as the app does, and what lookups came to. That it cannot
    be kept is said, and nothing more."""

    if not receipts and not outcomes:
        return
    with open_store_to_keep(connection, "The receipt") as store:
        store.add_receipts(receipts)
        store.add_outcomes(outcomes)


def keep_set(connection: Connection, set_: PeopleSet, key: str = "") -> None:
    """Keep a Set as it was read, and its receipt where it has ended; `key`: of its
    creation, where that was now."""
    from shortlist.desk.charges import set_receipts

    with open_store_to_keep(connection, "The Set") as store:
        asked = store.recall("asked", {})
        asked = asked if isinstance(asked, dict) else {}
        if key:
            asked = {**asked, set_.id: (key, "")}
            store.remember("asked", asked)
        store.remember_sets([set_.to_wire()])
        store.add_receipts(set_receipts([set_], asked))


def kept_items(set_id: str, profile: str | None) -> list[SetItem]:
    """The people of a Set as they are kept here, and when that was is said. Raises
    `click.ClickException` where none are."""
    from shortlist.contract.sets import SetItem
    from shortlist.desk.connection import resolve_connection

    with open_store(resolve_connection(profile)) as store:
        bodies = store.items(set_id, 0, _ITEMS_MOST)
        at = store.recall(f"walked_at/{set_id}")
    if not bodies:
        raise click.ClickException(
            f"Nobody of {set_id} is kept here: the app keeps whom it shows. Without --kept they "
            "are read from the service, free."
        )
    say(f"Kept from {_minute({'at': at})}; nothing was asked.")
    return [SetItem.model_validate(body) for body in bodies]


def keep_items(connection: Connection, set_id: str, items: Sequence[SetItem]) -> None:
    """Keep all the people of a Set, for the app and for --kept. That they cannot be kept is
    said."""
    from shortlist.desk.database import format_now

    with open_store_to_keep(connection, "The people") as store:
        store.remember_items(set_id, [item.to_wire() for item in items])
        store.remember(f"walked/{set_id}", len(items))
        store.remember(f"walked_at/{set_id}", format_now())


def kept_dossier(whom: Mapping[str, str], profile: str | None) -> Dossier:
    """What research of somebody gave when it was last read, and when that was is said. Raises
    `click.ClickException` where that is not kept."""
    from shortlist.contract.person import Dossier
    from shortlist.desk.connection import resolve_connection
    from shortlist.desk.replayed_answers import person_of

    with open_store(resolve_connection(profile)) as store:
        kept = store.dossier(person_of(whom))
    if kept is None:
        raise click.ClickException(
            "No dossier of them is kept here. Without --kept they are researched, at a price that "
            "is said first."
        )
    say(f"Kept from {_minute({'at': kept[1]})}; nothing was asked, nor charged.")
    return Dossier.model_validate(kept[0])


def keep_dossier(connection: Connection, whom: Mapping[str, str], dossier: Dossier) -> None:
    """Keep what was read, for the app and for --kept. That it cannot be kept is said."""
    from shortlist.desk.replayed_answers import person_of

    with open_store_to_keep(connection, "The dossier") as store:
        for person in {person_of(whom), dossier.person_id} - {""}:
            store.keep_dossier(person, dossier.to_wire())


def keep_contacts(
    connection: Connection, found: Iterable[tuple[Mapping[str, str], Mapping[str, Any]]]
) -> None:
    """Keep what was resolved, as the app does, so that exports have it: whom each was about (its
    anchor), and the results by field. That it cannot be kept is said, and nothing more."""
    from shortlist.desk.replayed_answers import person_of

    with open_store_to_keep(connection, "What was resolved") as store:
        store.remember_contacts(
            (person_of(anchor), field, result)
            for anchor, results in found
            for field, result in results.items()
        )


def _minute(kept: Mapping[str, Any]) -> str:
    from shortlist.contract.times import parse_time

    at = parse_time(kept.get("at"))
    return f"{at.astimezone():%Y-%m-%d %H:%M}" if at is not None else "at a time that was not noted"
