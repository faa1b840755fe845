"""Desktop notices sent through the terminal.

OSC 9 or OSC 777, whichever the terminal is known to show as a notice of the desktop, else a bell.
One of them and never two, for a terminal that knows both would tell it twice. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WAYS: Final = ("auto", "osc9", "osc777", "bell", "off")
_TITLE: Final = "Shortlist"
_MOST_CHARS: Final = 200
_OSC9_PROGRAMS: Final = frozenset({"iterm.app", "wezterm", "kitty", "ghostty"})
_OSC777_TERMS: Final = ("rxvt", "foot")


def notice_kind(environment: Mapping[str, str]) -> str:
    """What the terminal that an environment tells of shows: `osc9`, `osc777` or `bell`."""
    term = environment.get("TERM", "").lower()
    if environment.get("TMUX") or term.startswith(("screen", "tmux")):
        # A multiplexer keeps both to itself, and passes on a bell.
        return "bell"
    program = environment.get("TERM_PROGRAM", "").lower()
    if program in _OSC9_PROGRAMS or term in ("xterm-kitty", "xterm-ghostty"):
        return "osc9"
    if environment.get("WT_SESSION") or environment.get("ConEmuANSI") == "ON":
        return "osc9"
    if term.startswith(_OSC777_TERMS) or environment.get("VTE_VERSION"):
        return "osc777"
    return "bell"


def notice_sequence(text: str, way: str, environment: Mapping[str, str]) -> str:
    """What to send for a notice of `text`, in one of `WAYS`; empty where it is to be none."""
    # The app imports this module before its first frame, and tells of nothing until long after.
    from shortlist.client.clean import clean_line

    chosen = notice_kind(environment) if way == "auto" else way
    if chosen == "off":
        return ""
    # A semicolon separates, and what begins with a digit may be another command of OSC 9.
    said = " ".join(clean_line(text, _MOST_CHARS).replace(";", ",").split())
    if chosen == "osc9":
        return f"\x1b]9;{_TITLE}: {said}\x07"
    if chosen == "osc777":
        return f"\x1b]777;notify;{_TITLE};{said}\x07"
    return "\x07"
