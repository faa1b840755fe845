"""JSON Schema of request bodies whose validity depends on several fields at once."""

from __future__ import annotations

from typing import Any

from shortlist.contract.limits import (
    ENRICH_FIELDS,
    FILTER_MAX_CHARS,
    FILTERS_SERVED,
    QUERY_MAX_CHARS,
    SEARCH_FIELDS,
    SEARCH_RESULTS_DEFAULT,
    SEARCH_RESULTS_MAX,
    SEARCH_TYPE_DEFAULT,
)
from shortlist.service.identity import ANCHOR_MAX_CHARS
from shortlist.service.lexicon.text import SAYS_SOMETHING

# Something besides white space, and no NUL.
_WORDS = r"^[^\x00]*[^\s\x00][^\x00]*$"
_ANYTHING = r"^[^\x00]*$"
_SAYING = rf"^(?:\s*$|{SAYS_SOMETHING})"


def _text(longest: int, pattern: str = _WORDS) -> dict[str, Any]:
    return {"type": "string", "pattern": pattern, "maxLength": longest}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _filters(value: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict.fromkeys(FILTERS_SERVED, value),
        "additionalProperties": False,
        **more,
    }


_ANY_QUERY = {"type": ["string", "null"], "pattern": _ANYTHING, "maxLength": QUERY_MAX_CHARS}
_ANY_FILTER = {"type": ["string", "null"], "pattern": _SAYING, "maxLength": FILTER_MAX_CHARS}

SEARCH: dict[str, Any] = {
    "type": "object",
    "description": "A search by a query, by at least one filter, or by both.",
    "properties": {
        "type": {
            "type": "string",
            "enum": ["instant", "fast", "auto", "deep"],
            "default": SEARCH_TYPE_DEFAULT,
        },
        "category": {"type": "string", "enum": ["people"]},
        "num_results": {
            "type": "integer",
            "minimum": 1,
            "maximum": SEARCH_RESULTS_MAX,
            "default": SEARCH_RESULTS_DEFAULT,
        },
        "contents": _or_null(
            {
                "type": "object",
                "properties": {
                    "fields": _or_null(
                        {"type": "array", "items": {"type": "string", "enum": [*SEARCH_FIELDS]}}
                    )
                },
            }
        ),
    },
    "anyOf": [
        {
            "properties": {
                "query": _text(QUERY_MAX_CHARS),
                "filters": _or_null(_filters(_ANY_FILTER)),
            },
            "required": ["query"],
        },
        {
            "properties": {
                "query": _ANY_QUERY,
                "filters": _filters(_text(FILTER_MAX_CHARS, f"^{SAYS_SOMETHING}"), minProperties=1),
            },
            "required": ["filters"],
        },
    ],
}

_ANCHORS: dict[str, dict[str, Any]] = {
    "person_id": _text(ANCHOR_MAX_CHARS),
    "profile_url": _text(
        ANCHOR_MAX_CHARS, r"^[Hh][Tt][Tt][Pp][Ss]?://[A-Za-z0-9-]+\.[A-Za-z0-9.-]+(/[!-~]*)?$"
    ),
    "email": _text(
        ANCHOR_MAX_CHARS, r"^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}\.[A-Za-z]{2,20}$"
    ),
    "name": _text(ANCHOR_MAX_CHARS),
}
_DOMAIN = {**_text(253, r"^([A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}$"), "minLength": 4}


def _nothing_in(*names: str) -> dict[str, Any]:
    # As forms and spreadsheets send what was not filled in.
    return {name: {"type": ["null", "string"], "pattern": r"^[ \t\r\n]*$"} for name in names}


def _exactly_one_of(*anchors: str) -> list[dict[str, Any]]:
    """One branch an anchor, with nothing in the others; `name` brings `company_domain`."""
    branches = []
    for anchor in anchors:
        others = _nothing_in(*anchors, "company_domain")
        form = {anchor: _ANCHORS[anchor]}
        if anchor == "name":
            form["company_domain"] = _DOMAIN
        branches.append({"properties": {**others, **form}, "required": [*form]})
    return branches


ENRICH: dict[str, Any] = {
    "type": "object",
    "description": "Exactly one identity anchor, and the fields to resolve. "
    "(The deprecated `enrichments` is served, and not described.)",
    "properties": {
        "fields": {
            "type": "array",
            "items": {"type": "string", "enum": [*ENRICH_FIELDS]},
            "minItems": 1,
        }
    },
    "required": ["fields"],
    "oneOf": _exactly_one_of("person_id", "profile_url", "email", "name"),
}

_IDENTIFIER: dict[str, Any] = {
    "type": "object",
    "oneOf": _exactly_one_of("person_id", "profile_url", "name"),
}

PERSON: dict[str, Any] = {
    "type": "object",
    "description": "Who is meant, under `identifier` or flat.",
    "oneOf": [
        {
            "properties": {
                "identifier": _IDENTIFIER,
                **_nothing_in("person_id", "profile_url", "name", "company_domain"),
            },
            "required": ["identifier"],
        },
        {"allOf": [_IDENTIFIER, {"properties": {"identifier": {"type": "null"}}}]},
    ],
}

SOCIALS: dict[str, Any] = {
    "type": "object",
    "description": "Whose profile on which platform.",
    "properties": {
        "platform": {
            "type": "string",
            "enum": ["linkedin", "twitter", "x", "facebook", "github", "wikidata"],
        },
        "identifier": {
            "description": "A handle or an address on that platform, or who it is.",
            "anyOf": [_text(ANCHOR_MAX_CHARS, r"^@?[A-Za-z0-9_-]{1,100}$"), _IDENTIFIER],
        },
    },
    "required": ["platform", "identifier"],
}

PROFILE_IDENTIFIER = _text(ANCHOR_MAX_CHARS, r"^[!-~]+$")
