"""How fast the app starts: to its first paint, to an echoed key, to quit, and to people found.

The first paint is the frame that an earlier start kept; the echo is the app itself.

    python benchmarks/tui_start.py [--runs 7] [--json] [--service]

Each figure is the median over the runs, beside a bare Textual app with one label, measured in
turns in the same session. With `--service`, also a cold start to the first search result on the
sample directory, and what both processes hold in memory.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.terminal import Terminal, resident_bytes  # noqa: E402

BARE = """
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
APP = [sys.executable, "-m", "shortlist"]


def start(
    argv: list[str], env: dict[str, str], painted: str, echo: str, quit_: str
) -> dict[str, float]:
    """One run: seconds to the first paint, to the echo of a key sent then (and the processor time
    until then), and to the exit."""
    with Terminal(argv, columns=120, lines=40, env=env) as terminal:
        paint = terminal.wait_for(painted, 20)
        terminal.send("z")
        ready = terminal.wait_for(echo, 20)
        cpu = terminal.cpu_seconds()
        terminal.settle(0.5)
        terminal.send(quit_)
        begun = time.perf_counter()
        terminal.wait_for_exit(10)
        return {"paint": paint, "ready": ready, "cpu": cpu, "quit": time.perf_counter() - begun}


def cold(home: str) -> dict[str, float]:
    """A start with nothing running: to the first people found, and the memory of both."""
    env = {"SHORTLIST_HOME": home, "PYTHONPATH": str(ROOT / "src")}
    with Terminal(APP, columns=120, lines=40, env=env) as terminal:
        terminal.wait_for("Who are you looking for", 20)
        terminal.send("nurses", "enter")
        seconds = terminal.wait_for("found", 60)
        terminal.settle(1.0)
        app = terminal.resident_bytes()
        noted = json.loads((Path(home) / "data" / "service" / "service.json").read_text())
        service = resident_bytes(noted["pid"])
        terminal.send("q")
        terminal.wait_for_exit()
    os.kill(noted["pid"], signal.SIGTERM)
    deadline = time.monotonic() + 10
    while Path(f"/proc/{noted['pid']}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    return {"result_s": seconds, "app_mb": app / 1e6, "service_mb": service / 1e6}


def measure(runs: int) -> dict[str, float]:
    bare: list[dict[str, float]] = []
    app: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as home:
        env = {"SHORTLIST_HOME": home, "PYTHONPATH": str(ROOT / "src")}
        # Nothing answers there: what is measured is the app, and no service beside it.
        env |= {"SHORTLIST_BASE_URL": "http://127.0.0.1:9", "SHORTLIST_API_KEY": "sl_nobody"}
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        for run in range(runs + 1):
            one = start([sys.executable, "-c", BARE], env, "bare and ready", "got z", "q")
            two = start(APP, env, "Who are you looking for", "› z", "ctrl+q")
            if run:  # the first one warms caches and compiles bytecode
                bare.append(one)
                app.append(two)
    figures: dict[str, float] = {}
    for name in ("paint", "ready", "cpu", "quit"):
        figures[f"bare_{name}_ms"] = 1e3 * statistics.median(run[name] for run in bare)
        figures[f"app_{name}_ms"] = 1e3 * statistics.median(run[name] for run in app)
        figures[f"{name}_ratio"] = figures[f"app_{name}_ms"] / figures[f"bare_{name}_ms"]
    # The frame that an earlier start kept, beside the time in which the bare app can be used.
    figures["paint_to_bare_ready_ratio"] = figures["app_paint_ms"] / figures["bare_ready_ms"]
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--service", action="store_true", help="also the cold start and memory")
    given = parser.parse_args()
    figures = measure(given.runs)
    if given.service:
        with tempfile.TemporaryDirectory() as home:
            figures |= {f"cold_{name}": value for name, value in cold(home).items()}
    if given.json:
        print(json.dumps({name: round(value, 3) for name, value in figures.items()}))
    else:
        for name, value in figures.items():
            print(f"{name:>20}  {value:10.2f}")


if __name__ == "__main__":
    main()
