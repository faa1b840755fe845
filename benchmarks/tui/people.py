"""How the list of people answers with 100,000 of them: opening, cursor, page, filter, memory.

Beside it, in the same run and in turns, key for key: Textual's own `DataTable` holding 100 rows, a
bare virtual list (a `ScrollView` that draws its visible lines and nothing else), a bare `Input`,
and fzf on the same rows where it is installed. Times are from the key that is sent to the frame
that answers it. The items are on this machine: in the file that the app keeps what it loaded in.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from benchmarks.terminal import Terminal
from benchmarks.tui.goals import Figure, at, percentiles
from benchmarks.tui.programs import FIELD, LABEL, ROOT, TABLE, VIRTUAL, opened, python

FIRST = ("Amara", "Benedikt", "Chiara", "Dmitri", "Elif", "Farouk", "Greta", "Hiroshi", "Ingrid",
         "Joaquin")  # fmt: skip
LAST = ("Okafor", "Lindqvist", "Moreau", "Tanaka", "Kowalski", "Haddad", "Ferreira", "Novak",
        "Osei")  # fmt: skip
FILL = """
from benchmarks.tui.people import body
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
store = Store(find_places(), "local")
store.remember_items("s", (body(n) for n in range({rows})))
store.remember("walked/s", {rows})
"""
PEOPLE = """
from shortlist.tui.app import ShortlistApp
from shortlist.tui.kit.terminal.driver import TerminalDriver
from shortlist.tui.live.state import SetWork

async def opener(_profile, _on_state):
    from types import SimpleNamespace as N
    from shortlist.client.errors import Unreachable
    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.places import find_places
    from shortlist.desk.store import Store
    from shortlist.tui.live.opener import Opened
    async def away(*_args, **_given):
        raise Unreachable("the items are on this machine")
    client = N(**dict.fromkeys(("list_sets", "usage", "unresolved", "list_items"), away))
    app.state.sets.known["s"] = SetWork(PeopleSet(id="s", status="completed", item_count={rows}))
    where = N(
        name="local", note=None, kind="profile", base_url="http://127.0.0.1:9", color="",
        read_only=False,
    )
    return Opened(where, client, Store(find_places(), "local"))

import gc
gc.disable()
app = ShortlistApp(opener=opener, driver=TerminalDriver)
app.run()
"""
TYPED = ("novak", "815", "farouk", "engineer")
"""What is typed for its echo."""
SOUGHT = ("moreau", "427", "osei 77", "town 50", "elif", "grade 3", "tanaka 8", "hiroshi", "93 ch",
          "company 91")  # fmt: skip
"""What is typed until its rows are there: each when neither program has seen it yet, and again."""
IN_SIGHT = 20
"""The first rows that fit, all of which must be on the screen, and the count of all that fit."""
ROUNDS = 5


def _name(number: int) -> str:
    return f"{FIRST[number % 10]} {LAST[number // 10 % 9]} {number}"


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
            "person_id": f"person_{n:024x}", "name": _name(n),
            "title": f"Engineer of grade {n % 17}", "company": f"Company {n % 911}",
            "location": f"Town {n % 503}", "industry": "Software", "seniority": "senior",
            "profile_url": f"https://people.example/in/{n}", "confidence": 0.5,
            "summary": "Leads a team; built the payments platform from scratch.",
        },
        "verification": [{"criterion_id": "c1", **verdict}, {"criterion_id": "c2", **verdict}],
    }  # fmt: skip


def line_of(number: int) -> str:
    """What the filter looks through."""
    p = body(number)["person"]
    assert isinstance(p, dict)
    return " ".join([p["name"], p["title"], p["company"], p["location"], p["industry"]])


def answered(terminal: Terminal, key: str) -> float:
    """Milliseconds from a key to the first bytes that answer it."""
    terminal.settle(0.02)
    begun = time.perf_counter()
    terminal.send(key)
    while not terminal.pump(0.5):
        if time.perf_counter() - begun > 5:
            raise AssertionError(f"nothing answers {key}")
    return 1e3 * (terminal.arrived - begun)


def shown(terminal: Terminal, key: str, *signs: str) -> float:
    """Milliseconds from a key to the bytes with which all these texts are on the screen."""
    begun = time.perf_counter()
    terminal.send(key)
    terminal.listen(0.06)
    terminal.wait_for(lambda t: all(sign in t.text for sign in signs), 20)
    return 1e3 * (terminal.arrived - begun)


class Lists:
    """The app's list and its baselines, each on a terminal of its own, pressed in turns."""

    def __init__(self, rows: int, home: str, stack: ExitStack) -> None:
        self.rows, self.home = rows, home
        self.texts = [line_of(n).casefold() for n in range(rows)]
        self.table = stack.enter_context(python(TABLE))
        self.virtual = stack.enter_context(python(VIRTUAL))
        self.field = stack.enter_context(python(FIELD))
        for terminal, sign in (
            (self.table, "Person 0"),
            (self.virtual, "Person 0"),
            (self.field, "type here"),
        ):
            terminal.wait_for(sign, 30)
        self.fzf: Terminal | None = None
        if (binary := shutil.which("fzf")) is not None:
            names = Path(home, "rows")
            names.write_text("".join(f"{line_of(n)}\n" for n in range(rows)))
            command = ["sh", "-c", f"{binary} --no-sort --exact < {names}"]
            self.fzf = stack.enter_context(opened(command))
            self.fzf.wait_for(f"{rows}/{rows}", 30)
        self.people = stack.enter_context(python(PEOPLE.format(rows=rows), SHORTLIST_HOME=home))
        self.people.wait_for("Who are you looking for", 60)
        self.people.settle(1.5)

    def open(self) -> list[Figure]:
        """From the key to the first of them, and to all of them being there to be gone through."""
        begun = time.perf_counter()
        self.people.send("f3")
        self.people.wait_for("Amara Okafor 0", 20)
        first = 1e3 * (self.people.arrived - begun)
        self.people.wait_for(f"{self.rows:,} loaded", 60)
        everybody = 1e3 * (self.people.arrived - begun)
        ready = []
        for _ in range(4):
            with python(LABEL) as terminal:
                ready.append(1e3 * terminal.wait_for("bare and ready"))
                terminal.send("q")
                terminal.wait_for_exit()
        bare = statistics.median(ready[1:])
        opened_in = "people: 100,000 there / bare app ready"
        return [
            Figure(opened_in, everybody / bare, "x", 4),
            Figure("people: opened, the first of them", first),
            Figure("people: opened, all of them", everybody),
            Figure("bare app, ready", bare),
        ]

    def move(self) -> list[Figure]:
        """Cursor, line and page in each list, in turns."""
        # A line is a step that scrolls: the cursor is at the end of the screen by then.
        kinds = {
            "cursor": ["down"] * 6,
            "line": ["down"] * 12,
            "page": ["pageup", "pagedown"] * 4,
        }
        times: dict[tuple[str, str], list[float]] = {}
        lists = {"DataTable": self.table, "virtual": self.virtual, "people": self.people}
        for kind, keys in kinds.items():
            for _ in range(ROUNDS):
                for name, terminal in lists.items():
                    took = [answered(terminal, key) for key in keys]
                    times.setdefault((kind, name), []).extend(took)
        figures = []
        for kind in kinds:
            ours = at(times[kind, "people"], 0.95)
            for name, most in (("DataTable", 1.0), ("virtual", 1.5)):
                of = {"DataTable": "DataTable of 100", "virtual": "bare virtual list"}[name]
                ratio = ours / at(times[kind, name], 0.95)
                figures.append(Figure(f"people: {kind} p95 / {of}", ratio, "x", most))
        for (kind, name), took in times.items():
            figures += percentiles(f"{name}, {kind}", took)
        return figures

    def filter(self) -> list[Figure]:
        """Letter by letter: the rows beside fzf, and the echo beside a bare field."""
        echoes: dict[str, list[float]] = {"people": [], "field": []}
        new: dict[str, list[float]] = {"people": [], "fzf": []}
        again: dict[str, list[float]] = {"people": [], "fzf": []}
        self._to_the_top()
        for settled in (new, again):
            for text in SOUGHT:
                self._settle(text, settled)
        for _ in range(ROUNDS):
            for text in TYPED:
                self._type(text, echoes)
        ratio = at(echoes["people"], 0.95) / at(echoes["field"], 0.95)
        figures = [Figure("people: echo p95 in the filter / bare Input", ratio, "x", 2)]
        for of, times in (("", new), (" again", again)):
            for share in (0.5, 0.95) if times["fzf"] else ():
                ratio = at(times["people"], share) / at(times["fzf"], share)
                what = f"people: filter settled{of}, p{share * 100:.0f} / fzf"
                figures.append(Figure(what, ratio, "x", 1))
        for of, group in (("echo", echoes), ("settled", new), ("settled again", again)):
            for name, times in group.items():
                figures += percentiles(f"{name}, {of}", times) if times else []
        return figures

    def _type(self, text: str, echoes: dict[str, list[float]]) -> None:
        """Each letter into the app and into a bare field, at the pace of quick fingers."""
        for end in range(1, len(text) + 1):
            for name, terminal, sign in (
                ("people", self.people, f"/ {text[:end]}"),
                ("field", self.field, text[:end]),
            ):
                terminal.settle(0.04)
                echoes[name].append(shown(terminal, text[end - 1], sign))
        self.people.settle(0.3)
        self.people.send("escape")
        self.people.wait_for("filter", 20)
        self.people.settle(0.3)
        self.field.send(*["backspace"] * len(text))
        self.field.wait_for("type here")
        self.field.settle(0.1)

    def _to_the_top(self) -> None:
        """Into the field, with the first people in sight: the cursor stays on its person while
        the field is emptied."""
        for key in ("home", "/"):
            self.people.send(key)
            self.people.settle(0.2)
        self.people.wait_for(_name(0))

    def _settle(self, text: str, settled: dict[str, list[float]]) -> None:
        """Each letter until the first rows and the count are those of the text so far."""
        fits, before = range(self.rows), self.rows
        for end in range(1, len(text) + 1):
            words = text[:end].split()
            fits = [n for n in fits if all(word in self.texts[n] for word in words)]
            programs = [("people", self.people, f"{self.rows:,} loaded · {len(fits):,} shown")]
            if self.fzf is not None:
                programs.append(("fzf", self.fzf, f" {len(fits)}/{self.rows}"))
            for name, terminal, count in programs:
                if len(fits) == before:
                    # The same rows as before: nothing on the screen tells when they were found.
                    terminal.send(text[end - 1])
                    terminal.settle(0.1)
                else:
                    # A long name is cut where the column ends.
                    names = [_name(number)[:16] for number in fits[:IN_SIGHT]]
                    settled[name].append(shown(terminal, text[end - 1], count, *names))
                    terminal.settle(0.1)
            before = len(fits)
        self.people.send("escape", "escape")
        self.people.settle(0.2)
        self._to_the_top()
        if self.fzf is not None:
            self.fzf.send(*["backspace"] * len(text))
            self.fzf.wait_for(f"{self.rows}/{self.rows}", 20)
            self.fzf.settle(0.1)


def measure(rows: int = 100_000) -> list[Figure]:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as home, ExitStack() as stack:
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        env = {**os.environ, "SHORTLIST_HOME": home, "PYTHONPATH": paths}
        subprocess.run([sys.executable, "-c", FILL.format(rows=rows)], env=env, check=True)
        lists = Lists(rows, home, stack)
        figures = [*lists.open(), *lists.move(), *lists.filter()]
        memory = lists.people.resident_bytes() / 1e6
        figures.append(Figure("people: memory with 100,000", memory, "MB", 130))
        return figures
