"""A reader of what the terminal sends: it tells the escape key from the escapes of other keys.

A terminal sends one and the same byte for both, and only what comes with it tells them apart.
Textual reads `esc` and a letter that follows as alt and that letter, forgets the `esc` before a
sign, and goes on waiting as long as keys follow each other. So an escape that begins nothing is
handed to it in the words of the kitty keyboard protocol, which mean one thing only.
"""

from __future__ import annotations

import os
import re
from typing import Final

WAIT_SECONDS: Final = (
    int(given) / 1000 if (given := os.environ.get("ESCDELAY", "")).isdecimal() else 0.05
)
"""After which an escape that nothing followed is the key. `ESCDELAY` is in milliseconds."""
_ESCAPE: Final = b"\x1b[27u"
_SEQUENCE: Final = re.compile(rb"\x1b(?:\[(?:\[[A-E]|[0-?]*[ -/]*[@-Z\\-~])|O[A-DFHP-Sa-d])")
_BEGUN: Final = re.compile(rb"\x1b(?:\[(?:\[|[0-?]*[ -/]*)|O)?\Z")
_KEY: Final = re.compile(rb"\x1b\[(\d+):(\d*)(?::(\d*))?((?:;[\d:]*)*)u")
"""A key with what it types with shift, and what the same place types on a Latin keyboard."""
_PLACES_KEPT: Final = 500
_PASTE, _PASTED = b"\x1b[200~", b"\x1b[201~"
_WITH_ESCAPE: Final = re.compile(rb"[\r -\x7f]")
"""What may have come with alt, and is told as such: whoever binds no such key had two pressed."""


class Escapes:
    """What a terminal sends, piece by piece, without escapes that could mean two things."""

    def __init__(self) -> None:
        self._held = b""
        self._pasting = False
        self.places: dict[str, str] = {}
        """What a Latin keyboard types in the place of a letter that was typed, as the terminal
        told."""

    @property
    def waits(self) -> bool:
        """Whether an escape is held back until more comes, or nothing has for `WAIT_SECONDS`."""
        return bool(self._held)

    def read(self, data: bytes) -> bytes:
        """What is known of `data` and of what was held back before it."""
        data, self._held = self._held + data, b""
        told = []
        while data:
            plain, escape, rest = data.partition(b"\x1b")
            told.append(plain)
            if not escape:
                break
            part, data = self._next(escape + rest)
            told.append(part)
            if not part:
                self._held = data
                break
        return b"".join(told)

    def give_up(self) -> bytes:
        """Nothing has followed: what was held back is keys, one by one."""
        held, self._held = self._held, b""
        return held if self._pasting else _keys(held[1:2]) + held[2:] if held else b""

    def _without_place(self, sequence: bytes) -> bytes:
        """A key as Textual reads it, which knows no places; the place is noted."""
        found = _KEY.fullmatch(sequence)
        if found is None:
            return sequence
        key, shifted, place, rest = found.groups()
        letters = [_letter(each) for each in (key, shifted, place)]
        if letters[0] and letters[2] and len(self.places) < _PLACES_KEPT:
            self.places[letters[0]] = letters[2]
            self.places[letters[1] or letters[0].upper()] = letters[2].upper()
        return b"\x1b[" + key + rest + b"u"

    def _next(self, data: bytes) -> tuple[bytes, bytes]:
        """The first thing of `data`, which begins with an escape, and the rest; nothing of it while
        it may go on."""
        if self._pasting:
            if _PASTED.startswith(data) and data != _PASTED:
                return b"", data
            self._pasting = not data.startswith(_PASTED)
            return data[:1], data[1:]
        if found := _SEQUENCE.match(data):
            self._pasting = found[0] == _PASTE
            return self._without_place(found[0]), data[found.end() :]
        if _BEGUN.match(data):
            return b"", data
        return _keys(data[1:2]), data[1:] if data[1:2] == b"\x1b" else data[2:]


def _letter(code: bytes | None) -> str:
    """The character of a code; empty where it is none that can be shown."""
    number = int(code) if code and len(code) < 8 else 0
    letter = chr(number) if number < 0x110000 else ""
    return letter if letter.isprintable() else ""


def _keys(following: bytes) -> bytes:
    """The escape key, and the first byte of what came with it."""
    if _WITH_ESCAPE.fullmatch(following):
        return b"\x1b[%d;33;%du" % (following[0], following[0])
    return _ESCAPE + following.strip(b"\x1b")
