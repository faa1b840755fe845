"""The escape key, whatever is typed before and behind it, as Textual's own parser then reads it."""

from __future__ import annotations

import random

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key, MouseDown, Paste

from shortlist.tui.kit.terminal.escapes import Escapes

KEYS = {
    "\x1b": "escape",
    "d": "d",
    "Z": "Z",
    "2": "2",
    "/": "slash",
    " ": "space",
    "\r": "enter",
    "\x7f": "backspace",
    "\x11": "ctrl+q",
    "é": "é",
    "\x1b[A": "up",
    "\x1b[6~": "pagedown",
    "\x1b[1;5C": "ctrl+right",
    "\x1bOP": "f1",
    "\x1b[[A": "f1",
    "\x1b[20~": "f9",
    "\x1b[97u": "a",
}


def read(*pieces: str | bytes) -> list[str]:
    """The keys that come of pieces, with a pause behind the last; `meta+x` is `esc` and `x`."""
    escapes, parser = Escapes(), XTermParser()
    told = [escapes.read(p.encode() if isinstance(p, str) else p) for p in pieces]
    told.append(escapes.give_up())
    assert not escapes.waits
    keys = []
    for event in parser.feed(b"".join(told).decode()):
        if isinstance(event, Key):
            keys += event.key.replace("meta+", "escape ").split()
        elif isinstance(event, Paste):
            keys.append(f"paste {event.text}")
        elif isinstance(event, MouseDown):
            keys.append(f"mouse {event.x:.0f} {event.y:.0f}")
    return keys


def test_every_key_comes_by_itself_and_behind_an_escape() -> None:
    for sent, key in KEYS.items():
        assert read(sent) == [key]
        assert read("\x1b" + sent) == ["escape", key], sent
        assert read("\x1b", sent) == ["escape", key], sent


def test_no_key_waits_for_the_next_however_many_follow() -> None:
    escapes, parser = Escapes(), XTermParser()
    assert escapes.read(b"\x1b") == b"" and escapes.waits
    typed = list(parser.feed(escapes.read(b"d").decode()))
    assert len(typed) == 1 and not escapes.waits
    assert read("\x1b", *"j" * 60) == ["escape", *"j" * 60]


@pytest.mark.parametrize("seed", range(20))
def test_keys_are_the_same_wherever_what_is_sent_is_cut(seed: int) -> None:
    chance = random.Random(seed)
    chosen = chance.choices(list(KEYS), k=40)
    sent = "".join(chosen).encode()
    cuts = sorted(chance.sample(range(1, len(sent)), 20))
    pieces = [sent[a:b] for a, b in zip([0, *cuts], [*cuts, len(sent)], strict=True)]
    assert read(*pieces) == [KEYS[key] for key in chosen]


def test_what_is_held_back_at_last_is_keys() -> None:
    assert read("\x1b") == ["escape"]
    assert read("\x1b[") == ["escape", "left_square_bracket"]
    assert read("\x1bO") == ["escape", "O"]
    assert read("\x1b[1;") == ["escape", "left_square_bracket", "1", "semicolon"]


def test_what_is_pasted_and_the_mouse_stay_as_they_are() -> None:
    assert read("\x1b[200~two", " words\x1b[20", "1~", "y") == ["paste two words", "y"]
    assert read("\x1b[<0;5;7M\x1b", "d") == ["mouse 4 6", "escape", "d"]
