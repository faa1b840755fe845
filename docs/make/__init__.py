"""What of the documentation is made from the code, so that it cannot say anything else.

`python -m docs.make` writes all of it anew; `tests/docs/test_made.py` fails where a page is not
what would be written.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from docs.make import (
    commands,
    documents,
    environment,
    http,
    keys,
    llms,
    man,
    openapi,
    outcomes,
    settings,
)

DOCS = Path(__file__).resolve().parents[1]

_SHOWN = ("search.svg", "theme-paper.svg")
"""Screenshots that pages show."""


def _screenshot(name: str) -> str:
    return (DOCS.parent / "screenshots" / name).read_text(encoding="utf-8")


PAGES: dict[str, Callable[[], str]] = {
    "reference/commands.md": commands.page,
    "reference/keys.md": keys.page,
    "reference/configuration.md": settings.configuration_page,
    "reference/service-toml.md": settings.service_page,
    "reference/environment.md": environment.page,
    "reference/exit-codes.md": outcomes.exit_codes_page,
    "reference/errors.md": outcomes.errors_page,
    "reference/events.md": documents.events_page,
    "reference/json.md": documents.json_page,
    "reference/http.md": http.page,
    "openapi.json": openapi.document,
    "llms.txt": llms.text,
    # The site shows nothing from outside of its folder.
    **{f"pictures/{name}": partial(_screenshot, name) for name in _SHOWN},
    # What the wheel puts beside the command.
    **{f"../share/{path}": make for path, make in man.files().items()},
}
"""Each file that is made, below `docs`, in the order in which they are."""


def write_all() -> list[str]:
    """Writes every page that is not as it would be made; gives their names."""
    changed = []
    for name, make in PAGES.items():
        path, text = DOCS / name, make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            changed.append(name)
    return changed
