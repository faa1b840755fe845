"""What the Qdrant server publishes of its HTTP API, as far as this service uses it.

`qdrant_openapi.json` is cut from the OpenAPI document of Qdrant 1.19.0 (`docs/redoc/master` in
qdrant/qdrant; Copyright Qdrant Solutions GmbH, Apache-2.0), nothing in it changed but that
descriptions are left out. To cut another: `python -m tests.service.index.qdrant_openapi FILE`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft4Validator

FILE = Path(__file__).with_name("qdrant_openapi.json")
USED = {
    ("get", "/collections/{collection_name}/exists"),
    ("put", "/collections/{collection_name}"),
    ("put", "/collections/{collection_name}/index"),
    ("post", "/collections/{collection_name}/facet"),
    ("post", "/collections/{collection_name}/points"),
    ("put", "/collections/{collection_name}/points"),
    ("post", "/collections/{collection_name}/points/count"),
    ("post", "/collections/{collection_name}/points/delete"),
    ("post", "/collections/{collection_name}/points/query/batch"),
    ("post", "/collections/{collection_name}/points/scroll"),
    ("put", "/collections/{collection_name}/points/vectors"),
}


def check_request(method: str, path: str, query: dict[str, str], body: Any) -> tuple[str, str]:
    """Which operation that is. Raises where the document does not know it, a parameter or anything
    in its body; what is optional in the document may be missing."""
    route, operation = _operation(method, path)
    known = {each["name"]: each["schema"] for each in operation.get("parameters", ())}
    for name, value in query.items():
        assert name in known, f"{method} {path}: no parameter {name}"
        _check(_read_as(value, known[name]), known[name])
    content = operation.get("requestBody", {}).get("content")
    assert (content is None) == (body is None), f"{method} {path}: a body, or none"
    if content is not None:
        _check(body, content["application/json"]["schema"])
    return method, route


def check_answer(operation: tuple[str, str], body: Any) -> None:
    """Raise unless the server may answer so, with 200."""
    told = _document()["paths"][operation[1]][operation[0]]["responses"]["200"]
    _check(body, told["content"]["application/json"]["schema"])


def _operation(method: str, path: str) -> tuple[str, dict[str, Any]]:
    for route, operations in _document()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", route), path) and method in operations:
            return route, operations[method]
    raise AssertionError(f"the server has no {method.upper()} {path}")


def _read_as(value: str, schema: dict[str, Any]) -> Any:
    text = json.dumps(schema)
    if '"integer"' in text and value.isdigit():
        return int(value)
    return {"true": True, "false": False}.get(value, value) if '"boolean"' in text else value


def _check(value: Any, schema: dict[str, Any]) -> None:
    whole = {**_strict(schema), "components": _strict(_document()["components"])}
    Draft4Validator(whole).validate(value)


@cache
def _document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text())
    return found


def _strict(schema: Any) -> Any:
    """As JSON Schema has it; and what a schema of an object does not name, is not in it."""
    if isinstance(schema, list):
        return [_strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _strict(each) for name, each in schema.items() if name != "nullable"}
    if isinstance(made.get("properties"), dict) and "type" in made:
        made.setdefault("additionalProperties", False)
    if schema.get("nullable") is not True:
        return made
    # With nothing beside it, it stands for null alone.
    return {"anyOf": [made, {"type": "null"}]} if made else {"type": "null"}


def _cut(document: dict[str, Any]) -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for method, path in sorted(USED):
        paths.setdefault(path, {})[method] = _plain(document["paths"][path][method])
    schemas: dict[str, Any] = {}
    missing = set(_named(paths))
    while missing:
        name = missing.pop()
        schemas[name] = _plain(document["components"]["schemas"][name])
        missing |= set(_named(schemas[name])) - set(schemas)
    return {
        "openapi": document["openapi"],
        "info": {name: document["info"][name] for name in ("title", "license", "version")},
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if not isinstance(value, dict):
        return value
    left_out = ("description", "summary", "example", "examples")
    # A property may be called so: its schema is an object.
    return {
        name: _plain(each)
        for name, each in value.items()
        if name not in left_out or isinstance(each, dict)
    }


def _named(value: Any) -> Iterator[str]:
    yield from re.findall(r'"#/components/schemas/(\w+)"', json.dumps(value))


if __name__ == "__main__":
    made = _cut(json.loads(Path(sys.argv[1]).read_text()))
    lines = json.dumps(made, indent=1, ensure_ascii=False).splitlines()
    # A schema or an operation a line.
    text = "".join(
        line.strip() if re.match(r"    +", line) or line in ("   }", "   },") else "\n" + line
        for line in lines
    )
    FILE.write_text(re.sub(r"\n   \}", "}", text).strip() + "\n")
