"""How the list of people answers with 100,000 of them: opening, cursor, page, filter, memory.

    python benchmarks/tui_people.py [--rows 100000] [--json]

Beside it, in the same run: Textual's own `DataTable` holding 100 rows, a bare virtual list (a
`ScrollView` that draws its visible lines and nothing else), a bare `Input`, a bare one-label app,
and fzf on the same rows where it is installed. Times are from the key that is sent to the frame
that answers it, through a pseudo-terminal. The items are on this machine: in the file that the
app keeps what it loaded in.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.figures import tell  # noqa: E402
from benchmarks.terminal import Terminal  # noqa: E402

FIRST = [
    "Amara",
    "Benedikt",
    "Chiara",
    "Dmitri",
    "Elif",
    "Farouk",
    "Greta",
    "Hiroshi",
    "Ingrid",
    "Joaquin",
]
LAST = [
    "Okafor",
    "Lindqvist",
    "Moreau",
    "Tanaka",
    "Kowalski",
    "Haddad",
    "Ferreira",
    "Novak",
    "Osei",
]
FILL = """
import sys
sys.path[:0] = [{src!r}, {root!r}]
from benchmarks.tui_people import body
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
store = Store(find_places(), "local")
store.remember_items("s", (body(n) for n in range({rows})))
store.remember("walked/s", {rows})
"""
PEOPLE = """
import sys
sys.path[:0] = [{src!r}, {root!r}]
from shortlist.tui.app import ShortlistApp
from shortlist.tui.terminal.driver import QuickDriver
from shortlist.tui.state import SetWork

async def opener(_profile, _on_state):
    from types import SimpleNamespace as N
    from shortlist.client.errors import Unreachable
    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.places import find_places
    from shortlist.desk.store import Store
    from shortlist.tui.live.link import Opened
    async def away(*_args, **_given):
        raise Unreachable("the items are on this machine")
    client = N(**dict.fromkeys(("list_sets", "usage", "unresolved", "list_items"), away))
    app.state.sets.known["s"] = SetWork(PeopleSet(id="s", status="completed", item_count={rows}))
    where = N(name="local", note=None, kind="profile", base_url="http://127.0.0.1:9")
    return Opened(where, client, Store(find_places(), "local"))

import gc
gc.disable()
app = ShortlistApp(opener=opener, driver=QuickDriver)
app.run()
"""
TABLE = """
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
VIRTUAL = """
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
FIELD = """
from textual.app import App
from textual.widgets import Input

class Bare(App):
    def compose(self):
        yield Input(placeholder="type here")
Bare().run()
"""
LABEL = """
from textual.app import App
from textual.widgets import Label

class Bare(App):
    def compose(self):
        yield Label("ready now")
Bare().run()
"""


def body(number: int) -> dict[str, object]:
    """Item `number`, as the service gives it: with its evidence."""
    n = number
    verdict = {
        "criterion": "has led a team of engineers",
        "status": "unclear" if n % 7 == 0 else "satisfied",
        "reasoning": "The summary names a team and how long it was led.",
        "references": [
            {
                "url": f"https://pages.example/{n}",
                "source": "directory",
                "quote": f"led the platform group of Company {n % 911} for {n % 9} years",
            }
        ],
    }
    return {
        "id": f"item_{n:024x}", "object": "set_item", "set_id": "s", "search_id": "search_1",
        "status": "admitted", "score": 0.5, "created_at": "2026-11-20T10:00:00.000Z",
        "person": {
            "person_id": f"person_{n:024x}", "name": f"{FIRST[n % 10]} {LAST[n // 10 % 9]} {n}",
            "title": f"Engineer of grade {n % 17}", "company": f"Company {n % 911}",
            "location": f"Town {n % 503}", "industry": "Software", "seniority": "senior",
            "profile_url": f"https://people.example/in/{n}", "confidence": 0.5,
            "summary": "Leads a team; built the payments platform from scratch.",
        },
        "verification": [{"criterion_id": "c1", **verdict}, {"criterion_id": "c2", **verdict}],
    }  # fmt: skip


def timed(terminal: Terminal, keys: list[str], pause: float = 0.02) -> list[float]:
    """Milliseconds from each key to the first bytes that answer it."""
    times = []
    for key in keys:
        terminal.settle(pause)
        begun = time.perf_counter()
        terminal.send(key)
        while not terminal.pump(0.5):
            if time.perf_counter() - begun > 5:
                raise AssertionError(f"nothing answers {key}")
        times.append(1e3 * (time.perf_counter() - begun))
    return times


def percentiles(name: str, times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        f"{name}_p50_ms": ordered[len(ordered) // 2],
        f"{name}_p95_ms": ordered[int(len(ordered) * 0.95)],
    }


def python(code: str, **env: str) -> Terminal:
    return Terminal([sys.executable, "-c", code], columns=120, lines=40, env=env)


def baselines() -> dict[str, float]:
    figures: dict[str, float] = {}
    ready = []
    for _ in range(4):
        with python(LABEL) as terminal:
            ready.append(1e3 * terminal.wait_for("ready now"))
            terminal.send("ctrl+q")
            terminal.wait_for_exit()
    figures["bare_app_ready_ms"] = sorted(ready)[1]
    for name, code, sign in (
        ("datatable_100", TABLE, "Person 0"),
        ("virtual", VIRTUAL, "Person 0"),
    ):
        with python(code) as terminal:
            terminal.wait_for(sign)
            terminal.settle(0.5)
            figures |= percentiles(f"{name}_cursor", timed(terminal, ["down"] * 30))
            figures |= percentiles(f"{name}_line", timed(terminal, ["down"] * 55))
            figures |= percentiles(f"{name}_page", timed(terminal, ["pageup", "pagedown"] * 20))
    with python(FIELD) as terminal:
        terminal.wait_for("type here")
        terminal.settle(0.5)
        echoes, shown = [], ""
        for letter in "moreau427osei" * 2:
            shown += letter
            terminal.settle(0.02)
            begun = time.perf_counter()
            terminal.send(letter)
            terminal.wait_for(shown)
            echoes.append(1e3 * (time.perf_counter() - begun))
        figures |= percentiles("bare_input_echo", echoes)
    return figures


def fzf(rows: int) -> dict[str, float]:
    """How long fzf takes from the last letter to its count, on the same rows."""
    binary = shutil.which("fzf")
    if binary is None:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        names = Path(folder, "rows")
        people = (body(n)["person"] for n in range(rows))
        names.write_text("".join(" ".join([p["name"], p["title"], p["company"], p["location"],  # type: ignore[index]
                                           p["industry"]]) + "\n" for p in people))  # type: ignore[index]  # fmt: skip
        settled = []
        command = ["sh", "-c", f"{binary} --no-sort --exact < {names}"]
        with Terminal(command, columns=120, lines=40) as terminal:
            terminal.wait_for(f"{rows}/{rows}", 20)
            for text in TEXTS:
                for letter in text:
                    terminal.settle(0.05)
                    begun = time.perf_counter()
                    terminal.send(letter)
                matching = sum(text in line.casefold() for line in names.read_text().splitlines())
                terminal.wait_for(f"{matching}/{rows}", 20)
                settled.append(1e3 * (time.perf_counter() - begun))
                terminal.send(*["backspace"] * len(text))
                terminal.wait_for(f"{rows}/{rows}", 20)
        return {"fzf_settled_most_ms": max(settled)}


TEXTS = ("moreau", "427", "osei", "engineer")


def people(rows: int) -> dict[str, float]:
    figures: dict[str, float] = {}
    given = {"src": str(ROOT / "src"), "root": str(ROOT), "rows": rows}
    with tempfile.TemporaryDirectory() as home:
        env = {"SHORTLIST_HOME": home}
        fill = [sys.executable, "-c", FILL.format(**given)]
        subprocess.run(fill, env={**os.environ, **env}, check=True)
        with python(PEOPLE.format(**given), **env) as terminal:
            terminal.wait_for("Who are you looking for", 60)
            terminal.settle(1.5)
            begun = time.perf_counter()
            terminal.send("f3")
            terminal.wait_for("Amara Okafor 0", 20)
            figures["people_opened_ms"] = 1e3 * (time.perf_counter() - begun)
            terminal.wait_for(f"{rows:,} loaded", 60)
            figures["people_all_loaded_ms"] = 1e3 * (time.perf_counter() - begun)
            terminal.settle(1.0)
            figures |= percentiles("people_cursor", timed(terminal, ["down"] * 30))
            figures |= percentiles("people_line", timed(terminal, ["down"] * 55))
            figures |= percentiles("people_page", timed(terminal, ["pageup", "pagedown"] * 20))
            terminal.send("/")
            terminal.wait_for("enter run")
            terminal.settle(0.5)
            echoes, settled = [], []
            for text in TEXTS:
                matching = sum(text in line_of(n) for n in range(rows))
                sign = (
                    f"{rows:,} loaded · {matching:,} shown" if matching < rows else "loaded · 0 sel"
                )
                for at in range(1, len(text) + 1):
                    terminal.settle(0.05)
                    begun = time.perf_counter()
                    terminal.send(text[at - 1])
                    terminal.wait_for(f"/ {text[:at]}")
                    echoes.append(1e3 * (time.perf_counter() - begun))
                terminal.wait_for(sign, 20)
                settled.append(1e3 * (time.perf_counter() - begun))
                terminal.send("escape")
                terminal.wait_for("filter", 20)
                terminal.settle(0.3)
            figures |= percentiles("filter_echo", echoes)
            figures["filter_settled_most_ms"] = max(settled)
            figures["memory_mb"] = terminal.resident_bytes() / 1e6
            terminal.send("ctrl+q")
            terminal.wait_for_exit()
    return figures


def line_of(number: int) -> str:
    p = body(number)["person"]
    assert isinstance(p, dict)
    return " ".join([p["name"], p["title"], p["company"], p["location"], p["industry"]]).casefold()


def ratios(figures: dict[str, float]) -> dict[str, float]:
    told = {
        f"{size}_p95_of_{name}": figures[f"people_{size}_p95_ms"] / figures[f"{name}_{size}_p95_ms"]
        for size in ("cursor", "line", "page")
        for name in ("datatable_100", "virtual")
    }
    told["opened_of_bare_app"] = figures["people_opened_ms"] / figures["bare_app_ready_ms"]
    told["echo_p95_of_bare_input"] = (
        figures["filter_echo_p95_ms"] / figures["bare_input_echo_p95_ms"]
    )
    if "fzf_settled_most_ms" in figures:
        told["settled_of_fzf"] = figures["filter_settled_most_ms"] / figures["fzf_settled_most_ms"]
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    figures = baselines() | fzf(given.rows) | people(given.rows)
    figures |= ratios(figures)
    tell({name: round(value, 2) for name, value in figures.items()}, as_json=given.json)


if __name__ == "__main__":
    main()
