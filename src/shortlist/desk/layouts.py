"""Keyboard layouts that are not Latin, mapped to the Latin keys in the same places.

Keys of the app are told by their place, as one knows them from any other program: on a Russian
keyboard the key of `j` types `о`. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_PLACES: Final = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`"
_LETTERS: Final = {
    "ru": "йцукенгшщзхъфывапролджэячсмитьбю.ё",
    "uk": "йцукенгшщзхїфівапролджєячсмитьбю.'",
    "el": ";ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,./`",
    "he": "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ.;",
}
"""What the keys of `_PLACES` type."""
_SHIFTED: Final = str.maketrans("[];',./`", '{}:"<>?~')
_UPPER: Final = {"ru": {",": "?"}, "uk": {",": "?"}}
"""What shift and a key type that is no letter."""
LAYOUTS: Final = ("auto", "off", *_LETTERS)
"""`auto`: as the terminal tells, else letters that no Latin keyboard has; `off`: as they are."""


def _table(name: str) -> dict[str, str]:
    typed = dict(zip(_LETTERS[name], _PLACES, strict=True))
    upper = {
        key.upper(): place.upper().translate(_SHIFTED)
        for key, place in typed.items()
        if len(key.upper()) == 1 and key.upper() != key
    }
    return {**typed, **_UPPER.get(name, {}), **upper}


_TABLES: Final[Mapping[str, Mapping[str, str]]] = {name: _table(name) for name in _LETTERS}
_ANY: Final[Mapping[str, str]] = {
    key: place
    for name in reversed(_LETTERS)
    for key, place in _TABLES[name].items()
    if not key.isascii() and key.isalpha()
}


def latin_key(layout: str, character: str) -> str:
    """What a Latin keyboard types where `character` is, by one of `LAYOUTS`; empty where that is
    not known, or is the same."""
    table = _ANY if layout == "auto" else _TABLES.get(layout, {})
    place = table.get(character, "")
    return "" if place == character else place
