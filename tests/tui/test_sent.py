"""What is sent to the terminal for a line: less than Textual sends, and it looks the same."""

from __future__ import annotations

import random

import pyte
import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from shortlist.tui.terminal.sent import sent

STYLES = [
    Style.parse(words)
    for words in (
        "none",
        "#d5dae2 on #14171d",
        "#8fc98f on #14171d",
        "bold #8fb2f5 on #14171d",
        "italic #d5dae2 on #242932",
        "bold underline white on blue",
        "reverse",
        "dim",
        "not bold #d5dae2",
        "default on default",
        "on #14171d",
        "strike red",
    )
]


def seen(text: str) -> list[object]:
    screen = pyte.Screen(60, 1)
    pyte.Stream(screen).feed(text)
    row = [screen.buffer[0][x] for x in range(60)]
    # Of a blank, neither ink nor how it is written is seen.
    plain = {"fg": "", "bold": False, "italics": False}
    return [
        c._replace(**plain) if c.data == " " and not (c.reverse or c.underscore) else c for c in row
    ]


@pytest.mark.parametrize("system", ["truecolor", "256", "standard"])
def test_a_line_looks_as_textual_has_it(system: str) -> None:
    chance = random.Random(3)
    console = Console(color_system=system, force_terminal=True)  # type: ignore[arg-type]
    for style in STYLES:
        style._ansi = None  # What it is in one system of colours, Rich would say in each.
    for _ in range(400):
        pieces = [
            Segment(chance.choice(("Ada", " ", "北京 ", "é", "  wide of the mark")), style)
            for style in chance.choices([*STYLES, None], k=chance.randint(1, 5))
        ]
        stock = Strip(pieces).render(console)
        ours = sent(Strip(pieces), console)
        # What comes behind it is in nothing's style.
        assert seen(ours + "|") == seen(stock + "|"), pieces


def test_a_change_of_colour_says_that_colour_alone() -> None:
    console = Console(color_system="truecolor", force_terminal=True)
    line = Strip([Segment("Ada ", STYLES[1]), Segment("✓✓", STYLES[2])])
    assert sent(line, console) == (
        "\x1b[38;2;213;218;226;48;2;20;23;29mAda \x1b[38;2;143;201;143m✓✓\x1b[0m"
    )


def test_a_link_is_sent_as_textual_sends_it() -> None:
    console = Console(color_system="truecolor", force_terminal=True)
    line = Strip([Segment("a page", Style(link="https://pages.example"))])
    assert sent(line, console) == Strip(list(line)).render(console)
