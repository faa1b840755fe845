"""The store of this machine: one private SQLite file.

Everything but shortlists, notes, tags and who is left out belongs to an account, so that a query,
a Set or a paid contact of one deployment never shows up in another. Every method is one short
transaction; any thread may call any of them.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shortlist.desk.agent_calls import AgentCalls
from shortlist.desk.connection import Connection
from shortlist.desk.database import DAMAGED, dump, format_now, load
from shortlist.desk.export_history import ExportHistory
from shortlist.desk.item_briefs import Criteria, ItemLines, brief_item
from shortlist.desk.left_out import LeftOut, LeftOutEntry, anchors_of
from shortlist.desk.own_verdicts import OwnVerdicts
from shortlist.desk.places import DeskError, Places, Unkept
from shortlist.desk.purposes import Purposes
from shortlist.desk.receipts import Receipts
from shortlist.desk.retention import drop_old_contacts, drop_old_lookups, find_oldest_kept
from shortlist.desk.searches import Searches
from shortlist.desk.shortlists import Shortlists
from shortlist.desk.tables import STEPS
from shortlist.desk.yields import Yields

__all__ = ["Store", "Unkept", "account_of"]

FILE_NAME = "desk.db"
_CHUNK = 500  # below SQLite's bound of variables in one statement
_KEPT_STATUSES = ("found", "not_found")


def account_of(connection: Connection) -> str:
    """A name for the account of a connection that tells nothing of its key.

    The embedded service changes its port, so what counts there is that it is this machine's.
    Elsewhere only the key says whose account it is: with another key, even a renewed one, what is
    remembered here stays on this machine and comes back with the key that it belongs to. The
    journal is as strict for a reason of its own: a deployment knows an idempotency key only
    together with the very API key that it came with (section 7).
    """
    if connection.kind == "embedded":
        return "local"
    told = f"{connection.base_url.rstrip('/').lower()}\0{connection.api_key}"
    return hashlib.sha256(told.encode()).hexdigest()[:24]


class Store(
    Searches,
    Receipts,
    Yields,
    Purposes,
    Shortlists,
    ExportHistory,
    OwnVerdicts,
    AgentCalls,
):
    """What is remembered for one account (see `account_of`). Its methods raise `Unkept`."""

    def __init__(self, places: Places, account: str) -> None:
        """Open the file, making it on first use; `DeskError` when it is damaged or newer."""
        self.account = account
        path = places.data / FILE_NAME
        try:
            super().__init__(path, "NORMAL")
            with self._change() as db:
                version = db.execute("PRAGMA user_version").fetchone()[0]
                for step in STEPS[version:]:
                    for statement in step.split(";"):
                        db.execute(statement)
                if version < len(STEPS):
                    db.execute(f"PRAGMA user_version = {len(STEPS)}")
        except (sqlite3.DatabaseError, UnicodeError, Unkept) as error:
            # Of a damaged file, the message itself may be no text.
            full = "full" in str(error)
            advice = "Free some room and try again." if full else "Move it away to start anew."
            raise DeskError(f"{path} cannot be used: {error}. {advice}") from None
        if version > len(STEPS):
            raise DeskError(f"{path} is from a newer version of this program. Update it.")
        self._drop_old(places)

    def _drop_old(self, places: Places) -> None:
        """Contact details are kept no longer than `config.toml` says."""
        oldest = find_oldest_kept(places)
        if oldest is None:
            return
        with self._change() as db:
            dropped = drop_old_contacts(db, oldest)
        if dropped:
            self._rows("PRAGMA wal_checkpoint(TRUNCATE)")
        drop_old_lookups(places, oldest)

    # Sets

    def remember_sets(self, bodies: Iterable[Mapping[str, Any]]) -> None:
        """Keep Sets as they were read now (wire shape), each with `read_at`."""
        read_at = format_now()
        with self._change() as db:
            db.executemany(
                "INSERT INTO sets VALUES (?, ?, ?, ?, NULL) ON CONFLICT (account, id) "
                "DO UPDATE SET body = excluded.body",
                (
                    (
                        self.account,
                        body["id"],
                        dump({**body, "read_at": read_at}),
                        body.get("created_at") or read_at,
                    )
                    for body in bodies
                ),
            )

    def sets(self, limit: int = 100) -> list[dict[str, Any]]:
        """The Sets that were seen, newest first."""
        sql = "SELECT body FROM sets WHERE account = ? ORDER BY created_at DESC LIMIT ?"
        return [load(body, dict) for (body,) in self._rows(sql, (self.account, limit))]

    def set_(self, set_id: str) -> dict[str, Any] | None:
        """A Set as it was last read, or `None`."""
        sql = "SELECT body FROM sets WHERE account = ? AND id = ?"
        rows = self._rows(sql, (self.account, set_id))
        return load(rows[0][0], dict) if rows else None

    def remember_items(self, set_id: str, items: Iterable[Mapping[str, Any]]) -> None:
        """Keep items of a Set (wire shape, with `id`), in the order in which they first came."""
        with self._change() as db:
            sql = (
                "SELECT coalesce(max(position), -1) + 1 FROM items WHERE account = ? AND set_id = ?"
            )
            position = db.execute(sql, (self.account, set_id)).fetchone()[0]
            criteria = self._criteria(set_id)
            known = len(criteria)
            db.executemany(
                "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (account, set_id, id) DO UPDATE SET "
                "body = excluded.body, line = excluded.line, text = excluded.text",
                (
                    (self.account, set_id, at, item["id"], dump(item), *brief_item(item, criteria))
                    for at, item in enumerate(items, position)
                ),
            )
            db.executemany(
                "INSERT INTO criteria VALUES (?, ?, ?, ?, ?)",
                ((self.account, set_id, at, *named) for named, at in [*criteria.items()][known:]),
            )

    def items(self, set_id: str, offset: int = 0, limit: int = 200) -> list[dict[str, Any]]:
        """Items that are kept of a Set, in order, from `offset`."""
        sql = (
            "SELECT body FROM items WHERE account = ? AND set_id = ? "
            "ORDER BY position LIMIT ? OFFSET ?"
        )
        rows = self._rows(sql, (self.account, set_id, limit, offset))
        return [load(body, dict) for (body,) in rows]

    def lines(self, set_id: str, after: int = -1, limit: int = 200) -> ItemLines:
        """Items that are kept of a Set in brief, in order, from the one after position `after`."""
        sql = (
            "SELECT position, line, text FROM items INDEXED BY items_as_lines "
            "WHERE account = ? AND set_id = ? AND position > ? ORDER BY position LIMIT ?"
        )
        with self._lock:
            rows = self._rows(sql, (self.account, set_id, after, limit))
            return ItemLines(
                [line for _, line, _ in rows],
                [text for _, _, text in rows],
                self._criteria(set_id),
                rows[-1][0] if rows else after,
            )

    def _criteria(self, set_id: str) -> Criteria:
        sql = (
            "SELECT id, description, place FROM criteria WHERE account = ? AND set_id = ? "
            "ORDER BY place"
        )
        rows = self._rows(sql, (self.account, set_id))
        return {(id_, description): place for id_, description, place in rows}

    def item(self, set_id: str, item_id: str) -> dict[str, Any] | None:
        """One item that is kept of a Set, or `None`."""
        sql = "SELECT body FROM items WHERE account = ? AND set_id = ? AND id = ?"
        rows = self._rows(sql, (self.account, set_id, item_id))
        return load(rows[0][0], dict) if rows else None

    def item_count(self, set_id: str) -> int:
        sql = "SELECT count(*) FROM items WHERE account = ? AND set_id = ?"
        return int(self._rows(sql, (self.account, set_id))[0][0])

    def forget_items(self, set_id: str) -> None:
        with self._change() as db:
            db.execute("DELETE FROM items WHERE account = ? AND set_id = ?", (self.account, set_id))
            db.execute(
                "DELETE FROM criteria WHERE account = ? AND set_id = ?", (self.account, set_id)
            )

    def keep_recording(self, set_id: str, events: Sequence[Mapping[str, Any]]) -> None:
        """Keep the events of a finished Set (wire shape, oldest first), to replay it."""
        self._put("recordings", set_id, dump(list(events)))

    def recording(self, set_id: str) -> list[dict[str, Any]]:
        """The events that are kept of a Set, oldest first; none when it was never recorded."""
        sql = "SELECT events FROM recordings WHERE account = ? AND set_id = ?"
        rows = self._rows(sql, (self.account, set_id))
        return load(rows[0][0], list) if rows else []

    # Research and contacts that were paid for

    def keep_dossier(self, person: str, dossier: Mapping[str, Any]) -> None:
        """Keep what research of a person gave (wire shape), in place of what it gave before."""
        self._put("dossiers", person, dump(dossier), format_now())

    def dossier(self, person: str) -> tuple[dict[str, Any], str] | None:
        """What research of a person gave when it was last read, and when that was."""
        sql = "SELECT body, at FROM dossiers WHERE account = ? AND person = ?"
        rows = self._rows(sql, (self.account, person))
        return (load(rows[0][0], dict), rows[0][1]) if rows else None

    def remember_contact(self, person: str, field: str, result: Mapping[str, Any]) -> None:
        """Keep what enrichment answered for one field, if it is `found` or `not_found`.

        `person` is a person id, or `kind:value` of another anchor.
        """
        self.remember_contacts([(person, field, result)])

    def remember_contacts(self, contacts: Iterable[tuple[str, str, Mapping[str, Any]]]) -> None:
        """As `remember_contact`, of many: person, field and result."""
        with self._change() as db:
            db.executemany(
                "INSERT OR REPLACE INTO contacts VALUES (?, ?, ?, ?, ?)",
                (
                    (self.account, person, field, dump(result), format_now())
                    for person, field, result in contacts
                    if result.get("status") in _KEPT_STATUSES
                ),
            )

    def contacts(self, people: Sequence[str]) -> dict[tuple[str, str], dict[str, Any]]:
        """What is known of `people`, by person and field, each with `resolved_at`."""
        known: dict[tuple[str, str], dict[str, Any]] = {}
        for start in range(0, len(people), _CHUNK):
            some = people[start : start + _CHUNK]
            marks = ", ".join("?" * len(some))
            rows = self._rows(
                "SELECT person, field, body, at FROM contacts "
                f"WHERE account = ? AND person IN ({marks})",
                (self.account, *some),
            )
            for person, field, body, at in rows:
                known[person, field] = {**load(body, dict), "resolved_at": at}
        return known

    def keeps_people(self) -> bool:
        """Whether a contact, a note, a tag or a verdict of one's own is kept of anybody."""
        sql = (
            "SELECT 1 FROM contacts WHERE account = ? UNION ALL SELECT 1 FROM remarks UNION ALL "
            "SELECT 1 FROM own_verdicts WHERE account = ? LIMIT 1"
        )
        return bool(self._rows(sql, (self.account, self.account)))

    # Who is left out on this machine: never exported, never enriched, whatever the account

    def leave_out(self, people: Iterable[Mapping[str, Any]], reason: str = "") -> int:
        """Put people on the list of those left out, and return how many were not on it.

        Each is known by every anchor given: `person_id`, `profile_url`, `email`. One without any
        cannot be left out, and is not counted. `name` is kept to show who it is.
        """
        added = 0
        with self._change() as db:
            for person in people:
                anchors = anchors_of(person)
                marks = ", ".join("?" * len(anchors))
                sql = f"SELECT entry FROM left_out WHERE anchor IN ({marks}) LIMIT 1"
                found = db.execute(sql, anchors).fetchone() if anchors else None
                entry = found[0] if found else (anchors[0] if anchors else "")
                added += bool(anchors) and found is None
                name = str(person.get("name") or "")
                db.executemany(
                    "INSERT OR IGNORE INTO left_out VALUES (?, ?, ?, ?, ?)",
                    ((anchor, entry, name, reason.strip(), format_now()) for anchor in anchors),
                )
        return added

    def let_in(self, people: Iterable[Mapping[str, Any]]) -> int:
        """Take people off the list of those left out; how many were on it."""
        removed: set[str] = set()
        with self._change() as db:
            for person in people:
                for anchor in anchors_of(person):
                    rows = db.execute("SELECT entry FROM left_out WHERE anchor = ?", (anchor,))
                    for (entry,) in rows.fetchall():
                        db.execute("DELETE FROM left_out WHERE entry = ?", (entry,))
                        removed.add(entry)
        return len(removed)

    def put_back(self, entries: Iterable[LeftOutEntry]) -> None:
        """Put on the list again who was taken off it, with the reason and the time of before."""
        with self._change() as db:
            for entry in entries:
                db.executemany(
                    "INSERT OR IGNORE INTO left_out VALUES (?, ?, ?, ?, ?)",
                    (
                        (anchor, entry.anchors[0], entry.name, entry.reason, entry.at)
                        for anchor in entry.anchors
                    ),
                )

    def left_out(self) -> LeftOut:
        """The list of those left out, to ask about many people at once."""
        sql = "SELECT anchor, entry, name, reason, at FROM left_out ORDER BY at DESC, anchor"
        rows = self._rows(sql)
        if not all(isinstance(part, str) for row in rows for part in row):
            raise Unkept(DAMAGED)  # Whom it meant is not known: nobody is let through.
        return LeftOut(rows)

    # Small things

    def remember(self, name: str, value: Any) -> None:
        """Keep one JSON value, such as which Set was open last."""
        sql = "INSERT OR REPLACE INTO things VALUES (?, ?)"
        self._rows(sql, (f"{self.account}/{name}", dump(value)))

    def recall(self, name: str, default: Any = None) -> Any:
        rows = self._rows("SELECT value FROM things WHERE name = ?", (f"{self.account}/{name}",))
        return load(rows[0][0]) if rows else default

    def changed_elsewhere(self) -> int:
        """A number that is another one once another program has changed the file."""
        return int(self._rows("PRAGMA data_version")[0][0])
