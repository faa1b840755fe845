"""How fast the terminal app answers, each figure beside its goal.

    python -m benchmarks.tui [start|people|events|rest|cold ...] [--json]

Without a name all of them, which takes some eight minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys

from benchmarks.tui import events, people, rest, start
from benchmarks.tui.goals import table

PARTS = {
    "start": start.measure,
    "people": people.measure,
    "events": events.measure,
    "rest": rest.measure,
    "cold": start.cold,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", nargs="*", choices=[*PARTS, []], help="all by default")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    # The thread that notes when bytes come shares this interpreter with the one that reads them.
    sys.setswitchinterval(1e-4)
    figures, loads = [], [os.getloadavg()[0]]
    for part in given.part or PARTS:
        print(f"measuring {part} …", file=sys.stderr, flush=True)
        figures += PARTS[part]()
        loads.append(os.getloadavg()[0])
    if given.json:
        told = [figure.to_wire() for figure in figures]
        print(json.dumps({"load": [round(load, 1) for load in loads], "figures": told}))
    else:
        print(table(figures))
        print(f"\nload average before and after each part: {', '.join(f'{n:.1f}' for n in loads)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
