"""The entry point of the app, in this terminal or for a browser."""

from __future__ import annotations

import os


def run(profile: str | None = None) -> int:
    """Open the app; its exit code, when the person quits. `profile` names a saved deployment."""
    from shortlist.desk.config import SettingsError, load_settings
    from shortlist.desk.places import find_places
    from shortlist.desk.threads import run_to_end
    from shortlist.tui.app import ShortlistApp
    from shortlist.tui.kit.terminal.driver import TerminalDriver
    from shortlist.tui.kit.terminal.size import tell_size

    in_browser = bool(os.environ.get("TEXTUAL_DRIVER"))  # where it is named
    if not in_browser:
        tell_size()
    places = find_places()
    problem = ""
    try:
        settings = load_settings(places)
    except SettingsError as error:
        settings, problem = None, str(error)
    app = ShortlistApp(
        profile,
        places=places,
        settings=settings,
        theme=os.environ.get("SHORTLIST_THEME", ""),
        driver=None if in_browser else TerminalDriver,
    )
    if problem:
        app.problems.append(f"{problem}. The defaults are used.")
    run_to_end(app.run_async())
    return app.return_code or 0
