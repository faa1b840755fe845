"""The service on this machine: found when it runs, else started as a process of its own.

It outlives whoever started it, so that a Set goes on when the app is closed, and ends by itself
when nobody has used it for a while. Two programs that start at once end on one service: whoever
starts it takes a lock in its data folder first, and the service inherits the lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import os
import re
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Literal

from shortlist.desk.places import (
    DeskError,
    Places,
    appending,
    find_places,
    full_disk,
    private_folder,
    writing,
)
from shortlist.desk.service_proof import ask_loopback, is_held, is_ours
from shortlist.desk.threads import run_on_thread
from shortlist.private_file import is_locked

START_TIMEOUT_SECONDS = 120
READY_SECONDS = 300
LINGER_SECONDS = 60
_LOCK_POLL_SECONDS = 0.05
_READY_POLL_SECONDS = 0.1
_SEARCH_PARTS = frozenset({"index", "finder"})
_LOG_TAIL_BYTES = 16 * 1024
_LOG_TAIL_LINES = 8
_LOG_MAX_BYTES = 5 * 1024 * 1024
# Without any of these the service cannot start; all come with the extra `local`.
_NEEDED = ("sqlalchemy", "fastapi", "uvicorn", "dbos", "qdrant_edge", "onnxruntime", "tokenizers")
_LISTENING = re.compile(r"listening on (http://\S+)")


@dataclass(frozen=True, slots=True)
class Ready:
    """A service that answers, and the key of this machine's owner for it."""

    url: str
    api_key: str = field(repr=False)
    pid: int | None = None
    started: bool = False
    """True when it was started just now, false when it was found running."""


@dataclass(frozen=True, slots=True)
class ServiceState:
    """What is happening, to be shown as it is."""

    stage: Literal["looking", "waiting", "starting", "ready", "failed"]
    text: str
    """One line for a person."""
    url: str | None = None


class LocalServiceFailed(DeskError):
    """The service on this machine could not be started."""

    def __init__(self, reason: str, advice: str, log: str = "", log_path: Path | None = None):
        self.reason, self.advice, self.log, self.log_path = reason, advice, log, log_path
        super().__init__(f"{reason} {advice}")


async def ensure_running(
    places: Places | None = None, on_state: Callable[[ServiceState], None] | None = None
) -> Ready:
    """Find the running service, or start one and wait until it answers.

    `on_state` is called on this task with `looking`, `waiting` where a service has the folder and
    does not answer, `starting`, then `ready` or `failed`.
    Raises `LocalServiceFailed`, with the reason, what to do, and the last lines of its log.
    """
    places = places or find_places()
    on_state = on_state or _say_nothing
    on_state(ServiceState("looking", "Looking for the service on this machine"))
    try:
        private_folder(places.service)
        ready = await find_running(places)
        if ready is None:
            ready = await _start_alone(places, on_state)
    except LocalServiceFailed as error:
        on_state(ServiceState("failed", str(error)))
        raise
    on_state(
        ServiceState("ready", f"The service on this machine answers at {ready.url}", ready.url)
    )
    return ready


def _say_nothing(state: ServiceState) -> None:
    del state


async def find_running(places: Places) -> Ready | None:
    """The service that runs on this machine's data folder, or `None`."""
    return await run_on_thread(_find_running, places)


@contextlib.contextmanager
def watch_service(service: Ready, ended: Callable[[], None]) -> Iterator[None]:
    """Call `ended` on the running loop as soon as the process of `service` has ended.

    Only Linux tells this by itself; elsewhere nothing is called.
    """
    try:
        process = os.pidfd_open(service.pid or 0)
    except (AttributeError, OSError):
        yield
        return
    loop = asyncio.get_running_loop()
    loop.add_reader(process, ended)
    try:
        yield
    finally:
        loop.remove_reader(process)
        os.close(process)


def _find_running(places: Places) -> Ready | None:
    try:
        noted = json.loads((places.service / "service.json").read_text(encoding="utf-8"))
        url, pid = str(noted["url"]), int(noted["pid"])
        os.kill(pid, 0)
        api_key = places.local_key.read_text(encoding="ascii").strip()
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if not _LISTENING.fullmatch(f"listening on {url}") or not is_held(
        places.service / "service.lock"
    ):
        return None
    return Ready(url, api_key, pid) if is_ours(url, api_key) else None


async def wait_until_ready(
    places: Places,
    url: str,
    on_state: Callable[[ServiceState], None] | None = None,
    seconds: float = READY_SECONDS,
) -> None:
    """Wait until the service of `places` at `url` can search: after an import, its first start
    builds the index, which takes a while. Whoever only reads Sets need not wait, and the parts that
    searching does not need are waited for by the service itself.

    Raises `LocalServiceFailed` when the index or the search says that it failed, when the service
    ended, or after `seconds`.
    """
    on_state = on_state or _say_nothing
    deadline = time.monotonic() + seconds
    while True:
        status, body = await run_on_thread(ask_loopback, url, "/readyz")
        if status == 200:
            return
        if not status and not is_held(places.service / "service.lock"):
            raise _failed(places, "The service ended while it was getting ready.")
        parts = {name: state for name, state in _parts(body).items() if name in _SEARCH_PARTS}
        for name, state in parts.items():
            if state not in ("ready", "starting"):
                raise _failed(places, f"The {name} of the service did not start.")
        waiting = [name for name, state in parts.items() if state == "starting"]
        if parts and not waiting:
            return
        if time.monotonic() > deadline:
            raise LocalServiceFailed(
                f"The service was not ready within {seconds:.0f} s "
                f"(waiting for {', '.join(waiting) or 'an answer'}).",
                "It goes on getting ready; try again in a moment.",
            )
        on_state(ServiceState("starting", f"Getting ready: {', '.join(waiting) or 'waiting'}", url))
        await asyncio.sleep(_READY_POLL_SECONDS)


def _failed(
    places: Places, reason: str, log: str = "", log_path: Path | None = None
) -> LocalServiceFailed:
    """That the service failed: because the disk is full, whatever else was said, or as its log
    says."""
    log_path = log_path or places.service / "logs" / "service.log"
    advice = full_disk(places.data) or f"Its log is {log_path}."
    return LocalServiceFailed(reason, advice, log, log_path)


def _parts(body: bytes) -> dict[str, str]:
    try:
        parts = json.loads(body)["parts"]
        return {str(name): str(state) for name, state in parts.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}


async def _start_alone(places: Places, on_state: Callable[[ServiceState], None]) -> Ready:
    """Start the service unless another program does it first; then use that one."""
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise LocalServiceFailed(
            f"The service is not installed here ({', '.join(missing)} missing).",
            "Install it with: pip install '.[local]', or name a deployment with "
            "SHORTLIST_BASE_URL and SHORTLIST_API_KEY.",
        )
    with appending(places.service / "running.lock") as lock:
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        told = False
        while not is_locked(lock):
            if not told:
                on_state(ServiceState("waiting", "Waiting for a service that does not answer yet"))
                told = True
            if time.monotonic() > deadline:
                raise LocalServiceFailed(
                    "A service runs on this machine's data and does not answer.",
                    f"End it, then start again. Its log is {places.logs / 'service.log'}.",
                    log_path=places.logs / "service.log",
                )
            await asyncio.sleep(_LOCK_POLL_SECONDS)
            if (ready := await find_running(places)) is not None:
                return ready
        # It may have come up, without this lock, between the look and the lock.
        if (ready := await find_running(places)) is not None:
            return ready
        first = not (places.service / "shortlist.db").exists()
        once = " for the first time" if first else ""
        on_state(ServiceState("starting", f"Starting the service on this machine{once}"))
        return await _start(places, lock)


# Kept until this program ends: a `Popen` that is dropped while its process runs warns about it.
_started: list[subprocess.Popen[bytes]] = []


async def _start(places: Places, lock: IO[bytes]) -> Ready:
    log_path = places.logs / "service.log"
    if log_path.exists() and log_path.stat().st_size > _LOG_MAX_BYTES:
        log_path.replace(log_path.with_suffix(".log.1"))
    with appending(log_path) as log:
        begins = log.tell()
        process = _begin(_command(places), places.service, lock, log)
    _started.append(process)
    line = await run_on_thread(_first_line, process, START_TIMEOUT_SECONDS)
    said = _LISTENING.search(line)
    if said is None:
        code = process.poll()
        if code is None:
            process.terminate()
        tail = _tail(log_path, begins)
        reason = (
            f"The service did not answer within {START_TIMEOUT_SECONDS} s."
            if code is None
            else f"The service ended with code {code}."
        )
        last = tail.splitlines()[-1].strip() if tail else "It said nothing"
        raise _failed(places, f"{reason} {last.rstrip('.')}.", tail, log_path)
    try:
        api_key = places.local_key.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        raise LocalServiceFailed(
            f"The service started but left no key in {places.local_key}.",
            f"Its log is {log_path}.",
            _tail(log_path, begins),
            log_path,
        ) from None
    with writing(places.service / "port") as file:
        file.write(said[1].rpartition(":")[2].encode())
    return Ready(said[1], api_key, process.pid, started=True)


def _begin(
    command: list[str], folder: Path, lock: IO[bytes], log: IO[bytes]
) -> subprocess.Popen[bytes]:
    """It outlives the event loop, this program and its terminal."""
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=log,
        start_new_session=True,
        # The service holds the lock for as long as it lives, whatever becomes of us.
        pass_fds=(lock.fileno(),),
        cwd=folder,
        env=_environment(),
    )


def _command(places: Places) -> list[str]:
    return [
        *(sys.executable, "-m", "shortlist", "serve"),
        *("--host", "127.0.0.1", "--port", str(_usual_port(places))),
        *("--data-dir", str(places.service)),
        *("--bootstrap-key", str(places.local_key)),
        *("--linger", str(LINGER_SECONDS)),
    ]


def _usual_port(places: Places) -> int:
    """The port it had the last time, if that is free, else 0: any.

    Requests whose outcome is unknown belong to an origin, and the port is part of it.
    """
    try:
        port = int((places.service / "port").read_text())
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
    except (OSError, ValueError, OverflowError):
        return 0
    return port


def _environment() -> dict[str, str]:
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    environment.pop("SHORTLIST_API_KEY", None)
    # The service runs from its data folder, so a relative entry would mean another place.
    if path := environment.get("PYTHONPATH"):
        entries = path.split(os.pathsep)
        environment["PYTHONPATH"] = os.pathsep.join(
            str(Path(entry).absolute()) for entry in entries
        )
    return environment


def _first_line(process: subprocess.Popen[bytes], seconds: float) -> str:
    """What the service says first, or "" when it ends or stays silent until the deadline."""
    stdout: Any = process.stdout
    deadline = time.monotonic() + seconds
    said = b""
    try:
        while b"\n" not in said:
            ready, _, _ = select.select([stdout], [], [], max(deadline - time.monotonic(), 0))
            chunk = os.read(stdout.fileno(), 4096) if ready else b""
            if not chunk:
                break
            said += chunk
    finally:
        stdout.close()
    if not said:
        # The end of its output comes a moment before the end of the process.
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(2)
    return said.decode("utf-8", "replace")


def _tail(log_path: Path, begins: int) -> str:
    """The last lines the service wrote to its log since `begins`."""
    try:
        with log_path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(begins, size - _LOG_TAIL_BYTES))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return ""
    shown = "".join(letter for letter in text if letter.isprintable() or letter == "\n")
    lines = [line for line in shown.splitlines() if line.strip()]
    return "\n".join(lines[-_LOG_TAIL_LINES:])
