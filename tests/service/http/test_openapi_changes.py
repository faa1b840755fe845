"""What the last release promised of `/openapi.json` still holds (interface, section 9).

`released` has the document of each release. Before the first one, 0.1.0 is what it is to be: where
a break is meant, copy `docs/openapi.json` over it and say so in the changelog.
"""

from __future__ import annotations

import copy
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

RELEASED = Path(__file__).with_name("released")
NOW = Path(__file__).parents[3] / "docs" / "openapi.json"
Document = dict[str, Any]
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("specshift") is None, reason="specshift is not installed"
)


def last_release() -> Document:
    def version(path: Path) -> list[int]:
        return [int(part) for part in path.stem.split(".")]

    return _read(max(RELEASED.glob("*.json"), key=version))


def _read(path: Path) -> Document:
    read: Document = json.loads(path.read_text(encoding="utf-8"))
    return read


def broken(before: Document, after: Document) -> list[str]:
    """What of `after` breaks somebody who was written for `before`."""
    from specshift.differ import diff_specs
    from specshift.models import Severity

    found = diff_specs(_plain(before), _plain(after))
    return [
        f"{change.location}: {change.message}"
        for change in found.changes
        if change.severity == Severity.BREAKING
    ]


def _plain(value: Any) -> Any:
    """A document as the differ reads it whole: it compares types where there is one, and what is
    under `properties`, so `anyOf` with null becomes the other, and `additionalProperties` one of
    those."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if not isinstance(value, dict):
        return value
    plain = {name: _plain(each) for name, each in value.items()}
    others = [each for each in plain.get("anyOf", ()) if each != {"type": "null"}]
    if len(others) == 1 and len(others) < len(plain["anyOf"]):
        plain = {**{name: each for name, each in plain.items() if name != "anyOf"}, **others[0]}
    if isinstance(plain.get("additionalProperties"), dict):
        any_name = {"(any name)": plain["additionalProperties"]}
        plain["properties"] = {**plain.get("properties", {}), **any_name}
    return plain


def test_nothing_that_was_released_is_broken() -> None:
    assert not broken(last_release(), _read(NOW))


def _schema(document: Document, name: str) -> Document:
    found: Document = document["components"]["schemas"][name]
    return found


def _search(document: Document, name: str) -> Document:
    found: Document = _schema(document, "SearchRequest")["properties"][name]
    return found


BREAKS: dict[str, Callable[[Document], object]] = {
    "a path is gone": lambda it: it["paths"].pop("/v1/socials"),
    "a method is gone": lambda it: it["paths"]["/v1/person/runs/{run_id}"].pop("delete"),
    "an answer is gone": lambda it: it["paths"]["/v1/search"]["post"]["responses"].pop("200"),
    "a field of an answer is gone": lambda it: _schema(it, "Person")["properties"].pop("name"),
    "a field below any name is gone": lambda it: _schema(it, "FieldResult")["properties"].pop(
        "value"
    ),
    "a field of an answer is of another type": lambda it: _schema(it, "SearchData")[
        "properties"
    ].update(search_time_ms={"type": "string"}),
    "a field must be given": lambda it: _schema(it, "SearchRequest").update(required=["type"]),
    "a value is refused": lambda it: _search(it, "type")["enum"].remove("deep"),
    "a bound is lower": lambda it: _search(it, "num_results").update(maximum=50),
    "a header must be given": lambda it: it["paths"]["/v1/search"]["post"]["parameters"][0].update(
        required=True
    ),
}
HARMLESS: dict[str, Callable[[Document], object]] = {
    "a new path": lambda it: it["paths"].update({"/v1/more": it["paths"]["/v1/account/usage"]}),
    "a new field of an answer": lambda it: _schema(it, "Person")["properties"].update(
        nickname={"type": "string"}
    ),
    "a new field of a request": lambda it: _schema(it, "SearchRequest")["properties"].update(
        more={"type": "string"}
    ),
    "a bound is higher": lambda it: _search(it, "num_results").update(maximum=500),
    "another text": lambda it: it["paths"]["/v1/search"]["post"].update(description="Finds."),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_break_is_told(name: str) -> None:
    changed = copy.deepcopy(last_release())
    BREAKS[name](changed)
    assert broken(last_release(), changed)


@pytest.mark.parametrize("name", HARMLESS)
def test_what_breaks_nobody_is_let_through(name: str) -> None:
    changed = copy.deepcopy(last_release())
    HARMLESS[name](changed)
    assert not broken(last_release(), changed)
