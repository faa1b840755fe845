"""A release names the addresses of the repository that makes it."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REPOSITORY = "https://forge.example/us/shortlist"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/addresses", tmp_path / ".ci/addresses")
    shutil.copy(ROOT / "pyproject.toml", tmp_path / "pyproject.toml")
    return tmp_path


def write_addresses(copy: Path, repository: str) -> subprocess.CompletedProcess[str]:
    command = ["bash", ".ci/addresses", repository]
    return subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)


def test_they_are_written_once_and_point_to_what_the_repository_has(copy: Path) -> None:
    before = tomllib.loads((copy / "pyproject.toml").read_text())
    assert write_addresses(copy, REPOSITORY).returncode == 0
    after = tomllib.loads((copy / "pyproject.toml").read_text())
    urls = after["project"].pop("urls")
    assert after == before
    assert set(urls) == {"Source", "Documentation", "Changelog", "Issues"}
    assert urls["Source"] == REPOSITORY
    assert all(url.startswith(REPOSITORY) for url in urls.values())
    tag = f"v{before['project']['version']}/"
    files = [url.partition(tag)[2] for url in urls.values() if tag in url]
    assert files and all((ROOT / name).exists() for name in files)

    again = write_addresses(copy, REPOSITORY)
    assert (again.returncode, "has them" in again.stderr) == (2, True)


@pytest.mark.parametrize(
    "other", ["", "forge.example/us", 'https://forge.example/a"\nname = "b', "/"]
)
def test_what_is_no_repository_is_refused_and_changes_nothing(copy: Path, other: str) -> None:
    before = (copy / "pyproject.toml").read_bytes()
    assert write_addresses(copy, other).returncode != 0
    assert (copy / "pyproject.toml").read_bytes() == before
