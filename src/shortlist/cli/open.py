"""Bare `shortlist`: the app. Imports nothing that its first paint does not need."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False  # importing `typing` takes longer than the first paint
if TYPE_CHECKING:
    from typing import IO


def open_app(profile: str | None) -> int:
    """Open the app on a deployment, and return the exit code."""
    in_browser = "TEXTUAL_DRIVER" in os.environ
    if not in_browser and not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        return _refuse("The app needs a terminal.")
    if not in_browser and os.environ.get("TERM") == "dumb":
        return _refuse("This terminal shows lines and no pages (TERM is dumb).")
    from shortlist.tui.kit.terminal.first_frame import frame

    errors = _show_pages() if not in_browser else -1
    try:
        if not in_browser:
            frame.quiet()
            frame.draw(*_folders())
            # Imported after the first paint, which would be a third later.
            from shortlist.tui.kit.terminal.ending import end_before_it_began

            end_before_it_began(frame.take_back)
        # What is imported is there to stay: to look through it for garbage takes a tenth of the
        # time. The app begins to look once it is up.
        gc.disable()
        from shortlist.tui.start import run

        code = run(profile)
    finally:
        frame.take_back()
        if errors >= 0:
            os.dup2(errors, 2)
    # All is written and the terminal is as it was: what is still imported on a thread, or waited
    # for, is not worth a moment more.
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    finally:
        os._exit(code)


def _is_terminal(stream: IO[str] | None) -> bool:
    return stream is not None and stream.isatty()  # none where it was closed


def _show_pages() -> int:
    """Have standard error lead to the terminal, for that is where Textual writes the pages.

    Returns where it led before, `-1` where that was the terminal.
    """
    if _is_terminal(sys.stderr):
        # Whatever the locale says, a terminal is written to in UTF-8.
        sys.__stderr__.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
        return -1
    errors = -1 if sys.stderr is None else os.dup(2)
    os.dup2(1, 2)
    pages = open(2, "w", buffering=1, encoding="utf-8", errors="replace")  # noqa: SIM115
    sys.stderr = sys.__stderr__ = pages  # type: ignore[misc]
    return errors


def _refuse(reason: str) -> int:
    if sys.stderr is not None:
        sys.stderr.write(f"{reason} For commands, see `shortlist --help`.\n")
    return 2


def _folders() -> tuple[str, str]:
    """Where the frame is kept, and the configuration; `find_places` makes both, later."""
    home = os.environ.get("SHORTLIST_HOME")
    if home:
        root = os.path.abspath(os.path.expanduser(home))  # noqa: PTH100, PTH111
        return f"{root}/cache", f"{root}/config"
    from platformdirs import user_cache_dir, user_config_dir

    return (
        user_cache_dir("shortlist", appauthor=False),
        user_config_dir("shortlist", appauthor=False),
    )
