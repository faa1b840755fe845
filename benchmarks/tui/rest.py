"""The app at rest, under a held key, and over a long time.

* rest: processor time on each screen while nothing happens, as a share of one core;
* held: a key pressed 30 times a second in a list of people, which loads more meanwhile; how many
  presses the screen is behind at most, and the time from a press to the line it leads to;
* hour: a Set that admits somebody twenty times a second for as many events as an hour of one
  person every half second brings; resident memory after the first tenth, at the half and at the
  end.

The client is inside the app's process, so that what is measured is the app.
"""

from __future__ import annotations

import time

from benchmarks.tui.goals import Figure, percentiles
from benchmarks.tui.programs import python

HZ = 30
PRESSES = 120
HOUR_EVENTS = 7_200
HOUR_SECONDS = 24

IDLE = """
from tests.tui.fakes import FakeClient, app_on, the_set
sets = [the_set("set_1", "completed", 500, 500)]
app_on(FakeClient(found=150, items_known=500, sets_known=sets)).run()
"""

HOUR = """
import asyncio, time
from tests.tui.fakes import FakeClient, app_on, item, the_set, update

EVENTS, SECONDS = {events}, {seconds}

class Pouring:
    async def __aiter__(self):
        begun, sent = time.monotonic(), 0
        while sent < EVENTS:
            due = min(EVENTS, int(EVENTS * (time.monotonic() - begun) / SECONDS) + 1)
            while sent < due:
                yield update("set.item.admitted", item=item(sent % 500, "set_1"))
                if sent % 10 == 0:
                    running = the_set("set_1", "running", min(499, sent), 500)
                    yield update("set.search.progress", search=running.searches[0])
                sent += 1
            await asyncio.sleep(0.02)
        yield update("end", set=the_set("set_1", "completed", 500, 500), final=True)
    async def aclose(self):
        pass

class Client(FakeClient):
    def follow(self, set_id, **given):
        return Pouring()

app_on(Client(sets_known=[the_set("set_1", "running", 0, 500)], items_known=500)).run()
"""


def idle(seconds: float) -> list[Figure]:
    """Share of one core on each screen."""
    shares = []
    with python(IDLE) as terminal:
        terminal.wait_for("● ready", 60)
        terminal.send("nurses", "enter")
        terminal.wait_for("found", 30)
        terminal.send("escape")
        terminal.settle(1.0)
        for key, screen in zip(
            "12345", ("search", "sets", "people", "enrich", "usage"), strict=True
        ):
            terminal.send(key)
            terminal.settle(3.0, within=10)  # toasts and cursors come to rest
            begun, cpu = time.perf_counter(), terminal.cpu_seconds()
            terminal.settle(seconds + 1, within=seconds)
            spent = time.perf_counter() - begun
            share = 100 * (terminal.cpu_seconds() - cpu) / spent
            shares.append(Figure(f"rest: {screen}, share of a core", share, "%", 1))
        terminal.send("ctrl+q")
        terminal.wait_for_exit()
    return shares


def held() -> list[Figure]:
    """Down, held at 30 Hz through a list of people: presses behind, and press to paint."""
    from tests.tui.fakes import person

    places = {person(n).name: n for n in range(PRESSES + 1)}
    with python(IDLE) as terminal:
        terminal.wait_for("● ready", 60)
        terminal.send("escape")
        terminal.settle(0.3, within=1)
        terminal.send("2")
        terminal.wait_for("500 of 500 admitted", 20)
        terminal.send("3")
        terminal.wait_for("Amara Okafor", 20)
        terminal.settle(1.0)
        sent: list[float] = []
        painted: list[float] = []  # when the line that a press leads to was there
        begun = time.perf_counter()
        while len(painted) < PRESSES and time.perf_counter() - begun < 30:
            if len(sent) < PRESSES and time.perf_counter() >= begun + len(sent) / HZ:
                sent.append(time.perf_counter())
                terminal.send("j")
            if terminal.pump(0.001):
                name = " ".join(terminal.line_with("▌").lstrip("▌ ").split()[:2])
                moved = places.get(name, 0)
                painted += [terminal.arrived] * (moved - len(painted))
        terminal.send("ctrl+q")
        terminal.wait_for_exit()
    behind = max(sum(at > now for at in painted[:n]) for n, now in enumerate(sent))
    times = [1e3 * (there - pressed) for pressed, there in zip(sent, painted, strict=True)]
    return [
        Figure("held key, 30 Hz: presses behind at most", behind, "presses", 1),
        *percentiles("held key, press to paint", times),
    ]


def hour() -> list[Figure]:
    """Resident memory over the events of an hour."""
    with python(HOUR.format(events=HOUR_EVENTS, seconds=HOUR_SECONDS)) as terminal:
        terminal.wait_for("● ready", 60)
        terminal.send("escape")
        terminal.settle(0.3, within=1)
        terminal.send("2")
        # The first tenth fills what is bounded: the feed, the newest people, caches.
        terminal.settle(10, within=HOUR_SECONDS / 10)
        first = terminal.resident_bytes() / 1e6
        terminal.settle(10, within=HOUR_SECONDS * 0.45)
        half = terminal.resident_bytes() / 1e6
        terminal.wait_for("● done", HOUR_SECONDS * 4)
        last = terminal.resident_bytes() / 1e6
        terminal.send("ctrl+q")
        terminal.wait_for_exit()
    return [
        Figure("an hour of a running Set: memory, end / half", last / half, "x", 1.02),
        Figure("an hour of a running Set: memory, first tenth", first, "MB"),
        Figure("an hour of a running Set: memory at the end", last, "MB"),
    ]


def measure(seconds: float = 5.0) -> list[Figure]:
    return [*idle(seconds), *held(), *hour()]
