"""What the documents name is there: tests and other paths."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECURITY = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
SITE = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md"))


def test_every_promise_is_held_by_a_test_that_is_there() -> None:
    held = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", SECURITY)
    assert len(held) > 15
    for path, name in held:
        tests = (ROOT / path).read_text(encoding="utf-8")
        assert f"def {name or 'test_'}" in tests, (path, name)
    for line in SECURITY.splitlines():
        if line.startswith("| ") and not line.startswith("| promise"):
            assert "`tests/" in line, line


def test_every_path_that_is_named_is_there() -> None:
    folders = r"(?:src|tests|benchmarks|docs|themes|tools|screenshots)"
    named = re.findall(rf"`({folders}(?:/[\w./]*)?)`", CONTRIBUTING + README + SECURITY + SITE)
    named += re.findall(rf"\]\(({folders}/[\w./]+)\)", CONTRIBUTING + README)
    assert len(named) > 30
    assert not [path for path in named if not (ROOT / path).exists()]


def test_a_walked_change_touches_five_files_at_most_and_they_are_there() -> None:
    walked = CONTRIBUTING.partition("## A change, walked")[2].partition("\n## ")[0]
    changes = walked.split("\n### ")[1:]
    assert changes
    for change in changes:
        steps = re.findall(r"^\d\. .*(?:\n   .*)*", change, re.MULTILINE)
        touched = [re.findall(r"`((?:src|tests|docs)/[\w./]+)`", step) for step in steps]
        assert 1 < len(touched) <= 5, change
        assert all(len(paths) == 1 and (ROOT / paths[0]).is_file() for paths in touched), touched
