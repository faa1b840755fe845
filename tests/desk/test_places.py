"""Where things are kept, and that nobody else can read or redirect them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from shortlist.desk.places import (
    DeskError,
    appending,
    find_places,
    private_folder,
    writing,
)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_one_home_holds_everything_and_is_private(own_home: Path) -> None:
    places = find_places()
    for folder in (places.config, places.data, places.cache, places.logs):
        assert folder.parent == own_home
        assert mode(folder) == 0o700


def test_without_a_home_the_platforms_folders_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SHORTLIST_HOME")
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.setenv("HOME", str(tmp_path))
    places = find_places()
    assert all(tmp_path in folder.parents for folder in (places.config, places.data, places.logs))


def test_a_folder_that_others_could_read_is_closed(own_home: Path) -> None:
    (own_home / "config").mkdir(mode=0o755)
    (own_home / "config").chmod(0o755)
    assert mode(find_places().config) == 0o700


def test_a_linked_folder_is_refused(own_home: Path, tmp_path: Path) -> None:
    (own_home / "config").symlink_to(tmp_path)
    with pytest.raises(DeskError, match="symbolic link"):
        find_places()


def test_a_file_in_the_way_of_a_folder_is_told(own_home: Path) -> None:
    (own_home / "data").write_text("")
    with pytest.raises(DeskError, match="a file is in the way"):
        private_folder(own_home / "data")


def test_a_file_is_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with writing(tmp_path / "kept") as file:
            file.write(b"whole")
    finally:
        os.umask(before)
    assert (tmp_path / "kept").read_bytes() == b"whole"
    assert mode(tmp_path / "kept") == 0o600


def test_what_was_there_stays_when_writing_fails(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("old")
    with pytest.raises(RuntimeError), writing(tmp_path / "kept") as file:
        file.write(b"half")
        raise RuntimeError
    assert (tmp_path / "kept").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize("opened", [lambda path: writing(path).__enter__(), appending])
def test_a_link_in_the_way_is_refused(tmp_path: Path, opened) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("theirs")
    (tmp_path / "kept").symlink_to(elsewhere)
    with pytest.raises(DeskError, match="symbolic link"):
        opened(tmp_path / "kept")
    assert elsewhere.read_text() == "theirs"


def test_a_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    with (
        pytest.raises(DeskError, match="No such file"),
        writing(tmp_path / "none" / "kept") as file,
    ):
        file.write(b"")
