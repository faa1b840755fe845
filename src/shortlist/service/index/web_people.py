"""People who are known only from public pages that a search found (section 4.1).

They are kept so that research and enrichment know them by the id that the search gave. No search
and no Set finds them in the index, and none of them outlives a wish to be left out: of somebody
who asked, nobody of the same name is kept, for pages tell namesakes apart badly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy import Connection, delete, insert, select, update

from shortlist.contract.anchors import normalise
from shortlist.service.clock import DAY_MS
from shortlist.service.db.schema import web_people
from shortlist.service.index.person_matching import lasting_keys
from shortlist.service.index.port import Record
from shortlist.service.lexicon.text import name_words

WEB_DATASET: Final = "public_web"
KEEP_DAYS: Final = 90
"""How long after a search last told of them they are kept: as long as a dossier is reread."""
WEB_PREFIX: Final = "web_"
"""What the ids of these people, and of nobody else, begin with."""


def called(name: str) -> tuple[str, ...]:
    """What somebody of this name is on the list of those left out by, as a `same`: the whole name,
    and the first and last of it."""
    said = name_words(name)
    if not said:
        return ()
    return tuple(dict.fromkeys((f"called|{' '.join(said)}", f"called|{said[0]} {said[-1]}")))


def names_to_check(record: Record) -> list[tuple[str, str]]:
    """All that `record` may be on the list of those left out by: kind and value."""
    name = str(record.get("name") or "")
    hosts = {(urlsplit(url).hostname or "").removeprefix("www.") for url in record["sources"]}
    return [
        ("person_id", record["id"]),
        *(("same", each) for each in (*called(name), *sorted(lasting_keys(record)))),
        *(("name_domain", f"{name}|{host}") for host in sorted(hosts)),
        *(("profile_url", url) for url in record["sources"]),
    ]


def get_web_people(connection: Connection, person_ids: Sequence[str]) -> dict[str, Record]:
    """Those of `person_ids` who are kept."""
    own = [person_id for person_id in person_ids if person_id.startswith(WEB_PREFIX)]
    if not own:
        return {}
    rows = connection.execute(
        select(web_people.c.id, web_people.c.record).where(web_people.c.id.in_(own))
    )
    return {row.id: row.record for row in rows}


def named_on_web(connection: Connection, name: str) -> list[Record]:
    """Everyone kept who has this name."""
    rows = connection.execute(
        select(web_people.c.record)
        .where(web_people.c.name_key == _name_key(name))
        .order_by(web_people.c.seen_at, web_people.c.id)
    )
    return list(rows.scalars())


def put_web_people(connection: Connection, records: Sequence[Record], now: int) -> None:
    """Keep these people as they are told of now."""
    for record in records:
        values = {"record": record, "seen_at": now}
        known = update(web_people).where(web_people.c.id == record["id"]).values(**values)
        if connection.execute(known).rowcount == 0:
            key = _name_key(str(record["name"]))
            connection.execute(insert(web_people).values(id=record["id"], name_key=key, **values))


def forget_old_web_people(connection: Connection, now: int) -> int:
    """Erase everyone whom no search told of for `KEEP_DAYS`; how many those were."""
    before = now - KEEP_DAYS * DAY_MS
    return connection.execute(delete(web_people).where(web_people.c.seen_at < before)).rowcount


def forget_web_people(
    connection: Connection, person_ids: Sequence[str], names: Sequence[str], page: str | None
) -> list[Record]:
    """Erase everyone kept who has one of these ids or `names`, or is told of by the normalised
    `page`; who that was, and everyone of the names of those."""
    rows = connection.execute(select(web_people.c.id, web_people.c.record)).all()
    ids, keys = set(person_ids), {_name_key(name) for name in names}
    for row in rows:
        pages = {normalise("profile", url) for url in row.record["sources"]} if page else set()
        if row.id in ids or page in pages:
            keys.add(_name_key(str(row.record["name"])))
    gone = [row for row in rows if _name_key(str(row.record["name"])) in keys]
    for row in gone:
        connection.execute(delete(web_people).where(web_people.c.id == row.id))
    return [row.record for row in gone]


def _name_key(name: str) -> str:
    return " ".join(name_words(name))
