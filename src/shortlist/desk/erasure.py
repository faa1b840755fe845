"""Erasure of people from everything this machine keeps. Exported files belong to whoever exported
them, and are not touched; what was paid stays, without saying for whom; and so does the list of
those left out here."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from shortlist.desk.export_history import is_theirs
from shortlist.desk.left_out import LeftOut, anchors_of
from shortlist.desk.places import DeskError, Places
from shortlist.desk.profiles import LOCAL
from shortlist.desk.store import FILE_NAME, Store

BODIES: Final = (
    # Table, its key, what names somebody beside the body, the body.
    ("sets", ("account", "id"), (), "body"),
    ("items", ("account", "set_id", "position"), (), "body"),
    ("contacts", ("account", "person", "field"), ("person",), "body"),
    ("members", ("shortlist", "person_id"), ("person_id",), "body"),
    ("remarks", ("person_id",), ("person_id",), "tags"),
    ("answers", ("account", "search"), ("search",), "body"),
    ("dossiers", ("account", "person"), ("person",), "body"),
    ("own_verdicts", ("account", "set_id", "person_id", "criterion"), ("person_id",), "body"),
    ("recordings", ("account", "set_id"), (), "events"),
    ("queries", ("account", "text"), ("text",), "details"),
    ("saved_searches", ("account", "name"), ("name",), "body"),
    ("things", ("name",), ("name",), "value"),
)
_OF_ANSWERS: Final = ("contacts", "answers", "dossiers", "things")
"""What a deployment answered; the rest of `BODIES` somebody chose to keep."""
_NOBODY: Final[dict[str, dict[str, Any]]] = {"data": {}, "meta": {}}


class Theirs:
    """The anchors of one person, or of everybody on a list, to match what is kept."""

    def __init__(self, known: LeftOut) -> None:
        self._known = known

    @classmethod
    def by(cls, names: Iterable[tuple[str, str]]) -> Theirs:
        """`names`: kind (`person_id`, `profile_url`, `email`) and value."""
        known = [anchor for kind, value in names for anchor in anchors_of({kind: value})]
        return cls(LeftOut([(anchor, "", "", "", "") for anchor in known]))

    def __bool__(self) -> bool:
        return bool(self._known)

    def has(self, kept: str) -> bool:
        """Whether what is kept of an export (`exported.in_brief`) names them."""
        return is_theirs(kept, self._known.anchors)

    def named_by(self, text: str) -> bool:
        """Whether `text` is an id, a page or an address of theirs, alone or as `kind:value`."""
        if not self._known:
            return False
        after = text.partition(":")[2]
        cells = [("id", text), ("id", after), ("id", text.rpartition("/")[2])]
        return self._known.mentioned_in(cells)

    def is_about(self, value: Any) -> bool:
        """Whether an object says of itself, or of the one person in it, that it is of them."""
        if not self._known or not isinstance(value, dict):
            return isinstance(value, str) and self.named_by(value)
        inner = [each for each in value.values() if isinstance(each, dict)]
        cells = [
            (name, str(text))
            for own in (value, *inner)
            for name, text in own.items()
            if isinstance(text, str)
        ]
        return self._known.mentioned_in(cells) or any(
            isinstance(each, dict) and self.is_about(each) for own in inner for each in own.values()
        )

    def answer_without(self, answer: Any) -> Any:
        """An answer of a deployment without what of it is about them: all of one that belongs to
        them."""
        data = answer.get("data") if isinstance(answer, dict) else None
        if self.is_about(data) or _found_in(answer, self):
            return {**answer, "data": None}
        return self.left_without(answer)

    def left_without(self, value: Any) -> Any:
        """`value` without whatever in it is about them."""
        if isinstance(value, list):
            return [self.left_without(each) for each in value if not self.is_about(each)]
        if isinstance(value, dict):
            return {k: self.left_without(v) for k, v in value.items() if not self.named_by(k)}
        return value


def erase_people(places: Places, names: Iterable[tuple[str, str]]) -> int:
    """Erase whoever has these names (see `Theirs`) from every file of this machine; how many
    entries went or changed. Raises `DeskError` where a file cannot be changed."""
    return _erase(places, Theirs.by(names), "")


def erase_removed(places: Places, names: Iterable[tuple[str, str]]) -> int:
    """As `erase_people`, of people who were taken out of the index of this machine's service:
    only what that service answered goes. Sets, shortlists and notes stay, as the service's own
    Sets do."""
    return _erase(places, Theirs.by(names), LOCAL)


def _erase(places: Places, theirs: Theirs, account: str) -> int:
    """`account`: that of which only the answers go; none: everything of every account."""
    changed = 0
    if not theirs:
        return changed
    if (places.data / FILE_NAME).exists():
        # Brought up to date first, as the app does.
        Store(places, "").close()
        with _changing(places.data / FILE_NAME) as db:
            for table in BODIES:
                if not account or table[0] in _OF_ANSWERS:
                    changed += _from_table(db, theirs, account, *table)
            changed += _from_receipts(db, theirs, account)
            if not account:
                changed += _from_exports(db, theirs)
    for path in (places.data / "bulk").glob("*.db"):
        with _changing(path) as db:
            if not account or _origin_of(db) == account:
                changed += _from_lookups(db, theirs)
    if places.journal.exists():
        with _changing(places.journal) as db:
            changed += _from_journal(db, theirs, account)
    for path in places.cache.rglob("*"):
        # Such as the picture of the app that is painted first.
        if path.is_file():
            path.unlink(missing_ok=True)
    return changed


def _origin_of(db: sqlite3.Connection) -> Any:
    """The deployment whose answers a run of look-ups keeps."""
    row = db.execute("SELECT value FROM run WHERE name = 'meant'").fetchone()
    meant = read_kept(row[0]) if row else None
    return meant.get("origin") if isinstance(meant, dict) else None


@contextmanager
def _changing(path: Path) -> Iterator[sqlite3.Connection]:
    """One write transaction; afterwards what it deleted is in no page of the file, nor its log."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=10)) as db:
            db.execute("PRAGMA secure_delete = ON")
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error as error:
        raise DeskError(f"{path} could not be changed: {error}. Try again.") from error


def _from_table(
    db: sqlite3.Connection,
    theirs: Theirs,
    account: str,
    table: str,
    key: tuple[str, ...],
    named: tuple[str, ...],
    body: str,
) -> int:
    columns = ", ".join((*key, body))
    where = " AND ".join(f"{name} = ?" for name in key)
    changed = 0
    for row in db.execute(f"SELECT {columns} FROM {table}").fetchall():
        its_key, text = row[:-1], row[-1]
        # A small thing is named after its account.
        if account and its_key[0].partition("/")[0] != account:
            continue
        value = read_kept(text)
        if any(theirs.named_by(its_key[key.index(name)]) for name in named) or theirs.is_about(
            value
        ):
            db.execute(f"DELETE FROM {table} WHERE {where}", its_key)
        elif (left := theirs.left_without(value)) != value:
            db.execute(
                f"UPDATE {table} SET {body} = ? WHERE {where}",
                (json.dumps(left, separators=(",", ":")), *its_key),
            )
        else:
            continue
        changed += 1
    return changed


def _from_receipts(db: sqlite3.Connection, theirs: Theirs, account: str) -> int:
    rows = db.execute("SELECT account, id, subject FROM receipts").fetchall()
    found = [
        (its_account, id_)
        for its_account, id_, subject in rows
        if account in ("", its_account) and theirs.named_by(subject)
    ]
    name = "somebody taken out" if account else "somebody left out"
    db.executemany(
        f"UPDATE receipts SET subject = '', name = '{name}' WHERE account = ? AND id = ?", found
    )
    return len(found)


def _from_exports(db: sqlite3.Connection, theirs: Theirs) -> int:
    """That a file was written stays; who of them was in it does not."""
    found = [
        (anchor,)
        for (anchor,) in db.execute("SELECT DISTINCT anchor FROM exported").fetchall()
        if theirs.has(anchor)
    ]
    db.executemany("DELETE FROM exported WHERE anchor = ?", found)
    return len(found)


def _from_lookups(db: sqlite3.Connection, theirs: Theirs) -> int:
    changed = 0
    for number, anchor, answer in db.execute(
        "SELECT number, anchor, answer FROM lookups"
    ).fetchall():
        said = (read_kept(anchor), read_kept(answer))
        if any(theirs.is_about(each) or _found_in(each, theirs) for each in said):
            # What was paid stays; it is done, and is not asked again.
            db.execute(
                "UPDATE lookups SET anchor = ?, answer = ?, error = NULL WHERE number = ?",
                (json.dumps({"left_out": number}), json.dumps(_NOBODY), number),
            )
            changed += 1
    return changed


def _found_in(answer: Any, theirs: Theirs) -> bool:
    data = answer.get("data") if isinstance(answer, dict) else None
    return isinstance(data, dict) and any(theirs.is_about(each) for each in data.values())


def _from_journal(db: sqlite3.Connection, theirs: Theirs, account: str) -> int:
    changed = 0
    rows = db.execute("SELECT key, account, body FROM calls WHERE body IS NOT NULL").fetchall()
    for key, its_account, body in rows:
        if account in ("", its_account) and theirs.is_about(read_kept(body)):
            db.execute(
                "UPDATE calls SET body = NULL, state = 'rejected', note = 'forgotten' "
                "WHERE key = ?",
                (key,),
            )
            changed += 1
    return changed


def read_kept(text: Any) -> Any:
    """What is kept as JSON; None where it is damaged, or there is nothing."""
    try:
        return json.loads(text) if text else None
    except (ValueError, TypeError, RecursionError):
        return None
