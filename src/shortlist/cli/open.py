"""Bare `shortlist`: the app. Imports nothing that its first paint does not need."""

from __future__ import annotations

import os
import sys


def open_app(profile: str | None) -> int:
    """Open the app on a deployment, and return the exit code."""
    in_browser = "TEXTUAL_DRIVER" in os.environ
    if not in_browser and not (sys.stdin.isatty() and sys.stdout.isatty()):
        sys.stderr.write("The app needs a terminal. For commands, see `shortlist --help`.\n")
        return 2
    from shortlist.tui.app import run

    run(profile)
    return 0
