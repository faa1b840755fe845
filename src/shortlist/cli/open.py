"""Bare `shortlist`: the app. Imports nothing that its first paint does not need."""

from __future__ import annotations

import gc
import os
import sys


def open_app(profile: str | None) -> int:
    """Open the app on a deployment, and return the exit code."""
    in_browser = "TEXTUAL_DRIVER" in os.environ
    if not in_browser and not (sys.stdin.isatty() and sys.stdout.isatty()):
        sys.stderr.write("The app needs a terminal. For commands, see `shortlist --help`.\n")
        return 2
    from shortlist.tui.terminal.first_frame import frame

    try:
        if not in_browser and sys.stderr.isatty():
            frame.draw(*_folders())
        # What is imported is there to stay: to look through it for garbage takes a tenth of the
        # time. The app begins to look once it is up.
        gc.disable()
        from shortlist.tui.app import run

        run(profile)
    finally:
        frame.take_back()
    # All is written and the terminal is as it was: what is still imported on a thread, or waited
    # for, is not worth a moment more.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


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
