"""Erasure of people who asked to be left out, or were removed, from all tables.

Their records, vectors and anchors go with the change itself. Here goes what was kept of answers
about them: a kept answer becomes what a replay of it shows from then on, so that its key still is
used up and charges nobody twice. SQLite then overwrites what it deleted and empties its log.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final

import orjson
from sqlalchemy import Connection, Engine, bindparam, insert, select, update

from shortlist.service.db.engine import alone, writing
from shortlist.service.db.schema import counters, idempotency, items, people, suppressions
from shortlist.service.db.write_ahead_log import empty_log
from shortlist.service.http.suppression import asked_about, shown_without
from shortlist.service.index.store import COUNTER, last_number, suppression_hash, suppression_hashes

ERASED_UP_TO: Final = "erased_up_to"
"""The counter that holds the last change of people up to which everything was erased."""
_PAGE: Final = 200

log = logging.getLogger("shortlist.erase")


def erase(engine: Engine) -> bool:
    """Erase what is left of everyone who went since this was last called; whether anybody had.

    Call it after the change was committed. What it cannot reach yet, such as a log that somebody
    reads, the service reaches by itself as soon as it is idle, and when it stops.
    """
    with writing(engine) as connection:
        alone(connection, COUNTER)
        upto = last_number(connection)
        before = _erased_up_to(connection)
        gone = _gone_since(connection, before)
        if gone:
            whole = _forget_runs(connection, gone)
            _forget_answers(connection, gone)
            _forget_items(connection, gone)
            if not whole:
                # Somebody is being researched: that ends soon, and is looked at again then.
                return True
        _remember(connection, upto)
    if gone:
        empty_log(engine)
    return bool(gone)


def _erased_up_to(connection: Connection) -> int:
    known = select(counters.c.value).where(counters.c.name == ERASED_UP_TO)
    return int(connection.scalar(known) or 0)


def _remember(connection: Connection, number: int) -> None:
    kept = update(counters).where(counters.c.name == ERASED_UP_TO).values(value=number)
    if connection.execute(kept).rowcount == 0:
        connection.execute(insert(counters).values(name=ERASED_UP_TO, value=number))


def _gone_since(connection: Connection, number: int) -> frozenset[str]:
    """Hashes, as the list of those left out has them, of everyone who is on it, or was taken out,
    since that change."""
    listed = select(suppressions.c.value_hash).where(suppressions.c.seq > number)
    removed = select(people.c.id).where(people.c.seq > number, people.c.removed_at.is_not(None))
    return frozenset(connection.scalars(listed)) | {
        suppression_hash("person_id", person_id) for person_id in connection.scalars(removed)
    }


def _listed_in(gone: frozenset[str]) -> Callable[[str, list[str]], set[str]]:
    def listed(kind: str, values: list[str]) -> set[str]:
        return {v for v in values if not gone.isdisjoint(suppression_hashes(kind, v))}

    return listed


def _forget_answers(connection: Connection, gone: frozenset[str]) -> None:
    listed = _listed_in(gone)
    after: tuple[str, str] = ("", "")
    while True:
        columns = idempotency.c
        page = connection.execute(
            select(columns.workspace_id, columns.key, columns.path, columns.about)
            .add_columns(columns.body, columns.request_id)
            .where(columns.status == 200)
            .where(
                (columns.workspace_id > after[0])
                | ((columns.workspace_id == after[0]) & (columns.key > after[1]))
            )
            .order_by(columns.workspace_id, columns.key)
            .limit(_PAGE)
        ).all()
        if not page:
            return
        for row in page:
            answer = orjson.loads(row.body) if row.body else None
            if not isinstance(answer, dict):
                continue
            asked = not gone.isdisjoint(row.about or ())
            shown = shown_without(row.path, answer, listed, asked, row.request_id)
            if shown is not None:
                connection.execute(
                    _REPLACE,
                    {
                        "its_workspace": row.workspace_id,
                        "its_key": row.key,
                        "new_status": shown[0],
                        "new_body": shown[1],
                    },
                )
        after = (page[-1].workspace_id, page[-1].key)


_REPLACE = (
    update(idempotency)
    .where(idempotency.c.workspace_id == bindparam("its_workspace"))
    .where(idempotency.c.key == bindparam("its_key"))
    .values(status=bindparam("new_status"), body=bindparam("new_body"))
)


def _forget_runs(connection: Connection, gone: frozenset[str]) -> bool:
    """Erase what research found of them, and whom it was asked about; False where some of it is
    still under way."""
    # Imported here: it brings the web framework, and not every command needs it.
    from shortlist.service.person import repository
    from shortlist.service.person.doubt import nobody

    whole = True
    for run in repository.runs_with_somebody(connection):
        names = asked_about(run.identifier)
        if run.person_id:
            names.append(("person_id", run.person_id))
        hashes = {digest for kind, value in names for digest in suppression_hashes(kind, value)}
        if gone.isdisjoint(hashes):
            continue
        if run.status in repository.UNFINISHED:
            whole = False
        else:
            repository.forget_run(connection, run.id, nobody({}).meta())
    return whole


def _forget_items(connection: Connection, gone: frozenset[str]) -> None:
    """Erase what Sets hold of whoever is left out by the page that an item shows. Who merely left
    the index stays in the Sets they were admitted to."""
    page: Any = items.c.person["profile_url"].as_string()
    rows = connection.execute(select(items.c.id, page.label("page")).where(page.is_not(None)))
    theirs = [
        row.id for row in rows if not gone.isdisjoint(suppression_hashes("profile_url", row.page))
    ]
    for start in range(0, len(theirs), _PAGE):
        some = theirs[start : start + _PAGE]
        connection.execute(
            update(items).where(items.c.id.in_(some)).values(person={}, verification=[])
        )
