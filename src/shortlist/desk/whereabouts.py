"""Where one person is kept on this machine, looked up by their id for their page.

`desk.sightings` looks through everything, under every spelling; this asks what the tables are
keyed by.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from shortlist.desk.database import dump, load
from shortlist.desk.export_history import exports_of
from shortlist.desk.item_briefs import CUT
from shortlist.desk.left_out import anchors_of
from shortlist.desk.places import Unkept

MOST: Final = 200
"""Places of one kind that are read."""


class Place(NamedTuple):
    """One place where somebody is."""

    kind: str
    """`shortlist`, `search`, `contact`, `receipt` or `export`."""
    what: str
    """The shortlist, what was searched for, the field, what was paid for, or the file."""
    detail: str = ""
    at: str = ""
    """Since when, as a timestamp."""


class OnSet(NamedTuple):
    """A Set that somebody is in."""

    set_id: str
    query: str
    purpose: str
    item: dict[str, Any]
    """As it is kept, with the verdicts."""


class Whereabouts(NamedTuple):
    sets: list[OnSet]
    """Newest first."""
    places: list[Place]


def whereabouts(path: Path, account: str, person: Mapping[str, Any]) -> Whereabouts:
    """Where `person` (wire shape) is in the file of `desk.store` at `path`, for one account;
    shortlists and exports are of any. Raises `Unkept` where it cannot be read."""
    try:
        # Read by itself: whoever draws a screen does not wait for it.
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)) as db:
            return Whereabouts(_sets(db, account, person), _places(db, account, person))
    except (sqlite3.Error, UnicodeError) as error:
        raise Unkept(f"{path}: {error}") from error


def _sets(db: sqlite3.Connection, account: str, person: Mapping[str, Any]) -> list[OnSet]:
    person_id = str(person.get("person_id") or "")
    if not person_id:
        return []
    rows = db.execute(
        "SELECT i.set_id, i.body, s.body, coalesce(p.purpose, '') FROM items AS i "
        "LEFT JOIN sets AS s ON s.account = i.account AND s.id = i.set_id "
        "LEFT JOIN purposes AS p ON p.account = i.account AND p.set_id = i.set_id "
        "WHERE i.account = ? AND instr(i.line, ?) ORDER BY s.created_at DESC LIMIT ?",
        (account, f"{CUT}{person_id}{CUT}", MOST),
    )
    return [
        OnSet(set_id, query_of(set_ and load(set_)), purpose, load(item, dict))
        for set_id, item, set_, purpose in rows
    ]


def query_of(body: Any) -> str:
    """What the newest search of a Set asked for, of the Set as it is kept."""
    searches = body.get("searches") if isinstance(body, dict) else None
    newest = searches[0] if isinstance(searches, list) and searches else None
    return str(newest.get("query") or "") if isinstance(newest, dict) else ""


def _places(db: sqlite3.Connection, account: str, person: Mapping[str, Any]) -> list[Place]:
    person_id = str(person.get("person_id") or "")
    page = str(person.get("profile_url") or "")
    subjects = (person_id or "\0", f"profile_url:{page}" if page else "\0")
    found = [
        Place("shortlist", name, "", at)
        for name, at in db.execute(
            "SELECT shortlist, at FROM members WHERE person_id = ? ORDER BY at DESC", (person_id,)
        )
    ]
    found += [
        Place("search", _asked(search), "", at)
        for search, at in db.execute(
            "SELECT search, at FROM answers WHERE account = ? AND instr(body, ?) "
            "ORDER BY at DESC LIMIT ?",
            (account, f'"person_id":{dump(person_id)}', MOST),
        )
        if person_id
    ]
    for field, body, at in db.execute(
        "SELECT field, body, at FROM contacts WHERE account = ? AND person IN (?, ?) ORDER BY at",
        (account, *subjects),
    ):
        told = load(body, dict)
        said = " by ".join(str(told[name]) for name in ("status", "source") if told.get(name))
        found.append(Place("contact", field, said, at))
    found += [
        Place("receipt", f"{kind}: {detail}" if detail != kind else kind, f"{credits:g}", at)
        for kind, detail, credits, at in db.execute(
            "SELECT kind, detail, credits, at FROM receipts WHERE account = ? AND subject IN (?, ?)"
            " ORDER BY at DESC LIMIT ?",
            (account, *subjects, MOST),
        )
    ]
    anchors = anchors_of(person)
    files = exports_of(db, anchors) if anchors else []
    return [*found, *(Place("export", f.path, f.format, f.at) for f in files[:MOST])]


def _asked(search: str) -> str:
    asked = load(search)
    if not isinstance(asked, list) or not asked:
        return ""
    filters = asked[1] if len(asked) > 1 and isinstance(asked[1], dict) else {}
    return " ".join(filter(None, [str(asked[0]), *(f"{k}:{v}" for k, v in filters.items())]))
