"""The evidence bundle of a Set: its people, their evidence, and what was asked and paid.

One sealed document (`desk.seals`), as JSON or within a page that any browser shows
(`desk.bundle_page`). It holds no contact details.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from shortlist import __version__
from shortlist.contract.limits import ENRICH_PRICES, PEOPLE_PER_ACU, PERSON_PRICE
from shortlist.contract.times import format_time
from shortlist.desk.bundle_page import document_in, page_hash, page_of, sealed_page
from shortlist.desk.own_verdicts import with_own
from shortlist.desk.seals import (
    ORDER,
    SealCheck,
    check_seal,
    format_sealed,
    own_fingerprint,
    part_name,
    seal,
)

if TYPE_CHECKING:
    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.desk.own_verdicts import OwnVerdict
    from shortlist.desk.places import Places
    from shortlist.desk.receipts import Receipt

KIND: Final = "shortlist-evidence"
PAGE: Final = "the page that is shown"


def content_of(
    set_: PeopleSet,
    items: Sequence[SetItem],
    *,
    deployment: str,
    purpose: str | None,
    receipts: Sequence[Receipt] = (),
    left_out: int = 0,
    own: Sequence[OwnVerdict] = (),
) -> dict[str, Any]:
    """What is sealed of a Set. `receipts`: of this Set; `left_out`: how many of its people are
    left out on this machine, and so are not in `items`; `own`: verdicts of one's own on it."""
    search = set_.newest
    return {
        "made_at": format_time(datetime.now(UTC)),
        "versions": {"program": f"shortlist {__version__}", "interface": "v1"},
        "deployment": deployment,
        "purpose": purpose or None,
        "request": {
            "query": search.query if search else None,
            "count": search.count if search else None,
            "criteria": [each.description for each in search.criteria] if search else [],
            "budget": set_.budget.credits if set_.budget else None,
        },
        "set": {
            "id": set_.id,
            "status": set_.status,
            "stop_reason": search.stop_reason if search else None,
            "message": search.message if search else None,
            "created_at": _time(set_.created_at),
            "finished_at": _time(search.finished_at if search else None),
            "admitted": set_.item_count,
            "left_out_here": left_out,
            "synthetic": bool(set_.synthetic),
        },
        "prices": {
            "unit": "credit",
            "people_a_credit": PEOPLE_PER_ACU,
            "list": {**ENRICH_PRICES, "person": PERSON_PRICE},
            "estimated": set_.pricing.estimated_credits if set_.pricing else None,
            "spent": set_.spent_credits,
            "receipts": [
                {"at": each.at, "credits": each.credits, "request_id": each.request_id}
                for each in receipts
            ],
        },
        "people": [
            _person(item, [each for each in own if each.person_id == item.person.person_id])
            for item in items
        ],
    }


def sealed_bundle(places: Places, content: Mapping[str, Any], *, as_page: bool) -> str:
    """The text of a bundle of `content` (see `content_of`), as a page or as JSON. The page that
    is shown is sealed with it. Raises `DeskError`."""
    content = format_sealed(content)
    page = page_of(content, own_fingerprint(places, make=True))
    document = seal(places, KIND, {**content, "page": page_hash(page)})
    if as_page:
        return sealed_page(page, document)
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def checked_bundle(text: str) -> tuple[SealCheck, Any]:
    """A sealed document of a file, checked, and the document. Raises `DeskError` for a file that
    is none."""
    document = document_in(text)
    found = check_seal(document)
    content = document["content"]
    is_page = text.lstrip().startswith("<")
    if is_page and isinstance(content, dict) and content.get("page") != page_hash(text):
        found.changed.append(PAGE)
    return found, document


def _time(moment: datetime | None) -> str | None:
    return format_time(moment) if moment is not None else None


def _person(item: SetItem, own: Sequence[OwnVerdict]) -> dict[str, Any]:
    wire = item.to_wire()
    person = {name: value for name, value in wire["person"].items() if value not in (None, "", [])}
    return {
        "item_id": item.id,
        "status": item.status,
        "admitted_at": _time(item.created_at),
        "person": person,
        "verdicts": with_own(
            [
                {
                    "criterion": each.criterion or each.criterion_id,
                    "status": each.status,
                    "reasoning": each.reasoning,
                    "fallback": each.fallback,
                    "references": [reference.to_wire() for reference in each.references],
                }
                for each in item.verification
            ],
            own,
        ),
    }


def where(content: Any, path: str) -> str:
    """A part of a bundle in words: `Ada Comb (bee-1): title`, or as the path says."""
    head, _, rest = path.partition("/")
    name, _, inner = rest.partition("/")
    people = content.get("people") if isinstance(content, Mapping) else None
    if head != "people" or not name:
        return path.replace("/", " ")
    if name == ORDER and not inner:
        return "who is in it, and in which order"
    entries = people if isinstance(people, list) else []
    entry = next((each for each in entries if part_name(each) == name), None)
    if entry is None and name.isdigit() and int(name) < len(entries):
        entry = entries[int(name)]
    person = entry.get("person") if isinstance(entry, dict) else None
    person = person if isinstance(person, dict) else {}
    called = person.get("name") or person.get("profile_url")
    known = f" ({person['person_id']})" if person.get("person_id") else ""
    who = f"{called}{known}" if called else name
    return f"{who}: {_inner(entry, inner)}" if inner else who


def _inner(entry: Any, path: str) -> str:
    parts = path.split("/")
    if parts[0] == "person":
        return " ".join(parts[1:]) or "person"
    if parts[0] == "verdicts" and len(parts) > 2:
        verdicts = entry.get("verdicts") if isinstance(entry, dict) else None
        number = int(parts[1]) if parts[1].isdigit() else -1
        verdict = verdicts[number] if isinstance(verdicts, list) and number < len(verdicts) else {}
        of = verdict.get("criterion") if isinstance(verdict, dict) else None
        return f"{' '.join(parts[2:])} of “{of or f'criterion {number + 1}'}”"
    return path


def describe_check(checked: SealCheck, content: Any) -> list[str]:
    """What was changed, a line each; of somebody who was put in or taken out, one."""
    said = []
    for word, paths in (
        ("changed", checked.changed),
        ("added", checked.added),
        ("removed", checked.removed),
    ):
        # Of somebody with an id, that is among what came or went, the rest did as well.
        whole = {
            path.rpartition("/")[0]
            for path in paths
            if word != "changed" and path.startswith("people/") and path.endswith("/item_id")
        }
        said += [f"{word}: {where(content, path)}" for path in sorted(whole)]
        said += [
            f"{word}: {where(content, path)}"
            for path in paths
            if "/".join(path.split("/")[:2]) not in whole
        ]
    return said
