"""What of the documentation is made from the code is as it would be made now."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from docs.make import DOCS, PAGES, commands, environment

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {"TEXTUAL_DRIVER", "COLORTERM", "SSL_CERT_FILE", "SSL_CERT_DIR"}
"""Read for what others say by them."""


# What the service serves is held against openapi.json where a service runs:
# tests/service/http/test_openapi.py.
@pytest.mark.parametrize("name", [name for name in PAGES if name != "openapi.json"])
def test_a_page_is_as_it_would_be_made(name: str) -> None:
    written = (DOCS / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), "run python -m docs.make"


def test_every_variable_that_is_read_is_named_and_no_other() -> None:
    read = set(_variables()) - NOT_OURS
    assert len(read) > 10
    assert set(environment.VARIABLES) == read


def _variables() -> Iterator[str]:
    """Names of variables in the code: ours wherever they stand, others where one is asked for."""
    for path in (ROOT / "src").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "environ" not in text and "SHORTLIST_" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from re.findall(r"(?<![\w])SHORTLIST_[A-Z]+(?:_[A-Z]+)*", node.value)
        yield from re.findall(r'environ(?:\.get\(|\[)"([A-Z_]+)"', text)
        for names in re.findall(r"for name in \(([^)]*)\)", text) if "environ" in text else ():
            yield from re.findall(r'"([A-Z_]+)"', names)
        if "os.environ[name]" in text:
            yield from re.findall(r'"(COLUMNS|LINES)"', text)


def test_every_command_and_option_is_on_the_page() -> None:
    page = (DOCS / "reference/commands.md").read_text(encoding="utf-8")
    for path, command in commands.commands():
        _, head, section = page.partition(f"{'#' * max(2, min(len(path), 3))} {' '.join(path)}\n")
        assert head, path
        section = re.split(r"^##", section, maxsplit=1, flags=re.MULTILINE)[0]
        for option in command.params:
            if getattr(option, "hidden", False):
                continue
            for name in option.opts:
                assert not name.startswith("-") or f"`{name}`" in section, (path, name)
