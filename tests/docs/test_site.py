"""The site is built from the pages without a warning, and fetches nothing from elsewhere."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urldefrag

import pytest
from docs.make.llms import address, contents

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
LISTED = {path for _, pages in contents(PROJECT["nav"]) for path in pages}
needs_zensical = pytest.mark.skipif(
    importlib.util.find_spec("zensical") is None, reason="zensical is not installed"
)


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that the site is built from, in a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copy(ROOT / "zensical.toml", folder)
    (folder / "src").symlink_to(ROOT / "src")
    return folder


@pytest.fixture(scope="module")
def site(copied: Path) -> Path:
    built = build(copied)
    assert built.returncode == 0, built.stdout + built.stderr
    return copied / "site"


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100)


def test_every_page_is_in_the_contents_once() -> None:
    pages = [str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")]
    assert sorted(pages) == sorted(LISTED)


@needs_zensical
def test_it_is_built_with_every_page(site: Path) -> None:
    for path in LISTED:
        assert (site / address(path) / "index.html").is_file(), path
    assert not list(site.rglob("*.py"))


@needs_zensical
def test_a_page_loads_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|iframe)[^>]*?src=[\"']?([^\"'> ]+)", text)
        for tag in re.findall(r"<link[^>]*>", text):
            if re.search(r"rel=[\"']?(?:stylesheet|icon|preload|preconnect)", tag):
                loaded += re.findall(r"href=[\"']?([^\"'> ]+)", tag)
        assert loaded and not [each for each in loaded if re.match(r"(?:https?:)?//", each)], page


@needs_zensical
def test_what_is_listed_for_agents_is_there(site: Path) -> None:
    listed = re.findall(r"\]\(([^)]+)\)", (site / "llms.txt").read_text(encoding="utf-8"))
    assert len(listed) == len(LISTED)
    for each in listed:
        assert (site / each / "index.html").is_file(), each


@needs_zensical
def test_a_link_to_nowhere_stops_it(copied: Path, site: Path) -> None:
    page = copied / "docs" / "index.md"
    page.write_text(page.read_text() + "\n[gone](gone.md)\n")
    assert build(copied).returncode != 0


def _links() -> Iterator[tuple[str, str]]:
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"):
        for link in re.findall(r"\]\(([^)\s]+)\)", (ROOT / name).read_text(encoding="utf-8")):
            if not link.startswith(("http:", "https:", "mailto:")):
                yield name, link


@pytest.mark.parametrize(("name", "link"), list(_links()))
def test_a_link_from_outside_the_site_is_to_something(name: str, link: str) -> None:
    path, heading = urldefrag(link)
    target = ROOT / path if path else ROOT / name
    assert target.exists(), link
    if heading:
        headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
        slugs = [re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings]
        assert heading in slugs, link
