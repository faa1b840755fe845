"""Conversion of a row to a person's record. Raises `BadRow` for what cannot be one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson

from shortlist.contract.anchors import domain_of, fold, normalise
from shortlist.service.index.imports import career_parts
from shortlist.service.index.imports.columns import FIELDS, LEAVE_OUT, field_of
from shortlist.service.index.imports.contacts import checked_contacts, read_contacts
from shortlist.service.index.imports.rows import BadRow, EmptyRow, Rest
from shortlist.service.index.imports.words import words_of
from shortlist.service.index.port import Record

MAX_RECORD_BYTES = 256 * 1024
_MAX_ID = 200


# Where a table has no value. "NA" is none of them: it is a country, and a name.
_NOTHING = {"", "-", "--", "---", "–", "—", "n/a", "#n/a", "n.a."}
_NOTHING_BUT_NAMES = _NOTHING | {"null", "none", "nan", "nil", "unknown", "?", "tbd"}
_NAME_FIELDS = {"id", "name", "first_name", "middle_name", "last_name"}

_SUFFIXES = words_of("name")["suffix"]
_DATES = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%d-%m-%Y")
_WORDED_DATES = ("%B %d, %Y", "%b %d, %Y", "%d %b %Y", "%d %B %Y")
_MAYBE_CONTROL = re.compile(rb"\\u00|\x7f|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
# Those that turn the direction of what follows, too: a name could be shown as another.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

# The keys of a record that are no text, and what they must be.
_NESTED: dict[str, type] = {
    "links": list,
    "history": list,
    "contacts": dict,
    "facts": dict,
    "sources": list,
    **dict.fromkeys(career_parts.PARTS, list),
}
_LISTS = {"summary", "education", "past_companies", *career_parts.PARTS, *career_parts.STUDY_FIELDS}
"""Columns in whose cells a new line says something."""
_CONTACTS = {"email", "work_email", "personal_email"}

_DEEPEST = 4
"""Steps into an object whose parts are keys of their own, such as `job.employer.city`."""

_RECORD = {
    *_NESTED,
    *FIELDS
    - {"email", "work_email", "personal_email", "phone", "source", "connected_on"}
    - {"past_companies", *career_parts.STUDY_FIELDS},
}


def from_cells(values: Mapping[str, str], extra: Mapping[str, str], source: str) -> Record:
    """A record of a table's row: `values` by field, `extra` by the heading of other columns.

    `source` is kept as where a contact was seen. The record has no `id` unless a column has it.
    """
    given = {field: cleaned for field, v in values.items() if (cleaned := cell(field, v))}
    record: Record = {}
    for field in ("id", "title", "seniority", "function", "company", "department", "industry"):
        record[field] = given.get(field)
    for field in ("sub_industry", "city", "region", "country", "summary", "licence", "dataset"):
        record[field] = given.get(field)
    for field in ("company_size", "company_industry"):
        record[field] = given.get(field)
    record |= career_parts.from_cells(given)
    record["name"] = person_name(given)
    record["first_name"] = given.get("first_name")
    record["last_name"] = given.get("last_name")
    record["location"] = _location(given)
    record["status"] = given.get("status", "").lower() or None
    facts: dict[str, Any] = {}
    record["as_of"] = _date(given, "as_of", facts)
    if connected := _date(given, "connected_on", facts):
        facts["connected_on"] = connected
    if website := given.get("company_domain"):
        record["company_domain"] = domain_of(website)
        if record["company_domain"] is None:
            facts["website"] = website
    if profile := given.get("profile_url"):
        record["profile_url"] = profile if "://" in profile else f"https://{profile}"
    record["contacts"] = read_contacts(given, source, record["as_of"], facts)
    if url := given.get("source"):
        record["sources"] = [url]
    for heading, text in extra.items():
        if value := cell("", text):
            facts[heading] = value
    record["facts"] = facts
    return finished({key: value for key, value in record.items() if value not in (None, {}, [])})


def from_object(
    given: Any,
    source: str,
    mapping: Mapping[str, str] | None = None,
    rest: Rest | None = None,
    *,
    as_is: bool = True,
) -> Record:
    """A record of a JSON object or a Parquet row.

    One that has a record's keys only is taken as it is, unless not `as_is`; of another, known
    column names are read as a table's, and the rest is kept under `facts` and noted in `rest`.
    `mapping` is from its keys, such as `job.employer` within `job`, to fields.
    """
    if not isinstance(given, dict):
        raise BadRow("not an object with a person's fields")
    rest = rest or Rest()
    if as_is:
        given = dict(_flat(given, mapping or {}))
        _note_columns(given, mapping or {}, rest)
    if mapping:
        given = _mapped(given, mapping, rest)
    given = _with_parts({k: value for k, value in given.items() if value not in (None, "", [], {})})
    for key, kind in _NESTED.items():
        if not isinstance(given.get(key), kind | None):
            raise BadRow(f"{key} must be {'a list' if kind is list else 'an object'}")
    for key, of in (("links", dict), ("sources", str)):
        if any(not isinstance(entry, of) for entry in given.get(key, ())):
            raise BadRow(f"{key} must hold {'texts' if of is str else 'objects'} only")
    contacts = checked_contacts(given.pop("contacts", {}))
    own = all(key in _RECORD and (key in _NESTED or isinstance(given[key], str)) for key in given)
    if own and as_is:
        record = {key: v.strip() if isinstance(v, str) else v for key, v in given.items()}
        if location := _location(record):
            record["location"] = location
    else:
        record, found = _from_other_keys(given, source, rest)
        contacts = {**found, **contacts}
    if contacts:
        record["contacts"] = contacts
    return finished(record)


def _location(given: Mapping[str, str]) -> str | None:
    """Where somebody is, in one text: as it is said, or made of its parts."""
    parts = [given.get(field) for field in ("city", "region", "country")]
    return given.get("location") or ", ".join(part for part in parts if part) or None


def _flat(
    given: Mapping[str, Any], mapping: Mapping[str, str], within: str = "", depth: int = 0
) -> Iterator[tuple[str, Any]]:
    """`given` with what an object says under keys of their own, as a table would have columns.

    One that stands for a field is what it is called; whole stay those that a record has, and what
    `mapping` names that is not called anything.
    """
    for key, value in given.items():
        name = f"{within}{key}"
        part = not within and (key in _NESTED or career_parts.part_of(key) is not None)
        if not isinstance(value, dict) or part or depth == _DEEPEST:
            yield name, value
            continue
        field, said = mapping.get(name) or (not within and _field_of(key)), value.get("name")
        if field and field != LEAVE_OUT and isinstance(said, str):
            yield name, said
            value = {part: each for part, each in value.items() if part != "name"}
        elif name in mapping:
            yield name, value
            continue
        yield from _flat(value, mapping, f"{name}.", depth + 1)


def _field_of(key: str) -> str | None:
    return key if key in FIELDS else field_of(key)


def _note_columns(given: Mapping[str, Any], mapping: Mapping[str, str], rest: Rest) -> None:
    """Note the field that each key is, as a table's headings are noted."""
    if given.keys() <= rest.columns.keys():
        return
    for key, value in given.items():
        if value not in (None, "", [], {}):
            field = _field_of(key) or (key if key in _NESTED else career_parts.part_of(key))
            rest.column(key, mapping.get(key) or field or "")


def _mapped(given: dict[str, Any], mapping: Mapping[str, str], rest: Rest) -> dict[str, Any]:
    """`given` with what `mapping` names under the field that it names it for."""
    found: dict[str, Any] = {}
    left = dict(given)
    for name, field in mapping.items():
        value: Any = given
        for step in (name,) if name in given else name.split("."):
            value = value.get(step) if isinstance(value, dict) else None
        if value in (None, "", [], {}):
            continue
        rest.mapped.add(name)
        rest.column(name, field)
        if field == LEAVE_OUT:
            rest.leave([name])
            left = _without(left, [name] if name in given else name.split("."))
            continue
        left.pop(name, None)
        before = found.get(field)
        if isinstance(before, str) and isinstance(value, str):
            value = f"{before}\n{value}"
        elif isinstance(before, list) and isinstance(value, list):
            value = [*before, *value]
        found[field] = value
    return left | found


def _without(given: dict[str, Any], path: Sequence[str]) -> dict[str, Any]:
    """`given` without what it has at `path`."""
    first, *rest = path
    kept = {key: value for key, value in given.items() if key != first}
    if rest and isinstance(inner := given.get(first), dict):
        kept[first] = _without(inner, rest)
    return kept


def _with_parts(given: dict[str, Any]) -> dict[str, Any]:
    """`given` with the parts that are lists as a record has them, whatever it calls them."""
    found: dict[str, Any] = {}
    for key, value in given.items():
        part = key if key in career_parts.PARTS else career_parts.part_of(key)
        if part is None or (key != part and (part in given or not isinstance(value, list))):
            found[key] = value
            continue
        try:
            entries = career_parts.entries_of(part, value)
        except career_parts.BadPart as error:
            if key == part:
                raise BadRow(str(error)) from None
            found[key] = value  # it may be anything: under a record's own name it may not
            continue
        if entries:
            found[part] = entries
    size = found.get("company_size")
    if isinstance(size, int | float) and not isinstance(size, bool):
        found["company_size"] = _text(size)
    return found


def _from_other_keys(
    given: dict[str, Any], source: str, rest: Rest
) -> tuple[Record, dict[str, Any]]:
    values: dict[str, str] = {}
    extra: dict[str, Any] = {}
    for key, value in given.items():
        if key in _NESTED:
            continue
        field, said = _field_of(key), _said(key, value)
        if field is None or said is None:
            extra[key] = value
        elif field not in values or key == field:
            values[field] = said
    rest.keep(extra)
    record = from_cells(values, {}, source)
    if isinstance(given.get("name"), str):
        record["name"] = given["name"].strip()  # under that key it is as it is meant
    facts = {**record.pop("facts", {}), **extra, **given.get("facts", {})}
    found = record.pop("contacts", {})
    record |= {key: given[key] for key in _NESTED if key in given}
    return {**record, "facts": facts} if facts else record, found


def _said(key: str, value: Any) -> str | None:
    """What a field is given, as the cell of a table: the one text of a list, or all of those that
    say several things. None of what is no text."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        if len(value) > 1 and _field_of(key) not in _LISTS | _CONTACTS:
            return None
        return "\n".join(value)
    return None if isinstance(value, dict | list) else _text(value)


def finished(record: Record) -> Record:
    """`record` without control characters and within bounds."""
    if not _CONTROL.sub("", str(record.get("name") or "")).strip():
        if any(record.get(key) for key in ("profile_url", "contacts", "id")):
            raise BadRow("no name")
        raise EmptyRow("nothing says who this is: no name, no profile address, no e-mail")
    try:
        stored = orjson.dumps(record)
    except (TypeError, ValueError) as error:
        raise BadRow(f"it cannot be stored: {error}") from None
    if len(stored) > MAX_RECORD_BYTES:
        raise BadRow(f"larger than {MAX_RECORD_BYTES // 1024} KB")
    if len(str(record.get("id") or "")) > _MAX_ID:
        raise BadRow(f"its id is longer than {_MAX_ID} characters")
    if _MAYBE_CONTROL.search(stored):
        record = _cleaned(record)
    return record


def derived_id(record: Record, *, told_apart: bool = False) -> str:
    """A stable id for a record that has none, from its strongest anchor.

    The name is part of it, but for profiles on a professional network: other addresses and pages
    are often shared. `told_apart` adds the title, for two people whom all else does not separate.
    """
    name = fold(str(record.get("name") or ""))
    profile = normalise("profile", str(record.get("profile_url") or ""))
    contacts = record.get("contacts") or {}
    email = next(
        (c["value"] for k in ("work_email", "personal_email") if (c := contacts.get(k))), None
    )
    if profile and profile.startswith("linkedin.com/in/"):
        parts = ["profile", profile]
    elif profile:
        parts = ["profile", profile, name]
    elif email:
        parts = ["email", str(email).lower(), name]
    else:
        where = [str(record.get(key) or "") for key in ("company", "location")]
        parts = ["name", name, *map(fold, where)]
    if told_apart:
        parts.append(fold(str(record.get("title") or "")))
    return "p_" + hashlib.blake2b("\x1f".join(parts).encode(), digest_size=10).hexdigest()


def cell(field: str, text: str) -> str:
    """The value of a table's cell: trimmed, and empty where it only says that there is none."""
    value = text.strip().replace("\r\n", "\n") if field in _LISTS else " ".join(text.split())
    nothing = _NOTHING if field in _NAME_FIELDS else _NOTHING_BUT_NAMES
    return "" if value.casefold() in nothing else value


def person_name(given: Mapping[str, str]) -> str | None:
    """The full name, in speaking order: "Last, First" is turned, "Name, Jr." is not."""
    whole = given.get("name")
    parts = [given.get(field) for field in ("first_name", "middle_name", "last_name", "suffix")]
    if whole is None:
        return " ".join(part for part in parts if part) or None
    if "," not in whole:
        return whole
    pieces = [piece.strip() for piece in whole.split(",")]
    suffixes: list[str] = []
    while len(pieces) > 1 and _is_suffix(pieces[-1]):
        suffixes.insert(0, pieces.pop())
    if len(pieces) != 2 or not all(pieces):
        return whole
    last, first = pieces
    known = given.get("last_name")
    if known and fold(known) != fold(last):
        return whole
    return ", ".join([f"{first} {last}", *suffixes])


def _is_suffix(piece: str) -> bool:
    words = piece.replace(".", "").casefold().split()
    return bool(words) and all(word in _SUFFIXES for word in words)


def date_of(text: str) -> str | None:
    """A date as ISO 8601, or None. Of 8/5/2026 the month comes first; of 5.8.2026 the day."""
    text = text.strip()
    for form in (*_DATES, *_WORDED_DATES):
        try:
            return datetime.strptime(text, form).date().isoformat()
        except ValueError:
            continue
    try:
        return datetime.fromisoformat(text).date().isoformat()
    except ValueError:
        return None


def _date(given: Mapping[str, str], field: str, facts: dict[str, Any]) -> str | None:
    text = given.get(field)
    if not text:
        return None
    found = date_of(text)
    if found is None:
        facts[field] = text  # kept as it came: a date we cannot read is still said
    return found


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # a spreadsheet's way to hold 17
    return str(value)


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return _CONTROL.sub("", value) if _CONTROL.search(value) else value
    if isinstance(value, dict):
        return {str(key): _cleaned(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_cleaned(inner) for inner in value]
    return value
