"""What a terminal is sent when something has ended: one thing, that it shows, and nothing in it."""

from __future__ import annotations

import pytest

from shortlist.desk.notices import notice_kind, notice_sequence


@pytest.mark.parametrize(
    ("environment", "way"),
    [
        ({"TERM": "xterm-256color"}, "bell"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "osc9"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "osc9"),
        ({"TERM": "xterm-kitty"}, "osc9"),
        ({"TERM": "xterm-256color", "WT_SESSION": "1"}, "osc9"),
        ({"TERM": "foot"}, "osc777"),
        ({"TERM": "rxvt-unicode-256color"}, "osc777"),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600"}, "osc777"),
        ({"TERM": "tmux-256color", "TERM_PROGRAM": "iTerm.app"}, "bell"),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux"}, "bell"),
        ({}, "bell"),
    ],
)
def test_a_terminal_is_told_in_the_way_that_it_shows(environment: dict[str, str], way: str) -> None:
    assert notice_kind(environment) == way
    told = {"osc9": "\x1b]9;Shortlist: done\x07", "bell": "\x07"}
    told["osc777"] = "\x1b]777;notify;Shortlist;done\x07"
    assert notice_sequence("done", "auto", environment) == told[way]


def test_what_was_set_wins() -> None:
    assert notice_sequence("done", "bell", {"TERM": "xterm-kitty"}) == "\x07"
    assert notice_sequence("done", "osc777", {}).startswith("\x1b]777;")


def test_no_text_ends_the_notice_or_begins_another() -> None:
    nasty = "a\x07b\x1b]52;c;evil\x1b\\\n;d\x9c\u202e" + "x" * 1000
    said = notice_sequence(nasty, "osc9", {})
    assert said.count("\x07") == 1 and said.endswith("\x07")
    assert said.count("\x1b") == 1 and "\x9c" not in said and "\u202e" not in said
    assert said.count(";") == 1
    assert len(said) < 300
