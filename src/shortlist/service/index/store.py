"""People in the database: the truth that every search index is derived from.

Every change takes the next numbers of one counter in its own transaction, so an index that has
followed up to a number has seen all there is up to it. One transaction changes people at a time.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, update

from shortlist.contract.anchors import emails_in, normalise
from shortlist.service.clock import now_ms
from shortlist.service.db.engine import alone, reading, writing
from shortlist.service.db.schema import (
    counters,
    datasets,
    people,
    suppressions,
    vectors,
)
from shortlist.service.index import addresses, imported_rows, persons
from shortlist.service.index.anchors import spelt
from shortlist.service.index.person_matching import lasting_keys
from shortlist.service.index.port import Record
from shortlist.service.index.texts import meaning_text, text_hash

COUNTER = "people"
IDENTITY = "people_identity"
SAMPLE = "sample"
"""The name of the synthetic dataset that ships."""

_CHUNK = 500


@dataclass(slots=True)
class Changes:
    """What a batch did."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    suppressed: int = 0

    def add(self, other: Changes) -> None:
        """Count `other` in."""
        self.added += other.added
        self.updated += other.updated
        self.unchanged += other.unchanged
        self.suppressed += other.suppressed


def allocate(connection: Connection, n: int) -> int:
    """The first of the next `n` numbers; they belong to the transaction of `connection`."""
    taken = (
        update(counters)
        .where(counters.c.name == COUNTER)
        .values(value=counters.c.value + n)
        .returning(counters.c.value)
    )
    last = connection.scalar(taken)
    if last is None:
        connection.execute(insert(counters).values(name=COUNTER, value=n))
        last = n
    return int(last) - n + 1


def last_number(connection: Connection) -> int:
    """The last number allocated; 0 when none was."""
    return int(connection.scalar(_LAST_NUMBER) or 0)


# Built once: building it costs more than running it, and every search runs it.
_LAST_NUMBER = select(counters.c.value).where(counters.c.name == COUNTER)


def identity(engine: Engine) -> int:
    """A number of this database alone, made at the first call: what an index is derived from."""
    with writing(engine) as connection:
        alone(connection, COUNTER)
        known = select(counters.c.value).where(counters.c.name == IDENTITY)
        value = connection.scalar(known)
        if value is None:
            value = secrets.randbits(62)
            connection.execute(insert(counters).values(name=IDENTITY, value=value))
    return int(value)


def record_hash(record: Record) -> str:
    """Identifies the content of `record`, whatever the order of its keys."""
    canonical = orjson.dumps(record, option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(canonical, digest_size=16).hexdigest()


def put_dataset(connection: Connection, name: str, *, synthetic: bool = False) -> None:
    """Have a dataset of that name."""
    alone(connection, COUNTER)
    now = now_ms()
    known = update(datasets).where(datasets.c.name == name).values(updated_at=now)
    if connection.execute(known).rowcount == 0:
        connection.execute(
            insert(datasets).values(name=name, synthetic=synthetic, created_at=now, updated_at=now)
        )


def put_people(connection: Connection, records: Sequence[Record]) -> Changes:
    """Insert or update people, by `id`; each record's `dataset` must exist.

    Whoever asked to be left out stays out. A vector of a text that changed goes.
    """
    alone(connection, COUNTER)
    changes = Changes()
    wanted: dict[str, Record] = {record["id"]: record for record in records}
    blocked = _suppressed(connection, list(wanted.values()))
    changes.suppressed = len(blocked)
    for person_id in blocked:
        del wanted[person_id]
    if blocked:
        # By an address or a profile, perhaps: from now on by the id too.
        suppress_ids(connection, blocked)
    known = {
        row.id: row
        for chunk in _chunks(list(wanted))
        for row in connection.execute(
            select(people.c.id, people.c.hash, people.c.removed_at).where(people.c.id.in_(chunk))
        )
    }
    changed: list[tuple[Record, str]] = []
    new = 0
    for person_id, record in wanted.items():
        fingerprint = record_hash(record)
        row = known.get(person_id)
        if row is not None and row.removed_at is None:
            if row.hash == fingerprint:
                changes.unchanged += 1
                continue
            changes.updated += 1
        else:
            changes.added += 1
        new += row is None
        changed.append((record, fingerprint))
    if not changed:
        return changes
    _write(connection, changed, known)
    persons.put(connection, [record for record, _ in changed])
    return changes


def _write(
    connection: Connection, changed: Sequence[tuple[Record, str]], known: dict[str, Any]
) -> None:
    first = allocate(connection, len(changed))
    rows = [
        {
            "id": record["id"],
            "dataset": record["dataset"],
            "seq": first + i,
            "hash": fingerprint,
            "record": record,
            "removed_at": None,
        }
        for i, (record, fingerprint) in enumerate(changed)
    ]
    inserted = [row for row in rows if row["id"] not in known]
    replaced = [row for row in rows if row["id"] in known]
    if inserted:
        connection.execute(insert(people), inserted)
    _replace(connection, replaced)
    old = [row["id"] for row in replaced]
    if old:
        texts = {r["id"]: text_hash(meaning_text(r)) for r, _ in changed if r["id"] in known}
        for chunk in _chunks(old):
            addresses.forget(connection, chunk)
            embedded = select(vectors.c.person_id, vectors.c.text_hash).where(
                vectors.c.person_id.in_(chunk)
            )
            stale = [r.person_id for r in connection.execute(embedded) if texts[r[0]] != r[1]]
            if stale:
                connection.execute(delete(vectors).where(vectors.c.person_id.in_(stale)))
    addresses.insert_of(connection, [record for record, _ in changed])


def _replace(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Set the columns of people who are there; every row has the same ones."""
    if rows:
        columns = [key for key in rows[0] if key != "id"]
        statement = (
            update(people)
            .where(people.c.id == bindparam("_id"))
            .values({key: bindparam(key) for key in columns})
        )
        renamed = [{"_id": row["id"], **{key: row[key] for key in columns}} for row in rows]
        connection.execute(statement, renamed)


def put_vectors(connection: Connection, model: str, rows: Sequence[tuple[str, str, bytes]]) -> int:
    """Store `(person_id, text_hash, float16 bytes)`; how many had a person still there."""
    alone(connection, COUNTER)
    there: set[str] = set()
    for chunk in _chunks([row[0] for row in rows]):
        there.update(
            connection.scalars(
                select(people.c.id).where(people.c.id.in_(chunk), people.c.removed_at.is_(None))
            )
        )
        connection.execute(delete(vectors).where(vectors.c.person_id.in_(chunk)))
    stored = [row for row in rows if row[0] in there]
    if stored:
        first = allocate(connection, len(stored))
        connection.execute(
            insert(vectors),
            [
                {
                    "person_id": person_id,
                    "model": model,
                    "text_hash": digest,
                    "seq": first + i,
                    "vector": vector,
                }
                for i, (person_id, digest, vector) in enumerate(stored)
            ],
        )
    return len(stored)


def remove_people(connection: Connection, person_ids: Sequence[str]) -> int:
    """Take people out, leaving nothing of them but an empty place; how many were there."""
    alone(connection, COUNTER)
    there: list[str] = []
    for chunk in _chunks(person_ids):
        there += connection.scalars(
            select(people.c.id).where(people.c.id.in_(chunk), people.c.removed_at.is_(None))
        )
    if not there:
        return 0
    first, now = allocate(connection, len(there)), now_ms()
    gone = {"removed_at": now, "hash": "", "record": {}}
    _replace(connection, [{"id": i, "seq": first + n, **gone} for n, i in enumerate(there)])
    for chunk in _chunks(there):
        addresses.forget(connection, chunk)
        connection.execute(delete(vectors).where(vectors.c.person_id.in_(chunk)))
        imported_rows.forget(connection, chunk)
    persons.remove(connection, there)
    return len(there)


def remove_dataset(connection: Connection, name: str) -> int:
    """Take a whole dataset out; how many people were in it."""
    there = connection.scalars(
        select(people.c.id).where(people.c.dataset == name, people.c.removed_at.is_(None))
    )
    return remove_people(connection, list(there))


def ensure_compared(engine: Engine) -> None:
    """Decide who is one person where that was decided by other rules, or never."""
    with reading(engine) as connection:
        if persons.is_compared(connection):
            return
    with writing(engine) as connection:
        alone(connection, COUNTER)
        if not persons.is_compared(connection):  # another process was faster
            persons.compare_all(connection)


# --- asked to be left out ----------------------------------------------------------------------


def suppression_hash(kind: str, value: str) -> str:
    """What the list keeps of a normalised value: the list is no list of addresses."""
    return hashlib.sha256(f"{kind}:{value}".encode()).hexdigest()


def suppression_hashes(kind: str, value: str) -> set[str]:
    """All that the list may hold of `value`; `kind` as in `listed_as`."""
    forms = set(emails_in(value)) if kind == "email" else {listed_as(kind, value)}
    return {suppression_hash(kind, form) for form in forms if form}


def suppress_ids(connection: Connection, person_ids: Sequence[str]) -> None:
    """Put ids on the list."""
    for person_id in person_ids:
        put_suppression(connection, "person_id", person_id)


def suppressed_ids(connection: Connection, person_ids: Sequence[str]) -> set[str]:
    """Those of `person_ids` that are on the list."""
    return listed_among(connection, "person_id", person_ids)


def anybody_listed(connection: Connection) -> bool:
    """Whether anybody at all asked to be left out."""
    return connection.execute(_ANYBODY_LISTED).first() is not None


def anybody_listed_since(connection: Connection, number: int) -> bool:
    """Whether anybody asked to be left out after the change of this `number`."""
    return connection.execute(_LISTED_SINCE, {"number": number}).first() is not None


# Every search or replay runs one.
_ANYBODY_LISTED = select(suppressions.c.seq).limit(1)
_LISTED_SINCE = select(suppressions.c.seq).where(suppressions.c.seq > bindparam("number")).limit(1)


def listed_among(connection: Connection, kind: str, values: Sequence[str]) -> set[str]:
    """Those of `values` that are on the list; `kind` as in `listed_as`. Of an `email` each may be
    a text with several addresses."""
    hashes = {value: suppression_hashes(kind, value) for value in values}
    listed: set[str] = set()
    for chunk in _chunks(list({each for own in hashes.values() for each in own})):
        rows = connection.execute(
            select(suppressions.c.value_hash).where(
                suppressions.c.kind == kind, suppressions.c.value_hash.in_(chunk)
            )
        )
        listed.update(rows.scalars())
    return {value for value, own in hashes.items() if not own.isdisjoint(listed)}


def put_suppression(connection: Connection, kind: str, value: str) -> bool:
    """Put one normalised value on the list; False when it was there."""
    alone(connection, COUNTER)
    digest = suppression_hash(kind, value)
    there = select(suppressions.c.seq).where(
        suppressions.c.kind == kind, suppressions.c.value_hash == digest
    )
    if connection.execute(there).first():
        return False
    connection.execute(
        insert(suppressions).values(
            kind=kind, value_hash=digest, seq=allocate(connection, 1), created_at=now_ms()
        )
    )
    return True


def _suppressed(connection: Connection, records: Sequence[Record]) -> list[str]:
    """The ids among `records` of people who asked to be left out, by id, address or profile, or
    under another record."""
    listed = {
        (row.kind, row.value_hash)
        for row in connection.execute(select(suppressions.c.kind, suppressions.c.value_hash))
    }
    if not listed:
        return []
    return [
        record["id"]
        for record in records
        if any(
            (kind, digest) in listed
            for kind, value in _names(record)
            for digest in suppression_hashes(kind, value)
        )
    ]


def _names(record: Record) -> list[tuple[str, str]]:
    """What `record` can be on the list by."""
    names = [("person_id", record["id"])]
    for kind, value in spelt(record):
        if kind == "email":
            names.append(("email", value))
        elif kind == "profile":
            names.append(("profile_url", value))
    return [*names, *(("same", value) for value in sorted(lasting_keys(record)))]


def listed_as(kind: str, value: str) -> str | None:
    """`value` as the list hashes it, or None when it is no such thing.

    `kind` is `person_id`, `email`, `profile_url`, `name_domain`, `phone`, `same` for what
    `person_matching.lasting_keys` says, or `row` for the mark of a file's row.
    """
    if kind in ("person_id", "same", "row"):
        return value.strip() or None
    return normalise("profile" if kind == "profile_url" else kind, value)


def _chunks(values: Sequence[str]) -> list[Sequence[str]]:
    """`values` in pieces that fit one statement's parameters."""
    return [values[i : i + _CHUNK] for i in range(0, len(values), _CHUNK)]
