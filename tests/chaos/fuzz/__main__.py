"""Give every reader of files and of the wire what is nearly valid, and see that it says so.

    nice python -m tests.chaos.fuzz --minutes 10 --seed 1 [--only csv,wire] [--found DIR]
    python -m tests.chaos.fuzz --case 1:csv:17

(needs `src` on the path). Each reader has its turn in a process of its own. A finding is anything
but an answer or an error of the reader's own: another exception, the end of the process, over
`SECONDS` of the processor, `MEGABYTES` more than before. Its bytes are kept in `--found`; what is
mended becomes a seed of a test. Prints one JSON object; ends with 1 where anything was found.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Protocol

SECONDS = 3.0
MEGABYTES = 400
SILENCE_SECONDS = 90
TURN_SECONDS = 20.0


class Reader(Protocol):
    """What is tried."""

    def make(self, random: Random) -> bytes:
        """Something that is nearly valid."""

    def read(self, data: bytes) -> None:
        """Read it. Raises what is a finding."""


def makers() -> dict[str, Callable[[], Reader]]:
    """Every reader, by its name."""
    from tests.chaos.fuzz import answers, files, kept, wire

    return {**files.readers(), **answers.readers(), **kept.readers(), **wire.readers()}  # type: ignore[dict-item]


def case(reader: Reader, name: str) -> bytes:
    """What a reader is given under the name `SEED:READER:NUMBER`: always the same."""
    return reader.make(Random(name))


def try_case(reader: Reader, data: bytes) -> str | None:
    """What `reader` does wrong with `data`."""
    _forget_peak()
    before = _peak_mb()
    began = _processor_seconds()
    try:
        reader.read(data)
    except Exception:
        return traceback.format_exc()
    took = _processor_seconds() - began
    if took > SECONDS:
        return f"{took:.1f} s of the processor"
    more = _peak_mb() - before
    return f"{more} MB more" if more > MEGABYTES else None


def run_turn(name: str, seed: str, first: int, seconds: float, now_at: Path) -> dict[str, Any]:
    """Try cases of one reader from number `first` on, for `seconds`; each is in `now_at` while it
    is tried."""
    reader = makers()[name]()
    end = time.monotonic() + seconds
    number = first
    found = []
    while time.monotonic() < end:
        data = case(reader, f"{seed}:{name}:{number}")
        now_at.write_bytes(f"{number}\n".encode() + data)
        told = try_case(reader, data)
        if told is not None:
            found.append({"case": f"{seed}:{name}:{number}", "told": told, "data": data.hex()})
        number += 1
        if len(found) > 20:
            break
    return {"next": number, "found": found}


def run(minutes: float, seed: str, only: list[str], kept: Path) -> dict[str, Any]:
    """Give every reader its turn until the time is over."""
    names = only or list(makers())
    end = time.monotonic() + minutes * 60
    numbers: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    found: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        now_at = Path(folder) / "case"
        while time.monotonic() < end:
            for name in names:
                left = end - time.monotonic()
                if left <= 0:
                    break
                began = time.monotonic()
                most = TURN_SECONDS * (3 if name == "wire" else 1)  # a service starts first
                turn = _turn(name, seed, numbers[name], min(most, max(left, 1)), now_at)
                numbers[name] = turn["next"]
                seconds[name] += time.monotonic() - began
                for each in turn["found"]:
                    _keep(each, found, kept)
    tried = {
        name: {"cases": numbers[name], "minutes": round(seconds[name] / 60, 1)} for name in names
    }
    return {"seed": seed, "tried": tried, "found": list(found.values())}


def _turn(name: str, seed: str, first: int, seconds: float, now_at: Path) -> dict[str, Any]:
    """One turn, in a process of its own."""
    command = [sys.executable, "-m", "tests.chaos.fuzz", "--turn", name, "--seed", seed]
    command += ["--first", str(first), "--seconds", str(seconds), "--now-at", str(now_at)]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(command, stdout=out, stderr=err)
        heard, last = time.monotonic(), 0.0
        while process.poll() is None:
            time.sleep(0.2)
            changed = now_at.stat().st_mtime if now_at.exists() else 0.0
            if changed != last:
                heard, last = time.monotonic(), changed
            if time.monotonic() - heard > SILENCE_SECONDS:
                process.kill()
                process.wait()
        out.seek(0)
        err.seek(0)
        said, cried = out.read(), err.read().decode(errors="replace")
    if process.returncode == 0:
        turn: dict[str, Any] = json.loads(said.splitlines()[-1])
        return turn
    number, _, data = (now_at.read_bytes() if now_at.exists() else b"0\n").partition(b"\n")
    told = f"the process ended with {process.returncode}\n{cried[-3000:]}"
    at = int(number)
    return {
        "next": at + 1,
        "found": [{"case": f"{seed}:{name}:{at}", "told": told, "data": data.hex()}],
    }


def _keep(each: dict[str, str], found: dict[str, dict[str, str]], kept: Path) -> None:
    """Keep one finding of a kind: those that end alike are of one."""
    lines = re.findall(r'File "[^"]*/(\S+)", line (\d+)', each["told"])
    kind = f"{each['case'].split(':')[1]} {lines[-1:]} {each['told'].strip().splitlines()[-1][:60]}"
    if kind in found:
        return
    kept.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(each["data"].encode()).hexdigest()[:12]
    (kept / name).write_bytes(bytes.fromhex(each["data"]))
    found[kind] = {"case": each["case"], "file": name, "told": each["told"][-2500:]}
    print(json.dumps(found[kind]), file=sys.stderr, flush=True)


def _processor_seconds() -> float:
    own, children = (
        resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _forget_peak() -> None:
    """Have the kernel count the peak of this process's memory from now on (on Linux)."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def _peak_mb() -> int:
    try:
        found = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
    except OSError:
        found = None
    return int(found[1]) // 1024 if found else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", default="")
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"))
    parser.add_argument("--case")
    for hidden in ("--turn", "--first", "--seconds", "--now-at"):
        parser.add_argument(hidden, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.turn:
        turn = run_turn(
            given.turn, given.seed, int(given.first), float(given.seconds), Path(given.now_at)
        )
        print(json.dumps(turn), flush=True)
    elif given.case:
        reader = makers()[given.case.split(":")[1]]()
        told = try_case(reader, case(reader, given.case))
        print(told or "nothing")
        sys.exit(told is not None)
    else:
        only = [name for name in given.only.split(",") if name]
        done = run(given.minutes, given.seed, only, given.found)
        print(json.dumps(done, indent=1))
        sys.exit(bool(done["found"]))


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    main()
