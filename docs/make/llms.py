"""`llms.txt`: what the documentation has, one line a page, from the site's own contents."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[1]
SITE = DOCS.parent / "zensical.toml"


def text() -> str:
    project = tomllib.loads(SITE.read_text(encoding="utf-8"))["project"]
    parts = [f"# {project['site_name']}\n", f"> {project['site_description']}"]
    for section, pages in contents(project["nav"]):
        parts.append(f"\n## {section}\n")
        for path in pages:
            title, about = _head((DOCS / path).read_text(encoding="utf-8"))
            parts.append(f"- [{title}]({address(path)}): {about}")
    return "\n".join(parts) + "\n"


def contents(nav: list[Any]) -> Iterator[tuple[str, list[str]]]:
    """Each section of the site with its pages, in order."""
    for entry in nav:
        (name, below), *_ = entry.items()
        if isinstance(below, str):
            yield name, [below]
        else:
            yield name, below


def address(path: str) -> str:
    """Where a page is on the site, from where `llms.txt` is."""
    return path.removesuffix("index.md").removesuffix(".md") + ("/" if path != "index.md" else "./")


def _head(page: str) -> tuple[str, str]:
    """The title of a page, and its first sentence without links."""
    outside = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    title = re.search(r"^# (.+)$", outside, re.MULTILINE)
    assert title, page[:80]
    after = outside[title.end() :].strip().split("\n\n")
    first = next((part for part in after if part[:1] not in "|#-!<:"), "")
    flat = " ".join(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", first).replace("**", "").split())
    return title[1].replace("`", ""), re.split(r"(?<=[.:]) (?=[A-Z`])", flat)[0].rstrip(":")
