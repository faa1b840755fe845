"""A search for one person through everything this machine keeps.

A person is whoever shares the id or the profile page. An address leads to those who have it, and
people share addresses: whoever is asked about by one that several have is several people.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from shortlist.desk.erasure import BODIES, Theirs, read_kept
from shortlist.desk.export_history import exports_of
from shortlist.desk.left_out import anchors_of
from shortlist.desk.places import DeskError, Places
from shortlist.desk.store import FILE_NAME, Store
from shortlist.desk.whereabouts import query_of

KINDS: Final = (
    *("index", "research", "set", "verdict", "shortlist", "note", "contact", "search"),
    *("recording", "kept"),
    *("enrichment", "receipt", "request", "export", "left out"),
)
_OF_TABLE: Final = {
    "sets": "set",
    "items": "set",
    "contacts": "contact",
    "members": "shortlist",
    "remarks": "note",
    "answers": "search",
    "recordings": "recording",
    "dossiers": "research",
    "own_verdicts": "verdict",
    "queries": "search",
    "saved_searches": "search",
    "things": "kept",
}
_WITH_TIME: Final = ("contacts", "members", "answers", "queries", "dossiers", "own_verdicts")
_OF_SETS: Final = ("sets", "items", "recordings", "own_verdicts")
_ANCHOR_KINDS: Final = {"id": "person_id", "page": "profile_url", "mail": "email"}


class Sighting(NamedTuple):
    """One place where somebody is."""

    kind: str
    """One of `KINDS`."""
    where: str
    """The Set, shortlist, file or request: its id, name or path."""
    what: str = ""
    """What is kept of them there, in words."""
    at: str = ""
    """Since when, as a timestamp; empty where that is not kept."""
    purpose: str = ""


@dataclass(slots=True)
class PersonSightings:
    """A person, and all places where they are kept."""

    anchors: list[str] = field(default_factory=list)
    """What they are known by here: `id:…`, `page:…`, `mail:…`."""
    names: list[str] = field(default_factory=list)
    people: int = 0
    """How many people it is: more than 1 where an address is shared."""
    sightings: list[Sighting] = field(default_factory=list)

    @property
    def anchor_pairs(self) -> list[tuple[str, str]]:
        """The same as kind and value, as `erase` takes them."""
        parts = (anchor.partition(":") for anchor in self.anchors)
        return [(_ANCHOR_KINDS[kind], value) for kind, _, value in parts if kind in _ANCHOR_KINDS]


def named(who: str) -> dict[str, str]:
    """What kind of anchor `who` is: an address, the address of a page, or an id."""
    text = who.strip()
    if anchors_of({"email": text}) and "@" in text and "/" not in text:
        return {"email": text}
    if "/" in text and anchors_of({"profile_url": text}):
        return {"profile_url": text}
    return {"person_id": text}


def find_person(
    places: Places, who: Mapping[str, str], also: Iterable[tuple[str, str]] = ()
) -> PersonSightings:
    """Where whoever `who` names is on this machine; `also`: what else they are known by, kind and
    value. Raises `DeskError` where it cannot be read."""
    more = [{kind: value} for kind, value in also]
    found = PersonSightings(anchors=[form for each in (who, *more) for form in anchors_of(each)])
    desk = places.data / FILE_NAME
    try:
        if desk.exists():
            Store(places, "").close()  # brought up to date first
        _know(places, found, set().union(*map(anchors_of, (who, *more))))
        theirs = Theirs.by(found.anchor_pairs)
        if desk.exists():
            with closing(_reading(desk)) as db:
                found.sightings += _in_desk(db, theirs, found.anchors)
        for path in sorted((places.data / "bulk").glob("*.db")):
            with closing(_reading(path)) as db:
                found.sightings += _in_run(db, theirs)
        if places.journal.exists():
            with closing(_reading(places.journal)) as db:
                found.sightings += _in_journal(db, theirs)
    except sqlite3.Error as error:
        raise DeskError(f"What this machine keeps cannot be read: {error}.") from error
    found.sightings.sort(key=lambda each: (KINDS.index(each.kind), each.where))
    return found


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)


# Who it is


def _know(places: Places, found: PersonSightings, start: set[str]) -> None:
    """Everything that this machine knows them by, from what is kept of them together."""
    objects = [(person, set(anchors_of(person))) for person in read_everybody(places)]
    groups: list[set[str]] = []
    for person, forms in objects:
        mine = _joining(person)
        if start & forms and not any(mine & group for group in groups):
            _grow(mine, objects)
            groups.append(mine)
    # An address alone is nobody beside those who are known to have it.
    told = [group for group in groups if any(not _is_mail(form) for form in group)]
    groups = told or groups
    found.people = max(1, len(groups))
    known = set().union(*groups, start)
    for person, forms in objects:
        mine = _joining(person)
        if mine & known or (not mine and forms & known):
            if len(groups) <= 1:
                found.anchors += anchors_of(person)
            if name := str(person.get("name") or "").strip():
                found.names.append(name)
    shared = _shared(objects, known) - start
    found.anchors = [each for each in dict.fromkeys(found.anchors) if each not in shared]
    found.names = list(dict.fromkeys(found.names))


def _shared(objects: Sequence[tuple[Mapping[str, Any], set[str]]], known: set[str]) -> set[str]:
    """Addresses that others have as well: they are not this person's alone."""
    return {
        form
        for person, forms in objects
        if not (mine := _joining(person)) & known and not all(map(_is_mail, mine))
        for form in forms
        if _is_mail(form)
    }


def _grow(group: set[str], objects: Sequence[tuple[Mapping[str, Any], set[str]]]) -> None:
    before = -1
    while before != len(group):
        before = len(group)
        for person, _ in objects:
            mine = _joining(person)
            if mine & group:
                group |= mine


def _joining(person: Mapping[str, Any]) -> set[str]:
    """What makes two one person: an id and a page, and an address only where there is neither."""
    forms = set(anchors_of(person))
    return {form for form in forms if not _is_mail(form)} or forms


def _is_mail(form: str) -> bool:
    return form.startswith(("mail:", "email:"))


def read_everybody(places: Places) -> Iterator[Mapping[str, Any]]:
    """Every person that anything on this machine is about, as far as it says."""
    desk = places.data / FILE_NAME
    if desk.exists():
        with closing(_reading(desk)) as db:
            for table, _, _, body in BODIES:
                for (text,) in db.execute(f"SELECT {body} FROM {table}"):
                    yield from _people_in(read_kept(text))
            for key, name, text in db.execute("SELECT person, field, body FROM contacts"):
                told = read_kept(text)
                value = told.get("value") if isinstance(told, dict) else None
                yield {**_of_key(key), **({name: value} if isinstance(value, str) else {})}
            for (subject,) in db.execute("SELECT DISTINCT subject FROM receipts"):
                yield _of_key(subject)
    for path in (places.data / "bulk").glob("*.db"):
        with closing(_reading(path)) as db:
            for anchor, answer in db.execute("SELECT anchor, answer FROM lookups"):
                yield _of_lookup(read_kept(anchor), read_kept(answer))


def _people_in(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        if any(isinstance(value.get(name), str) for name in ("person_id", "profile_url", "email")):
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _people_in(each)


def _of_key(key: str) -> dict[str, str]:
    """Whom contacts are kept of (`resumed.person_of`)."""
    kind, _, value = key.partition(":")
    if kind in ("profile_url", "email") and value:
        return {kind: value}
    return {} if kind == "name" else {"person_id": key}


def _of_lookup(anchor: Any, answer: Any) -> dict[str, Any]:
    data = answer.get("data") if isinstance(answer, dict) else None
    results = data if isinstance(data, dict) else {}
    values = {n: r.get("value") for n, r in results.items() if isinstance(r, dict)}
    return {**values, **(anchor if isinstance(anchor, dict) else {})}


# Where they are


def _in_desk(db: sqlite3.Connection, theirs: Theirs, anchors: Iterable[str]) -> Iterator[Sighting]:
    purposes = {
        (account, set_id): text
        for account, set_id, text in db.execute("SELECT account, set_id, purpose FROM purposes")
    }
    queries = {
        (account, id_): query_of(read_kept(body))
        for account, id_, body in db.execute("SELECT account, id, body FROM sets")
    }
    for table, key, names, body in BODIES:
        at = "at" if table in _WITH_TIME else "''"
        more = ", note" if table == "remarks" else ""
        for row in db.execute(f"SELECT {', '.join(key)}, {body}, {at}{more} FROM {table}"):
            its_key = dict(zip(key, row[: len(key)], strict=True))
            value = read_kept(row[len(key)])
            if not (
                any(theirs.named_by(str(its_key[name])) for name in names)
                or theirs.is_about(value)
                or theirs.left_without(value) != value
            ):
                continue
            note = str(row[-1]) if more else ""
            where, what = _described(table, its_key, value, note, queries)
            its_set = (its_key.get("account", ""), its_key.get("set_id", its_key.get("id", "")))
            purpose = purposes.get(its_set, "") if table in _OF_SETS else ""
            yield Sighting(_OF_TABLE[table], where, what, str(row[len(key) + 1]), purpose)
    for at, kind, subject, detail, credits in db.execute(
        "SELECT at, kind, subject, detail, credits FROM receipts"
    ):
        if theirs.named_by(subject):
            unit = "credit" if credits == 1 else "credits"
            yield Sighting("receipt", kind, f"{detail}, {credits:g} {unit}", at)
    yield from _in_lists(db, anchors)


def _in_lists(db: sqlite3.Connection, anchors: Iterable[str]) -> Iterator[Sighting]:
    known = sorted(set(anchors))
    marks = ", ".join("?" * len(known))
    for at, path, format_, set_id, purpose in exports_of(db, known):
        is_file = path.startswith("/")
        there = "" if not is_file else ", still there" if Path(path).exists() else ", not there now"
        of_set = f" of {set_id}" if set_id else ""
        yield Sighting("export", path, f"{format_}{of_set}{there}", at, purpose)
    for at, reason in db.execute(
        f"SELECT min(at), max(reason) FROM left_out WHERE anchor IN ({marks}) GROUP BY entry", known
    ):
        yield Sighting("left out", "left out on this machine", reason, at)


def _described(
    table: str,
    key: Mapping[str, Any],
    value: Any,
    note: str,
    queries: Mapping[tuple[Any, Any], str],
) -> tuple[str, str]:
    """Where, and what is kept there."""
    body = value if isinstance(value, dict) else {}
    if table in ("items", "recordings"):
        query = queries.get((key["account"], key["set_id"]), "")
        return str(key["set_id"]), query if table == "items" else f"{query} (its events)".strip()
    if table == "contacts":
        return str(key["field"]), str(body.get("value") or body.get("status") or "")
    if table == "remarks":
        tags = value if isinstance(value, list) else []
        return "note and tags", "; ".join(filter(None, (note, " ".join(map(str, tags)))))
    if table == "answers":
        asked = read_kept(key["search"])
        return "an answer that is kept", str(asked[0]) if isinstance(asked, list) and asked else ""
    if table == "dossiers":
        return "a dossier that is kept", ""
    if table == "own_verdicts":
        told = f"{key['criterion']}: {body.get('verdict')}, {body.get('reason')}"
        return str(key["set_id"]), f"your own verdict on {told}"
    if table == "members":
        return str(key["shortlist"]), str(body.get("title") or "")
    if table == "things":
        return str(key["name"]).partition("/")[2], ""
    return str(key.get("text") or key.get("name") or key.get("id") or ""), ""


def _in_run(db: sqlite3.Connection, theirs: Theirs) -> Iterator[Sighting]:
    row = db.execute("SELECT value FROM run WHERE name = 'meant'").fetchone()
    meant = read_kept(row[0]) if row else None
    source = str(meant.get("source") or "") if isinstance(meant, dict) else ""
    for anchor, answer in db.execute("SELECT anchor, answer FROM lookups"):
        asked, told = read_kept(anchor), read_kept(answer)
        if theirs.is_about(asked) or theirs.is_about(_of_lookup(asked, told)):
            data = told.get("data") if isinstance(told, dict) else None
            fields = ", ".join(data) if isinstance(data, dict) else ""
            yield Sighting("enrichment", source or "a run of enrich --from", fields)


def _in_journal(db: sqlite3.Connection, theirs: Theirs) -> Iterator[Sighting]:
    for key, path, state, body in db.execute(
        "SELECT key, path, state, body FROM calls WHERE body IS NOT NULL"
    ):
        if theirs.is_about(read_kept(body)):
            yield Sighting("request", f"{path} {key}", str(state))
