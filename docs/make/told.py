"""What code says of its fields: the text below each in its class, and types as JSON has them."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any


def texts(owner: type) -> dict[str, str]:
    """The text below each field of a class and of those that it extends, on one line."""
    told: dict[str, str] = {}
    for each in reversed(owner.__mro__):
        if not each.__module__.startswith("shortlist."):
            continue
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(each))).body
        assert isinstance(tree, ast.ClassDef)
        for field, below in zip(tree.body, tree.body[1:], strict=False):
            if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
                continue
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                told[field.target.id] = " ".join(str(below.value.value).split())
    return told


def first_text(owner: type) -> str:
    """The docstring of a class, on one line; nothing for one that has none of its own."""
    return " ".join((vars(owner).get("__doc__") or "").split())


def in_json(schema: dict[str, Any]) -> str:
    """A JSON schema in a few words: `text`, `list of numbers`, `text or null`."""
    if "anyOf" in schema:
        kinds = [each.get("type") for each in schema["anyOf"]]
        # Every whole number is a number.
        whole = "integer" if {"integer", "number"} <= {*kinds} else None
        wanted = [each for each in schema["anyOf"] if not whole or each.get("type") != whole]
        parts = list(dict.fromkeys(in_json(each) for each in wanted))
        return " or ".join(parts)
    if "$ref" in schema:
        return f"[{called(schema['$ref'])}](#{called(schema['$ref']).lower()})"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    kind = schema.get("type")
    if kind == "array":
        return f"list of {in_json(schema.get('items', {}))}"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"object of {in_json(values)}" if isinstance(values, dict) else "object"
    names = {"string": "text", "integer": "whole number", "boolean": "true or false"}
    return names.get(str(kind), str(kind or "anything"))


def called(ref: str) -> str:
    """The name of a model as a page says it."""
    return ref.rpartition("/")[2].rstrip("_")


def cell(text: str) -> str:
    """Text as a cell of a table."""
    return text.replace("|", "\\|")
