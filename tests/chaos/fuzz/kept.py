"""Readers of what is kept on this machine: damaged files, and files with odd things in them."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

from tests.chaos.fuzz.changes import ODD_TEXTS, as_json, spoil_bytes, spoil_json
from tests.client.deployment import enrich_answer, item_body, search_answer, set_body

from shortlist.client import ShortlistError
from shortlist.client.journal import Journal, State
from shortlist.desk.guard import guard_of
from shortlist.desk.lookups import Lookups
from shortlist.desk.places import DeskError, Places
from shortlist.desk.profiles import Profiles
from shortlist.desk.receipts import Receipt
from shortlist.desk.store import FILE_NAME, Store

_SAVED = {
    "current": "work",
    "profiles": {"work": {"base_url": "https://a.example", "kept_in": "file", "color": "blue"}},
}
_AT = "2026-11-01T00:00:00.000Z"


class Kept:
    """An SQLite file, spoilt: its bytes, or what stands in its cells."""

    def __init__(self, name: str, file: str, write: Any, read: Any) -> None:
        self.name = name
        self._folder = tempfile.TemporaryDirectory()
        root = Path(self._folder.name)
        self._places = Places(*(root / part for part in ("config", "data", "cache", "logs")))
        for folder in (root / "config", root / "data"):
            folder.mkdir(mode=0o700)
        self._path = self._places.data / file
        self._read_all: Callable[[Places], None] = read
        write(self._places)
        with closing(sqlite3.connect(self._path)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
        self._whole = self._path.read_bytes()

    def make(self, random: Random) -> bytes:
        if random.random() < 0.4:
            return spoil_bytes(random, self._whole)
        self._put(self._whole)
        with closing(sqlite3.connect(self._path, isolation_level=None)) as db:
            tables = [
                name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type='table'")
            ]
            for _ in range(random.choice((1, 2, 5))):
                table = random.choice(tables)
                columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
                column = random.choice(columns)
                for (old,) in db.execute(f"SELECT {column} FROM {table} LIMIT 5").fetchall():
                    with suppress(sqlite3.Error, UnicodeError):
                        db.execute(
                            f"UPDATE {table} SET {column} = ? WHERE {column} IS ?",
                            (_other(random, old), old),
                        )
            if random.random() < 0.1:
                db.execute(f"DROP TABLE {random.choice(tables)}")
        return self._path.read_bytes()

    def _put(self, data: bytes) -> None:
        for end in ("", "-wal", "-shm", "-journal"):
            Path(f"{self._path}{end}").unlink(missing_ok=True)
        self._path.write_bytes(data)
        self._path.chmod(0o600)

    def read(self, data: bytes) -> None:
        self._put(data)
        try:
            self._read_all(self._places)
        except (DeskError, ShortlistError) as error:
            assert "\n" not in str(error), error


def _other(random: Random, old: Any) -> Any:
    if isinstance(old, str) and old[:1] in ("{", "[") and random.random() < 0.8:
        with suppress(ValueError):
            return as_json(random, spoil_json(random, json.loads(old))).decode("utf-8", "replace")
    odd = random.choice((None, 0, -1, 2**62, 1e308, b"\xff\0", *ODD_TEXTS[:16]))
    return (
        odd.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        if isinstance(odd, str)
        else odd
    )


def _write_desk(places: Places) -> None:
    with closing(Store(places, "a")) as store:
        store.remember_sets([set_body("set_1", "completed")])
        store.remember_items("set_1", [item_body(n) for n in range(3)])
        store.keep_recording(
            "set_1", [{"id": 1, "type": "set.idle", "created_at": _AT, "data": {}}]
        )
        field = enrich_answer(["phone"], "p")["data"]["phone"]
        store.remember_contact("per_1", "phone", field)
        store.leave_out([{"person_id": "p9", "name": "N", "email": "n@a.example"}], "asked")
        store.remember("last", {"x": 1})
        store.add_receipts([Receipt("r", _AT, "enrich", "p", "N", "phone", 10, "req", "k")])


def _read_desk(places: Places) -> None:
    with closing(Store(places, "a")) as store:
        store.sets()
        store.set_("set_1")
        store.recording("set_1")
        store.contacts(["per_1"])
        store.left_out().entries()
        store.recall("last")
        for receipt in store.receipts():
            str(receipt)
        for name in ("items", "shortlists", "purposes", "queries", "keeps_people"):
            ask = getattr(store, name, None)
            if ask is not None:
                list(ask("set_1") if name == "items" else [ask()])
    guard_of(places, "a", "set_1")


def _write_journal(places: Places) -> None:
    asyncio.run(_journalled(places, True))


def _read_journal(places: Places) -> None:
    asyncio.run(_journalled(places, False))


async def _journalled(places: Places, write: bool) -> None:
    journal = Journal(places.journal, time.time)
    try:
        if write:
            for state, key in ((State.SENT, "k1"), (State.PREPARED, "k2")):
                await journal.write(state, key, "POST", "/v1/enrich", b'{"a":1}', "http://a", "acc")
            await journal.mark("k1", State.UNKNOWN, status=503, request_id="req", note="lost")
        for row in await journal.unresolved():
            str((row, row.stale))
        await journal.write(State.SENT, "k3", "POST", "/v1/search", b"{}", "http://a", "acc")
    finally:
        await journal.aclose()


def _looked_up(places: Places) -> Lookups:
    source = places.data / "in.csv"
    return Lookups(
        places, output=places.data / "out.csv", source=source, fields=["phone"], origin="http://a"
    )


_BULK = "bulk/{}.db"


def _write_bulk(places: Places) -> None:
    with closing(_looked_up(places)) as lookups:
        anchors = [{"person_id": f"p{n}"} for n in range(3)]
        lookups.add(anchors)
        lookups.sent(anchors[0])
        lookups.answered(anchors[0], enrich_answer(["phone"], "p"), 10)
        lookups.refused(anchors[1], "No", "not_found")


def _read_bulk(places: Places) -> None:
    with closing(_looked_up(places)) as lookups:
        lookups.add([{"person_id": "p0"}, {"person_id": "p7"}])
        lookups.lookup({"person_id": "p0"})
        lookups.open(), lookups.spent(), lookups.stale_count(), lookups.unsettled()
        lookups.reopen("not_found")


class Saved:
    """`profiles.json`."""

    name = "profiles.json"

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        root = Path(self._folder.name)
        self._places = Places(*(root / part for part in ("config", "data", "cache", "logs")))
        self._places.config.mkdir(mode=0o700)

    def make(self, random: Random) -> bytes:
        whole = as_json(random, spoil_json(random, _SAVED))
        return whole if random.random() < 0.7 else spoil_bytes(random, whole)

    def read(self, data: bytes) -> None:
        (self._places.config / "profiles.json").write_bytes(data)
        with suppress(DeskError):
            profiles = Profiles(self._places)
            for profile in profiles.list():
                str(profile)
            profiles.current()
            profiles.api_key("work")


def _bulk_name(folder: Path) -> str:
    import hashlib

    return hashlib.sha256(str((folder / "data" / "out.csv").absolute()).encode()).hexdigest()[:32]


class Bulk(Kept):
    """The file of a run of many look-ups, whose name is made of that of its output."""

    def __init__(self) -> None:
        def write(places: Places) -> None:
            _write_bulk(places)
            (path,) = (places.data / "bulk").glob("*.db")
            self._path = path

        super().__init__("bulk", "unused", write, _read_bulk)


def readers() -> dict[str, object]:
    """By name, what makes each."""
    return {
        "journal": lambda: Kept("journal", "journal.db", _write_journal, _read_journal),
        "desk": lambda: Kept("desk", FILE_NAME, _write_desk, _read_desk),
        "bulk": Bulk,
        "profiles.json": Saved,
    }


__all__ = ["readers", "search_answer"]
