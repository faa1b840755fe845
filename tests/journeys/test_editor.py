"""`$EDITOR` in a pseudo-terminal: what was asked goes on behind it, and nothing is lost."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.journeys.test_app import app, nurse, press, resolve
from tests.service.server import running_service

EDITOR = """
import glob, pathlib, sqlite3, sys, time
path = pathlib.Path(sys.argv[1])
print("\\x1b[2J\\x1b[HTHE EDITOR IS HERE", flush=True)
pathlib.Path(sys.argv[0]).with_name("open").touch()
file = glob.glob(sys.argv[0].rpartition("/")[0] + "/home/**/desk.db", recursive=True)[0]
deadline = time.monotonic() + 60
while time.monotonic() < deadline:
    with sqlite3.connect(file) as db:
        if db.execute("SELECT count(*) FROM receipts").fetchone()[0]:
            break
    time.sleep(0.05)
else:
    sys.exit(9)  # the app has stood still behind the editor
print("THE RECEIPT IS HERE", flush=True)
typed = input()
path.write_text(path.read_text() + f"works at {typed}\\n")
"""


@contextmanager
def provider_that_waits_for(there: Path) -> Iterator[str]:
    """A provider of contacts that answers once the file is there."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            while not there.exists() and not over.wait(0.02):
                pass
            body = json.dumps({"value": "kim@hospital.example", "confidence": "verified"}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_given: object) -> None: ...

    over = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/lookup"
    finally:
        over.set()
        server.shutdown()
        server.server_close()


@contextmanager
def closing_by(there: Path) -> Iterator[None]:
    """Whatever happens, nobody is kept waiting by the provider."""
    try:
        yield
    finally:
        there.touch()


def test_the_app_goes_on_behind_the_editor_and_takes_keys_after_it(tmp_path: Path) -> None:
    script = tmp_path / "editor.py"
    script.write_text(EDITOR)
    people = [nurse(1) | {"contacts": {}}]
    with provider_that_waits_for(tmp_path / "open") as url:
        config = (
            "[[enrichment.providers]]\nname = 'outside'\ntype = 'http'\n"
            f"url = '{url}'\ntimeout_seconds = 60\n"
        )
        with (
            running_service(tmp_path / "data", people=people, config=config) as service,
            app(
                service.wait_ready(60),
                tmp_path / "home",
                VISUAL="",
                EDITOR=f"{sys.executable} {script}",
            ) as terminal,
            closing_by(tmp_path / "open"),
        ):
            terminal.wait_for("● ready")
            press(terminal, "escape", "4", "/")
            terminal.wait_for("enter run")
            terminal.send("made_001")
            terminal.wait_for("made_001")
            press(terminal, "enter")
            terminal.wait_for("person id  made_001")
            resolve(terminal)
            terminal.wait_for("asking")
            press(terminal, "1", "escape", "n")
            terminal.wait_for("New Set")
            terminal.send("nurses")
            press(terminal, "tab")
            terminal.wait_for("E editor")
            press(terminal, "E")
            terminal.wait_for("THE RECEIPT IS HERE")
            assert "New Set" not in terminal.text, "nothing of the app is drawn over the editor"
            terminal.send("Lakeside", "enter")
            terminal.wait_for("works at Lakeside")
            terminal.wait_for("New Set")
            # What was to be told meanwhile is told now, when somebody can see it.
            terminal.wait_for("Enrichment is done: 1 credit charged so far.")
            # Keys arrive again, and what came meanwhile is on the screens.
            press(terminal, "escape", "4")
            terminal.wait_for("kim@hospital.example")
            terminal.wait_for("1 credit charged here")
            press(terminal, "q")
            assert terminal.wait_for_exit() == 0
