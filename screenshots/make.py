"""Takes the screenshots of this folder from the running app, on the synthetic sample directory.

    python screenshots/make.py [--only NAME]

Starts the service on a folder of its own, drives the app as a person does, and writes one SVG for
each screen in the default theme, and one for each other theme. Nothing here is drawn by hand.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]
QUESTION = "engineering leaders in Europe"
SIZE = (120, 36)


async def shows(pilot: Any, *texts: str, within: float = 120) -> None:
    """Wait until each of `texts`, regular expressions, is on the screen."""
    deadline = time.monotonic() + within
    while not all(re.search(text, seen(pilot.app)) for text in texts):
        if time.monotonic() > deadline:
            raise SystemExit(f"waited for {texts}; the screen:\n{seen(pilot.app)}")
        await pilot.pause(0.05)


def seen(app: Any) -> str:
    from textual._context import visible_screen_stack

    # A dialog that is painted without being told what lies behind it keeps that blank.
    visible_screen_stack.set(app._background_screens)
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


async def write(text: str, pilot: Any) -> None:
    await pilot.press(*("space" if letter == " " else letter for letter in text))


async def tour(save: Callable[[Any, str], None]) -> None:
    """Through the five screens, as a person goes."""
    from shortlist.desk.places import find_places
    from shortlist.tui.app import ShortlistApp

    app = ShortlistApp(places=find_places())
    async with app.run_test(size=SIZE, notifications=False) as pilot:
        await shows(pilot, "ready", "credits left")
        await write(QUESTION, pilot)
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("space", "space", "j", "space", "k")
        await pilot.pause(0.5)
        save(app, "search")
        for theme in sorted(set(app.available_themes) - {app.theme}):
            before, app.theme = app.theme, theme
            await pilot.pause(0.5)
            save(app, f"theme-{theme}")
            app.theme = before
        await pilot.pause(0.3)

        await pilot.press("A", "n")
        await shows(pilot, "New Set")
        app.screen.query_one("#count").value = "60"
        app.screen.query_one("#budget").value = "6"
        app.screen.query_one("#purpose").value = "speakers for a panel in November"
        await shows(pilot, "up to 6 credits")
        await pilot.pause(0.5)
        save(app, "new-set")
        app.screen.query_one("#create").focus()
        await pilot.pause(0.7)
        await pilot.press("enter")
        await shows(pilot, "◐ running", "Newest people", "rejects [1-9]", within=20)
        save(app, "live-set")
        await shows(pilot, "● done")

        await pilot.press("3")
        await shows(pilot, "known in total", "Why this person")
        await pilot.press(*["space"] * 12)
        await pilot.press("e", "p")
        await shows(pilot, "at most")
        app.enrichment.start_enrichment()
        while app.state.enrich.running:
            await pilot.pause(0.05)
        await pilot.pause(0.5)
        save(app, "enrich")

        # Who was found an address for shows it wherever they are: here, beside the verdicts.
        await pilot.press("3", "g")
        for _ in range(12):
            await pilot.pause(0.5)
            if re.search(r"✓ \S+@", seen(app)):
                break
            await pilot.press("j")
        save(app, "people")
        await pilot.press("m")
        await pilot.pause(0.5)
        save(app, "criteria")
        await pilot.press("m", "r")
        await shows(pilot, "to be resolved|work e-mail", "Person")
        app.persons.start_research(app.screen.person)
        await shows(pilot, "identity verified|not certain")
        await pilot.pause(0.5)
        save(app, "person")
        await pilot.press("escape")

        await pilot.press("5")
        await shows(pilot, "Spent by day", "receipts")
        await pilot.pause(0.5)
        save(app, "usage")
        await pilot.press("question_mark")
        await pilot.pause(0.5)
        save(app, "help")
        await pilot.press("escape", "I", "j")
        await shows(pilot, "Requests of this session", "As curl")
        await pilot.pause(0.5)
        save(app, "requests")
        await pilot.press("escape", "ctrl+p")
        await pilot.pause(1.0)
        save(app, "palette")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", help="write this one alone, such as `people`")
    given = parser.parse_args()

    def save(app: Any, name: str) -> None:
        if given.only in (None, name):
            path = Path(__file__).parent / f"{name}.svg"
            path.write_text(tidy(app.export_screenshot(title="Shortlist")), encoding="utf-8")
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")

    with tempfile.TemporaryDirectory() as home:
        os.environ["SHORTLIST_HOME"] = home
        os.environ["PYTHONPATH"] = str(ROOT / "src")
        for name in ("SHORTLIST_BASE_URL", "SHORTLIST_API_KEY", "SHORTLIST_PROFILE", "NO_COLOR"):
            os.environ.pop(name, None)
        try:
            asyncio.run(tour(save))
        finally:
            stop(Path(home) / "data" / "service" / "service.json")


def stop(noted: Path) -> None:
    """End the service that the app started, and wait until it is gone."""
    import json

    if noted.exists():
        os.kill(json.loads(noted.read_text())["pid"], signal.SIGTERM)
        while noted.exists():
            time.sleep(0.05)


_TEXT = re.compile(r'<text([^>]*?)x="([\d.]+)"([^>]*?)textLength="([\d.]+)"([^>]*)>([^<]*)</text>')


def tidy(svg: str) -> str:
    """Put text where its first letter is: some viewers drop the spaces before it."""

    def moved(match: re.Match[str]) -> str:
        before, x, between, length, after, text = match.groups()
        body = text
        while body.startswith("&#160;"):
            body = body.removeprefix("&#160;")
        lead = (len(text) - len(body)) // 6
        while body.endswith("&#160;"):
            body = body.removesuffix("&#160;")
        rest = (len(text) - len(body)) // 6
        if not body:
            return ""
        left = float(x) + 12.2 * lead
        long = float(length) - 12.2 * rest
        return f'<text{before}x="{left:g}"{between}textLength="{long:g}"{after}>{body}</text>'

    return _TEXT.sub(moved, svg)


if __name__ == "__main__":
    main()
