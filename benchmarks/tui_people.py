"""How the list of people answers with 100,000 of them: cursor, page, filter, memory.

    python benchmarks/tui_people.py [--rows 100000] [--json]

Beside it, in the same run: Textual's own `DataTable` holding 100 rows. Times are from the key that
is sent to the frame that answers it, through a pseudo-terminal.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.terminal import Terminal  # noqa: E402

PEOPLE = """
import sys
sys.path[:0] = [{src!r}, {root!r}]
from types import SimpleNamespace as N
from shortlist.contract.sets import PeopleSet
from shortlist.tui.app import ShortlistApp
from shortlist.tui.state import Link, PeopleWork, SetWork

FIRST = "Amara Benedikt Chiara Dmitri Elif Farouk Greta Hiroshi Ingrid Joaquin".split()
LAST = "Okafor Lindqvist Moreau Tanaka Kowalski Haddad Ferreira Novak Osei".split()

def item(n):
    p = N(person_id=f"p{{n}}", name=f"{{FIRST[n % 10]}} {{LAST[n // 10 % 9]}} {{n}}",
          title=f"Engineer of grade {{n % 17}}", company=f"Company {{n % 911}}",
          location=f"Town {{n % 503}}", industry="Software", confidence=0.5, summary=None,
          seniority=None, profile_url=None, resolution_source=None, identity_verified=False,
          contact_status=None)
    return N(id=f"i{{n}}", person=p, verification=[], created_at=None)

async def never(_profile, _on_state):
    raise RuntimeError("no service: the items are on this machine")

app = ShortlistApp(opener=never)
items = [item(n) for n in range({rows})]
app.state.sets.known["s"] = SetWork(PeopleSet(id="s", status="completed", item_count={rows}))
app.state.people = PeopleWork(set_id="s", items=items, complete=True,
                              person_ids={{i.id: i.person.person_id for i in items}})
app.run()
"""
BARE = """
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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    figures: dict[str, float] = {}

    with Terminal([sys.executable, "-c", BARE], columns=120, lines=40) as terminal:
        terminal.wait_for("Person 0")
        terminal.settle(0.5)
        figures |= percentiles("datatable_100_cursor", timed(terminal, ["down"] * 90))
        figures |= percentiles("datatable_100_page", timed(terminal, ["pageup", "pagedown"] * 20))

    code = PEOPLE.format(src=str(ROOT / "src"), root=str(ROOT), rows=given.rows)
    with Terminal([sys.executable, "-c", code], columns=120, lines=40) as terminal:
        terminal.wait_for("Who are you looking for", 60)
        terminal.settle(1.0)
        begun = time.perf_counter()
        terminal.send("f3")
        terminal.wait_for("Amara Okafor 0", 20)
        figures["people_opened_ms"] = 1e3 * (time.perf_counter() - begun)
        terminal.settle(0.5)
        figures |= percentiles("people_cursor", timed(terminal, ["down"] * 90))
        figures |= percentiles("people_page", timed(terminal, ["pagedown"] * 40))
        terminal.send("/")
        terminal.wait_for("enter run")
        terminal.settle(0.5)
        echoes, settled = [], []
        for text in ("moreau", "427", "osei"):
            shown = ""
            for letter in text:
                shown += letter
                begun = time.perf_counter()
                terminal.send(letter)
                terminal.wait_for(f"/ {shown}")
                echoes.append(1e3 * (time.perf_counter() - begun))
            terminal.wait_for(" shown ·", 20)
            terminal.settle(0.3)
            settled.append(1e3 * (time.perf_counter() - begun) - 300)
            terminal.send("escape")
            terminal.wait_for(" shown ·", 20, gone=True)
            terminal.settle(0.3)
        figures |= percentiles("filter_echo", echoes)
        figures["filter_settled_most_ms"] = max(settled)
        figures["memory_mb"] = terminal.resident_bytes() / 1e6
        terminal.send("ctrl+q")
        terminal.wait_for_exit()

    for size in ("cursor", "page"):
        figures[f"{size}_p95_ratio"] = (
            figures[f"people_{size}_p95_ms"] / figures[f"datatable_100_{size}_p95_ms"]
        )
    if given.json:
        print(json.dumps({name: round(value, 3) for name, value in figures.items()}))
    else:
        for name, value in figures.items():
            print(f"{name:>28}  {value:10.2f}")


if __name__ == "__main__":
    main()
