"""Ends with an error unless the wheel and the sdist in a folder hold what they are to hold."""

from __future__ import annotations

import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

MOST_BYTES = 32_000_000
ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def files_below(*folders: str) -> set[str]:
    """What is in folders of the project, by its path there."""
    return {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def check(holds: bool, told: str) -> None:
    """Say what is wrong, and end."""
    if not holds:
        sys.exit(f"contents: {told}")


def check_wheel(path: Path) -> None:
    """Code, data, themes, manuals, completions, licences; nothing else."""
    stem = f"{PROJECT['name']}-{PROJECT['version']}"
    with zipfile.ZipFile(path) as wheel:
        inside = set(wheel.namelist())
        metadata = Parser().parsestr(wheel.read(f"{stem}.dist-info/METADATA").decode())
    wanted = {
        *(name.removeprefix("src/") for name in files_below("src")),
        *(f"shortlist/tui/{name}" for name in files_below("themes")),
        *(f"{stem}.data/data/{name}" for name in files_below("share")),
        *(f"{stem}.dist-info/licenses/{name}" for name in PROJECT["license-files"]),
    }
    own = {
        f"{stem}.dist-info/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt")
    }
    check(not (lacks := wanted - inside), f"the wheel lacks {sorted(lacks)[:5]}")
    check(not (more := inside - wanted - own), f"the wheel has {sorted(more)[:5]}, too")
    check(metadata["License-Expression"] == PROJECT["license"], "the wheel names another licence")
    told = dict(each.split(", ", 1) for each in metadata.get_all("Project-URL") or ())
    check(told == PROJECT.get("urls", {}), f"the wheel names other addresses: {told}")
    # Data of others come with their licence.
    for name in ("model/LICENSE", "vocabulary/ATTRIBUTIONS.md"):
        check(any(each.endswith(name) for each in inside), f"the wheel lacks {name}")


def check_sdist(path: Path) -> None:
    """All that the wheel is built of, and the tests."""
    with tarfile.open(path) as sdist:
        inside = {name.partition("/")[2] for name in sdist.getnames()}
    wanted = files_below("src", "themes", "share", "tests") | {
        "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md",
    }  # fmt: skip
    check(not (lacks := wanted - inside), f"the sdist lacks {sorted(lacks)[:5]}")


def main() -> None:
    made = list(Path(sys.argv[1]).iterdir())
    wheels = [path for path in made if path.suffix == ".whl"]
    sdists = [path for path in made if path.name.endswith(".tar.gz")]
    check(len(wheels) == len(sdists) == 1 and len(made) == 2, f"{len(made)} files, not two")
    for path in made:
        check(path.stat().st_size <= MOST_BYTES, f"{path.name} is larger than 32 MB")
    check_wheel(wheels[0])
    check_sdist(sdists[0])
    for path in made:
        sys.stdout.write(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()
