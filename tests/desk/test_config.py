"""`config.toml`: every field has a default, and what is wrong is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from shortlist.desk.config import FILE_NAME, Settings, SettingsError, load_settings
from shortlist.desk.places import find_places


def write(text: str) -> Path:
    path = find_places().config / FILE_NAME
    path.write_text(text, encoding="utf-8")
    return path


def test_no_file_gives_the_defaults() -> None:
    assert load_settings(find_places()) == Settings()


def test_what_is_set_is_read() -> None:
    write('theme = "paper"\nmask_contacts = true\nset_count = 50\n[keys]\n"do.new" = "n,f6"\n')
    settings = load_settings(find_places())
    assert (settings.theme, settings.mask_contacts, settings.set_count) == ("paper", True, 50)
    assert settings.keys == {"do.new": "n,f6"}


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('theme = "paper"\n\nthmee = "x"\n', 3, "`thmee` is not a setting"),
        ("\nmask_contacts = 1\n", 2, "must be true or false"),
        ("set_count = 501\n", 1, "a number, 1 to 500"),
        ("set_count = true\n", 1, "a number, 1 to 500"),
        ('search_type = "slow"\n', 1, "one of instant, fast, auto, deep"),
        ("theme = 3\n", 1, "text in quotes"),
        ('# x\n[keys]\n"do.new" = ["n"]\n', 3, "`do.new` must be keys in quotes"),
        ('[kyes]\na = "b"\n', 1, "`kyes` is not a setting"),
        ('keys = "n"\n', 1, "must be a table"),
        ('theme = "a"\ntheme = \n', 2, "Invalid value"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, line: int, reason: str) -> None:
    path = write(text)
    with pytest.raises(SettingsError) as caught:
        load_settings(find_places())
    assert caught.value.line == line
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert reason in str(caught.value)


def test_what_is_not_text_is_told() -> None:
    (find_places().config / FILE_NAME).write_bytes(b"theme = '\xff'")
    with pytest.raises(SettingsError, match="not UTF-8"):
        load_settings(find_places())
