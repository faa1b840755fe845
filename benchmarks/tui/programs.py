"""The baselines: the least that Textual needs for a label, a field, a table, a list of lines."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from benchmarks.terminal import Terminal

ROOT: Final = Path(__file__).resolve().parent.parent.parent
APP: Final = [sys.executable, "-m", "shortlist"]

LABEL: Final = """
from textual.app import App
from textual.widgets import Label

class Bare(App):
    def compose(self):
        yield Label("bare and ready", markup=False)
    def on_key(self, event):
        if event.character == "q":
            self.exit()
        else:
            self.query_one(Label).update("got " + (event.character or ""))

Bare().run()
"""
FIELD: Final = """
from textual.app import App
from textual.widgets import Input

class Bare(App):
    def compose(self):
        yield Input(placeholder="type here")
Bare().run()
"""
TABLE: Final = """
from textual.app import App
from textual.widgets import DataTable

class Bare(App):
    def compose(self):
        yield DataTable(cursor_type="row")
    def on_mount(self):
        table = self.query_one(DataTable)
        table.add_columns("Name", "Title", "Company", "Location")
        for n in range(100):
            table.add_row(f"Person {n}", f"Engineer {n}", f"Company {n}", f"Town {n}")
        table.focus()
Bare().run()
"""
VIRTUAL: Final = """
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

class Lines(ScrollView, can_focus=True):
    BINDINGS = [("down", "go(1)"), ("pagedown", "go(37)"), ("pageup", "go(-37)")]
    at = 0
    def on_mount(self):
        self.virtual_size = Size(self.size.width, 100_000)
    def action_go(self, step):
        before, self.at = self.at, max(0, min(99_999, self.at + step))
        top, height = self.scroll_offset.y, self.size.height
        for line in (before, self.at):
            if 0 <= line - top < height:
                self.refresh(Region(0, line - top, self.size.width, 1))
        if not top <= self.at < top + height:
            y = self.at if self.at < top else self.at - height + 1
            self.scroll_to(y=y, animate=False, immediate=True)
    def render_line(self, y):
        n = self.scroll_offset.y + y
        text = f"Person {n:<20} Engineer {n % 17:<30} Company {n % 911:<20} Town {n % 503}"
        strip = Strip([Segment(text, Style(reverse=n == self.at))])
        return strip.adjust_cell_length(self.size.width)

class Bare(App):
    def compose(self):
        yield Lines()
Bare().run()
"""


def opened(argv: list[str], **env: str) -> Terminal:
    """A program on a terminal of 120 x 40, with compiled bytecode as an installation has it."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return Terminal(argv, columns=120, lines=40, env={"PYTHONPATH": paths, **env})


def python(code: str, **env: str) -> Terminal:
    """A program text of Python on such a terminal."""
    return opened([sys.executable, "-c", code], **env)
